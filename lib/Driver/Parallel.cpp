#include "Driver/Parallel.h"

#include "Model/Warps/WarpWidth.h"

#include "llvm/Support/ThreadPool.h"

namespace coopify {

void forEachInParallel(unsigned Jobs, size_t Count, llvm::function_ref<void(size_t)> Work) {
  llvm::DefaultThreadPool Pool(llvm::hardware_concurrency(Jobs));
  for (size_t I = 0; I < Count; ++I)
    Pool.async([Work, I, Lanes = warpLanes()] {
      WarpWidthScope Warp(Lanes);
      Work(I);
    });
  Pool.wait();
}

} // namespace coopify
