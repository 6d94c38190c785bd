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
  if (leavesArm(View.Text.spelled(All), Lang))
    return refusal(S, "a part of it stands in an arm of an #if, and another one does not");
  std::string Body = View.Text.spelled(View.Text.range(View.Function->getBody()->getSourceRange()));
  for (const std::string &Name : Names)
    if (saidInArm(Body, Name, Lang))
      return refusal(S,
                     "'" + Name + "' is used in an arm of an #if, and would no longer be declared");
  return std::nullopt;
}

} // namespace coopify
