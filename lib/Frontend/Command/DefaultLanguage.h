//===- DefaultLanguage.h - the language of a command without -std -*- C++ -*-===//
#ifndef COOPIFY_FRONTEND_COMMAND_DEFAULTLANGUAGE_H
#define COOPIFY_FRONTEND_COMMAND_DEFAULTLANGUAGE_H

#include "Frontend/Toolkit.h"

namespace coopify {

/// nvcc takes the host compiler's, which is not known: gnu++17 from gcc 11 on.
struct DefaultLanguage {
  llvm::StringLiteral Parsed;
  llvm::StringLiteral Other; ///< may be it as well; empty: what is written does not compile then
};
DefaultLanguage defaultLanguage(const Toolkit &Kit);

/// The command's -std where cooperative groups of \p Kit refuse it: what is
/// written will not compile with it (semantics 0.7), so nothing is gained by
/// parsing with it.
std::string tooOldStandard(llvm::ArrayRef<std::string> Args, const Toolkit &Kit);

/// A directive of \p Text may be answered by the language: more than #ifdef __cplusplus.
bool testsLanguage(llvm::StringRef Text);

} // namespace coopify

#endif // COOPIFY_FRONTEND_COMMAND_DEFAULTLANGUAGE_H
