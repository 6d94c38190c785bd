#include "Extract/Uses/LinkerNames.h"

#include "Model/FunctionNames.h"

using namespace clang;

namespace coopify {

/// What \p F is to the linker, if others may be meant by it: it has no body, or the name is not its
/// own.
static StringRef linkedAs(const FunctionDecl *F) {
  for (const FunctionDecl *Each : F->redecls()) {
    if (const auto *Alias = Each->getAttr<AliasAttr>())
      return Alias->getAliasee();
    if (const auto *Label = Each->getAttr<AsmLabelAttr>())
      return Label->getLabel();
  }
  return F->isExternC() && F->getIdentifier() && !F->hasBody() ? F->getName() : "";
}

/// Who calls by the name that the linker knows is no caller by any other.
static void takeName(StringRef Word, const Location &At, std::vector<FunctionSummary> &Functions,
                     const FunctionDecl *By = nullptr) {
  const std::string Own = By ? By->getQualifiedNameAsString() : "";
  const bool Labelled = By && By->hasBody(); // others know it by that
  auto Names = [&](const FunctionSummary &F) {
    return F.Name == Own
               ? Labelled
               : (F.ExternC || Word.starts_with("_Z")) && isLinkerName(F.Name, F.ExternC, Word);
  };
  for (FunctionSummary &F : Functions)
    if (!F.AddressTaken && Names(F)) {
      F.AddressTaken = true;
      F.AddressTakenAt = At;
    }
}

/// PTX `call` and `mov` take a function by the name that the assembler knows; so do aliases, and
/// declarations with a label.
void namedForLinker(ArrayRef<const GCCAsmStmt *> Asms, ArrayRef<const FunctionDecl *> Declared,
                    const SourceText &Text, std::vector<FunctionSummary> &Functions) {
  for (const GCCAsmStmt *S : Asms)
    forEachWord(S->getAsmString(),
                [&](StringRef Word) { takeName(Word, Text.expansion(S->getAsmLoc()), Functions); });
  for (const FunctionDecl *F : Declared)
    if (StringRef Word = linkedAs(F); !Word.empty())
      takeName(Word, Text.expansion(F->getLocation()), Functions, F);
}

} // namespace coopify
