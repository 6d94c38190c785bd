#!/usr/bin/env python3
"""same_code.py [--but=NAME,...] A.cubin B.cubin: the kernels of A and B must have the same machine
code, byte for byte, those named excepted. Needs no disassembler.
"""

import struct
import sys


def sections(path):
    """Name and bytes of each section of a 64-bit ELF file."""
    with open(path, "rb") as file:
        data = file.read()
    table, = struct.unpack_from("<Q", data, 0x28)
    size, count, names = struct.unpack_from("<HHH", data, 0x3A)
    headers = [struct.unpack_from("<IIQQQQ", data, table + i * size) for i in range(count)]
    strings = headers[names][4]
    for name, _, _, _, offset, length in headers:
        begin = strings + name
        yield data[begin : data.index(b"\0", begin)].decode(), data[offset : offset + length]


def code(path):
    return {name[6:]: text for name, text in sections(path) if name.startswith(".text.")}


def main():
    excepted = sys.argv[1][6:].split(",") if sys.argv[1].startswith("--but=") else []
    first, second = (code(path) for path in sys.argv[-2:])
    if not first or first.keys() != second.keys():
        sys.exit("not the same kernels: %s and %s" % (sorted(first), sorted(second)))
    other = {name for name in first if first[name] != second[name]}
    print("%d kernels, %d with other code: %s" % (len(first), len(other), " ".join(sorted(other))))
    sys.exit(1 if other - set(excepted) else 0)


main()
