# promise: leaving with an error is seen
# ends: raised SystemExit
import sys

sys.exit(3)
