//===- cooperative_groups.h - the bundled groups, by their CUDA name -------===//
#ifndef COOPIFY_SIMT_COOPERATIVE_GROUPS_H
#define COOPIFY_SIMT_COOPERATIVE_GROUPS_H

#include <coopify/cooperative_groups.h>

namespace cooperative_groups = coopify;

#endif
