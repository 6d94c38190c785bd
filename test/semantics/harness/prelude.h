// Included after the machine's prelude. Puts kernels into a section of their own, so that sides.py
// can tell them from device functions in the object file.
#undef __global__
#define __global__ __attribute__((global, section("simt_kernels")))

// No CUDA header has it, though the programming guide uses it. A template, so that those who wrote
// their own get theirs.
template <class = void> static __device__ inline unsigned __lanemask_lt() {
  unsigned simt_lanes;
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(simt_lanes));
  return simt_lanes;
}
