//===- FixedUses.cpp ----------------------------------------------------------===//
#include "Extract/Uses/FixedUses.h"

#include "Extract/FunctionSummaries.h"
#include "Model/FunctionNames.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"

#include <map>
#include <set>

using namespace clang;

namespace coopify {

/// "T &&" or "T &", also of a pack: a better match for a handle than the reference to
/// const that the new parameter is.
static bool isGreedy(QualType Type) {
  if (const auto *Pack = Type->getAs<PackExpansionType>())
    Type = Pack->getPattern();
  return Type->isReferenceType() && Type->getPointeeType()->isTemplateTypeParmType() &&
         !Type->getPointeeType().isConstQualified();
}

/// Whether \p Other may be called with one more argument than \p F.
static bool takesOneMore(const FunctionDecl *Other, const FunctionDecl *F) {
  const ParmVarDecl *Last = Other->getParamDecl(Other->getNumParams() - 1);
  return (Last->isParameterPack() || Other->getNumParams() > F->getMinRequiredArguments()) &&
         Other->getMinRequiredArguments() <= F->getNumParams() + 1;
}

/// A template beside \p F that f(block, ...) would mean in its stead, without an error.
static bool hasGreedySibling(const FunctionDecl *F) {
  for (const NamedDecl *D : F->getDeclContext()->getRedeclContext()->lookup(F->getDeclName())) {
    const auto *Template = dyn_cast<FunctionTemplateDecl>(D->getUnderlyingDecl());
    const FunctionDecl *Other = Template ? Template->getTemplatedDecl() : nullptr;
    if (!Other || Other->getNumParams() == 0 || F->getPrimaryTemplate() == Template ||
        F->getDescribedFunctionTemplate() == Template)
      continue;
    if (isGreedy(Other->getParamDecl(0)->getType()) && takesOneMore(Other, F))
      return true;
  }
  return false;
}

static std::string fixedConstructor(const CXXConstructorDecl *C) {
  if (C->isDefaultConstructor())
    return "is a default constructor, which is called implicitly";
  if (C->isCopyOrMoveConstructor())
    return "is a copy or move constructor, which is called implicitly";
  if (C->isInheritingConstructor())
    return "is inherited";
  if (C->isDefaulted() || C->isDeleted())
    return "is made by the compiler";
  if (C->getPrimaryTemplate())
    return "is a template of constructors: it may take part in any conversion";
  return "";
}

/// Its name is a contract: what replaces it when the program is linked has the same.
static bool isWeak(const FunctionDecl *F) {
  return F->getASTContext().getLangOpts().GPURelocatableDeviceCode && F->isExternallyVisible() &&
         llvm::any_of(F->redecls(), [](const FunctionDecl *D) { return D->hasAttr<WeakAttr>(); });
}

static bool sharesNameByUsing(const FunctionDecl *F) {
  const auto *M = dyn_cast<CXXMethodDecl>(F);
  return M && llvm::any_of(M->getParent()->lookup(M->getDeclName()), [](const NamedDecl *D) {
           return isa<UsingShadowDecl, UnresolvedUsingValueDecl>(D);
         });
}

std::string fixedBecause(const FunctionDecl *F) {
  if (isWeak(F)) // Link/Merge/Definitions.cpp knows these words
    return "is weak: a definition elsewhere would no longer replace it";
  if (const auto *C = dyn_cast<CXXConstructorDecl>(F))
    return fixedConstructor(C);
  if (sharesNameByUsing(F))
    return "has the name of a base's, which a using-declaration brings in: a call in a template "
           "might mean that";
  return hasGreedySibling(F) ? "has the name of a template that takes any arguments, and would "
                               "take the block for one of them"
                             : "";
}

namespace {

class FixedUses {
public:
  FixedUses(const SourceText &Text, const std::vector<FunctionSummary> &Functions) : Text(Text) {
    for (const FunctionSummary &F : Functions)
      for (const CallEdge &E : F.Calls)
        Followed.insert(E.Loc);
  }
  void addPattern(const FunctionDecl *F) {
    // From the name on: what stands before it may come from a macro (__device__).
    Location Begin = Text.expansion(F->getLocation()), End = Text.expansion(F->getEndLoc());
    if (Begin.valid() && Begin.File == End.File)
      Patterns.push_back({Begin.File, Begin.Offset, End.Offset + 1});
  }
  void add(const FunctionDecl *Callee, SourceLocation Where) {
    if (!Callee || kindOf(Callee) != FunctionKind::Device || Text.isToolkit(Callee))
      return;
    Location At = Text.expansion(Where);
    if (Followed.count(At) || inPattern(At))
      return;
    Location &First = Places.try_emplace(usrOf(Callee), At).first->second;
    First = std::min(First, At);
  }
  const std::map<std::string, Location> &places() const { return Places; }

private:
  /// A template's own text: its instances speak for it, or DependentCallAt does.
  bool inPattern(const Location &At) const {
    return llvm::any_of(Patterns, [&](const TextRange &R) {
      return R.File == At.File && R.Begin <= At.Offset && At.Offset < R.End;
    });
  }

  const SourceText &Text;
  std::set<Location> Followed;
  std::vector<TextRange> Patterns;
  std::map<std::string, Location> Places; ///< by USR
};

} // namespace

using Constructors = std::map<std::string, const CXXConstructorDecl *>; // by USR

static Constructors constructors(ArrayRef<const FunctionDecl *> Functions) {
  Constructors Out;
  for (const FunctionDecl *F : Functions)
    if (const auto *C = dyn_cast<CXXConstructorDecl>(F))
      Out.try_emplace(usrOf(C), C);
  return Out;
}

void markFixedUses(const CallsOfUnit &All, const SourceText &Text,
                   std::vector<FunctionSummary> &Functions) {
  FixedUses Uses(Text, Functions);
  for (const FunctionDecl *F : All.Patterns)
    Uses.addPattern(F);
  for (const CallExpr *E : All.Calls)
    Uses.add(E->getDirectCallee(), E->getExprLoc());
  for (const CXXConstructExpr *E : All.Constructions)
    if (!E->getConstructor()->isImplicit())
      Uses.add(E->getConstructor(), E->getExprLoc());
  for (const ConstructorUsingShadowDecl *D : All.Inherited)
    if (const auto *C = dyn_cast<CXXConstructorDecl>(D->getTargetDecl()))
      Uses.add(C, D->getIntroducer() ? D->getIntroducer()->getLocation() : D->getLocation());
  const Constructors Known = constructors(All.Functions);
  for (FunctionSummary &F : Functions)
    if (auto It = Uses.places().find(F.USR); It != Uses.places().end()) {
      F.FixedUseAt = It->second;
    } else {
      auto C = Known.find(F.USR);
      SourceLocation At =
          All.Asks.of(scopeAndWord(F.Name).second, C == Known.end() ? nullptr : C->second);
      F.FixedUseAt = At.isValid() ? Text.expansion(At) : Location();
    }
}

} // namespace coopify
