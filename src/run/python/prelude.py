# What a sample finds in place of the operating system: streams that report to the parent, randomness that starts from
# a seed, a clock that only counts. Runs once, before the sample, under a file name of its own.
def __boot(sys, emit, changeable, stdin_bytes, seed):
    import _io, _random, time as native

    class Output(_io._TextIOBase):
        encoding = 'utf-8'
        errors = 'strict'
        newlines = None
        line_buffering = True

        def __init__(self, number, name):
            self._number = number
            self.name = name
            self.mode = 'w'

        def write(self, text):
            if not isinstance(text, str):
                raise TypeError('write() argument must be str, not ' + type(text).__name__)
            emit(self._number, text.encode('utf-8'))
            return len(text)

        def writable(self):
            return True

        def flush(self):
            pass

        def isatty(self):
            return False

        def fileno(self):
            return self._number

        def reconfigure(self, **changes):
            pass

        @property
        def buffer(self):
            return Bytes(self._number)

    class Bytes(_io._RawIOBase):
        def __init__(self, number):
            self._number = number

        def writable(self):
            return True

        def write(self, data):
            data = bytes(data)
            emit(self._number, data)
            return len(data)

    sys.stdout = sys.__stdout__ = Output(1, '<stdout>')
    sys.stderr = sys.__stderr__ = Output(2, '<stderr>')
    sys.stdin = sys.__stdin__ = _io.TextIOWrapper(_io.BytesIO(stdin_bytes), encoding='utf-8', newline='\n')

    module = type(sys)

    class Missing(module):
        def __getattr__(self, name):
            raise AttributeError("module 'os' has no attribute %r here: samples have no operating system" % name)

    os = Missing('os')
    state = [seed * 2654435761 + 88172645463325252 & 0xFFFFFFFFFFFFFFFF]

    def urandom(count):
        changeable()
        data = bytearray()
        for _ in range(count):
            x = state[0]
            x ^= x << 13 & 0xFFFFFFFFFFFFFFFF
            x ^= x >> 7
            x ^= x << 17 & 0xFFFFFFFFFFFFFFFF
            state[0] = x
            data.append(x >> 32 & 255)
        return bytes(data)

    os.urandom = urandom
    os.fspath = lambda path: path
    os.environ = {}
    os.linesep = '\n'
    os.sep = '/'
    os.name = 'posix'
    os.getcwd = lambda: '/'
    os.register_at_fork = lambda **handlers: None
    sys.modules['os'] = os

    # A generator that is given no seed starts from the seed of the run.
    class Random(_random.Random):
        def seed(self, value=None):
            if value is None:
                changeable()
                value = 20240229 + seed
            super().seed(value)

    replaced = module('_random')
    replaced.Random = Random
    sys.modules['_random'] = replaced

    # Each look at the clock finds that a millisecond has passed; sleeping moves the clock and takes no time. It begins
    # at noon of 1 January 2024 (UTC).
    clock = module('time')
    now = [1704110400 * 10 ** 9 + seed * 7_654_321_987]

    def tick():
        changeable()
        now[0] += 1_000_000
        return now[0]

    def sleep(seconds):
        if seconds < 0:
            raise ValueError('sleep length must be non-negative')
        now[0] += int(seconds * 10 ** 9)

    for name in ('time', 'perf_counter', 'monotonic', 'process_time', 'thread_time'):
        setattr(clock, name, lambda: tick() / 10 ** 9)
        setattr(clock, name + '_ns', lambda: tick())
    clock.sleep = sleep
    for name in ('gmtime', 'localtime', 'ctime'):
        def converted(seconds=None, convert=getattr(native, name)):
            return convert(tick() / 10 ** 9 if seconds is None else seconds)
        setattr(clock, name, converted)
    clock.asctime = lambda moment=None: native.asctime(clock.localtime() if moment is None else moment)
    clock.strftime = lambda form, moment=None: native.strftime(form, clock.localtime() if moment is None else moment)
    for name in ('mktime', 'strptime', 'struct_time', 'timezone', 'altzone', 'daylight', 'tzname'):
        if hasattr(native, name):
            setattr(clock, name, getattr(native, name))
    sys.modules['time'] = clock

    # The real `inspect` and `traceback` need the operating system; these names are what the allowed modules use of them.
    def unsupported(*arguments, **options):
        raise TypeError('not available in samples')

    inspect = module('inspect')
    inspect.signature = unsupported
    inspect.unwrap = lambda function, **options: function
    inspect.isfunction = lambda value: isinstance(value, type(unsupported))
    inspect.isclass = lambda value: isinstance(value, type)
    sys.modules['inspect'] = inspect

    traceback = module('traceback')

    def format_exc(*arguments, **options):
        error = sys.exc_info()[1]
        if error is None:
            return 'NoneType: None\n'
        text = str(error)
        return type(error).__name__ + (': ' + text if text else '') + '\n'

    def print_exc(*arguments, file=None, **options):
        print(format_exc(), end='', file=file or sys.stderr)

    traceback.format_exc = format_exc
    traceback.print_exc = traceback.print_exception = print_exc
    sys.modules['traceback'] = traceback

    if not hasattr(_io, 'FileIO'):
        class FileIO(_io._RawIOBase):
            def __init__(self, *arguments, **options):
                raise PermissionError('samples have no files')
        _io.FileIO = FileIO


__boot(__import__('sys'), __emit, __changeable, __stdin, __seed)
del __boot, __emit, __changeable, __stdin, __seed
