# promise: os has nothing that reaches the system
# ends: finished
# prints: none
import os

found = [name for name in ["system", "popen", "fork", "execv", "listdir", "open", "remove", "kill", "getpid", "getenv"]
         if hasattr(os, name)]
print(*found or ["none"])
print(dict(os.environ)) if os.environ else None
