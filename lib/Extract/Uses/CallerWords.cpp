#include "Extract/Uses/CallerWords.h"

#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace coopify {

llvm::StringSet<> wordsOfCallers(const Collector &Found, const SourceText &Text) {
  llvm::StringSet<> Names;
  for (const auto *All : {&Found.Functions, &Found.Patterns})
    for (const FunctionDecl *F : *All)
      if (F->getIdentifier() && Text.isUserFile(F->getLocation()))
        Names.insert(F->getName());
  for (const auto *All : {&Found.Functions, &Found.Patterns})
    for (const FunctionDecl *F : *All)
      if (const auto *M = dyn_cast<CXXMethodDecl>(F);
          M && (!M->getIdentifier() || M->getParent()->isDependentContext()) &&
          M->getParent()->getIdentifier() && Text.isUserFile(M->getLocation()))
        Names.insert(M->getParent()->getName());
  return Names;
}

} // namespace coopify
