//===- OtherArms.cpp --------------------------------------------------------===//

#include "Extract/Files/OtherArms.h"

#include "Analysis/Source/Directives.h"

#include "clang/AST/Stmt.h"

using namespace clang;

namespace coopify {

static Refusal refusal(const Site &S, std::string Text) {
  return {ReasonId::Macro, std::move(Text), S.Loc,
          "move the directive out of these statements, or write them for each configuration"};
}

/// The line of a pragma, which goes with its loop.
static bool isPragma(StringRef Code) {
  return Code.trim().starts_with("#") && !Code.trim().contains('\n');
}

/// What is replaced says nothing that is left.
static void blank(std::string &Body, const TextRange &Of, const TextRange &Gone) {
  if (Gone.valid() && Gone.File == Of.File && Of.Begin <= Gone.Begin && Gone.End <= Of.End)
    std::fill_n(Body.begin() + (Gone.Begin - Of.Begin), Gone.End - Gone.Begin, ' ');
}

std::optional<Refusal> brokenArms(const FunctionView &View, const Site &S,
                                  const std::vector<std::string> &Names) {
  const LangOptions &Lang = View.Text.lang();
  TextRange All = S.Range;
  for (const PatternPart &P : S.Parts) {
    if (!P.Range.valid() || P.Range.File != All.File)
      continue;
    All.Begin = std::min(All.Begin, P.Range.Begin);
    All.End = std::max(All.End, P.Range.End);
    std::string Code = View.Text.spelled(P.Range);
    if (hasDirective(Code, Lang) && !isPragma(Code))
      return refusal(S, "a preprocessor directive in the code that is replaced would be lost");
  }
  const std::string Code = View.Text.spelled(All);
  if (leavesArm(Code, Lang) || endsInArm(Code, Lang))
    return refusal(S, "a part of it stands in an arm of an #if, and another one does not");
  const TextRange Of = View.Text.range(View.Function->getBody()->getSourceRange());
  std::string Body = View.Text.spelled(Of);
  blank(Body, Of, S.Range);
  for (const PatternPart &P : S.Parts)
    blank(Body, Of, P.Range);
  for (const std::string &Name : Names)
    if (saidInArm(Body, Name, Lang))
      return refusal(S,
                     "'" + Name + "' is used in an arm of an #if, and would no longer be declared");
  return std::nullopt;
}

} // namespace coopify
