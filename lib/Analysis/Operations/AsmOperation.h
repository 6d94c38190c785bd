//===- AsmOperation.h - operations in inline assembly -----------*- C++ -*-===//
#ifndef COOPIFY_ANALYSIS_OPERATIONS_ASMOPERATION_H
#define COOPIFY_ANALYSIS_OPERATIONS_ASMOPERATION_H

#include "Analysis/Operations/Operations.h"

namespace coopify {

/// What the instructions of \p Asm ask for together: the widest barrier, and of what they wait for
/// and order no more than is true of the whole.
Operation asmOperation(const clang::GCCAsmStmt *Asm);

/// \p Asm does nothing but to copy the special register \p Register, "laneid", to its only output,
/// an integer of 32 bits.
bool movesRegister(const clang::GCCAsmStmt *Asm, llvm::StringRef Register);

} // namespace coopify

#endif // COOPIFY_ANALYSIS_OPERATIONS_ASMOPERATION_H
