// To nvcc CUDA_VERSION is defined where the user includes this, and not before. In the user's files it
// is read as CUQA_VERSION (NvccMacros.def); what the toolkit's headers see is as clang's prelude has it.
#include_next <cuda.h>
#if !defined(COOPIFY_IN_PRELUDE) && !defined(CUQA_VERSION)
#define CUQA_VERSION CUDA_VERSION
#endif
