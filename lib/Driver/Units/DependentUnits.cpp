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

std::set<UnitKey> contextOf(const ParsedProgram &Units, unsigned Jobs) {
  const bool AnyUnitMayCall =
      any_of(Units.Passes, [](const ParsedPass &P) { return P.Command.RelocatableDevice; });
  std::set<UnitKey> Context;
  std::vector<Pass> Candidates;
  for (const Pass &P : Units.Others) {
    if (P.Name == "c++")
      continue;
    if (AnyUnitMayCall && P.RelocatableDevice)
      Context.insert(unitOf(P));
    else
      Candidates.push_back(P);
  }
  for (const auto &[Index, Files] : Readers(Candidates, Jobs).of(filesOf(Units.Passes)))
    Context.insert(unitOf(Candidates[Index]));
  return Context;
}

} // namespace

/// Returns whether there were any.
static bool addReaders(ParsedProgram &Units, const ParseOptions &Options, SourceTexts &Texts) {
  const std::set<UnitKey> Context = contextOf(Units, Options.Jobs);
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
void addDependentUnits(ParsedProgram &Units, const ParseOptions &Options, SourceTexts &Texts) {
  while (addReaders(Units, Options, Texts)) {
  }
}

} // namespace coopify
