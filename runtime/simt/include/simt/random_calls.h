//===- random_calls.h - what the library computes of random numbers -*- C++ -*-===//
#ifndef COOPIFY_SIMT_RANDOM_CALLS_H
#define COOPIFY_SIMT_RANDOM_CALLS_H

#include "simt/prelude/machine_calls.h"

SIMT_MACHINE void simt_philox(const unsigned *Counter, const unsigned *Key, unsigned *Result);
SIMT_MACHINE void simt_xorwow_skip(unsigned *_V, unsigned long long Count);

#endif
