//===- launch_cooperative.h - enough of it to parse launches -----*- C++ -*-===//
//
// Host code of a kernel file is parsed and then dropped; what calls it is of runtime/include.
//
//===----------------------------------------------------------------------===//
#if defined(COOPIFY_UNIT) && !defined(__CUDA_ARCH__)
#include_next <coopify/launch_cooperative.h>
#endif
#ifndef COOPIFY_LAUNCH_COOPERATIVE_H
#define COOPIFY_LAUNCH_COOPERATIVE_H

namespace coopify {
namespace detail {
template <class T> struct as_it_is {
  typedef T type;
};
} // namespace detail

template <class... Parameters>
void launch_cooperative(void (*Kernel)(Parameters...), dim3 Grid, dim3 Block, size_t Shared,
                        cudaStream_t Stream,
                        typename detail::as_it_is<Parameters>::type... Arguments);

} // namespace coopify

#endif
