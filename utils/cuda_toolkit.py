#!/usr/bin/env python3
"""Where the CUDA toolkit is, if there is one, in the order of lib/Frontend/Toolkit.cpp.

usage: cuda_toolkit.py             prints the path of its nvcc, or nothing
       cuda_toolkit.py --folders   prints the folders of all toolkits that are installed

CUDA_PATH, CUDA_HOME or CUDA_ROOT name its folder. CUDA_PATH=embedded hides the installed toolkits
from this script and from coopify, but not from compilers: hide_toolkits.sh does that.
"""

import functools
import glob
import hashlib
import os
import pathlib
import shutil
import sys

# A plain clang++ with no toolkit, not even an installed one, which its driver would look for.
CLANG_FLAGS = (pathlib.Path(__file__).parent / "clang_cuda.flags").read_text().strip()

USUAL = ("/usr/local/cuda", "/opt/cuda", "/usr/lib/cuda", "/usr")
MORE = ("/usr/local/cuda-*", "/opt/cuda-*", "/usr/lib/nvidia-cuda-toolkit")  # that tests and clang look for


def named():
    for variable in ("CUDA_PATH", "CUDA_HOME", "CUDA_ROOT"):
        yield os.environ.get(variable)
    nvcc = shutil.which("nvcc")
    if nvcc:
        yield os.path.dirname(os.path.dirname(os.path.realpath(nvcc)))
        yield os.path.dirname(os.path.dirname(nvcc))


def has_headers(root):
    headers = [os.path.join(root, "include", name) for name in ("cuda.h", "cuda_runtime.h")]
    return all(map(os.path.exists, headers))


def nvcc_of(root):
    nvcc = os.path.join(root, "bin", "nvcc")
    return nvcc if os.access(nvcc, os.X_OK) else None


def find():
    """The root of a CUDA toolkit and its nvcc, each None where there is none."""
    if os.environ.get("CUDA_PATH") == "embedded":
        return None, None
    for root in filter(None, (*named(), *USUAL)):
        if has_headers(root):
            return root, nvcc_of(root)
    return None, None


def installed():
    """The folders of all toolkits, whatever CUDA_PATH says, and without links."""
    places = [*named(), os.environ.get("COOPIFY_CUDA11"), *USUAL,
              *(folder for pattern in MORE for folder in glob.glob(pattern))]
    return sorted({os.path.realpath(root) for root in filter(None, places)
                   if has_headers(root) or os.path.isdir(os.path.join(root, "nvvm"))})


@functools.lru_cache
def digest():
    """Identifies the installed toolkits. A cached result is valid only for the same digest."""
    toolkits = ["%s %d" % (root, os.stat(root).st_mtime_ns) for root in installed()]
    return hashlib.sha256("\n".join(toolkits).encode()).hexdigest()[:12] if toolkits else "no-toolkit"


if __name__ == "__main__":
    for found in installed() if sys.argv[1:] == ["--folders"] else filter(None, find()[1:]):
        print(found)
