# promise: memory that grows without end is limited
# ends: out of memory | raised MemoryError | timed out
x = []
while True:
    x.append(bytearray(1 << 20))
