//===- scan.h - the bundled header, by its CUDA name -----------------===//
#ifndef COOPIFY_SIMT_COOPERATIVE_GROUPS_SCAN_H
#define COOPIFY_SIMT_COOPERATIVE_GROUPS_SCAN_H

#include <coopify/scan.h>
#include <cooperative_groups.h>

#endif
