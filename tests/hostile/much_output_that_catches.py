# promise: the limit of output cannot be caught
# ends: too much output
while True:
    try:
        print("x" * 1000)
    except BaseException:
        pass
