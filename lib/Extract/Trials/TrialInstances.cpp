//===- TrialInstances.cpp ---------------------------------------------------===//

#include "Extract/Trials/TrialInstances.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Sema/EnterExpressionEvaluationContext.h"
#include "clang/Sema/TemplateDeduction.h"

using namespace clang;

namespace coopify {

//===- Errors ---------------------------------------------------------------===//

/// Takes the diagnostics of a trial, and says which instances the errors are in.
class TrialInstances::HeldBack : public DiagnosticConsumer {
public:
  explicit HeldBack(Sema &S) : S(S), Diags(S.getDiagnostics()) {
    Owned = Diags.takeClient();
    Outer = Owned ? nullptr : Diags.getClient();
    Diags.setClient(this, /*ShouldOwnClient=*/false);
  }
  ~HeldBack() override {
    Diags.Reset(/*soft=*/true); // after a fatal error nothing would be instantiated any more
    if (Owned)
      Diags.setClient(Owned.release(), /*ShouldOwnClient=*/true);
    else
      Diags.setClient(Outer, /*ShouldOwnClient=*/false);
  }
  void HandleDiagnostic(DiagnosticsEngine::Level Level, const Diagnostic &Info) override {
    if (Level < DiagnosticsEngine::Error)
      return;
    if (First.empty()) {
      SmallString<128> Text;
      Info.FormatDiagnostic(Text);
      First = Text.str().str();
    }
    const FunctionDecl *In = innermost();
    Anywhere |= !In || Level == DiagnosticsEngine::Fatal;
    if (In)
      Functions.insert(In->getCanonicalDecl());
  }

  std::string First;     ///< of the errors; empty: there is none
  bool Anywhere = false; ///< an error is in no function's body
  llvm::DenseSet<const FunctionDecl *> Functions;

private:
  const FunctionDecl *innermost() const {
    for (const Sema::CodeSynthesisContext &C : llvm::reverse(S.CodeSynthesisContexts))
      if (C.Kind == Sema::CodeSynthesisContext::TemplateInstantiation)
        return dyn_cast_or_null<FunctionDecl>(C.Entity);
    return nullptr;
  }

  Sema &S;
  DiagnosticsEngine &Diags;
  std::unique_ptr<DiagnosticConsumer> Owned;
  DiagnosticConsumer *Outer = nullptr;
};

/// What of \p F may be an error is told only where code is generated for it, which it never is.
static bool hasDeferredError(const Sema &S, const FunctionDecl *F) {
  auto Found = S.DeviceDeferredDiags.find(F);
  return Found != S.DeviceDeferredDiags.end() &&
         llvm::any_of(Found->second, [&](const PartialDiagnosticAt &D) {
           return S.getDiagnostics().getDiagnosticLevel(D.second.getDiagID(), D.first) >=
                  DiagnosticsEngine::Error;
         });
}

//===- Instances --------------------------------------------------------------===//

TrialInstances::TrialInstances(Sema &S, const std::vector<const Decl *> &Made) : S(S), Made(Made) {}
TrialInstances::~TrialInstances() = default;

/// The class template that \p F is a member of; nullptr: none. nullopt: of no template that can be
/// given arguments.
static std::optional<ClassTemplateDecl *> classTemplateOf(const FunctionDecl *F) {
  const auto *Class = dyn_cast<CXXRecordDecl>(F->getDeclContext());
  if (!Class || !Class->isDependentContext())
    return F->getDeclContext()->isDependentContext() && !F->getDeclContext()->isFileContext()
               ? std::nullopt
               : std::optional<ClassTemplateDecl *>(nullptr);
  ClassTemplateDecl *Template = Class->getDescribedClassTemplate();
  if (!Template || isa<ClassTemplatePartialSpecializationDecl>(Class) ||
      Class->getDeclContext()->isDependentContext())
    return std::nullopt;
  return Template;
}

DeclContext *TrialInstances::classOf(const FunctionDecl *Pattern, const TrialArguments &Arguments,
                                     unsigned Number) {
  ClassTemplateDecl *Template = *classTemplateOf(Pattern);
  const SourceLocation At = Pattern->getLocation();
  TemplateArgumentListInfo Given = Arguments.arguments(0, Number, At);
  QualType Class =
      S.CheckTemplateIdType(ElaboratedTypeKeyword::None, TemplateName(Template), At, Given,
                            /*Scope=*/nullptr, /*ForNestedNameSpecifier=*/false);
  if (Class.isNull() || !S.isCompleteType(At, Class))
    return nullptr;
  return Class->getAsCXXRecordDecl();
}

/// What \p Pattern became in \p Class.
static Decl *memberIn(DeclContext *Class, const FunctionDecl *Pattern) {
  const FunctionTemplateDecl *Template = Pattern->getDescribedFunctionTemplate();
  for (Decl *D : Class->decls()) {
    if (auto *T = dyn_cast<FunctionTemplateDecl>(D))
      if (const FunctionTemplateDecl *From = T->getInstantiatedFromMemberTemplate();
          From && Template && From->getCanonicalDecl() == Template->getCanonicalDecl())
        return T;
    if (auto *M = dyn_cast<CXXMethodDecl>(D))
      if (const FunctionDecl *From = M->getInstantiatedFromMemberFunction();
          From && From->getCanonicalDecl() == Pattern->getCanonicalDecl())
        return M;
  }
  return nullptr;
}

FunctionDecl *TrialInstances::instance(const FunctionDecl *Pattern, const TrialArguments &Arguments,
                                       unsigned Number) {
  const SourceLocation At = Pattern->getLocation();
  const bool Member = *classTemplateOf(Pattern) != nullptr;
  Decl *D = Pattern->getDescribedFunctionTemplate();
  if (Member) {
    DeclContext *Class = classOf(Pattern, Arguments, Number);
    D = Class ? memberIn(Class, Pattern) : nullptr;
  }
  auto *Template = dyn_cast_or_null<FunctionTemplateDecl>(D);
  auto *F = dyn_cast_or_null<FunctionDecl>(D);
  if (Template) {
    TemplateArgumentListInfo Given = Arguments.arguments(Member, Number, At);
    sema::TemplateDeductionInfo Info(At);
    EnterExpressionEvaluationContext Asked(S, Sema::ExpressionEvaluationContext::Unevaluated);
    if (S.DeduceTemplateArguments(Template, &Given, F, Info) != TemplateDeductionResult::Success)
      return nullptr;
  }
  if (F && F->getTrailingRequiresClause()) {
    ConstraintSatisfaction Met;
    if (!Template && (S.CheckFunctionConstraints(F, Met, At) || !Met.IsSatisfied))
      return nullptr;
  }
  if (F)
    S.InstantiateFunctionDefinition(At, F, /*Recursive=*/true, /*DefinitionRequired=*/true,
                                    /*AtEndOfTU=*/true);
  return F;
}

void TrialInstances::noteMade(size_t Before, const HeldBack &Errors) {
  for (const FunctionDecl *F : Errors.Functions)
    Broken.insert(F);
  for (size_t I = Before; I < Made.size(); ++I)
    if (const auto *F = dyn_cast<FunctionDecl>(Made[I])) {
      New.insert(F->getCanonicalDecl());
      if (Errors.Anywhere || F->isInvalidDecl() || hasDeferredError(S, F))
        Broken.insert(F->getCanonicalDecl());
    }
}

/// Returns what stands in the way.
std::string TrialInstances::tryOne(const FunctionDecl *Pattern, const TrialArguments &Arguments,
                                   unsigned Number, unsigned Succeeded) {
  ++Total;
  const size_t Before = Made.size();
  HeldBack Errors(S);
  FunctionDecl *F = instance(Pattern, Arguments, Number);
  noteMade(Before, Errors);
  if (!Errors.First.empty())
    return Errors.First;
  if (!F || !F->hasBody())
    return "it does not take them";
  if (!New.contains(F->getCanonicalDecl()))
    return "there is a specialization for them";
  if (std::vector<const FunctionDecl *> Reached; !reach(F, Reached))
    return "what it calls does not compile";
  Roots.push_back({Pattern, F, Succeeded});
  return "";
}

/// Returns why \p Pattern has parameters that no trial can have an argument for; empty: it has not.
static std::string addArguments(TrialArguments &Arguments, const FunctionDecl *Pattern) {
  std::optional<ClassTemplateDecl *> Class = classTemplateOf(Pattern);
  if (!Class)
    return "it is a member of a class in a template, or of a partial specialization";
  std::string Why = *Class ? Arguments.add(*(*Class)->getTemplateParameters()) : "";
  if (const FunctionTemplateDecl *T = Pattern->getDescribedFunctionTemplate(); T && Why.empty())
    Why = Arguments.add(*T->getTemplateParameters());
  return Why;
}

std::string TrialInstances::whyNone(const FunctionDecl *Pattern, ASTContext &Context) {
  TrialArguments Arguments(Context);
  return addArguments(Arguments, Pattern);
}

std::string TrialInstances::make(const FunctionDecl *Pattern) {
  TrialArguments Arguments(S.Context);
  std::string Why = addArguments(Arguments, Pattern);
  if (!Why.empty())
    return Why;
  std::vector<unsigned> Good;
  std::set<std::string> Tried;
  const size_t FirstRoot = Roots.size();
  constexpr unsigned Enough = 4; // without a success
  for (unsigned N = 0; N < Arguments.trials() && (N < Enough || !Good.empty()) && !exhausted();
       ++N) {
    if (!Tried.insert(Arguments.text(N)).second)
      continue;
    std::string Fails = tryOne(Pattern, Arguments, N, Good.size());
    if (Fails.empty())
      Good.push_back(N);
    else if (Why.empty())
      Why = "a trial with <" + Arguments.text(N) + "> fails: " + Fails;
  }
  if (!Good.empty() && Arguments.variesTypes(Good))
    return "";
  Roots.erase(Roots.begin() + FirstRoot, Roots.end());
  return Good.empty() ? Why
                      : "a trial succeeds with one type only, <" + Arguments.text(Good[0]) + ">";
}

//===- Bodies -----------------------------------------------------------------===//

namespace {

struct Mentions : DynamicRecursiveASTVisitor {
  std::vector<const FunctionDecl *> All;
  bool VisitDeclRefExpr(DeclRefExpr *E) override { return add(E->getDecl()); }
  bool VisitMemberExpr(MemberExpr *E) override { return add(E->getMemberDecl()); }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) override { return add(E->getConstructor()); }
  bool VisitCXXBindTemporaryExpr(CXXBindTemporaryExpr *E) override {
    return add(E->getTemporary()->getDestructor());
  }
  bool VisitVarDecl(VarDecl *V) override {
    const auto *Class = V->getType()->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    return add(Class && Class->hasDefinition() ? Class->getDestructor() : nullptr);
  }

private:
  bool add(const Decl *D) {
    if (const auto *F = dyn_cast_or_null<FunctionDecl>(D))
      All.push_back(F);
    return true;
  }
};

} // namespace

/// Returns false if a body that is reached has an error.
bool TrialInstances::reach(const FunctionDecl *Root, std::vector<const FunctionDecl *> &Out) const {
  llvm::DenseSet<const FunctionDecl *> Seen{Root->getCanonicalDecl()};
  std::vector<const FunctionDecl *> Work{Root};
  for (size_t I = 0; I < Work.size(); ++I) {
    const FunctionDecl *F = Work[I], *Definition = nullptr;
    if (Broken.contains(F->getCanonicalDecl()))
      return false;
    if (!New.contains(F->getCanonicalDecl()) || !F->hasBody(Definition))
      continue;
    Out.push_back(Definition);
    Mentions Found;
    Found.TraverseDecl(const_cast<FunctionDecl *>(Definition));
    for (const FunctionDecl *Next : Found.All)
      if (Seen.insert(Next->getCanonicalDecl()).second)
        Work.push_back(Next);
  }
  return true;
}

std::vector<const FunctionDecl *>
TrialInstances::bodies(llvm::function_ref<bool(const Root &)> Wanted) const {
  std::vector<const FunctionDecl *> Out;
  llvm::DenseSet<const FunctionDecl *> Seen;
  for (const Root &R : Roots) {
    std::vector<const FunctionDecl *> Reached;
    if (!Wanted(R) || !reach(R.Instance, Reached))
      continue;
    for (const FunctionDecl *F : Reached)
      if (Seen.insert(F).second)
        Out.push_back(F);
  }
  return Out;
}

} // namespace coopify
