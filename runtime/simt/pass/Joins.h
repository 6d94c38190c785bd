//===- Joins.h - where lanes join that a branch parts ------------*- C++ -*-===//
#ifndef COOPIFY_SIMT_JOINS_H
#define COOPIFY_SIMT_JOINS_H

#include "llvm/IR/Function.h"

#include <vector>

namespace simt {

/// For each block of \p F the number of its immediate post-dominator, blocks being numbered from 1;
/// 0 where it has none but the function's end. Ways on which lanes leave a kernel do not count:
/// nobody waits for those.
std::vector<unsigned> findJoins(llvm::Function &F);

} // namespace simt

#endif
