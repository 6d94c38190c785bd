#include "Program.h"

#include "Driver/ExtractFile.h"
#include "Driver/Units/DependentUnits.h"
#include "Driver/Units/HeaderUsers.h"
#include "Driver/Units/KnownWorld.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/WithColor.h"

using namespace llvm;

namespace coopify {
namespace {

std::vector<std::string> split(StringRef Files) {
  SmallVector<StringRef> Words;
  Files.split(Words, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  std::vector<std::string> Out;
  for (StringRef Word : Words)
    Out.push_back(Word.trim().str());
  return Out;
}

std::optional<ProgramFacts> judgeAlone(const Twine &Why) {
  WithColor::warning(errs(), "coopify")
      << "CoopifyProgram: " << Why << "; the unit is judged by itself\n";
  return std::nullopt;
}

} // namespace

std::optional<ProgramFacts> linkProgram(StringRef Files, StringRef MainFile, LinkOptions Link) {
  ParseOptions Parse;
  Parse.Ports = Link.AuditWave64;
  SourceTexts Texts;
  Expected<ParsedProgram> Program = readExtractFiles(split(Files), Parse, Texts);
  if (!Program)
    return judgeAlone(toString(Program.takeError()));
  if (none_of(Program->Passes,
              [&](const ParsedPass &P) { return P.Ran && P.Command.File == MainFile; }))
    return judgeAlone("'" + MainFile + "' is in none of " + Files);
  addDependentUnits(*Program, Parse, Texts, /*Declared=*/false);
  addHeaderUsers(*Program, Parse, /*Declared=*/false);
  Link.Outside = knownWorld({}, *Program).Outside;
  return link(Program->takeSummaries(), Link);
}

} // namespace coopify
