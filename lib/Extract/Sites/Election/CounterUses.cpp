//===- CounterUses.cpp ------------------------------------------------------===//

#include "Extract/Sites/Election/CounterUses.h"

#include "Analysis/Source/Exprs.h"
#include "Extract/Sites/Election/CounterMentions.h"
#include "Extract/Sites/Election/Ways.h"

#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "llvm/ADT/MapVector.h"

using namespace clang;

namespace coopify {
namespace {

/// The functions of the unit that call \p Callee, and where; also where nobody wrote the call.
struct Callers : DynamicRecursiveASTVisitor {
  Callers(const FunctionDecl *Callee) : Callee(Callee->getCanonicalDecl()) {
    ShouldVisitTemplateInstantiations = true;
    ShouldVisitLambdaBody = true;
  }
  bool TraverseDecl(Decl *D) override {
    const FunctionDecl *Outer = Of;
    if (const auto *F = dyn_cast_or_null<FunctionDecl>(D)) {
      Of = F;
      unwritten(F);
    }
    const bool GoOn = DynamicRecursiveASTVisitor::TraverseDecl(D);
    Of = Outer;
    return GoOn;
  }
  /// A generic one's body has no types.
  bool VisitLambdaExpr(LambdaExpr *Lambda) override {
    if (FunctionTemplateDecl *Call = Lambda->getDependentCallOperator())
      for (FunctionDecl *Instance : Call->specializations())
        TraverseDecl(Instance);
    return true;
  }
  bool VisitVarDecl(VarDecl *V) override {
    if (Of && !V->getType()->isDependentType() && V->getInit())
      found(ImplicitCalls::atEndOf(V), {V->getInit(), V});
    return true;
  }
  bool VisitStmt(Stmt *S) override {
    const auto *E = dyn_cast<Expr>(S);
    const auto *Call = dyn_cast<CallExpr>(S);
    const auto *Make = dyn_cast<CXXConstructExpr>(S);
    const FunctionDecl *F = Call   ? Call->getDirectCallee()
                            : Make ? Make->getConstructor()
                                   : nullptr;
    if (F && F->getCanonicalDecl() == Callee)
      found({E});
    else if (Of && !Of->isDependentContext() && (E || isa<DeclStmt>(S))) {
      ImplicitCalls Calls;
      Calls.ofStatement(S);
      Calls.ofDestruction(S);
      found(Calls, {E, nullptr, !E});
    }
    return true;
  }

  const FunctionDecl *Callee, *Of = nullptr;
  llvm::MapVector<const FunctionDecl *, std::vector<UsePlace>> Found;

private:
  void found(UsePlace At) {
    if (Of && !Of->isDependentContext())
      Found[Of].push_back(At);
  }
  void found(const ImplicitCalls &Calls, UsePlace At) {
    for (const ImplicitCalls::Call &Each : Calls.Found)
      if (Each.Callee && Each.Callee->getCanonicalDecl() == Callee)
        return found(At);
  }
  /// What a constructor or destructor calls beside its body.
  void unwritten(const FunctionDecl *F) {
    ImplicitCalls Calls;
    if (F->isDependentContext() || !F->doesThisDeclarationHaveABody())
      return;
    if (const auto *C = dyn_cast<CXXConstructorDecl>(F))
      for (const CXXCtorInitializer *I : C->inits())
        Calls.ofStatement(I->getInit());
    if (isa<CXXDestructorDecl>(F))
      Calls.ofMembers(F);
    found(Calls, {nullptr, nullptr, /*Anywhere=*/true});
  }
};

class Search {
public:
  Search(const FunctionView &View, const Expr *Add)
      : Text(View.Text), Context(View.Context), Add(Add) {}

  /// In the function of \p In and its callers, of what is reached from one of \p Adds or reaches
  /// it.
  const Expr *first(CounterMentions In, llvm::ArrayRef<UsePlace> Adds) {
    In.collect();
    if (In.Kept)
      return reported(*In.Kept);
    const Ways Lead(In.F, Context, Text);
    // An operation that is done twice, with another block's between: no barrier keeps that away.
    for (const UsePlace &Use : In.Found)
      if (In.Others == CounterUse::None && isa_and_nonnull<CallExpr>(Use.At))
        return reported(Use.At);
    for (const UsePlace &Use : In.Found)
      for (const UsePlace &Add : Adds)
        if (Lead.lead(Add, Use) || Lead.lead(Use, Add))
          return reported(Use.At);
    return In.F->hasAttr<CUDAGlobalAttr>() || !Done.insert(In.F).second ? nullptr : callers(In);
  }

private:
  static void pass(const CounterMentions &In, UsePlace At, CounterMentions &Next);
  const Expr *callers(const CounterMentions &In) {
    Callers Call(In.F);
    for (Decl *D : Context.getTranslationUnitDecl()->noload_decls())
      if (Text.isUserFile(D->getLocation())) // not by the scope, which is one function
        Call.TraverseDecl(D);
    for (const auto &[F, Calls] : Call.Found) {
      CounterMentions Next(F, Text, Calls, In.Others, In.Looks);
      Next.Known = In.ofOthers();
      for (const UsePlace &At : Calls)
        pass(In, At, Next);
      if (!Next.Known.Counter.empty())
        if (const Expr *Use = first(std::move(Next), Calls))
          return Use;
    }
    return nullptr;
  }
  /// What has no text is told of where the leader adds.
  const Expr *reported(const Expr *Use) const { return Use ? Use : Add; }

  const SourceText &Text;
  ASTContext &Context;
  const Expr *Add;
  std::set<const FunctionDecl *> Done;
};
} // namespace

/// What leads to the counter as a parameter is an argument at \p At.
void Search::pass(const CounterMentions &In, UsePlace At, CounterMentions &Next) {
  const auto *Call = dyn_cast_or_null<CallExpr>(At.At);
  const auto *Make = dyn_cast_or_null<CXXConstructExpr>(At.At);
  if (At.EndOf || (!Call && !Make))
    return;
  const unsigned Object = Call ? objectArguments(Call) : 0;
  const unsigned Args = Call ? Call->getNumArgs() : Make->getNumArgs();
  for (unsigned I = 0; I < In.F->getNumParams() && I + Object < Args; ++I)
    if (In.Known.Counter.count(In.F->getParamDecl(I)))
      Next.address(Call ? Call->getArg(I + Object) : Make->getArg(I));
    else if (In.Known.Objects.count(In.F->getParamDecl(I)))
      Next.addObject(Call ? Call->getArg(I + Object) : Make->getArg(I));
  const auto *Method = dyn_cast_or_null<CXXMemberCallExpr>(Call);
  if (In.Known.Objects.count(nullptr) && (Method || Object))
    Next.addObject(Method ? Method->getImplicitObjectArgument() : Call->getArg(0));
}

const Expr *useOfCounter(const FunctionView &View, llvm::ArrayRef<const CallExpr *> Adds,
                         CounterUse Others) {
  CounterLooks Looks;
  std::vector<UsePlace> Places;
  for (const CallExpr *Add : Adds)
    Places.push_back({Add});
  CounterMentions In(View.Function, View.Text, Places, Others, Looks);
  for (const CallExpr *Add : Adds)
    In.address(Add->getArg(0));
  return Adds.empty() ? nullptr : Search(View, Adds.front()).first(std::move(In), Places);
}

} // namespace coopify
