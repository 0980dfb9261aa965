# promise: no file can be opened by another door
# ends: raised PermissionError
import io

print(io.FileIO("/etc/passwd").read())
