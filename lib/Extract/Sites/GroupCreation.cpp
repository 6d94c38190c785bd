//===- GroupCreation.cpp - groups that are made under a branch ------------===//

#include "Analysis/Operations/Groups.h"
#include "Analysis/Operations/Operations.h"
#include "Extract/SiteBuilder.h"
#include "Extract/SiteFinder.h"

#include "clang/AST/ParentMap.h"

using namespace clang;
using namespace clang::ast_matchers;
using namespace coopify;

namespace {

/// The block as a whole, whoever asks: this_thread_block(), or a variable that holds it.
bool isThisBlock(const Expr *E) {
  E = E->IgnoreUnlessSpelledInSource();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    return V && V->hasLocalStorage() && !isa<ParmVarDecl>(V) && V->getInit() &&
           isThisBlock(V->getInit());
  }
  if (const auto *Made = dyn_cast<CXXConstructExpr>(E); Made && Made->getNumArgs() == 1)
    return isThisBlock(Made->getArg(0));
  const auto *Call = dyn_cast<CallExpr>(E);
  const GroupMember *Member = Call ? groupMember(Call) : nullptr;
  return Member && Member->Name == "this_thread_block" && Call->getNumArgs() == 0;
}

/// What \p Init makes without looking at the thread's own data: "block", or the size of a tile.
std::optional<std::string> implicitGroup(const Expr *Init) {
  const std::optional<GroupType> Type = groupType(Init->getType());
  if (!Type)
    return std::nullopt;
  if (Type->Kind == GroupKind::ThreadBlock)
    return isThisBlock(Init) ? std::optional<std::string>("block") : std::nullopt;
  const Expr *E = Init->IgnoreUnlessSpelledInSource();
  const auto *Call = dyn_cast<CallExpr>(E);
  const GroupMember *Member = Call ? groupMember(Call) : nullptr;
  const bool Tile = Member && Member->Name == "tiled_partition" && Call->getNumArgs() == 1 &&
                    Type->warpLanes() && isThisBlock(Call->getArg(0));
  return Tile ? std::optional(std::to_string(Type->Size)) : std::nullopt;
}

/// A site of kind "group-made" for each variable that holds such a group, and is made where lanes
/// part: with the parts "declaration" and, for each mention, "use".
class GroupCreation : public SiteFinder {
public:
  llvm::StringRef rule() const override { return "group-creation"; }
  StatementMatcher matcher() const override {
    return declStmt(hasSingleDecl(varDecl(hasInitializer(expr()), hasAutomaticStorageDuration(),
                                          hasType(hasUnqualifiedDesugaredType(recordType())))))
        .bind("site");
  }
  void find(llvm::ArrayRef<SiteMatch> Matches, const FunctionView &View,
            std::vector<Site> &Sites) const override {
    // How an instance of a template writes its size is the template's to say.
    if (Matches.empty() || View.Function->isTemplateInstantiation())
      return;
    ParentMap Parents(View.Function->getBody());
    std::vector<Site> Found;
    for (const SiteMatch &M : Matches) {
      const auto *V = cast<VarDecl>(cast<DeclStmt>(M.At)->getSingleDecl());
      const std::optional<std::string> Group = implicitGroup(V->getInit());
      const Convergence Here = View.Analysis.at(M.At);
      const Stmt *Block = Parents.getParent(M.At);
      if (!Group || !isa_and_nonnull<CompoundStmt>(Block) || Block == View.Function->getBody() ||
          Here.Active.UniformOver >= BlockWidth || !View.Analysis.reachable(M.At))
        continue;
      if (std::optional<Site> S = siteOf(V, *Group, Here, View, Parents))
        Found.push_back(std::move(*S));
    }
    dropInner(Found);
    llvm::append_range(Sites, std::move(Found));
  }

private:
  /// A mention in a declaration that goes itself.
  static void dropInner(std::vector<Site> &All) {
    auto Goes = [&](const PatternPart &Use) {
      return Use.Role == "use" && llvm::any_of(All, [&](const Site &Other) {
               return llvm::any_of(Other.Parts, [&](const PatternPart &P) {
                 return P.Role == "declaration" && P.Range.Begin <= Use.Range.Begin &&
                        Use.Range.End <= P.Range.End;
               });
             });
    };
    for (Site &S : All)
      llvm::erase_if(S.Parts, Goes);
  }

  static std::optional<Site> siteOf(const VarDecl *V, const std::string &Group,
                                    const Convergence &Here, const FunctionView &View,
                                    const ParentMap &Parents) {
    Site S;
    S.Kind = SiteKind::GroupMade;
    S.Name = V->getNameAsString();
    S.Function = View.USR;
    S.Loc = View.Text.expansion(V->getLocation());
    S.Range = View.Text.fileRange(V->getSourceRange());
    S.Conv = Here;
    S.Macro = View.Text.macroUse(V->getBeginLoc(), V->getEndLoc());
    const TextRange Declared = View.wholeLines(V);
    if (!S.Range.valid() || !Declared.valid() ||
        View.Analysis.variables().assignments(V).size() != 1)
      return std::nullopt;
    S.Parts.push_back({"group", {}, Group});
    S.Parts.push_back({"declaration", Declared, ""});
    const bool Same = View.Context.hasSameUnqualifiedType(
        V->getType().getNonReferenceType(), V->getInit()->IgnoreUnlessSpelledInSource()->getType());
    bool Known = true;
    View.forEachStmt([&](const Stmt *Part) {
      const auto *Ref = dyn_cast<DeclRefExpr>(Part);
      if (const auto *L = dyn_cast<LambdaExpr>(Part))
        Known &= llvm::none_of(L->captures(), [&](const LambdaCapture &C) {
          return C.capturesVariable() && C.getCapturedVar() == V;
        });
      if (!Ref || Ref->getDecl() != V)
        return;
      // The group at the top knows whose part it is, by its type; a member of it is the same.
      const TextRange Use = View.Text.token(Ref->getLocation());
      Known &= Use.valid() && Use.File == Declared.File && !Ref->getLocation().isMacroID() &&
               (Same || isa_and_nonnull<MemberExpr>(
                            Parents.getParentIgnoreParenImpCasts(const_cast<DeclRefExpr *>(Ref))));
      S.Parts.push_back({"use", Use, ""});
    });
    return Known ? std::optional(std::move(S)) : std::nullopt;
  }
};

} // namespace

REGISTER_SITE_FINDER(GroupCreation, "group-creation");
