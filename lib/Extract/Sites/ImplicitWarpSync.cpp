//===- ImplicitWarpSync.cpp - steps of a warp that nothing keeps apart -----===//

#include "Extract/SiteFinder.h"
#include "Extract/Sites/SharedSync/SharedRegions.h"

#include "clang/AST/Attr.h"

using namespace clang;
using namespace clang::ast_matchers;
using namespace coopify;

namespace {

/// Which accesses meet is a question to pairs of them over the whole body (Analysis/SharedMemory),
/// so what is matched only says whether the body is worth it: mentions of memory that lanes share,
/// of pointers that may lead to it, and of what tells lanes apart or says itself that others write.
class ImplicitWarpSync : public SiteFinder {
public:
  llvm::StringRef rule() const override { return "implicit-warp-sync"; }
  StatementMatcher matcher() const override {
    return expr(anyOf(declRefExpr(to(varDecl(hasAttr(attr::CUDAShared)).bind("shared"))),
                      declRefExpr(to(varDecl(hasName("threadIdx")).bind("lanes"))),
                      expr(anyOf(declRefExpr(), memberExpr()),
                           hasType(qualType(
                               anyOf(isVolatileQualified(), pointsTo(isVolatileQualified())))))
                          .bind("volatile"),
                      callExpr(hasType(pointsTo(qualType()))).bind("pointer")))
        .bind("site");
  }
  void find(llvm::ArrayRef<SiteMatch> Matches, const FunctionView &View,
            std::vector<Site> &Sites) const override;
};

} // namespace

REGISTER_SITE_FINDER(ImplicitWarpSync, "implicit-warp-sync");

static bool isVolatile(QualType T) {
  return T.isVolatileQualified() ||
         (T->isPointerType() && T->getPointeeType().isVolatileQualified());
}

/// Memory that lanes may share is there at all, or a pointer that may lead to it, by which lanes
/// are told apart or which says itself that others write there.
static bool mayShare(llvm::ArrayRef<SiteMatch> Matches, const FunctionDecl *F) {
  auto Any = [&](StringRef Name) {
    return llvm::any_of(Matches, [&](const SiteMatch &M) {
      return M.Nodes.getMap().find(Name) != M.Nodes.getMap().end();
    });
  };
  auto IsPointer = [](const ParmVarDecl *P) { return P->getType()->isPointerType(); };
  auto IsVolatile = [](const ParmVarDecl *P) { return isVolatile(P->getType()); };
  return Any("shared") ||
         ((Any("pointer") || llvm::any_of(F->parameters(), IsPointer)) &&
          (Any("lanes") || Any("volatile") || llvm::any_of(F->parameters(), IsVolatile)));
}

void ImplicitWarpSync::find(llvm::ArrayRef<SiteMatch> Matches, const FunctionView &View,
                            std::vector<Site> &Sites) const {
  if (mayShare(Matches, View.Function))
    sharedStepSites(View, Sites);
}
