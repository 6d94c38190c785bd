//===- SyncGuards.cpp - assignments where not all lanes come ---------------===//

#include "Extract/Sites/SharedSync/SyncEdits.h"

#include "Analysis/SharedMemory/EvaluationOrder.h"
#include "Extract/SiteBuilder.h"

using namespace clang;

namespace coopify {

/// Why \p A cannot be split where not all lanes come to it; nullopt: it can.
static std::optional<Refusal> againstGuarded(const FunctionView &View, const SharedAssignment &A) {
  if (!A.Value->getType()->isArithmeticType() && !A.Value->getType()->isPointerType())
    return cannotSplit(View, A.Whole,
                       "'" + View.Text.text(A.Whole->getSourceRange()) +
                           "' moves a class in lanes that differ");
  if (asWritten(A.Value)->isRecordType()) // `c ? x : 0` is an int then
    return cannotSplit(View, A.Whole,
                       "'" + View.Text.text(A.Value->getSourceRange()) +
                           "' is of a class that is converted to a number");
  if (doesMore(A.Target, View.Context))
    return cannotSplit(View, A.Whole,
                       "'" + View.Text.text(A.Target->getSourceRange()) +
                           "' does more than name an element");
  return std::nullopt;
}

/// Of `if (c) a = b;`: `T other = c ? b : 0;`, which the assignment then takes.
std::optional<std::string> SyncEdits::readGuarded(const SharedStep &S, const SyncNeeds &Needs,
                                                  const SharedAssignment &A,
                                                  const std::string &Condition, Refusal &Why) {
  auto Value = written(A.Value), Target = written(A.Target);
  if (!Value || !Target || Value->Begin < Target->End) {
    Why = stepFromMacro(View, S.S);
    return std::nullopt;
  }
  if (std::optional<Refusal> Against = againstGuarded(View, A)) {
    Why = std::move(*Against);
    return std::nullopt;
  }
  bool Keeps = A.Operator.empty() || Needs.OwnTarget;
  std::string Read = text(Value->Begin, Value->End), Name;
  QualType Type = A.Value->getType();
  if (!Keeps) {
    bool Parentheses = !isPrimary(A.Value);
    Read = text(Target->Begin, Target->End) + " " + A.Operator.str() + " " +
           (Parentheses ? "(" : "") + Read + (Parentheses ? ")" : "");
    Type = cast<CompoundAssignOperator>(A.Whole)->getComputationResultType();
  }
  if (Type->isBooleanType() || (Type->isIntegerType() && View.Context.getTypeSize(Type) < 32))
    Type = View.Context.IntTy; // as c ? x : 0 is
  const std::string Declared = declare(S, {Type, Keeps ? A.Value : A.Whole},
                                       Keeps && isRead(A.Value) ? "other" : "value", Name);
  edit(Value->Begin, Value->End, Name);
  if (!Keeps) {
    size_t At =
        findToken(Code.slice(Target->End, Value->Begin), A.Operator.str() + "=", View.Text.lang());
    if (At == StringRef::npos) {
      Why = stepFromMacro(View, S.S);
      return std::nullopt;
    }
    edit(Target->End + At, Target->End + At + A.Operator.size() + 1, "=");
  }
  return Declared + Condition + " ? " + Read + " : 0;" + Break;
}

/// `if (c) a = b;`: what is read, if c; sync; if (c) what is written. In turn, each on its own.
bool SyncEdits::splitGuarded(const SharedStep &S, const SyncNeeds &Needs, bool Stays,
                             std::string &Front, Refusal &Why) {
  const auto *If = cast<IfStmt>(S.S);
  std::vector<SharedAssignment> All = guardedAssignments(S.S);
  const bool Decided = llvm::any_of(All, [&](const SharedAssignment &A) {
    return disturbs(A.Value, If->getCond(), View.Analysis.variables());
  });
  const std::optional<std::string> Guard = guard(S, Decided || Needs.SaveGuard, Front);
  if (!Guard) {
    Why = stepFromMacro(View, S.S);
    return false;
  }
  const std::string Sync = SyncText + ";" + Break;
  if (!Needs.Turns.empty())
    return inTurn(S, Needs, All, Stays, *Guard, Front, Why);
  for (const SharedAssignment &A : All) {
    const auto Reads = readGuarded(S, Needs, A, *Guard, Why);
    if (!Reads)
      return false;
    Front += *Reads;
  }
  Front += Sync;
  return true;
}

/// `if (c) { a = b; d = e; }`: as splitGuarded(), each on its own.
bool SyncEdits::inTurn(const SharedStep &S, const SyncNeeds &Needs,
                       llvm::ArrayRef<SharedAssignment> All, bool Stays,
                       const std::string &Condition, std::string &Front, Refusal &Why) {
  const std::string Sync = SyncText + ";" + Break;
  for (auto [I, Turn] : llvm::enumerate(Needs.Turns)) {
    // In the order of the text: one behind the statement before, and in it.
    const size_t Place = Parts.size();
    std::string Text = Turn.Before ? Sync : "";
    if (Turn.Apart) {
      const auto Reads = readGuarded(S, Needs, All[I], Condition, Why);
      if (!Reads)
        return false;
      Text += *Reads + Sync;
    }
    if (I == 0)
      Front += Text;
    if (I == 0 || Text.empty())
      continue;
    const auto End = endOf(All[I - 1].Whole);
    if (!End) {
      Why = stepFromMacro(View, S.S);
      return false;
    }
    const size_t Made = Parts.size();
    between(S, *End, Stays, Text, Condition);
    std::rotate(Parts.begin() + Place, Parts.begin() + Made, Parts.end());
  }
  return true;
}

} // namespace coopify
