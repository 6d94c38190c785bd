// Included after the machine's prelude. Puts kernels into a section of their own, so that sides.py
// can tell them from device functions in the object file.
#undef __global__
#define __global__ __attribute__((global, section("simt_kernels")))
