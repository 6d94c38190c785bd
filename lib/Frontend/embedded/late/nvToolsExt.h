// Moved to nvtx3/ by CUDA 10; ranges and marks as code of that time uses them.
#pragma once
#if __has_include(<nvtx3/nvToolsExt.h>)
#include <nvtx3/nvToolsExt.h>
#else
typedef unsigned long long nvtxRangeId_t;
extern "C" {
int nvtxRangePushA(const char *message);
int nvtxRangePop(void);
void nvtxMarkA(const char *message);
void nvtxNameOsThreadA(unsigned int thread, const char *name);
}
#define nvtxRangePush nvtxRangePushA
#define nvtxMark nvtxMarkA
#endif
