//===- OldLaunch.cpp - launches as before CUDA 7: one argument at a time --===//
#include "host/Errors.h"
#include "host/Launch.h"

#include <cstring>
#include <map>

using namespace simt::host;

// What was said for the next launch.
static thread_local struct {
  Shape S;
  cudaStream_t Stream;
  std::map<size_t, std::vector<char>> Arguments; ///< By their offsets, which is their order.
} Next;

extern "C" {
cudaError_t cudaConfigureCall(dim3 Grid, dim3 Block, size_t Shared, cudaStream_t Stream) {
  Next = {{Grid, Block, Shared}, Stream, {}};
  return done();
}

cudaError_t cudaSetupArgument(const void *Argument, size_t Size, size_t Offset) {
  const char *Bytes = static_cast<const char *>(Argument);
  Next.Arguments[Offset] = std::vector<char>(Bytes, Bytes + Size);
  return done();
}

cudaError_t cudaLaunch(const void *Stub) {
  const Kernel *K = findKernel(Stub);
  if (!K)
    return done(cudaErrorInvalidDeviceFunction);
  std::vector<void *> Pointers;
  for (auto &[Offset, Bytes] : Next.Arguments)
    Pointers.push_back(Bytes.data());
  if (Pointers.size() != K->Sizes.size())
    return done(cudaErrorInvalidValue);
  return launch(*K, Next.S, Pointers.data(), Next.Stream);
}

// One device, so one launch.
cudaError_t cudaLaunchCooperativeKernelMultiDevice(cudaLaunchParams *List, unsigned Count,
                                                   unsigned) {
  if (Count != 1)
    return done(cudaErrorInvalidValue);
  return cudaLaunchCooperativeKernel(List->func, List->gridDim, List->blockDim, List->args,
                                     List->sharedMem, List->stream);
}
}
