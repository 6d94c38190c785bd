//===- cooperative_groups.h - Cooperative groups on every GPU ---------------------===//
//
//   #include <coopify/cooperative_groups.h>
//   namespace cg = coopify;
//
// On targets that have cooperative groups of their own (detail/target.h says
// which) each name is the vendor's; elsewhere it is the bundled one. The
// additions (masked_warp, match_any_sync, lane_mask) are coopify's everywhere.
// docs/runtime.md lists all names.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_COOPERATIVE_GROUPS_H
#define COOPIFY_COOPERATIVE_GROUPS_H

#include "detail/target.h"

#if COOPIFY_HAS_TARGET

#if COOPIFY_NATIVE_GROUPS
#include "detail/native.h"
#else
#include "block_tile_memory.h"
#include "coalesced_group.h"
#include "functional.h"
#include "grid_group.h"
#include "invoke.h"
#include "memcpy_async.h"
#include "partition.h"
#include "reduce.h"
#include "scan.h"
#include "thread_block.h"
#include "thread_block_tile.h"
#include "thread_group.h"
#endif

#include "check.h"
#include "masked_warp.h"
#include "match.h"

#endif // COOPIFY_HAS_TARGET

#endif // COOPIFY_COOPERATIVE_GROUPS_H
