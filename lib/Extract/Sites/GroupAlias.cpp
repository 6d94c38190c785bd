//===- GroupAlias.cpp - members of groups that have two names -------------------===//

#include "Analysis/Operations/Groups.h"
#include "Extract/SiteBuilder.h"
#include "Extract/SiteFinder.h"

#include "clang/AST/DeclCXX.h"

using namespace clang;
using namespace clang::ast_matchers;
using namespace coopify;

namespace {

/// Today's name, where the group's class or one of its bases has it.
StringRef todaysName(const MemberExpr *Member) {
  const auto Group = groupType(Member->getBase()->getType()); // a user's class may hide the name
  const auto *Method = dyn_cast<CXXMethodDecl>(Member->getMemberDecl());
  if (!Group || !Method)
    return "";
  const StringRef Name = Method->getName() == "size"      ? "num_threads"
                         : Group->Kind == GroupKind::Grid ? "dim_blocks"
                                                          : "dim_threads";
  auto Has = [&](const CXXRecordDecl *Class) {
    return !Class->lookup(&Class->getASTContext().Idents.get(Name)).empty();
  };
  const CXXRecordDecl *Class = Method->getParent();
  const bool Known =
      Class && Class->hasDefinition() &&
      (Has(Class) || !Class->forallBases([&](const CXXRecordDecl *Base) { return !Has(Base); }));
  return Known ? Name : "";
}

/// A site of kind "group-alias" for each call of `size()` or `group_dim()`, with the part "edit".
class GroupAlias : public SiteFinder {
public:
  llvm::StringRef rule() const override { return "group-alias"; }
  StatementMatcher matcher() const override {
    return callExpr(callee(cxxMethodDecl(hasAnyName("size", "group_dim")))).bind("site");
  }
  void find(llvm::ArrayRef<SiteMatch> Matches, const FunctionView &View,
            std::vector<Site> &Sites) const override {
    for (const SiteMatch &M : Matches) {
      const auto *Call = cast<CallExpr>(M.At); // some of these members are static
      const auto *Member = dyn_cast<MemberExpr>(Call->getCallee()->IgnoreParenImpCasts());
      const StringRef Name = Member && groupMember(Call) ? todaysName(Member) : "";
      if (Name.empty())
        continue;
      Site &S = Sites.emplace_back(makeSite(View, SiteKind::GroupAlias, Call));
      S.Parts.push_back({"edit", View.Text.token(Member->getMemberLoc()), Name.str()});
    }
  }
};

} // namespace

REGISTER_SITE_FINDER(GroupAlias, "group-alias");
