# promise: no file can be written
# ends: raised PermissionError
open("/tmp/coursegen-was-here", "w").write("x")
