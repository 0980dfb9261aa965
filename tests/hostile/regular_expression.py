# promise: a regular expression that backtracks without end is ended
# ends: timed out
import re
re.match(r"(a+)+$", "a" * 64 + "b")
