"""crlf.py FROM TO: copies with CRLF line ends. crlf.py --check FILE: every line end is one."""

import sys

first, second = sys.argv[1:]
if first == "--check":
    text = open(second, "rb").read()
    assert text.count(b"\n") == text.count(b"\r\n") > 0, text
else:
    text = open(first, "rb").read()
    open(second, "wb").write(text.replace(b"\n", b"\r\n"))
