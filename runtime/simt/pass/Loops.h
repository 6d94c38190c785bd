//===- Loops.h - the loops of a function, as its source has them -*- C++ -*-===//
#ifndef COOPIFY_SIMT_PASS_LOOPS_H
#define COOPIFY_SIMT_PASS_LOOPS_H

#include "llvm/IR/Function.h"

#include <vector>

namespace simt {

/// A block at whose start a lane begins a round of a loop, or leaves loops.
struct BlockMark {
  llvm::BasicBlock *Block;
  bool IsHead;
  uint32_t Depth; ///< How many loops enclose the block; the one it heads counts.
  uint32_t Loop;  ///< Heads only: the loop's number in its function.
};

/// Loops are ranges of blocks in source order: from the target of a jump back
/// to the last block that jumps there. Unlike a natural loop, such a range also
/// holds the `X; break;` of `while (..) { if (..) { X; break; } }`, which
/// lockstep hardware runs in the round in which it stands.
std::vector<BlockMark> findBlockMarks(llvm::Function &F);

} // namespace simt

#endif
