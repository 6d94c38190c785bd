//===- DeprecatedGroupApi.cpp - tiles of several warps by their first name ----===//

#include "Analysis/Operations/Groups.h"
#include "Extract/SiteBuilder.h"
#include "Extract/SiteFinder.h"

using namespace clang;
using namespace clang::ast_matchers;
using namespace coopify;

namespace {

/// What the frontend declares in the place of what the toolkit has no more
/// (embedded/shim/cooperative_groups.h).
bool isRemoved(const DeclContext *Around) {
  const auto *N = dyn_cast_or_null<NamespaceDecl>(Around);
  return N && N->getName() == "experimental" && !groupsAround(N).empty() &&
         !N->lookup(&N->getASTContext().Idents.get("__coopify_removed")).empty();
}

/// The pieces of one use, which go or take another text; false: a part is not written here.
class Uses {
public:
  Uses(const FunctionView &View, Site &S) : View(View), S(S) {}

  /// `cg::experimental::` loses its last name.
  bool qualifier(NestedNameSpecifierLoc Q) {
    static constexpr llvm::StringLiteral Name = "experimental";
    const TextRange R = Q ? View.Text.range(Q.getSourceRange()) : TextRange();
    const std::string Code = R.valid() ? View.Text.spelled(R) : "";
    const size_t At = Code.rfind(Name);
    if (At == std::string::npos || StringRef(Code).substr(At + Name.size()).trim() != "::" ||
        !(At == 0 || StringRef(Code).substr(0, At).rtrim().ends_with("::")))
      return false;
    S.Parts.push_back({"edit", {R.File, unsigned(R.Begin + At), R.End}, ""});
    return true;
  }

  /// `block_tile_memory<4, 256>` has its second argument alone.
  bool memory(const VarDecl *V) {
    TypeLoc Of = V->getTypeSourceInfo()->getTypeLoc().getUnqualifiedLoc();
    if (auto Reference = Of.getAs<ReferenceTypeLoc>())
      Of = Reference.getPointeeLoc().getUnqualifiedLoc();
    const auto Written = Of.getAs<TemplateSpecializationTypeLoc>();
    if (!Written || !qualifier(Written.getQualifierLoc()))
      return false;
    if (Written.getNumArgs() == 0)
      return true;
    const TextRange First = View.Text.range(Written.getArgLoc(0).getSourceRange()),
                    Next = Written.getNumArgs() > 1
                               ? View.Text.range(Written.getArgLoc(1).getSourceRange())
                               : View.Text.token(Written.getRAngleLoc());
    if (!First.valid() || !Next.valid() || First.File != Next.File)
      return false;
    S.Parts.push_back({"edit", {First.File, First.Begin, Next.Begin}, ""});
    return true;
  }

private:
  const FunctionView &View;
  Site &S;
};

/// A site of kind "deprecated-group-api" for each call of `experimental::`, with the parameter that
/// it is passed in each declaration, and for each variable that is memory of a block's tiles.
class DeprecatedGroupApi : public SiteFinder {
public:
  llvm::StringRef rule() const override { return "deprecated-group-api"; }
  StatementMatcher matcher() const override {
    return stmt(anyOf(callExpr(
                          callee(functionDecl(hasAnyName("this_thread_block", "tiled_partition"))))
                          .bind("call"),
                      declStmt(hasSingleDecl(
                          varDecl(hasType(hasUnqualifiedDesugaredType(recordType(
                                      hasDeclaration(namedDecl(hasName("block_tile_memory")))))))
                              .bind("memory")))))
        .bind("site");
  }
  void find(llvm::ArrayRef<SiteMatch> Matches, const FunctionView &View,
            std::vector<Site> &Sites) const override {
    for (const SiteMatch &M : Matches) {
      const auto *Call = M.Nodes.getNodeAs<CallExpr>("call");
      const auto *V = M.Nodes.getNodeAs<VarDecl>("memory");
      if (!isRemoved(Call ? Call->getDirectCallee()->getDeclContext()
                          : V->getType()->getAsRecordDecl()->getDeclContext()))
        continue;
      Site &S = Sites.emplace_back(Call ? makeSite(View, SiteKind::DeprecatedGroupApi, Call)
                                        : memorySite(V, View));
      Uses All(View, S);
      if (S.Macro.Kind == MacroKind::None && !(Call ? rename(Call, All) : All.memory(V)))
        S.Preset = Refusal{ReasonId::NameElsewhere, "'experimental::' itself does not stand here",
                           S.Loc, ""};
    }
  }

private:
  static Site memorySite(const VarDecl *V, const FunctionView &View) {
    Site S;
    S.Kind = SiteKind::DeprecatedGroupApi;
    S.Name = "block_tile_memory";
    // __shared__ and its like, in front of the type, are macros.
    const SourceRange Type =
        V->getTypeSourceInfo()->getTypeLoc().getUnqualifiedLoc().getSourceRange();
    S.Loc = View.Text.expansion(Type.getBegin());
    S.Range = View.Text.fileRange(Type);
    S.Macro = View.Text.macroUse(Type.getBegin(), Type.getEnd());
    S.Function = View.USR;
    return S;
  }
  static bool rename(const CallExpr *Call, Uses &All) {
    const auto *Callee = dyn_cast<DeclRefExpr>(Call->getCallee()->IgnoreParenImpCasts());
    if (!Callee || !All.qualifier(Callee->getQualifierLoc()))
      return false;
    const auto *Memory = Callee->getDecl()->getName() == "this_thread_block"
                             ? dyn_cast<DeclRefExpr>(Call->getArg(0)->IgnoreParenImpCasts())
                             : nullptr;
    const auto *P = Memory ? dyn_cast<ParmVarDecl>(Memory->getDecl()) : nullptr;
    const auto *F = P ? dyn_cast<FunctionDecl>(P->getDeclContext()) : nullptr;
    return !P || (F && llvm::all_of(F->redecls(), [&](const FunctionDecl *Each) {
                    return All.memory(Each->getParamDecl(P->getFunctionScopeIndex()));
                  }));
  }
};

} // namespace

REGISTER_SITE_FINDER(DeprecatedGroupApi, "deprecated-group-api");
