//===- WaysOut.cpp ----------------------------------------------------------===//

#include "Analysis/SharedMemory/Steps/WaysOut.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace coopify {

/// \p InLoop, \p InSwitch: a `break` there leaves no more than that.
static void findWaysOut(const Stmt *S, bool InLoop, bool InSwitch, WaysOut &Out) {
  if (!S || isa<LambdaExpr>(S))
    return;
  const bool Goto = isa<GotoStmt, IndirectGotoStmt>(S);
  Out.Break |= Goto || (isa<BreakStmt>(S) && !InLoop && !InSwitch);
  Out.Continue |= Goto || (isa<ContinueStmt>(S) && !InLoop);
  Out.Return |= Goto || isa<ReturnStmt>(S);
  InLoop |= isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S);
  InSwitch |= isa<SwitchStmt>(S);
  for (const Stmt *Part : S->children())
    findWaysOut(Part, InLoop, InSwitch, Out);
}

WaysOut waysOut(const Stmt *S) {
  WaysOut Out;
  findWaysOut(S, /*InLoop=*/false, /*InSwitch=*/false, Out);
  return Out;
}

} // namespace coopify
