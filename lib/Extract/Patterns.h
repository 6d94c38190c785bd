//===- Patterns.h - templates that nobody instantiates --------*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_PATTERNS_H
#define COOPIFY_EXTRACT_PATTERNS_H

#include "Analysis/Source/SourceText.h"
#include "Model/Site.h"

#include "llvm/ADT/StringSet.h"

#include <map>
#include <set>

namespace coopify {

/// What can be said of the bodies of templates, which have no types yet.
class Patterns {
public:
  /// \p Instantiated: places of sites in concrete code, which are told of there.
  Patterns(const SourceText &Text, std::set<Location> Instantiated)
      : Text(Text), Instantiated(std::move(Instantiated)) {}
  void pattern(const clang::FunctionDecl *F);

  std::vector<Site> Sites; ///< refused: not-instantiated
  /// Calls of user functions that no instance makes, by the callee's USR.
  std::map<std::string, std::vector<Location>> Calls;

  /// By the word of what is called, the calls whose meaning depends on a template's arguments, in
  /// the templates with one of \p Words and those that they call: text that is not compiled may
  /// instantiate them.
  std::map<std::string, std::vector<Location>> dependentCalls(llvm::StringSet<> Words) const;

private:
  void dependentCall(const clang::CallExpr *Call, const clang::Expr *Callee);

  struct Template {
    std::string Word;
    llvm::StringSet<> Called;
    std::vector<std::pair<std::string, Location>> Dependent;
  };
  std::vector<Template> Templates;
  const SourceText &Text;
  std::set<Location> Instantiated;
};

} // namespace coopify

#endif // COOPIFY_EXTRACT_PATTERNS_H
