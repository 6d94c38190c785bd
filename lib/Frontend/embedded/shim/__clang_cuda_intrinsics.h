// Stands in front of clang's header of that name: its legacy shuffles are
// renamed away, ours (coopify_optional.h) can be switched off one by one where
// a user's overload has the same signature.
#ifndef COOPIFY_CLANG_CUDA_INTRINSICS_H
#define COOPIFY_CLANG_CUDA_INTRINSICS_H

#pragma push_macro("__shfl")
#pragma push_macro("__shfl_up")
#pragma push_macro("__shfl_down")
#pragma push_macro("__shfl_xor")
#define __shfl __coopify_hidden_shfl
#define __shfl_up __coopify_hidden_shfl_up
#define __shfl_down __coopify_hidden_shfl_down
#define __shfl_xor __coopify_hidden_shfl_xor
#include_next <__clang_cuda_intrinsics.h>
#undef __shfl
#undef __shfl_up
#undef __shfl_down
#undef __shfl_xor
#pragma pop_macro("__shfl")
#pragma pop_macro("__shfl_up")
#pragma pop_macro("__shfl_down")
#pragma pop_macro("__shfl_xor")

#endif
