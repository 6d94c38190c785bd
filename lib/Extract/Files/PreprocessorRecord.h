//===- PreprocessorRecord.h - what only the preprocessor sees ----*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_FILES_PREPROCESSORRECORD_H
#define COOPIFY_EXTRACT_FILES_PREPROCESSORRECORD_H

#include "Extract/Extract.h"

#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/DenseSet.h"

#include <set>
#include <string>
#include <vector>

namespace clang {
class MacroInfo;
}

namespace coopify {

/// The passive recording; turned into sites and facts after the parse.
class Recording : public PreprocessorRecord {
public:
  struct Chain { ///< #if ... #endif
    clang::SourceLocation If, EndIf;
  };
  struct Expansion {
    std::string Name;
    clang::SourceLocation Definition; ///< of the first token of the body that matters
    clang::SourceLocation At;
  };
  struct BodyCall { ///< NAME ( in the body of a macro of the user's
    std::string Name;
    clang::SourceLocation At;
    const clang::MacroInfo *Macro;
  };
  struct Named {
    std::string Name;
    clang::SourceLocation At;
  };
  std::vector<Named> Missing; ///< headers that are not found, in a file of the user's
  std::vector<Named> Asked;   ///< by an #if behind one of them: no macro at all
  std::vector<BodyCall> BodyCalls;
  llvm::DenseSet<const clang::MacroInfo *> Used;   ///< macros that are expanded
  std::vector<clang::SourceRange> SkippedBranches; ///< #if branches that were not taken
  std::vector<Chain> Chains;
  std::vector<Expansion> Expansions;
  std::vector<clang::SourceLocation> Lines; ///< __LINE__, other than in a macro's body
  std::vector<clang::SourceLocation> Words; ///< macros that NVIDIA's header must not see
  bool MacroCg = false;                     ///< someone defines a macro named cg
  /// What edits may not declare (macros of that name, names in the bodies of macros), and
  /// meansAnother() of what they may not write.
  std::set<std::string> HandleMacros;
};

} // namespace coopify

#endif // COOPIFY_EXTRACT_FILES_PREPROCESSORRECORD_H
