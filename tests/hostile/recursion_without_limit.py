# promise: a raised recursion limit may kill the child, never the parent
# ends: raised RecursionError | crashed | out of memory | timed out
import sys

sys.setrecursionlimit(10 ** 9)


def f(n):
    return f(n + 1)


f(0)
