//===- scan.h - the bundled header, by its CUDA name -----------------===//
#ifndef COOPIFY_SIMT_COOPERATIVE_GROUPS_SCAN_H
#define COOPIFY_SIMT_COOPERATIVE_GROUPS_SCAN_H

#include <cooperative_groups.h>
#include <coopify/scan.h>

#endif
