// What the runtime needs of <hip/hip_runtime.h>, for a clang without ROCm: attributes, dim3 and the
// launch. The built-in variables are not needed (detail/lanes_hip.h asks the compiler).
#ifndef HIP_STUB_H
#define HIP_STUB_H

#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __forceinline__ inline __attribute__((always_inline))

struct dim3 {
  unsigned x, y, z;
  __host__ __device__ constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1)
      : x(x), y(y), z(z) {}
};

typedef enum { hipSuccess } hipError_t;
typedef struct ihipStream_t *hipStream_t;
extern "C" hipError_t hipLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **arguments,
                                      __SIZE_TYPE__ shared, hipStream_t stream);
extern "C" hipError_t __hipPushCallConfiguration(dim3 grid, dim3 block, __SIZE_TYPE__ shared = 0,
                                                 hipStream_t stream = nullptr);
extern "C" hipError_t __hipPopCallConfiguration(dim3 *grid, dim3 *block, __SIZE_TYPE__ *shared,
                                                hipStream_t *stream);

#endif // HIP_STUB_H
