// NVCC-FLAGS: -DCOOPIFY_CHECK=1
// <coopify/check.h> on a GPU: runs the kernel that the argument names, so that run.sh sees what it
// prints. A launch that traps loses the device, so that each needs a process of its own.
#include "../check/kernels.cu"

#include <cstdio>
#include <cstring>

int main(int, char **arguments) {
  const auto is = [&](const char *name) { return !std::strcmp(arguments[1], name); };
  unsigned *out;
  cudaMalloc(&out, 32 * sizeof(unsigned));
  if (is("holds")) {
    block_1d<<<2, 48>>>();
    block_multiple_of_32<<<2, dim3(32, 3)>>>();
    converged_callers<<<2, 48>>>(32);
    uniform_arguments<<<2, 64>>>(-1);
    member<<<1, 32>>>(0xffffffff, out);
  } else if (is("block-1d"))
    block_1d<<<2, dim3(16, 16)>>>();
  else if (is("block-multiple-of-32"))
    block_multiple_of_32<<<2, dim3(48, 2)>>>();
  else if (is("converged-callers"))
    converged_callers<<<2, 48>>>(20);
  else if (is("uniform-arguments"))
    uniform_arguments<<<2, 64>>>(40);
  else if (is("member"))
    member<<<1, 32>>>(0xfffffffe, out);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
