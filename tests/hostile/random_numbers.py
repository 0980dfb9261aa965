# promise: random numbers are the same in every run
# ends: finished
# prints: True
import random

first = random.Random()
second = random.Random()
print(first.random() == second.random())
