# promise: leaving early is an ordinary end
# ends: finished
# prints: before
import sys

print("before")
sys.exit(0)
print("after")
