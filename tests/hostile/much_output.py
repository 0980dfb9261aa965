# promise: output is limited
# ends: too much output
while True:
    print("x" * 1000)
