# promise: whatever a walk over all classes breaks, the parent survives
# ends: finished | crashed | out of memory | timed out | raised
for kind in object.__subclasses__():
    for name in dir(kind):
        try:
            getattr(kind, name)()
        except BaseException:
            pass
