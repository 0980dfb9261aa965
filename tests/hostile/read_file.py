# promise: no file can be read
# ends: raised PermissionError
print(open("/etc/passwd").read())
