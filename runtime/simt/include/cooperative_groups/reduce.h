//===- reduce.h - the bundled header, by its CUDA name -----------------===//
#ifndef COOPIFY_SIMT_COOPERATIVE_GROUPS_REDUCE_H
#define COOPIFY_SIMT_COOPERATIVE_GROUPS_REDUCE_H

#include <cooperative_groups.h>
#include <coopify/reduce.h>

#endif
