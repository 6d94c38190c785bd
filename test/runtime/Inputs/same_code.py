#!/usr/bin/env python3
"""same_code.py [--but=NAME,...] [--opcodes] A.cubin B.cubin: the kernels of A and B must have the same
machine code, byte for byte, those named excepted. With --opcodes each instruction must occur as often,
in whatever order and with whatever operands (sm_70 and later). Needs no disassembler.
"""

import argparse
import collections
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


def opcodes(text):
    """How often each occurs: an instruction has 16 bytes since Volta, and its opcode is in the first 12 bits."""
    first_words = (word for word, _ in struct.iter_unpack("<QQ", text))
    return collections.Counter(word & 0xFFF for word in first_words)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--but", default="")
    parser.add_argument("--opcodes", action="store_true")
    parser.add_argument("cubins", nargs=2)
    asked = parser.parse_args()
    first, second = map(code, asked.cubins)
    if not first or first.keys() != second.keys():
        sys.exit("not the same kernels: %s and %s" % (sorted(first), sorted(second)))
    seen = opcodes if asked.opcodes else bytes
    other = {name for name in first if seen(first[name]) != seen(second[name])}
    print("%d kernels, %d with other code: %s" % (len(first), len(other), " ".join(sorted(other))))
    sys.exit(1 if other - set(asked.but.split(",")) else 0)


main()
