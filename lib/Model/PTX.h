//===- PTX.h - shuffles and votes in the text of an asm ----------*- C++ -*-===//
//
// A small parser for what inline assembly of warp code looks like: a few
// instructions, perhaps in a block with registers of its own. Pure; positions
// are bytes of the text that the compiler sees.
//
// Sources: PTX ISA, "Instruction Statements", "shfl (deprecated)",
// "vote (deprecated)", "shfl.sync", "vote.sync".
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_MODEL_PTX_H
#define COOPIFY_MODEL_PTX_H

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace coopify {

/// A shuffle or vote without ".sync".
struct PTXWarpOp {
  std::string Opcode;   ///< e.g. "shfl.up.b32"
  unsigned Begin = 0;   ///< of the opcode
  unsigned HeadEnd = 0; ///< after "shfl" or "vote": where ".sync" belongs
  unsigned End = 0;     ///< after the last operand: where the member mask belongs; 0: not parsed
  bool Spaced = false;  ///< a blank stands after the last comma
};

struct PTXWarpOps {
  std::vector<PTXWarpOp> Ops; ///< all that the text names, understood or not
  /// Why the text cannot be edited, as a clause; empty if it can.
  std::string Obstacle;
};

/// The legacy warp instructions in \p Asm, the text of one asm statement.
PTXWarpOps findPTXWarpOps(llvm::StringRef Asm);

} // namespace coopify

#endif // COOPIFY_MODEL_PTX_H
