# promise: text that is no Unicode raises as in Python
# ends: raised UnicodeEncodeError
print("\ud800")
