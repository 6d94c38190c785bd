//===- TrialArguments.h - what to try a template with ------------*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_TRIALS_TRIALARGUMENTS_H
#define COOPIFY_EXTRACT_TRIALS_TRIALARGUMENTS_H

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/TemplateBase.h"

#include <string>
#include <vector>

namespace coopify {

/// The parameters of a template, or of a class template and a member template in it, with what each
/// is tried with: its default, numbers of several types, numbers that 32 divides and others.
class TrialArguments {
public:
  explicit TrialArguments(clang::ASTContext &Context) : Context(Context) {}

  /// Returns an empty text, or why nothing can be given for one of \p Params.
  std::string add(const clang::TemplateParameterList &Params);

  /// How many trials there are. Each two parameters meet in each pair of values (an orthogonal
  /// array of strength 2), so that what two types have in common in one trial differs in another.
  unsigned trials() const;
  /// Those of the \p List-th add(), in the trial \p Number.
  clang::TemplateArgumentListInfo arguments(unsigned List, unsigned Number,
                                            clang::SourceLocation At) const;
  /// "float, 32"
  std::string text(unsigned Number) const;
  /// Each type parameter got another type in two of \p Numbers.
  bool variesTypes(const std::vector<unsigned> &Numbers) const;

private:
  struct Parameter {
    unsigned List;
    bool IsType;
    std::vector<clang::TemplateArgument> Values;
  };
  const clang::TemplateArgument &value(size_t Index, unsigned Number) const;
  std::string addType(const clang::TemplateTypeParmDecl *P, Parameter &Out) const;
  std::string addNumber(const clang::NonTypeTemplateParmDecl *P, Parameter &Out) const;
  clang::TemplateArgument number(uint64_t Value, clang::QualType Type) const;

  clang::ASTContext &Context;
  unsigned Lists = 0;
  std::vector<Parameter> Parameters;
};

} // namespace coopify

#endif // COOPIFY_EXTRACT_TRIALS_TRIALARGUMENTS_H
