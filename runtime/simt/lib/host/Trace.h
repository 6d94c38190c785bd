//===- Trace.h - what each launch left in memory -----------------*- C++ -*-===//
//
// For who compares two programs (SIMT_TRACE): lines of JSON. A process of the program begins with
// its kernels, at its first launch:
//   {"pid": 7, "parent": 5, "kernels": ["k(int*)"]}
// After each launch comes what is not as after the launch before of that process: two numbers for
// each allocation and variable of the device that tell contents apart, and the names of those that
// are gone.
//   {"pid": 7, "launch": 1, "kernel": "k(int*)", "memory": {"1": "<16 digits> <16 digits>"},
//    "freed": ["2"], "children": ["c(int*)"]}
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_SIMT_HOST_TRACE_H
#define COOPIFY_SIMT_HOST_TRACE_H

#include "host/Findings.h"

#include <set>

namespace simt::host {

/// \p Children: the kernels that it launched itself.
void trace(const Launch &L, const std::set<std::string> &Children);

} // namespace simt::host

#endif
