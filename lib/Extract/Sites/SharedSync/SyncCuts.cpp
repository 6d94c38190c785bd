//===- SyncCuts.cpp - syncs between the statements under a condition ------===//

#include "Extract/Sites/SharedSync/SyncEdits.h"

#include "Analysis/Source/WrittenTypes.h"

#include "clang/Basic/CharInfo.h"

using namespace clang;

namespace coopify {

/// `if (c) { v += s[i]; s[j] = v; }`: if (c) what is read; sync; if (c) what is written.
bool SyncEdits::cut(const SharedStep &S, const SyncNeeds &Needs, bool Stays, std::string &Front,
                    Refusal &Why) {
  const auto Condition = guard(S, Needs.SaveGuard || Needs.CutFirst, Front);
  if (Needs.CutFirst)
    Front += SyncText + ";" + Break;
  if (Condition && Needs.Declares && !declareFirst(S, Needs, *Condition, Front)) {
    Why = stepFromMacro(View, S.S);
    return false;
  }
  for (const Stmt *Each : Needs.Cuts) {
    const auto End = endOf(Each);
    if (!Condition || !End) {
      Why = stepFromMacro(View, S.S);
      return false;
    }
    if (const auto *D = dyn_cast<DeclStmt>(Each);
        D && Needs.Declares && D->isSingleDecl() && D->getSingleDecl() == Needs.Declares) {
      Front += SyncText + ";" + Break;
      continue;
    }
    between(S, *End, Stays, SyncText + ";" + Break, *Condition);
  }
  return true;
}

/// Ends what stands under the condition of \p S at \p End, the end of a statement there; what comes
/// behind \p Text is under it again.
void SyncEdits::between(const SharedStep &S, unsigned End, bool Stays, const std::string &Text,
                        const std::string &Condition) {
  const unsigned At = Stays ? End : Lines.behind(End);
  const size_t Next = std::min(Code.find_first_not_of(" \t", At), Code.size());
  const bool GoesOn = Next < Code.size() && !isVerticalWhitespace(Code[Next]);
  const unsigned Begin = View.Text.expansion(S.S->getBeginLoc()).Offset;
  const bool OneLine = Lines.sameLine(Begin, End);
  const std::string Between =
      "}" + Break + Text + "if (" + Condition + ")" + (OneLine ? " {" : Lines.brace(Begin));
  if (GoesOn && !OneLine)
    edit(At, Next, Break + Between + Lines.newline(At));
  else
    edit(At, At, (GoesOn || Stays ? " " : Break) + Between);
}

static void usesOf(const VarDecl *V, const Stmt *S, std::vector<const Expr *> &Out) {
  if (const auto *Ref = dyn_cast_or_null<DeclRefExpr>(S); Ref && Ref->getDecl() == V)
    Out.push_back(Ref);
  if (S)
    llvm::for_each(S->children(), [&](const Stmt *Part) { usesOf(V, Part, Out); });
}

/// `if (c) { T a = s[i]; s[j] = a; }`: T other = c ? s[i] : 0; and a is other.
bool SyncEdits::declareFirst(const SharedStep &S, const SyncNeeds &Needs,
                             const std::string &Condition, std::string &Front) {
  const VarDecl *V = Needs.Declares;
  const auto *Block = cast<CompoundStmt>(cast<IfStmt>(S.S)->getThen());
  const Stmt *Declaration = Block->body_front();
  const auto Value = written(V->getInit());
  const auto End = endOf(Declaration);
  std::vector<const Expr *> Uses;
  usesOf(V, S.S, Uses);
  const std::string Type = spelledType(V->getTypeSourceInfo()->getTypeLoc(), View.Text);
  if (!Value || !End || Declaration->getBeginLoc().isMacroID() || Type.empty())
    return false;
  std::string Name;
  std::string Init = text(Value->Begin, Value->End);
  if (isa<AbstractConditionalOperator>(V->getInit()->IgnoreParenImpCasts()))
    Init = "(" + Init + ")";
  Front += declare(S, {V->getType(), nullptr, Type}, "other", Name) + Condition + " ? " + Init +
           " : 0;" + Break;
  for (const Expr *Use : Uses) {
    const auto Range = written(Use);
    if (!Range)
      return false;
    edit(Range->Begin, Range->End, Name);
  }
  const size_t Next = Code.find_first_not_of(" \t\r\n", *End);
  edit(View.Text.expansion(Declaration->getBeginLoc()).Offset,
       Next == StringRef::npos ? *End : unsigned(Next), "");
  return true;
}

} // namespace coopify
