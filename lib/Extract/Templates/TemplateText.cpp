//===- TemplateText.cpp -----------------------------------------------------===//

#include "Extract/Templates/TemplateText.h"

#include "Analysis/Convergence/FunctionView.h"
#include "Analysis/Operations/Operations.h"
#include "Analysis/Source/Decls.h"
#include "Extract/FunctionSummaries.h"
#include "Extract/FunctionText.h"
#include "Model/Operations/GroupMembers.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/ExprConcepts.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace coopify {

static void addMeaning(const NamedDecl *D, std::vector<const FunctionDecl *> &Out) {
  D = D ? D->getUnderlyingDecl() : nullptr;
  if (const auto *Template = dyn_cast_or_null<FunctionTemplateDecl>(D))
    D = Template->getTemplatedDecl();
  if (const auto *F = dyn_cast_or_null<FunctionDecl>(D))
    Out.push_back(patternOf(F));
}

/// The class template that \p T is made from, whatever its arguments; also in it itself.
static const ClassTemplateDecl *templateOf(QualType T) {
  if (T.isNull())
    return nullptr;
  T = T->isPointerType() ? T->getPointeeType() : T.getNonReferenceType();
  if (const auto *Of = T->getAs<TemplateSpecializationType>())
    return dyn_cast_or_null<ClassTemplateDecl>(Of->getTemplateName().getAsTemplateDecl());
  const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
  return Class ? Class->getDescribedClassTemplate() : nullptr;
}

static std::vector<const FunctionDecl *> membersOf(const ClassTemplateDecl *Class,
                                                   DeclarationName Name, unsigned Depth = 0);

/// Those of \p Class; else those of its bases.
static void addMembers(const CXXRecordDecl *Class, DeclarationName Name, unsigned Depth,
                       std::vector<const FunctionDecl *> &Out) {
  const CXXRecordDecl *Definition = Class->getDefinition();
  if (!Definition)
    return;
  const size_t Before = Out.size();
  for (const NamedDecl *D : Definition->lookup(Name))
    addMeaning(D, Out);
  if (Out.size() > Before)
    return;
  for (const CXXBaseSpecifier &Base : Definition->bases())
    if (const ClassTemplateDecl *Of = templateOf(Base.getType()))
      llvm::append_range(Out, membersOf(Of, Name, Depth + 1));
    else if (const CXXRecordDecl *Plain = Base.getType()->getAsCXXRecordDecl())
      addMembers(Plain, Name, Depth + 1, Out);
}

/// Of the template itself and of all of its specializations: which one is meant is not known.
static std::vector<const FunctionDecl *> membersOf(const ClassTemplateDecl *Class,
                                                   DeclarationName Name, unsigned Depth) {
  constexpr unsigned Deep = 16; // a class may be its own base's base by other arguments
  std::vector<const FunctionDecl *> Out;
  if (!Class || Depth > Deep)
    return Out;
  addMembers(Class->getTemplatedDecl(), Name, Depth, Out);
  llvm::SmallVector<ClassTemplatePartialSpecializationDecl *> Partial;
  const_cast<ClassTemplateDecl *>(Class)->getPartialSpecializations(Partial);
  for (const ClassTemplatePartialSpecializationDecl *D : Partial)
    addMembers(D, Name, Depth, Out);
  for (const ClassTemplateSpecializationDecl *D : Class->specializations())
    if (D->isExplicitSpecialization())
      addMembers(D, Name, Depth, Out);
  return Out;
}

std::vector<const FunctionDecl *> meaningsOf(const Expr *Name) {
  std::vector<const FunctionDecl *> Out;
  if (const auto *Lookup = dyn_cast<OverloadExpr>(Name))
    for (const NamedDecl *D : Lookup->decls())
      addMeaning(D, Out);
  else if (const auto *Ref = dyn_cast<DeclRefExpr>(Name))
    addMeaning(Ref->getDecl(), Out);
  else if (const auto *Member = dyn_cast<MemberExpr>(Name))
    addMeaning(Member->getMemberDecl(), Out);
  else if (const auto *Dependent = dyn_cast<CXXDependentScopeMemberExpr>(Name))
    return membersOf(templateOf(Dependent->getBaseType()), Dependent->getMember());
  else if (const auto *Scoped = dyn_cast<DependentScopeDeclRefExpr>(Name))
    if (const Type *Of = Scoped->getQualifier().getAsType())
      return membersOf(templateOf(QualType(Of, 0)), Scoped->getDeclName());
  return Out;
}

static bool takes(const FunctionDecl *F, unsigned Arguments) {
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
  return First->isDependentType() || !(First->isScalarType() || First->isArrayType());
}

/// With a block in front of its arguments \p Call may mean a function that it does not mean now:
/// another one of its name, or, by the block's namespace, one of cooperative groups. What an
/// instance means is compared when the edited text is parsed; here there is none.
static bool mayMeanAnother(const CallExpr *Call, ArrayRef<const FunctionDecl *> Means) {
  const Expr *Callee = Call->getCallee()->IgnoreParenImpCasts();
  const auto *Lookup = dyn_cast<UnresolvedLookupExpr>(Callee);
  if (Lookup && Lookup->requiresADL() &&
      findGroupMember(Lookup->getName().getAsString(), /*AsMember=*/false))
    return true;
  return llvm::any_of(meaningsOf(Callee), [&](const FunctionDecl *F) {
    return !llvm::is_contained(Means, F) && takesBlockFirst(F) &&
           (passesPack(Call) || takes(F, Call->getNumArgs() + 1));
  });
}

/// Where an instance of \p Call has its place: CXXMemberCallExpr tells the member's name, other
/// calls where they begin. A template's call of a member that depends on its parameters is not such
/// an expression yet.
static SourceLocation calledAt(const CallExpr *Call, const Expr *Callee, const FunctionDecl *F) {
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  const bool Bound =
      isa<CXXDependentScopeMemberExpr>(Callee) ||
      (isa<UnresolvedMemberExpr, MemberExpr>(Callee) && Method && Method->isInstance());
  return Bound ? Callee->getExprLoc() : Call->getExprLoc();
}

namespace {

class NamesInTemplate : public DynamicRecursiveASTVisitor {
public:
  explicit NamesInTemplate(const SourceText &Text) : Text(Text) {}
  std::vector<TemplateCall> Found;

  bool VisitCallExpr(CallExpr *Call) override {
    if (isa<CXXOperatorCallExpr>(Call))
      return true;
    const Expr *Callee = Call->getCallee()->IgnoreParenImpCasts();
    Callees.insert(Callee);
    std::vector<const FunctionDecl *> Means = meaningsOf(Callee);
    llvm::erase_if(Means, [&](const FunctionDecl *F) { return !mayMean(Call, F); });
    if (!Means.empty())
      Found.push_back({Call, Text.expansion(calledAt(Call, Callee, Means.front())),
                       std::move(Means), !Elsewhere});
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) override {
    if (!E->getConstructor()->isImplicit())
      Found.push_back(
          {E, Text.expansion(E->getExprLoc()), {patternOf(E->getConstructor())}, false});
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) override { return name(E, E->getLocation()); }
  bool VisitMemberExpr(MemberExpr *E) override { return name(E, E->getMemberLoc()); }
  bool VisitOverloadExpr(OverloadExpr *E) override { return name(E, E->getNameLoc()); }

  // A lambda and a class have other names; what is asked for its type is not run.
  bool TraverseLambdaExpr(LambdaExpr *E) override {
    return elsewhere([&] { return DynamicRecursiveASTVisitor::TraverseLambdaExpr(E); });
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
  /// Visited behind the call whose callee it is, if there is one.
  bool name(const Expr *E, SourceLocation At) {
    if (!Callees.contains(E))
      if (std::vector<const FunctionDecl *> Means = meaningsOf(E); !Means.empty())
        Found.push_back({E, Text.expansion(At), std::move(Means), false});
    return true;
  }
  bool elsewhere(llvm::function_ref<bool()> Traverse) {
    llvm::SaveAndRestore Outside(Elsewhere, true);
    return Traverse();
  }

  const SourceText &Text;
  bool Elsewhere = false;
  llvm::SmallPtrSet<const Expr *, 16> Callees;
};

} // namespace

std::vector<TemplateCall> templateCalls(const FunctionDecl *Pattern, const SourceText &Text) {
  NamesInTemplate Names(Text);
  if (const auto *C = dyn_cast<CXXConstructorDecl>(Pattern))
    for (const CXXCtorInitializer *Init : C->inits())
      Names.TraverseConstructorInitializer(const_cast<CXXCtorInitializer *>(Init));
  Names.TraverseStmt(Pattern->getBody());
  return std::move(Names.Found);
}

//===- Summaries ----------------------------------------------------------===//

/// Code that devices compile, and that may be edited.
static bool isOfProgram(const FunctionDecl *F, const SourceText &Text) {
  return kindOf(F) != FunctionKind::Host && Text.isUserFile(F->getLocation());
}

/// One for each function that the call may mean; none, if it may mean one that stays as it is.
static void addEdges(const TemplateCall &C, const SourceText &Text, FunctionSummary &Out) {
  const auto *Call = dyn_cast<CallExpr>(C.At);
  auto Stays = [&](const FunctionDecl *F) {
    return kindOf(F) != FunctionKind::Host && !isOfProgram(F, Text);
  };
  if (!Call || !C.Argument || llvm::any_of(C.Means, Stays) || mayMeanAnother(Call, C.Means))
    return;
  CallEdge E;
  E.Loc = C.Loc;
  E.Macro = Text.macroUse(Call->getBeginLoc(), Call->getEndLoc());
  E.ArgsBegin = argsBegin(Call, Text);
  E.HasArgs =
      llvm::any_of(Call->arguments(), [](const Expr *Arg) { return !isa<CXXDefaultArgExpr>(Arg); });
  E.Break = breakOfList(E.ArgsBegin, Text);
  for (const FunctionDecl *F : C.Means) {
    if (!isOfProgram(F, Text))
      continue;
    E.Id = Out.Calls.size();
    E.Callee = usrOf(F);
    E.CalleeName = userName(F);
    Out.Calls.push_back(E);
  }
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
  for (const TemplateCall &C : Calls)
    addEdges(C, Text, Out);
  if (Out.Calls.empty() && !Out.DirectBarrier && !Out.NamedBarrierAt.valid())
    return std::nullopt;
  summarizeText(Pattern, Text, Out);
  return Out;
}

} // namespace coopify
