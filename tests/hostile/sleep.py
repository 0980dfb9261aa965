# promise: sleeping takes no time
# ends: finished
# prints: awake
import time

time.sleep(10 ** 6)
print("awake")
