#!/usr/bin/env python3
"""Where the CUDA toolkit is, if there is one, in the order of lib/Frontend/Toolkit.cpp.

usage: cuda_toolkit.py     prints the path of its nvcc, or nothing

CUDA_PATH, CUDA_HOME or CUDA_ROOT name its folder. CUDA_PATH=embedded hides what is
installed, as on a machine without a toolkit: from here and from coopify itself.
"""

import os
import shutil


def places():
    for variable in ("CUDA_PATH", "CUDA_HOME", "CUDA_ROOT"):
        yield os.environ.get(variable)
    nvcc = shutil.which("nvcc")
    if nvcc:
        yield os.path.dirname(os.path.dirname(os.path.realpath(nvcc)))
        yield os.path.dirname(os.path.dirname(nvcc))
    yield from ("/usr/local/cuda", "/opt/cuda", "/usr/lib/cuda", "/usr")


def find():
    """The root of a CUDA toolkit and its nvcc, each None where there is none."""
    if os.environ.get("CUDA_PATH") == "embedded":
        return None, None
    for root in filter(None, places()):
        headers = [os.path.join(root, "include", name) for name in ("cuda.h", "cuda_runtime.h")]
        if all(map(os.path.exists, headers)):
            nvcc = os.path.join(root, "bin", "nvcc")
            return root, nvcc if os.access(nvcc, os.X_OK) else None
    return None, None


if __name__ == "__main__":
    print(find()[1] or "")
