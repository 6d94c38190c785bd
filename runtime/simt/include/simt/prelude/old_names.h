//===- old_names.h - what CUDA called its functions once ---------*- C++ -*-===//
//
// Templates, so that a program's own functions of these names are others, and come first.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_SIMT_PRELUDE_OLD_NAMES_H
#define COOPIFY_SIMT_PRELUDE_OLD_NAMES_H

#include "block.h"
#include "warp.h"

// In the headers of CUDA up to 8, without underscores. Programs have variables and classes of these
// names, so they are there only for those that ask.
#ifdef SIMT_OLD_NAMES
template <int = 0> SIMT_DEVICE int any(int _Predicate) { return __any(_Predicate); }
template <int = 0> SIMT_DEVICE int all(int _Predicate) { return __all(_Predicate); }
template <int = 0> SIMT_DEVICE void syncthreads() { __syncthreads(); }
#endif

// The integer forms that min and max stand for.
#define SIMT_OLD_MINMAX(PREFIX, _T)                                                                \
  template <int = 0> SIMT_DEVICE _T PREFIX##min(_T _X, _T _Y) { return _Y < _X ? _Y : _X; }        \
  template <int = 0> SIMT_DEVICE _T PREFIX##max(_T _X, _T _Y) { return _X < _Y ? _Y : _X; }
SIMT_OLD_MINMAX(u, unsigned)
SIMT_OLD_MINMAX(ll, long long)
SIMT_OLD_MINMAX(ull, unsigned long long)
#undef SIMT_OLD_MINMAX

#endif
