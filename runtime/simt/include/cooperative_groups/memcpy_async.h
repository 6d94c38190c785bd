//===- memcpy_async.h - the bundled header, by its CUDA name -----------------===//
#ifndef COOPIFY_SIMT_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#define COOPIFY_SIMT_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H

#include <cooperative_groups.h>
#include <coopify/memcpy_async.h>

#endif
