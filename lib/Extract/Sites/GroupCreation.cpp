//===- GroupCreation.cpp - groups that are made under a branch ------------===//

#include "Analysis/Operations/Groups.h"
#include "Analysis/Source/Decls.h"
#include "Analysis/Source/Directives.h"
#include "Extract/SiteBuilder.h"
#include "Extract/SiteFinder.h"

#include "clang/AST/ParentMap.h"

#include <set>

using namespace clang;
using namespace clang::ast_matchers;
using namespace coopify;

namespace {

/// What \p Made gives without looking at the thread's own data: "block", or the size of a tile,
/// which other configurations have, too; else empty.
std::string implicitGroup(const CallExpr *Made) {
  const std::optional<GroupType> Type = groupType(Made->getType());
  if (Type->Kind == GroupKind::ThreadBlock)
    return "block";
  const auto *Callee = dyn_cast<DeclRefExpr>(Made->getCallee()->IgnoreParenImpCasts());
  if (!Callee || Callee->getNumTemplateArgs() != 1)
    return "";
  const TemplateArgumentLoc &Size = Callee->template_arguments().front();
  const Expr *Written = Size.getArgument().getKind() == TemplateArgument::Expression
                            ? Size.getSourceExpression()
                            : nullptr;
  const bool Number = Written && isa<IntegerLiteral>(Written->IgnoreUnlessSpelledInSource()) &&
                      !Written->getBeginLoc().isMacroID();
  return Number ? std::to_string(Type->Size) : "";
}

/// The statement of \p V alone, with its line where nothing else stands on that, no comment either.
TextRange statementOf(const DeclStmt *D, const FunctionView &View) {
  TextRange R = View.Text.range(D->getSourceRange());
  StringRef Code = R.valid() ? View.Text.code(R.File) : StringRef();
  if (R.End > Code.size() || !Code.take_front(R.End).ends_with(";") ||
      Code.slice(R.Begin, R.End).contains("/*") || Code.slice(R.Begin, R.End).contains("//"))
    return {};
  const StringRef Before = Code.take_front(R.Begin), Blanks = " \t";
  const unsigned Line = Before.rtrim(Blanks).size();
  const unsigned Behind =
      Code.drop_front(R.End).take_while([](char C) { return C == ' ' || C == '\t'; }).size();
  const StringRef Rest = Code.drop_front(R.End + Behind);
  R.End += Behind;
  const unsigned Break = Rest.starts_with("\r\n") ? 2 : Rest.starts_with("\n");
  if (Break && (Line == 0 || Code[Line - 1] == '\n'))
    return {R.File, Line, R.End + Break};
  return R;
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
    if (Matches.empty() || View.Function->isTemplateInstantiation() || !hasTop(View))
      return;
    ParentMap Parents(View.Function->getBody());
    std::vector<Site> Found;
    for (const SiteMatch &M : Matches) {
      const auto *D = cast<DeclStmt>(M.At);
      const CallExpr *Made = groupOfBlock(cast<VarDecl>(D->getSingleDecl())->getInit());
      const Convergence Here = View.Analysis.at(D);
      const auto *Scope = dyn_cast_or_null<CompoundStmt>(Parents.getParent(M.At));
      const bool AllCome = Here.Active.UniformOver >= BlockWidth && !Here.Exits;
      if (!Made || !Scope || Scope == View.Function->getBody() || AllCome ||
          !View.Analysis.reachable(D))
        continue;
      if (std::optional<Site> S = siteOf(D, Made, Scope, View, Parents)) {
        S->Conv = Here;
        if (Here.Active.UniformOver >= BlockWidth) // it says how those part that are still here
          S->Conv.Active.Why = View.Analysis.leaving(D).Why;
        Found.push_back(std::move(*S));
      }
    }
    dropInner(Found);
    llvm::append_range(Sites, std::move(Found));
  }

private:
  /// Where a declaration can stand (BodyHandles::canDeclareFor).
  static bool hasTop(const FunctionView &View) {
    const auto *M = dyn_cast<CXXMethodDecl>(View.Function);
    const bool Lambda = M && M->getParent()->isLambda();
    const Stmt *Body = View.Function->getBody();
    const TextRange R = View.Text.range(Body->getSourceRange());
    return kindOf(View.Function) != FunctionKind::HostDevice && R.valid() &&
           !Body->getBeginLoc().isMacroID() && !leavesArm(View.Text.spelled(R), View.Text.lang()) &&
           (Lambda || !View.Function->isConstexpr() || View.Text.lang().CPlusPlus23);
  }

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

  static std::optional<Site> siteOf(const DeclStmt *D, const CallExpr *Made,
                                    const CompoundStmt *Scope, const FunctionView &View,
                                    const ParentMap &Parents) {
    const auto *V = cast<VarDecl>(D->getSingleDecl());
    const std::string Group = implicitGroup(Made);
    Site S;
    S.Kind = SiteKind::GroupMade;
    S.Name = V->getNameAsString();
    S.Function = View.USR;
    S.Loc = View.Text.expansion(V->getLocation());
    S.Range = View.Text.fileRange(V->getSourceRange());
    S.Macro = View.Text.macroUse(V->getBeginLoc(), V->getEndLoc());
    const TextRange Declared = statementOf(D, View);
    if (Group.empty() || !S.Range.valid() || !Declared.valid() ||
        View.Analysis.variables().assignments(V).size() != 1 || endsBefore(View, Declared))
      return std::nullopt;
    S.Parts.push_back({"group", {}, Group});
    S.Parts.push_back({"declaration", Declared, ""});
    if (!addUses(V, Made, View, Parents, S))
      return std::nullopt;
    // A type, a lambda, a class and what other configurations compile may say it, too.
    const TextRange Body = View.Text.range(Scope->getSourceRange());
    std::set<unsigned> Said = Body.valid()
                                  ? View.Text.mentions({Body.File, Declared.End, Body.End}, S.Name)
                                  : std::set<unsigned>{0};
    for (const PatternPart &P : S.Parts)
      if (P.Role == "use")
        Said.erase(P.Range.Begin);
    return Said.empty() ? std::optional(std::move(S)) : std::nullopt;
  }

  /// The arm of an #if that \p Declared stands in ends in the function: others know another group,
  /// or none.
  static bool endsBefore(const FunctionView &View, const TextRange &Declared) {
    const TextRange Body = View.Text.range(View.Function->getBody()->getSourceRange());
    return !Body.valid() || Body.File != Declared.File ||
           leavesArm(View.Text.spelled({Body.File, Declared.Begin, Body.End}), View.Text.lang());
  }

  /// False: not all of them can be named otherwise.
  static bool addUses(const VarDecl *V, const CallExpr *Made, const FunctionView &View,
                      const ParentMap &Parents, Site &S) {
    const bool Same =
        View.Context.hasSameUnqualifiedType(V->getType().getNonReferenceType(), Made->getType());
    bool Known = true;
    View.forEachStmt([&](const Stmt *Part) {
      const auto *Ref = dyn_cast<DeclRefExpr>(Part);
      if (!Ref || Ref->getDecl() != V)
        return;
      // The group at the top knows whose part it is, by its type; a member of it is the same.
      const TextRange Use = View.Text.token(Ref->getLocation());
      Known &= Use.valid() && Use.File == S.Range.File && !Ref->getLocation().isMacroID() &&
               (Same || isa_and_nonnull<MemberExpr>(
                            Parents.getParentIgnoreParenImpCasts(const_cast<DeclRefExpr *>(Ref))));
      S.Parts.push_back({"use", Use, ""});
    });
    return Known;
  }
};

} // namespace

REGISTER_SITE_FINDER(GroupCreation, "group-creation");
