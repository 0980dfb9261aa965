# promise: the clock is the same in every run
# ends: finished
# prints: 2024 True
import time
from datetime import datetime

print(datetime.now().year, time.time() < 1704110401)
