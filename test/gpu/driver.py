"""What run.py needs of CUDA's driver, and no toolkit: load, launch, compare, time."""

import array
import ctypes
import gzip
import json
import statistics

FIRST_WORD = 1024  # where a pointer argument leads to in its memory (harness/Arguments.cpp)
TIMED_BLOCKS = 8448
TIMED_BYTES = 48 << 20
DYNAMIC_SHARED = 16 * 1024


def missing():
    """Why nothing can run here; None if it can."""
    try:
        library = ctypes.CDLL("libcuda.so.1")
    except OSError:
        return "no GPU driver (libcuda.so.1)"
    count = ctypes.c_int()
    if library.cuInit(0) or library.cuDeviceGetCount(ctypes.byref(count)) or not count.value:
        return "no GPU"
    return None


class Case:
    """A launch: its arguments, the memory before and after, which words of it are defined."""

    def __init__(self, header, initial, expected, defined):
        self.kernel = header["kernel"]
        self.types = [t for t in header["parameters"].split(";") if t]
        self.block, self.blocks = header["block"], header["blocks"]
        self.numbers, self.unordered, self.same = header["numbers"], header["unordered"], header["same"]
        self.initial, self.expected, self.defined = initial, expected, defined
        self.pointers = sum(t.endswith("*") for t in self.types)
        self.bags = [sum(t.endswith("*") for t in self.types[:at]) for at in header["bags"] if at < len(self.types)]

    def parts(self, memory):
        """One piece of the memory for each pointer."""
        size = len(memory) // max(self.pointers, 1)
        return [memory[i * size:(i + 1) * size] for i in range(self.pointers)]


def read_case(path):
    with gzip.open(path) as file:
        header = json.loads(file.readline())
        size = header["words"] * 4
        return Case(header, file.read(size), file.read(size), file.read())


class Gpu:
    def __init__(self):
        self.cuda = ctypes.CDLL("libcuda.so.1")
        self.call("cuInit", 0)
        self.device, context = ctypes.c_int(), ctypes.c_void_p()
        self.call("cuDeviceGet", ctypes.byref(self.device), 0)
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(context), self.device)
        self.call("cuCtxSetCurrent", context)

    def call(self, name, *arguments):
        error = getattr(self.cuda, name)(*arguments)
        if error:
            text = ctypes.c_char_p()
            self.cuda.cuGetErrorString(error, ctypes.byref(text))
            raise SystemExit("%s: %s" % (name, (text.value or b"?").decode()))

    def describe(self):
        values = []
        for attribute in (75, 76):  # compute capability, major and minor
            value = ctypes.c_int()
            self.call("cuDeviceGetAttribute", ctypes.byref(value), attribute, self.device)
            values.append(value.value)
        version = ctypes.c_int()
        self.call("cuDriverGetVersion", ctypes.byref(version))
        return "an sm_%d%d GPU, driver for CUDA %d.%d" % (
            *values, version.value // 1000, version.value % 1000 // 10)

    def load(self, image):
        module = ctypes.c_void_p()
        self.call("cuModuleLoadData", ctypes.byref(module), ctypes.c_char_p(image + b"\0"))
        return module

    def function(self, module, symbol):
        function = ctypes.c_void_p()
        self.call("cuModuleGetFunction", ctypes.byref(function), module, symbol.encode())
        return function

    # --- memory ---

    def allocate(self, size):
        pointer = ctypes.c_uint64()
        self.call("cuMemAlloc_v2", ctypes.byref(pointer), ctypes.c_size_t(size))
        return pointer

    def upload(self, pointer, data):
        self.call("cuMemcpyHtoD_v2", pointer, data, ctypes.c_size_t(len(data)))

    def download(self, pointer, size):
        data = ctypes.create_string_buffer(size)
        self.call("cuMemcpyDtoH_v2", data, pointer, ctypes.c_size_t(size))
        return data.raw

    # --- launches ---

    def launch(self, function, case, memory, blocks):
        memory = list(memory)
        values = []
        for kind, number in zip(case.types, case.numbers):
            if kind.endswith("*"):
                number = memory.pop(0).value + FIRST_WORD * 4
            values.append(ctypes.c_uint64(number))
        for argument, other, words in case.same:
            values[argument] = ctypes.c_uint64(values[other].value + 4 * words)
        pointers = (ctypes.c_void_p * max(len(values), 1))(
            *[ctypes.cast(ctypes.byref(v), ctypes.c_void_p) for v in values])
        self.call("cuLaunchKernel", function, blocks, 1, 1, *case.block, DYNAMIC_SHARED, None,
                  pointers, None)

    def check(self, function, case):
        """What differs from what the machine expects; None if nothing does."""
        parts = case.parts(case.initial)
        memory = [self.allocate(len(part)) for part in parts]
        for pointer, part in zip(memory, parts):
            self.upload(pointer, part)
        self.launch(function, case, memory, case.blocks)
        self.call("cuCtxSynchronize")
        result = b"".join(self.download(pointer, len(part))
                          for pointer, part in zip(memory, parts))
        for pointer in memory:
            self.call("cuMemFree_v2", pointer)
        return difference(case, result)

    def time(self, function, case):
        """Microseconds of a launch of many blocks."""
        pristine, memory = [], []
        for part in case.parts(case.initial):
            data = (part * (TIMED_BYTES // len(part) + 1))[:TIMED_BYTES]
            pristine.append(self.allocate(TIMED_BYTES))
            memory.append(self.allocate(TIMED_BYTES))
            self.upload(pristine[-1], data)
        times = []
        for _ in range(12):
            for source, target in zip(pristine, memory):
                self.call("cuMemcpyDtoD_v2", target, source, ctypes.c_size_t(TIMED_BYTES))
            times.append(self.timed(lambda: self.launch(function, case, memory, TIMED_BLOCKS)))
        for pointer in pristine + memory:
            self.call("cuMemFree_v2", pointer)
        return statistics.median(times[2:])

    def timed(self, work):
        events = [ctypes.c_void_p() for _ in range(2)]
        for event in events:
            self.call("cuEventCreate", ctypes.byref(event), 0)
        self.call("cuEventRecord", events[0], None)
        work()
        self.call("cuEventRecord", events[1], None)
        self.call("cuEventSynchronize", events[1])
        milliseconds = ctypes.c_float()
        self.call("cuEventElapsedTime", ctypes.byref(milliseconds), *events)
        for event in events:
            self.call("cuEventDestroy_v2", event)
        return milliseconds.value * 1000


def with_bags_sorted(case, result):
    """As the machine leaves memory of which only the contents count (Arguments::memory)."""
    parts, initial = case.parts(result), case.parts(case.initial)
    for at in case.bags:
        if parts[at] != initial[at]:
            parts[at] = array.array("I", sorted(array.array("I", parts[at]))).tobytes()
    return b"".join(parts)


def difference(case, result):
    expected, actual = array.array("I", case.expected), array.array("I", with_bags_sorted(case, result))
    if case.unordered:
        expected, actual = sorted(expected), sorted(actual)
    for word, (old, new) in enumerate(zip(expected, actual)):
        if old != new and case.defined[word]:
            return "word %d is 0x%08x, not 0x%08x" % (word, new, old)
    return None
