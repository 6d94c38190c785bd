//===- PTXInstructions.h - what the text of an asm asks for ------*- C++ -*-===//
//
// The instructions in the text of one asm statement, and by a table (PTXInstructions.def) what
// each asks of other threads. Pure; whoever wants to change the text asks PTX.h.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_MODEL_OPERATIONS_PTXINSTRUCTIONS_H
#define COOPIFY_MODEL_OPERATIONS_PTXINSTRUCTIONS_H

#include "Model/Operations/Waits.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace coopify {

struct PTXInstruction {
  std::string Opcode;                ///< "bar.sync"; empty: no opcode stands there
  std::vector<std::string> Operands; ///< as written, between the commas
  bool Guarded = false;              ///< `@p`: not every lane that comes executes it
};

/// In the order of the text. Comments, labels, directives and braces are none.
std::vector<PTXInstruction> ptxInstructions(llvm::StringRef Asm);

enum class PTXKind {
  OneLane,
  Fence,
  Shuffle,
  Collective,
  WarpBarrier,
  BlockBarrier, ///< by number
  ClusterBarrier,
  Unknown,
};

struct PTXMeaning {
  PTXKind Kind = PTXKind::Unknown;
  WaitsFor Waits = WaitsFor::Anybody;
  Orders Memory = Orders::Nothing;
  std::string Mask;               ///< the operand, where it waits for a mask's lanes
  std::optional<uint64_t> Number; ///< of a block barrier, if it is written there
  bool Whole = false;             ///< the barrier names no number of threads: all of the block
};

/// Guards left aside.
PTXMeaning meaningOf(const PTXInstruction &I);

/// Neither waits nor branches nor speaks to other lanes.
bool isOfOneLane(llvm::StringRef Root);

/// It writes no memory. What no table has may.
bool writesNoMemory(llvm::StringRef Root);

/// \p Asm with blanks for its comments.
std::string withoutComments(llvm::StringRef Asm);

/// A number as PTX writes it: 0x1f, -1, 0U.
std::optional<uint64_t> ptxNumber(llvm::StringRef Operand);

} // namespace coopify

#endif // COOPIFY_MODEL_OPERATIONS_PTXINSTRUCTIONS_H
