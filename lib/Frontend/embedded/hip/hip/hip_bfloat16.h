// hip_bfloat16, the older type: a number that is stored in 16 bits.
#ifndef COOPIFY_HIP_BFLOAT16_H
#define COOPIFY_HIP_BFLOAT16_H

#include "hip_runtime.h"

#ifdef __cplusplus
struct hip_bfloat16 {
  uint16_t data;
  enum truncate_t { truncate };
  hip_bfloat16() = default;
  explicit __host__ __device__ hip_bfloat16(float);
  explicit __host__ __device__ hip_bfloat16(float, truncate_t);
  __host__ __device__ operator float() const;
  __host__ __device__ hip_bfloat16 &operator=(const float &);
  static __host__ __device__ hip_bfloat16 round_to_bfloat16(float);
  static __host__ __device__ hip_bfloat16 round_to_bfloat16(float, truncate_t);
};
#define COOPIFY_OPERATOR(OP)                                                   \
  __host__ __device__ hip_bfloat16 operator OP(hip_bfloat16, hip_bfloat16);    \
  __host__ __device__ hip_bfloat16 &operator OP##=(hip_bfloat16 &, hip_bfloat16);
COOPIFY_OPERATOR(+)
COOPIFY_OPERATOR(-)
COOPIFY_OPERATOR(*)
COOPIFY_OPERATOR(/)
#undef COOPIFY_OPERATOR
__host__ __device__ hip_bfloat16 operator+(hip_bfloat16);
__host__ __device__ hip_bfloat16 operator-(hip_bfloat16);
__host__ __device__ hip_bfloat16 &operator++(hip_bfloat16 &);
__host__ __device__ hip_bfloat16 &operator--(hip_bfloat16 &);
__host__ __device__ bool operator<(hip_bfloat16, hip_bfloat16);
__host__ __device__ bool operator>(hip_bfloat16, hip_bfloat16);
__host__ __device__ bool operator<=(hip_bfloat16, hip_bfloat16);
__host__ __device__ bool operator>=(hip_bfloat16, hip_bfloat16);
__host__ __device__ bool operator==(hip_bfloat16, hip_bfloat16);
__host__ __device__ bool operator!=(hip_bfloat16, hip_bfloat16);
#endif

#endif
