#include "Report/Report.h"

#include "clang/Tooling/Core/Replacement.h"
#include "clang/Tooling/ReplacementsYaml.h"

using namespace coopify;

/// clang-apply-replacements takes several insertions at one place for a
/// conflict, so edits that touch become one.
static std::vector<clang::tooling::Replacement> merged(llvm::ArrayRef<Edit> Edits) {
  std::vector<Edit> Joined;
  for (const Edit &E : Edits) {
    if (!Joined.empty() && Joined.back().Range.End == E.Range.Begin) {
      Joined.back().Range.End = E.Range.End;
      Joined.back().Text += E.Text;
    } else {
      Joined.push_back(E);
    }
  }
  std::vector<clang::tooling::Replacement> Out;
  for (const Edit &E : Joined)
    Out.emplace_back(E.Range.File, E.Range.Begin, E.Range.length(), E.Text);
  return Out;
}

llvm::Error coopify::reportYAML(llvm::raw_ostream &OS, const EditSet &Edits,
                                llvm::StringRef MainFile) {
  clang::tooling::TranslationUnitReplacements Unit;
  Unit.MainSourceFile = MainFile.str();
  for (const auto &[Path, FileEdits] : Edits.byFile())
    for (clang::tooling::Replacement &R : merged(FileEdits))
      Unit.Replacements.push_back(std::move(R));
  llvm::yaml::Output Out(OS);
  Out << Unit;
  return llvm::Error::success();
}
