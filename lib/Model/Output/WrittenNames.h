//===- WrittenNames.h - names that mean something else ------------*- C++ -*-===//
#ifndef COOPIFY_MODEL_OUTPUT_WRITTENNAMES_H
#define COOPIFY_MODEL_OUTPUT_WRITTENNAMES_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace coopify {

/// As FunctionSummary::TakenNames has it: where the function stands, \p Id of WrittenNames.def is
/// a macro, or is declared by the program.
inline std::string meansAnother(llvm::StringRef Id) { return ("#" + Id).str(); }

} // namespace coopify

#endif // COOPIFY_MODEL_OUTPUT_WRITTENNAMES_H
