# promise: recursion without end raises as in Python
# ends: raised RecursionError
def f(n):
    return f(n + 1)


f(0)
