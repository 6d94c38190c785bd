#include "Extract/Errors/NothingParsed.h"

#include "Model/NoteKinds.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace coopify {
namespace {

bool hasErrorOnItsLines(const Decl *D, const SourceText &Text, llvm::ArrayRef<SeenError> Errors) {
  const Location Begin = Text.expansion(D->getBeginLoc()), End = Text.expansion(D->getEndLoc());
  return llvm::any_of(Errors, [&](const SeenError &E) {
    return E.Where.File == Begin.File && E.Where.Line >= Begin.Line && E.Where.Line <= End.Line;
  });
}

bool isParsed(const Decl *D, const SourceText &Text, llvm::ArrayRef<SeenError> Errors) {
  if (D->isImplicit() || isa<EmptyDecl>(D) || !Text.isUserFile(D->getLocation()))
    return false;
  const FunctionDecl *F = D->getAsFunction();
  if (F && F->doesThisDeclarationHaveABody())
    return true;
  if (isa<NamespaceDecl, LinkageSpecDecl, CXXRecordDecl>(D))
    return llvm::any_of(cast<DeclContext>(D)->noload_decls(),
                        [&](const Decl *Member) { return isParsed(Member, Text, Errors); });
  return !D->isInvalidDecl() && !hasErrorOnItsLines(D, Text, Errors);
}

} // namespace

bool nothingParsed(llvm::ArrayRef<Decl *> Roots, const SourceText &Text,
                   llvm::ArrayRef<SeenError> Errors) {
  if (Errors.empty())
    return false;
  return llvm::none_of(Roots, [&](const Decl *D) {
    if (const auto *Unit = dyn_cast<TranslationUnitDecl>(D)) // without a precompiled prelude
      return llvm::any_of(Unit->noload_decls(),
                          [&](const Decl *Own) { return isParsed(Own, Text, Errors); });
    return isParsed(D, Text, Errors);
  });
}

ParseNote nothingParsedNote(const SeenError &First) {
  return {NothingParsed.str(),
          llvm::formatv("{0}:{1}: {2}", llvm::sys::path::filename(First.Where.File),
                        First.Where.Line, First.Text)
              .str(),
          First.Where};
}

} // namespace coopify
