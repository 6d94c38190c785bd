//===- NamedBarrier.h - the numbered barriers of a block ---------*- C++ -*-===//
#ifndef COOPIFY_SIMT_NAMEDBARRIER_H
#define COOPIFY_SIMT_NAMEDBARRIER_H

#include "order/Order.h"

namespace simt {

constexpr unsigned NamedBarriers = 16; ///< PTX ISA, bar: numbers 0 to 15.

/// One of them, from the first arrival until it opens.
struct NamedBarrier {
  unsigned Count = 0;          ///< Of threads; 0: all that have not exited.
  std::vector<uint64_t> Lanes; ///< That have come, by warp; empty: nobody has.
  unsigned Again = 0;          ///< Threads that came once more.
  Order::Brought Brought;      ///< What those who came knew.
};

} // namespace simt

#endif
