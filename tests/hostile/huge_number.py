# promise: a number that fills the memory harms nothing
# ends: timed out | out of memory | raised MemoryError | crashed
x = 3
while True:
    x = x * x
