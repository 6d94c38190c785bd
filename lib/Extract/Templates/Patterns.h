//===- Patterns.h - templates that nobody instantiates --------*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_TEMPLATES_PATTERNS_H
#define COOPIFY_EXTRACT_TEMPLATES_PATTERNS_H

#include "Analysis/Source/SourceText.h"
#include "Extract/Templates/TemplateText.h"

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
  /// Of a member of a class template, or of a variable template.
  void initialiser(const clang::Expr *Init, const clang::ASTContext &Context);

  std::vector<Site> Sites; ///< refused: not-instantiated
  std::vector<FunctionSummary> Texts;

  /// A friend that a class template declares: nothing ties it to the function.
  void friendOf(const clang::FriendDecl *D);
  /// To \p F where it is called or named: its TemplateCalls.
  void addCalls(FunctionSummary &F) const;

  /// By the word of what is called, the calls whose meaning depends on a template's arguments, in
  /// the templates with one of \p Words and those that they call: text that is not compiled may
  /// instantiate them.
  std::map<std::string, std::vector<Location>> dependentCalls(llvm::StringSet<> Words) const;

  /// The call at \p At names \p Function as it is written, whether it can mean it or not.
  bool looksUp(const Location &At, const std::string &Function) const {
    return LookedUp.count({At, Function}) != 0;
  }

private:
  void add(const std::vector<TemplateCall> &Named);
  void declared(const std::vector<TemplateCall> &Named);
  void dependentCall(const clang::CallExpr *Call, const clang::Expr *Callee,
                     const clang::ASTContext &Context);

  struct Template {
    std::string Word;
    llvm::StringSet<> Called;
    std::vector<std::pair<std::string, Location>> Dependent;
  };
  std::map<std::string, std::vector<Location>> Calls; ///< by the callee's USR
  std::map<std::string, Location> Friends;            ///< by word
  std::vector<Template> Templates;
  std::set<const clang::FunctionDecl *> Declared;
  std::set<std::pair<Location, std::string>> LookedUp;
  const SourceText &Text;
  std::set<Location> Instantiated;
};

} // namespace coopify

#endif // COOPIFY_EXTRACT_TEMPLATES_PATTERNS_H
