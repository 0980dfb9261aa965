# promise: one huge allocation harms nothing
# ends: out of memory | raised MemoryError
x = [0] * 10 ** 11
