# promise: deeply nested source harms nothing
# ends: finished | not Python 3 | crashed | raised
eval("(" * 20000 + ")" * 20000)
