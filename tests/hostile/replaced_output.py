# promise: a sample may replace its streams; what goes elsewhere is not printed
# ends: finished
# prints: shown
import io
import sys

kept = sys.stdout
sys.stdout = io.StringIO()
print("hidden")
sys.stdout = kept
print("shown")
