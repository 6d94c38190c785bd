#include "Driver/Units/DependentUnits.h"

#include "Driver/Units/Includes.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

using namespace llvm;

namespace coopify {
namespace {

/// All passes of a unit matter if one does: the host pass holds the launches.
using UnitKey = std::pair<std::string, std::string>;

UnitKey unitOf(const Pass &P) { return {P.File, P.Directory}; }

std::vector<std::string> filesOf(ArrayRef<ParsedPass> Passes) {
  std::set<std::string> Files;
  for (const ParsedPass &P : Passes)
    Files.insert(P.Files.begin(), P.Files.end());
  return {Files.begin(), Files.end()};
}

/// Reads one of \p Files; or, unless the user says that nothing else does, may read it. That one of
/// which nothing is known does not is not what the user says.
bool mayRead(const FilesRead &Of, ArrayRef<std::string> Files, bool Declared) {
  return !Of.Ran || (!Of.All && !Declared) ||
         any_of(Files, [&](const std::string &File) { return Of.Files.contains(File); });
}

std::set<UnitKey> contextOf(ParsedProgram &Units, const ParseOptions &Options, bool Declared) {
  const bool AnyUnitMayCall =
      any_of(Units.Passes, [](const ParsedPass &P) { return P.Command.RelocatableDevice; });
  std::set<UnitKey> Context;
  std::vector<const Pass *> Candidates;
  for (const Pass &P : Units.Others) {
    if (P.Name == "c++")
      continue;
    if (AnyUnitMayCall && P.RelocatableDevice)
      Context.insert(unitOf(P));
    else
      Candidates.push_back(&P);
  }
  preprocess(Candidates, Options, Units.FilesOfOthers);
  const std::vector<std::string> Files = filesOf(Units.Passes);
  for (const Pass *P : Candidates)
    if (mayRead(Units.FilesOfOthers[{P->Directory, P->Args}], Files, Declared))
      Context.insert(unitOf(*P));
  return Context;
}

} // namespace

/// Returns whether there were any.
static bool addReaders(ParsedProgram &Units, const ParseOptions &Options, SourceTexts &Texts,
                       bool Declared) {
  const std::set<UnitKey> Context = contextOf(Units, Options, Declared);
  const size_t First = Units.Passes.size();
  erase_if(Units.Others, [&](Pass &P) {
    if (P.Name == "c++" || !Context.contains(unitOf(P)))
      return false;
    ParsedPass &Added = Units.Passes.emplace_back();
    Added.Command = std::move(P);
    Added.Selected = false;
    return true;
  });
  parsePasses(Units.Passes, First, Options, Texts);
  return Units.Passes.size() != First;
}

/// Those have headers of their own, which others may read.
void addDependentUnits(ParsedProgram &Units, const ParseOptions &Options, SourceTexts &Texts,
                       bool Declared) {
  while (addReaders(Units, Options, Texts, Declared)) {
  }
}

} // namespace coopify
