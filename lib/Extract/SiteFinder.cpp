//===- SiteFinder.cpp -----------------------------------------------------===//

#include "Extract/SiteFinder.h"

#include "llvm/ADT/STLExtras.h"

#include <memory>

using namespace clang;
using namespace coopify;

LLVM_INSTANTIATE_REGISTRY(coopify::SiteFinderRegistry)

SiteFinder::~SiteFinder() = default;

/// The linker's order of registration means nothing, so they are sorted.
static std::vector<std::unique_ptr<SiteFinder>> makeFinders() {
  std::vector<std::unique_ptr<SiteFinder>> Finders;
  for (const SiteFinderRegistry::entry &Entry : SiteFinderRegistry::entries())
    Finders.push_back(Entry.instantiate());
  llvm::sort(Finders, [](const auto &A, const auto &B) { return A->rule() < B->rule(); });
  return Finders;
}

llvm::ArrayRef<const SiteFinder *> coopify::allSiteFinders() {
  static const std::vector<std::unique_ptr<SiteFinder>> Owned = makeFinders();
  static const std::vector<const SiteFinder *> Finders = [] {
    std::vector<const SiteFinder *> Out;
    for (const auto &F : Owned)
      Out.push_back(F.get());
    return Out;
  }();
  return Finders;
}

namespace {
class Collect : public ast_matchers::MatchFinder::MatchCallback {
public:
  using Matches = std::map<unsigned, ast_matchers::BoundNodes>;
  Collect(unsigned Finder, llvm::DenseMap<const Stmt *, Matches> &Found)
      : Finder(Finder), Found(Found) {}
  void run(const ast_matchers::MatchFinder::MatchResult &Result) override {
    if (const auto *At = Result.Nodes.getNodeAs<Stmt>("site"))
      Found[At].try_emplace(Finder, Result.Nodes);
  }

private:
  unsigned Finder;
  llvm::DenseMap<const Stmt *, Matches> &Found;
};
} // namespace

SiteMatches::SiteMatches(ASTContext &Context, llvm::ArrayRef<const FunctionDecl *> Bodies) {
  ast_matchers::MatchFinder Finder;
  std::vector<std::unique_ptr<Collect>> Callbacks;
  for (const auto &[Number, F] : llvm::enumerate(allSiteFinders())) {
    Callbacks.push_back(std::make_unique<Collect>(Number, Found));
    Finder.addMatcher(F->matcher(), Callbacks.back().get());
  }
  std::vector<Decl *> Scope;
  for (const FunctionDecl *F : Bodies)
    Scope.push_back(const_cast<FunctionDecl *>(F));
  Context.setTraversalScope(Scope);
  Finder.matchAST(Context);
}

void SiteMatches::sites(const FunctionView &View, std::vector<Site> &Out) const {
  std::map<unsigned, std::vector<SiteMatch>> ByFinder;
  View.forEachStmt([&](const Stmt *S) {
    if (auto It = Found.find(S); It != Found.end())
      for (const auto &[Number, Nodes] : It->second)
        ByFinder[Number].push_back({S, Nodes});
  });
  for (const auto &[Number, Matches] : ByFinder)
    allSiteFinders()[Number]->find(Matches, View, Out);
}
