#include "Extract/Sites/Collectives/CollectiveSite.h"

#include "Analysis/Source/Directives.h"

#include "clang/AST/ParentMapContext.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace coopify {

Requirement leavingTogether(const FunctionView &View, const Stmt *S) {
  return {RequirementRole::Leavers, "the lanes that leave", View.Analysis.leaving(S)};
}

std::optional<Order> completeOrder(llvm::ArrayRef<int64_t> Distances) {
  std::vector<int64_t> Sorted(Distances.begin(), Distances.end());
  llvm::sort(Sorted);
  for (size_t I = 0; I < Sorted.size(); ++I)
    if (I > 4 || Sorted[I] != int64_t(1) << I)
      return std::nullopt;
  if (Sorted.empty())
    return std::nullopt;
  if (llvm::equal(Sorted, Distances))
    return Sorted.size() == 1 ? Order::Descending : Order::Ascending;
  return llvm::equal(llvm::reverse(Sorted), Distances) ? Order::Descending : Order::Any;
}

std::optional<Refusal> notExact(const FunctionView &View, QualType T, StringRef Operator,
                                bool SameOrder, const Stmt *At) {
  Location Where = View.Text.expansion(At->getBeginLoc());
  if (Operator.empty())
    return Refusal{ReasonId::OperatorUnknown,
                   "'" + View.Text.text(At->getSourceRange()) +
                       "' is none of cooperative groups' operators: +, min, max, &, |, ^",
                   Where, "leave the steps as they are, or write cg::reduce with your operator"};
  if (!isPlainNumber(T, View.Context))
    return Refusal{ReasonId::OperatorUnknown,
                   "the result is known to be the same for int, unsigned, long long, float and "
                   "double, and this is '" +
                       T.getUnqualifiedType().getAsString(View.Context.getPrintingPolicy()) + "'",
                   Where, "leave the steps as they are"};
  if (!T->isRealFloatingType())
    return std::nullopt;
  if (Operator != "plus")
    return Refusal{ReasonId::NanOrder,
                   "min/max of NaN or of +0 and -0 depends on operand order and target", Where,
                   "if neither can occur, use cg::reduce with cg::less or cg::greater"};
  if (SameOrder)
    return std::nullopt;
  return Refusal{ReasonId::RoundingOrder,
                 "the steps add floats in another order than cg::reduce, which goes from half of "
                 "the lanes down to 1, so the sum may be rounded differently",
                 Where, "if a different rounding is acceptable, use cg::reduce"};
}

std::string newlineAt(const FunctionView &View, const Stmt *At) {
  TextRange R = View.Text.range(At->getSourceRange());
  StringRef Code = R.valid() ? View.Text.code(R.File) : "";
  TextRange Line = View.line(View.Text.expansion(At->getBeginLoc()));
  StringRef Text = Line.valid() ? Code.slice(Line.Begin, Line.End) : "";
  StringRef Indent = Text.take_while([](char C) { return C == ' ' || C == '\t'; });
  return ((Text.ends_with("\r\n") ? "\r\n" : "\n") + Indent).str();
}

Site collectiveSite(const FunctionView &View, const Stmt *First, const Stmt *Last, StringRef Name,
                    StringRef Text) {
  Site S;
  S.Kind = SiteKind::Collective;
  S.Name = Name.str();
  S.Loc = View.Text.expansion(First->getBeginLoc());
  S.Function = View.USR;
  bool Macro = First->getBeginLoc().isMacroID() || Last->getEndLoc().isMacroID();
  if (!Macro)
    S.Range = View.Text.range(SourceRange(First->getBeginLoc(), Last->getEndLoc()));
  std::string Code = S.Range.valid() ? View.Text.spelled(S.Range) : "";
  if (Code.empty()) {
    S.Range = View.Text.fileRange(First->getSourceRange());
    S.Preset = Refusal{ReasonId::Macro, "a macro writes a part of the steps", S.Loc,
                       "write them without the macro, or in a __device__ function"};
    return S;
  }
  if (hasDirective(Code, View.Text.lang()))
    S.Preset = Refusal{ReasonId::Macro, "a preprocessor directive between the steps would be lost",
                       S.Loc, "write the steps without it between them"};
  S.Parts.push_back({"edit", S.Range, Text.str() + (Code.back() == '}' ? ";" : "")});
  // With the semicolon, behind which others may add something.
  S.Parts.push_back({"takes", {S.Range.File, S.Range.Begin, S.Range.End + 1}, ""});
  return S;
}

} // namespace coopify
