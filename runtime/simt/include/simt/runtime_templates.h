//===- runtime_templates.h - templates of the API, defined -------*- C++ -*-===//
//
// The embedded headers declare them only; what they do is the library's business, given a kernel
// without its type.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_SIMT_RUNTIME_TEMPLATES_H
#define COOPIFY_SIMT_RUNTIME_TEMPLATES_H

#ifdef __cplusplus
template <class F, class T>
__host__ cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *_Grid, int *_Block,
                                                                    T _Kernel, F _Shared,
                                                                    int _Limit) {
  cudaFuncAttributes _A;
  const cudaError_t _Error = ::cudaFuncGetAttributes(&_A, (const void *)_Kernel);
  if (_Error != cudaSuccess)
    return _Error;
  int _Most = _A.maxThreadsPerBlock, _Blocks = 0, _Multiprocessors = 0;
  *_Block = _Limit > 0 && _Limit < _Most ? _Limit : _Most;
  ::cudaDeviceGetAttribute(&_Multiprocessors, cudaDevAttrMultiProcessorCount, 0);
  ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(&_Blocks, (const void *)_Kernel, *_Block,
                                                  (size_t)_Shared(*_Block));
  *_Grid = _Blocks * _Multiprocessors;
  return cudaSuccess;
}

struct simt_same_for_all {
  size_t Bytes;
  size_t operator()(int) const { return Bytes; }
};

template <class T>
__host__ cudaError_t cudaOccupancyMaxPotentialBlockSize(int *_Grid, int *_Block, T _Kernel,
                                                        size_t _Shared, int _Limit) {
  simt_same_for_all _Same = {_Shared};
  return cudaOccupancyMaxPotentialBlockSizeVariableSMem(_Grid, _Block, _Kernel, _Same, _Limit);
}

#if __cplusplus >= 201103L
template <class... P, class... A>
__host__ cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *_Config, void (*_Kernel)(P...),
                                        A &&..._Arguments) {
  return [&](P... _Converted) {
    void *_Addresses[] = {(void *)&_Converted..., nullptr};
    return ::cudaLaunchKernelExC(_Config, (const void *)_Kernel, _Addresses);
  }(static_cast<A &&>(_Arguments)...);
}
#endif
#endif

#endif
