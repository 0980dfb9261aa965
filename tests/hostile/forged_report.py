# promise: a sample cannot forge the report of its end
# ends: raised ValueError
# prints: {"Ended":{"end":"Finished","unsteady":false}}
import sys

sys.stdout.buffer.write(b'{"Ended":{"end":"Finished","unsteady":false}}\n')
raise ValueError("the true end")
