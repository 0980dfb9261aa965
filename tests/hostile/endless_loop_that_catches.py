# promise: catching everything does not keep a sample alive
# ends: timed out
while True:
    try:
        while True:
            pass
    except BaseException:
        pass
