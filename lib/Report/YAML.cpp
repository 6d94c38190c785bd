#include "Report/Report.h"

#include "clang/Tooling/Core/Replacement.h"
#include "clang/Tooling/ReplacementsYaml.h"

using namespace coopify;

llvm::Error coopify::reportYAML(llvm::raw_ostream &OS, const EditSet &Edits,
                                llvm::StringRef MainFile) {
  clang::tooling::TranslationUnitReplacements Unit;
  Unit.MainSourceFile = MainFile.str();
  for (const auto &[Path, FileEdits] : Edits.byFile())
    for (const Edit &E : joinTouching(FileEdits)) // insertions at one place are a conflict there
      Unit.Replacements.emplace_back(E.Range.File, E.Range.Begin, E.Range.length(), E.Text);
  llvm::yaml::Output Out(OS);
  Out << Unit;
  return llvm::Error::success();
}
