// Finds the real header, if there is one: CMake names this folder for targets that link CUDA::cudart.
#if __has_include_next(<cuda_runtime.h>)
#include_next <cuda_runtime.h>
#endif
