//===- FenceEvidence.cpp - a fence shows that lockstep is counted on -------===//

#include "Analysis/SharedMemory/SharedHazards.h"

#include "Analysis/Operations/Operations.h"
#include "Analysis/Source/Exprs.h"

using namespace clang;

namespace coopify {

/// It is a fence, or a function of the program's that makes one, as `memory_fence()` does.
static bool isFence(const Stmt *S, const SourceText &Text, unsigned Deep = 0) {
  const auto *Call = dyn_cast_or_null<CallExpr>(S);
  if (!Call || operationOf(Call, Text).Kind == OperationKind::Fence)
    return Call;
  const FunctionDecl *Runs = Deep < 2 ? bodyThatRuns(Call) : nullptr;
  const auto *Body = dyn_cast_or_null<CompoundStmt>(Runs ? Runs->getBody() : nullptr);
  return Body && llvm::any_of(Body->body(),
                              [&](const Stmt *Part) { return isFence(Part, Text, Deep + 1); });
}

/// As a statement between those of \p First and \p Second within \p S.
static bool fenceBetween(const Stmt *S, const Expr *First, const Expr *Second,
                         const SourceText &Text) {
  if (!S || !holds(S, First) || !holds(S, Second))
    return false;
  if (!isa<CompoundStmt>(S))
    return llvm::any_of(S->children(),
                        [&](const Stmt *Part) { return fenceBetween(Part, First, Second, Text); });
  bool Written = false, Fenced = false;
  for (const Stmt *Part : S->children()) {
    if (holds(Part, Second))
      return Fenced || fenceBetween(Part, First, Second, Text);
    Written |= holds(Part, First);
    Fenced |= Written && isFence(Part, Text);
  }
  return false;
}

/// What one lane wrote is read by others, as far as the subscripts say: an element that all of them
/// read, or that is another one's, or what is looked at as another type.
static bool readByOthers(const Hazard &H, const SymbolicIndex &Forms, const ASTContext &Context) {
  const SharedAccess &A = *H.First, &B = *H.Second;
  if (A.ByCall || B.ByCall)
    return neighbours(A, B, Context);
  if (A.Place.open() || B.Place.open())
    return neighbours(A, B, Context) ||
           byOtherSubscripts(A, B, /*Related=*/true, Forms, Context); // s[t ^ n]
  if (alike(A.At, B.At, Context))
    return false;
  if (H.How != Overlap::May || !A.Place.Exact || !B.Place.Exact ||
      A.Place.Path.size() != B.Place.Path.size())
    return true;
  if (neighbours(A, B, Context) || byOtherSubscripts(A, B, /*Related=*/true, Forms, Context))
    return true;
  return llvm::any_of(B.Place.Path, [&](const PathStep &Step) {
    return !Step.Field && Step.Index.Poly && Forms.equalInWarp(*Step.Index.Poly);
  });
}

/// A fence stands on the way: who orders what it writes, and then reads what others wrote, counts
/// on those having written by then.
bool SharedHazards::fenced(const Hazard &H) const {
  if (!H.First->Write || H.Second->Write || H.First->Place.unknown() ||
      !readByOthers(H, Forms, View.Context))
    return false;
  if (H.Within)
    return fenceBetween(Steps.Steps[H.From].S, H.First->At, H.Second->At, View.Text);
  const std::vector<bool> Behind = reached(H.From);
  for (unsigned I = 0; I < Steps.Steps.size(); ++I)
    if (Behind[I] && isFence(Steps.Steps[I].S, View.Text) && reached(I)[H.To])
      return true;
  return false;
}

} // namespace coopify
