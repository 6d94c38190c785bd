#include "Extract/Errors/NestingDepth.h"

#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace coopify {
namespace {

/// Goes no deeper than the bound itself.
class Depth : public DynamicRecursiveASTVisitor {
public:
  Depth() {
    ShouldVisitTemplateInstantiations = true;
    ShouldVisitImplicitCode = true;
  }

  bool TraverseStmt(Stmt *S) override {
    if (!S)
      return true;
    if (Now == MostNested) {
      TooDeep = S->getBeginLoc();
      return false;
    }
    ++Now;
    const bool GoOn = DynamicRecursiveASTVisitor::TraverseStmt(S);
    --Now;
    return GoOn;
  }

  SourceLocation TooDeep;

private:
  unsigned Now = 0;
};

} // namespace

std::optional<Location> nestedTooDeeply(ASTContext &Context, const SourceText &Text) {
  const SourceManager &SM = Context.getSourceManager();
  Depth Measured;
  for (Decl *D : Context.getTranslationUnitDecl()->noload_decls())
    if (!D->isFromASTFile() && !SM.isInSystemHeader(SM.getExpansionLoc(D->getLocation())) &&
        !Measured.TraverseDecl(D))
      return Text.expansion(Measured.TooDeep);
  return std::nullopt;
}

ParseNote nestingNote(const Location &Where) {
  return {"nested-too-deeply",
          llvm::formatv("its code is nested more than {0} deep, at {1}:{2}:{3}", MostNested,
                        llvm::sys::path::filename(Where.File), Where.Line, Where.Column)
              .str(),
          Where};
}

} // namespace coopify
