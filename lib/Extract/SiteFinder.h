//===- SiteFinder.h - what a rule looks for in the AST -----------*- C++ -*-===//
//
//   AST of a pass --matcher()--> SiteMatch... --find()--> Site...
//
// One finder for each rule, in Sites/, under the rule's name. matcher() says which statements are
// looked at, as an AST matcher that binds each of them as "site"; one MatchFinder runs all of them
// over the bodies of a pass. find() asks the analysis what a matcher cannot say (where lanes are,
// what a value is, who else uses it) and makes the sites. What they mean is the rule's to decide.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_EXTRACT_SITEFINDER_H
#define COOPIFY_EXTRACT_SITEFINDER_H

#include "Analysis/Convergence/FunctionView.h"
#include "Model/Site.h"

#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "llvm/Support/Registry.h"

#include <map>
#include <vector>

namespace coopify {

/// A statement that a matcher bound as "site", with all that it bound.
struct SiteMatch {
  const clang::Stmt *At;
  clang::ast_matchers::BoundNodes Nodes;
};

class SiteFinder {
public:
  virtual ~SiteFinder();
  /// The id of the rule that decides about its sites.
  virtual llvm::StringRef rule() const = 0;
  /// Binds a statement as "site". It looks down only: what instances of a template share has a
  /// parent in each of them, so hasParent and hasAncestor mean nothing here.
  virtual clang::ast_matchers::StatementMatcher matcher() const = 0;
  /// Called once for each body with a match in it; \p Matches are in the order of the text.
  virtual void find(llvm::ArrayRef<SiteMatch> Matches, const FunctionView &View,
                    std::vector<Site> &Sites) const = 0;
  /// What can be said of \p F, a template that has no types yet: sites that are refused for that,
  /// but for those at a place in \p Known. For what is not a call; those are told of for all.
  virtual void findInTemplate(const clang::FunctionDecl *F, const SourceText &Text,
                              const std::set<Location> &Known, std::vector<Site> &Sites) const {}
};

using SiteFinderRegistry = llvm::Registry<SiteFinder>;

/// Every finder, sorted by rule; made once.
llvm::ArrayRef<const SiteFinder *> allSiteFinders();

/// What all matchers found in the bodies of a pass.
class SiteMatches {
public:
  /// Runs them over \p Bodies, definitions. The traversal scope of \p Context changes.
  SiteMatches(clang::ASTContext &Context, llvm::ArrayRef<const clang::FunctionDecl *> Bodies);

  /// The sites of one body, finder by finder. Lambdas in it are bodies of their own.
  void sites(const FunctionView &View, std::vector<Site> &Out) const;

private:
  /// By statement, which instances of a template may share; by finder.
  llvm::DenseMap<const clang::Stmt *, std::map<unsigned, clang::ast_matchers::BoundNodes>> Found;
};

} // namespace coopify

/// Registers class \p TYPE; the id must be what rule() returns.
#define REGISTER_SITE_FINDER(TYPE, RULE)                                                           \
  static ::coopify::SiteFinderRegistry::Add<TYPE> Register##TYPE(RULE, "")

#endif // COOPIFY_EXTRACT_SITEFINDER_H
