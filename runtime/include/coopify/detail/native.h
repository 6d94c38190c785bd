//===- native.h - The vendor's cooperative groups ----------------------------------===//
//
// A using-directive and not a list of names: what the vendor adds later is there too,
// and nothing is declared in the vendor's namespace.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_DETAIL_NATIVE_H
#define COOPIFY_DETAIL_NATIVE_H

#include "target.h"

#if COOPIFY_TARGET_MACA
#include <maca_cooperative_groups.h>

#include <maca_async.h>
#else
#include <cooperative_groups.h>

#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#endif

namespace coopify {
using namespace ::cooperative_groups;
} // namespace coopify

#endif // COOPIFY_DETAIL_NATIVE_H
