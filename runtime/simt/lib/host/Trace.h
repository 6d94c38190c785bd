//===- Trace.h - what each launch left in memory -----------------*- C++ -*-===//
//
// For who compares two programs (SIMT_TRACE): a line of JSON for each launch, with a number for
// each allocation and variable of the device that tells contents apart, and a line with the names
// of all kernels at the end.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_SIMT_HOST_TRACE_H
#define COOPIFY_SIMT_HOST_TRACE_H

#include "host/Findings.h"

#include <set>

namespace simt::host {

/// \p Children: the kernels that it launched itself.
void trace(const Launch &L, const std::set<std::string> &Children);
void traceAtEnd();

} // namespace simt::host

#endif
