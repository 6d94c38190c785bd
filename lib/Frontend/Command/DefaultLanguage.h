//===- DefaultLanguage.h - the language of a command without -std -*- C++ -*-===//
#ifndef COOPIFY_FRONTEND_COMMAND_DEFAULTLANGUAGE_H
#define COOPIFY_FRONTEND_COMMAND_DEFAULTLANGUAGE_H

#include "Frontend/Toolkit.h"

#include <optional>
#include <string>

namespace coopify {

/// nvcc takes the host compiler's, which is not known: gnu++17 from gcc 11 on.
struct DefaultLanguage {
  llvm::StringLiteral Parsed;
  llvm::StringLiteral Other; ///< may be it as well; empty: what is written does not compile then
};
DefaultLanguage defaultLanguage(const Toolkit &Kit);

/// The language that a unit is parsed in, as the groups that are written do not compile in its own.
struct RaisedLanguage {
  std::string Users;          ///< "c++11"
  llvm::StringLiteral Parsed; ///< "gnu++14"
  llvm::StringLiteral Note;   ///< kind of the note that says so; empty: none is needed
};

/// If the -std of \p Args is older than what the groups need: C++17 with CUDA 13 (semantics 0.7),
/// and C++14 for the bundled ones. The verdict on the unit's groups names the flag that has to
/// change.
/// \p Kit is null for HIP and MXMACA.
std::optional<RaisedLanguage> raisedLanguage(llvm::ArrayRef<std::string> Args, const Toolkit *Kit);

/// A directive of \p Text may be answered by the language: more than #ifdef __cplusplus.
bool testsLanguage(llvm::StringRef Text);

} // namespace coopify

#endif // COOPIFY_FRONTEND_COMMAND_DEFAULTLANGUAGE_H
