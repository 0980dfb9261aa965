# promise: a sample that never ends is ended
# ends: timed out
while True:
    pass
