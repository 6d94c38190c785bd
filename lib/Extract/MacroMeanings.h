//===- MacroMeanings.h - what directives and macros say in a pass -*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_MACROMEANINGS_H
#define COOPIFY_EXTRACT_MACROMEANINGS_H

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>

namespace clang {
class CompilerInstance;
class PPCallbacks;
} // namespace clang

namespace coopify {

/// What a directive was answered, or a word stood for.
struct MacroAnswer {
  std::string File;    ///< with Offset: where the macro is defined, if the user did
  unsigned Offset = 0; ///< of its name
  uint64_t Hash = 0;   ///< of the value of a directive, or of what the macro of others stands for
  /// NVIDIA's cooperative_groups.h stands above and has a macro of that name, which is not known
  /// here: its headers may be those of no toolkit, or clang may read them otherwise than nvcc.
  bool MayBeVendors = false;
  auto operator<=>(const MacroAnswer &) const = default;
};

struct MacroPlace {
  std::string Word;    ///< empty: a directive
  bool Direct = false; ///< it is there, and not only in the body or an argument of a macro
  unsigned Line = 0, Column = 0;
  std::set<MacroAnswer> Answers;
};

/// Of the user's files. What is the same before and after an edit means the same text.
struct MacroMeanings {
  std::map<std::string, std::map<unsigned, MacroPlace>> Places;
  std::string Includer; ///< the user's file that brings NVIDIA's cooperative_groups.h
};

/// To be added to the preprocessor of \p CI, which has an ASTContext by now.
std::unique_ptr<clang::PPCallbacks> recordMacroMeanings(clang::CompilerInstance &CI,
                                                        std::shared_ptr<MacroMeanings> Out);

} // namespace coopify

#endif // COOPIFY_EXTRACT_MACROMEANINGS_H
