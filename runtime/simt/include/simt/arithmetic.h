//===- arithmetic.h - names of operations and rounding modes -----*- C++ -*-===//
#ifndef COOPIFY_SIMT_ARITHMETIC_H
#define COOPIFY_SIMT_ARITHMETIC_H

enum simt_rounding { simt_rn, simt_rz, simt_ru, simt_rd };
enum simt_arithmetic { simt_plus, simt_minus, simt_times, simt_over, simt_root, simt_fused };

#endif
