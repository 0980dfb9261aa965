# promise: a call that never returns to the interpreter is ended
# ends: timed out
print(sum(range(10 ** 12)))
