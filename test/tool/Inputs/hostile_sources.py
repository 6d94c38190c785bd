"""Writes sources whose names and text are markup, or turn text around."""

import os
import sys

SOURCES = {
    "<img src=x onerror=ran=1>\"'.cu":
        '__global__ void k(int *x) { x[0] = __any(x[0]); } // </script><script>ran=1</script>\n',
    "</article>&amp;.cu":
        "__device__ void d(int *x) { for (int i = 0; i < x[threadIdx.x]; ++i) {\n"
        "  if (x[i] == 7) break;\n  x[0] += __shfl(x[1], 0); // <!-- ]]> \"><b onclick=ran=1>\n} }\n"
        "__global__ void l(int *x) { d(x); }\n",
    "turned.cu":
        "__global__ void t(int *x) { x[0] = __all(x[0]); } // \u202e before \u2066 \x07 \n",
}

os.makedirs(sys.argv[1])
for name, text in SOURCES.items():
    # A name may hold no '/': what looks like one is another letter.
    with open(os.path.join(sys.argv[1], name.replace("/", "\u2215")), "w") as file:
        file.write(text)
