//===- TemplateText.cpp -----------------------------------------------------===//

#include "Extract/Templates/TemplateText.h"

#include "Analysis/Convergence/FunctionView.h"
#include "Analysis/Operations/Operations.h"
#include "Analysis/Source/Decls.h"
#include "Analysis/Source/Exprs.h"
#include "Extract/FunctionSummaries.h"
#include "Extract/Text/FunctionText.h"
#include "Model/FunctionNames.h"
#include "Model/Operations/GroupMembers.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/ExprConcepts.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/SaveAndRestore.h"

#include <functional>

using namespace clang;

namespace coopify {

static bool takes(const FunctionDecl *F, unsigned Arguments) {
  F = F->getMostRecentDecl(); // which has the default arguments of all
  const bool Open = F->isVariadic() || llvm::any_of(F->parameters(), [](const ParmVarDecl *P) {
                      return P->isParameterPack();
                    });
  return Arguments >= F->getMinRequiredArguments() && (Open || Arguments <= F->getNumParams());
}

static bool passesPack(const CallExpr *Call) {
  return llvm::any_of(Call->arguments(),
                      [](const Expr *Arg) { return isa<PackExpansionExpr>(Arg); });
}

/// By the number of its arguments.
static bool mayMean(const CallExpr *Call, const FunctionDecl *F) {
  return passesPack(Call) || takes(F, Call->getNumArgs());
}

/// Numbers and addresses are never made of a block.
static bool takesBlockFirst(const FunctionDecl *F) {
  if (F->getNumParams() == 0)
    return F->isVariadic();
  const QualType First = F->getParamDecl(0)->getType().getNonReferenceType();
  return !First->isPointerType() && !First->isArrayType() &&
         (First->isDependentType() || !First->isScalarType());
}

/// With a block in front of its arguments \p Call may mean a function that it does not mean now:
/// another one of its name, or, by the block's namespace, one of cooperative groups. What an
/// instance means is compared when the edited text is parsed; here there is none.
static bool mayMeanAnother(const CallExpr *Call, const Meaning &Is) {
  const Expr *Callee = Call->getCallee()->IgnoreParenImpCasts();
  const auto *Lookup = dyn_cast<UnresolvedLookupExpr>(Callee);
  if (Is.Open && Lookup && findGroupMember(Lookup->getName().getAsString(), /*AsMember=*/false))
    return true;
  return llvm::any_of(Is.Others, [&](const FunctionDecl *F) {
    return takesBlockFirst(F) && (passesPack(Call) || takes(F, Call->getNumArgs() + 1));
  });
}

/// Where an instance of \p Call has its place: CXXMemberCallExpr tells the member's name, other
/// calls where they begin. A template's call of a member that depends on its parameters is not such
/// an expression yet.
static SourceLocation calledAt(const CallExpr *Call, const Expr *Callee, const FunctionDecl *F) {
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(F);
  if (Method && !isa<OverloadExpr, MemberExpr, CXXDependentScopeMemberExpr,
                     DependentScopeDeclRefExpr, DeclRefExpr>(Callee))
    return Call->getRParenLoc(); // of an object
  const bool Bound =
      isa<CXXDependentScopeMemberExpr>(Callee) ||
      (isa<UnresolvedMemberExpr, MemberExpr>(Callee) && Method && Method->isInstance());
  return Bound ? Callee->getExprLoc() : Call->getExprLoc();
}

namespace {

Meaning only(const FunctionDecl *F) { return {{F}, {}, "", false, false}; }

class NamesInTemplate : public DynamicRecursiveASTVisitor {
public:
  NamesInTemplate(const SourceText &Text, const ASTContext &Context)
      : Text(Text), Context(Context) {}
  std::vector<TemplateCall> Found;

  bool VisitCallExpr(CallExpr *Call) override {
    const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call);
    const Expr *Callee = Call->getCallee()->IgnoreParenImpCasts();
    Callees.insert(Callee);
    if (Operator)
      return Operator->getOperator() == OO_Call ? object(Operator) : true;
    Meaning Is = meaningOf(Callee, Context);
    const Location Loc =
        Text.expansion(calledAt(Call, Callee, Is.Means.empty() ? nullptr : Is.Means.front()));
    auto Fits = [&](const FunctionDecl *F) { return mayMean(Call, F); };
    llvm::copy_if(Is.Means, std::back_inserter(Is.Others), std::not_fn(Fits));
    llvm::erase_if(Is.Means, std::not_fn(Fits));
    for (const FunctionDecl *F : Is.Others)
      if (mayBecome(Call, F))
        Found.push_back({Call, Loc, only(F), false});
    if (!Is.Means.empty() || !Is.Unknown.empty())
      Found.push_back({Call, Loc, std::move(Is), !Elsewhere});
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) override {
    if (!E->getConstructor()->isImplicit())
      Found.push_back(
          {E, Text.expansion(E->getExprLoc()), only(patternOf(E->getConstructor())), false});
    return true;
  }
  // Objects of a type that only an instance has; what a range or a binding calls.
  bool VisitCXXUnresolvedConstructExpr(CXXUnresolvedConstructExpr *E) override {
    return E->getNumArgs() == 0 || unknown(E, E->getBeginLoc(), UnknownConstructor);
  }
  bool VisitExplicitCastExpr(ExplicitCastExpr *E) override {
    const QualType T = E->getTypeAsWritten();
    return !T->isDependentType() || T->isPointerType() || T->isReferenceType() ||
           unknown(E, E->getBeginLoc(), UnknownConstructor);
  }
  bool VisitParenListExpr(ParenListExpr *E) override {
    return unknown(E, E->getBeginLoc(), UnknownConstructor);
  }
  bool VisitInitListExpr(InitListExpr *E) override {
    return E->getNumInits() == 0 || unknown(E, E->getBeginLoc(), UnknownConstructor);
  }
  bool VisitCXXForRangeStmt(CXXForRangeStmt *S) override {
    return !S->getRangeInit()->isTypeDependent() ||
           (unknown(S->getRangeInit(), S->getForLoc(), "begin") &&
            unknown(S->getRangeInit(), S->getForLoc(), "end"));
  }
  bool VisitDecompositionDecl(DecompositionDecl *D) override {
    return !D->getType()->isDependentType() || unknown(nullptr, D->getLocation(), "get");
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) override { return name(E, E->getLocation()); }
  bool VisitMemberExpr(MemberExpr *E) override { return name(E, E->getMemberLoc()); }
  bool VisitOverloadExpr(OverloadExpr *E) override { return name(E, E->getNameLoc()); }
  bool VisitCXXDependentScopeMemberExpr(CXXDependentScopeMemberExpr *E) override {
    return name(E, E->getMemberLoc());
  }
  bool VisitDependentScopeDeclRefExpr(DependentScopeDeclRefExpr *E) override {
    return name(E, E->getLocation());
  }

  /// Whatever is made of a class where it is named: what a constructor gets is not looked at.
  bool VisitTypeLoc(TypeLoc T) override {
    if (T.getAs<TemplateSpecializationTypeLoc>() || T.getAs<TagTypeLoc>())
      constructs(T.getType(), T.getBeginLoc());
    return true;
  }
  void constructs(QualType T, SourceLocation At) {
    const ClassOf Class = classOf(T);
    const CXXRecordDecl *Plain = Class.Template ? Class.Template->getTemplatedDecl() : Class.Plain;
    if (!Plain || !Text.isUserFile(Plain->getLocation()))
      return;
    std::vector<const FunctionDecl *> Made;
    if (const CXXRecordDecl *Definition = Plain->getDefinition())
      for (const Decl *D : Definition->decls())
        if (const auto *Named = dyn_cast<NamedDecl>(D)) {
          const FunctionDecl *F = Named->getAsFunction();
          if (isa_and_nonnull<CXXConstructorDecl>(F) && !F->isImplicit())
            Made.push_back(F);
          if (isa<UsingDecl, UnresolvedUsingValueDecl>(D)) // of a base, inherited
            for (const CXXBaseSpecifier &Base : Definition->bases())
              constructs(Base.getType(), At);
        }
    if (!Made.empty())
      Found.push_back(
          {nullptr, Text.expansion(At), Meaning{std::move(Made), {}, "", false, false}, false});
  }

  // A lambda and a class have other names; what is asked for its type is not run.
  bool TraverseLambdaExpr(LambdaExpr *E) override {
    const size_t Before = Found.size();
    const bool Go = elsewhere([&] { return DynamicRecursiveASTVisitor::TraverseLambdaExpr(E); });
    return leftOut(Before, E->isGenericLambda()) && Go;
  }
  bool TraverseIfStmt(IfStmt *S) override {
    const size_t Before = Found.size();
    const bool Go = DynamicRecursiveASTVisitor::TraverseIfStmt(S);
    return leftOut(Before, S->isConstexpr() && S->getCond()->isValueDependent()) && Go;
  }
  bool TraverseCXXRecordDecl(CXXRecordDecl *D) override {
    return elsewhere([&] { return DynamicRecursiveASTVisitor::TraverseCXXRecordDecl(D); });
  }
  bool TraverseTypeLoc(TypeLoc T, bool Qualifier) override {
    return elsewhere([&] { return DynamicRecursiveASTVisitor::TraverseTypeLoc(T, Qualifier); });
  }
  bool TraverseUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *E) override {
    return elsewhere(
        [&] { return DynamicRecursiveASTVisitor::TraverseUnaryExprOrTypeTraitExpr(E); });
  }
  bool TraverseCXXNoexceptExpr(CXXNoexceptExpr *E) override {
    return elsewhere([&] { return DynamicRecursiveASTVisitor::TraverseCXXNoexceptExpr(E); });
  }
  bool TraverseCXXTypeidExpr(CXXTypeidExpr *E) override {
    return elsewhere([&] { return DynamicRecursiveASTVisitor::TraverseCXXTypeidExpr(E); });
  }
  bool TraverseRequiresExpr(RequiresExpr *E) override {
    return elsewhere([&] { return DynamicRecursiveASTVisitor::TraverseRequiresExpr(E); });
  }

private:
  bool unknown(const Expr *E, SourceLocation At, const char *Word) {
    Found.push_back({E, Text.expansion(At), {{}, {}, Word, false, false}, false});
    return true;
  }
  /// `x(...)` of a class that is known.
  bool object(const CXXOperatorCallExpr *Call) {
    if (const FunctionDecl *F = Call->getDirectCallee())
      Found.push_back({Call, Text.expansion(Call->getExprLoc()), only(patternOf(F)), !Elsewhere});
    return true;
  }
  /// A call of another function, with a first argument that may be a block: with the parameter, it
  /// might mean \p F.
  bool mayBecome(const CallExpr *Call, const FunctionDecl *F) const {
    const Expr *First = Call->getNumArgs() > 0 ? Call->getArg(0) : nullptr;
    return First && !First->getType()->isScalarType() && !First->getType()->isArrayType() &&
           takes(F, Call->getNumArgs() - 1);
  }
  /// Visited behind the call whose callee it is, if there is one.
  bool name(const Expr *E, SourceLocation At) {
    if (Callees.contains(E))
      return true;
    Meaning Is = meaningOf(E, Context);
    const bool Dependent = isa<CXXDependentScopeMemberExpr, DependentScopeDeclRefExpr>(E);
    if (!Is.Means.empty() || (Dependent && !Is.Unknown.empty()))
      Found.push_back({E, Text.expansion(At), std::move(Is), false});
    return true;
  }
  bool leftOut(size_t Since, bool Is) {
    for (TemplateCall &C : llvm::drop_begin(Found, Is ? Since : Found.size()))
      C.MayBeLeftOut = true;
    return true;
  }
  bool elsewhere(llvm::function_ref<bool()> Traverse) {
    llvm::SaveAndRestore Outside(Elsewhere, true);
    return Traverse();
  }

  const SourceText &Text;
  const ASTContext &Context;
  bool Elsewhere = false;
  llvm::SmallPtrSet<const Expr *, 16> Callees;
};

} // namespace

std::vector<TemplateCall> templateCalls(const FunctionDecl *Pattern, const SourceText &Text) {
  const ASTContext &Context = Pattern->getASTContext();
  NamesInTemplate Names(Text, Context);
  if (const auto *C = dyn_cast<CXXConstructorDecl>(Pattern))
    for (const CXXCtorInitializer *Init : C->inits()) {
      Names.TraverseConstructorInitializer(const_cast<CXXCtorInitializer *>(Init));
      if (const FieldDecl *Member = Init->getAnyMember())
        Names.constructs(Member->getType(), Init->getSourceLocation());
    }
  Names.TraverseStmt(Pattern->getBody());
  std::vector<TemplateCall> Out = std::move(Names.Found);
  const size_t OfBody = Out.size();
  for (const ParmVarDecl *P : Pattern->parameters())
    if (P->hasDefaultArg() && !P->hasUnparsedDefaultArg())
      llvm::append_range(Out, templateCalls(P->hasUninstantiatedDefaultArg()
                                                ? P->getUninstantiatedDefaultArg()
                                                : P->getDefaultArg(),
                                            Text, Context));
  for (TemplateCall &C : llvm::drop_begin(Out, OfBody))
    C.MayBeLeftOut = true;
  return Out;
}

std::vector<TemplateCall> templateCalls(const Expr *Init, const SourceText &Text,
                                        const ASTContext &Context) {
  NamesInTemplate Names(Text, Context);
  Names.TraverseStmt(const_cast<Expr *>(Init));
  for (TemplateCall &C : Names.Found)
    C.Argument = false;
  return std::move(Names.Found);
}

//===- Summaries ----------------------------------------------------------===//

/// Code that devices compile, and that may be edited.
static bool isOfProgram(const FunctionDecl *F, const SourceText &Text) {
  return kindOf(F) != FunctionKind::Host && !Text.isToolkit(F) && Text.isUserFile(F->getLocation());
}

static bool passesDependent(const CallExpr *Call) {
  return llvm::any_of(Call->arguments(), [](const Expr *Arg) { return Arg->isTypeDependent(); });
}

static std::string calledWord(const CallExpr *Call) {
  const auto *Lookup = dyn_cast<OverloadExpr>(Call->getCallee()->IgnoreParenImpCasts());
  return Lookup ? Lookup->getName().getAsString() : "";
}

/// One for each function that the call may mean; none, if it may mean one that stays as it is.
static void addEdges(const TemplateCall &C, const SourceText &Text, FunctionSummary &Out) {
  const auto *Call = dyn_cast_or_null<CallExpr>(C.At);
  auto Stays = [&](const FunctionDecl *F) {
    return kindOf(F) != FunctionKind::Host && !isOfProgram(F, Text);
  };
  if (!Call || !C.Argument || !C.Is.Unknown.empty() || llvm::any_of(C.Is.Means, Stays) ||
      mayMeanAnother(Call, C.Is))
    return;
  CallEdge E;
  E.Loc = C.Loc;
  E.Macro = Text.macroUse(Call->getBeginLoc(), Call->getEndLoc());
  E.ArgsBegin = argsBegin(Call, Text);
  for (unsigned I = objectArguments(Call); I < Call->getNumArgs(); ++I)
    E.HasArgs |= !isa<CXXDefaultArgExpr>(Call->getArg(I));
  E.Break = breakOfList(E.ArgsBegin, Text);
  E.Open = C.Is.Open && passesDependent(Call);
  if (E.Open && !passesPack(Call))
    E.Args.resize(Call->getNumArgs());
  for (const FunctionDecl *F : C.Is.Means) {
    if (!isOfProgram(F, Text))
      continue;
    E.Id = Out.Calls.size();
    E.Callee = usrOf(F);
    E.CalleeName = userName(F);
    Out.Calls.push_back(E);
  }
}

/// It is virtual if a base's function of that name is, and which base there is an instance knows.
static bool mayOverride(const CXXMethodDecl *M, unsigned Depth = 0) {
  if (M->isVirtual() || M->hasAttr<OverrideAttr>() || M->hasAttr<FinalAttr>())
    return true;
  constexpr unsigned Deep = 8;
  if (M->isStatic() || isa<CXXConstructorDecl>(M) || Depth > Deep)
    return false;
  MembersOfClass OfBases(M->getDeclName());
  OfBases.addBases(M->getParent());
  return OfBases.Unknown || llvm::any_of(OfBases.Found, [&](const FunctionDecl *F) {
           const auto *Other = dyn_cast<CXXMethodDecl>(F);
           return Other && mayOverride(Other, Depth + 1);
         });
}

std::optional<FunctionSummary> summarizeTemplate(const FunctionDecl *Pattern,
                                                 const std::vector<TemplateCall> &Calls,
                                                 const SourceText &Text) {
  FunctionSummary Out = summarize(Pattern, Text);
  if (Out.USR.empty() || Out.InSystemHeader || Pattern->getParentFunctionOrMethod())
    return std::nullopt;
  Out.TemplateText = true;
  forEachStmt(Pattern->getBody(), [&](const Stmt *S) {
    Operation Is = operationOf(S, Text);
    Out.DirectBarrier |= Is.hidesBlock();
    if (!Out.NamedBarrierAt.valid() && Is.Kind == OperationKind::NamedBarrier)
      Out.NamedBarrierAt = Text.expansion(S->getBeginLoc());
  });
  for (const TemplateCall &C : Calls) {
    auto Name = [&](std::vector<NameUse> &Names, std::string Word) {
      Names.push_back({std::move(Word), C.Loc});
      Names.back().MayBeLeftOut = C.MayBeLeftOut;
    };
    const size_t Before = Out.Calls.size();
    addEdges(C, Text, Out);
    if (const auto *Call = dyn_cast_or_null<CallExpr>(C.At);
        Call && C.Is.Open && C.Is.Unknown.empty() && Out.Calls.size() == Before &&
        passesDependent(Call))
      Name(Out.DependentNames, calledWord(Call));
    if (!C.At)
      for (const FunctionDecl *F : C.Is.Means)
        Name(Out.DependentNames, usrOf(F));
    if (!C.Is.Unknown.empty())
      Name(C.Is.Bare ? Out.BareNames : Out.DependentNames, C.Is.Unknown);
  }
  if (const auto *M = dyn_cast<CXXMethodDecl>(Pattern))
    Out.Virtual |= mayOverride(M);
  summarizeText(Pattern, Text, Out);
  return Out;
}

} // namespace coopify
