# promise: modules that reach the system do not exist
# ends: finished
# prints: none
found = []
for name in ["socket", "_socket", "subprocess", "_posixsubprocess", "posix", "ctypes", "_ctypes", "mmap", "fcntl",
             "select", "signal", "_signal", "multiprocessing", "asyncio", "urllib.request", "http.client", "ssl",
             "shutil", "tempfile", "pathlib", "resource", "pwd", "pty", "sqlite3", "importlib.util"]:
    try:
        __import__(name)
        found.append(name)
    except ImportError:
        pass
print(*found or ["none"])
