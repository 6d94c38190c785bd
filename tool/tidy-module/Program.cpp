#include "Program.h"

#include "Driver/ExtractFile.h"
#include "Driver/Units/DependentUnits.h"
#include "Driver/Units/HeaderUsers.h"
#include "Driver/Units/KnownWorld.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
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

template <class T> bool sameOfUser(std::vector<T> A, std::vector<T> B) {
  if constexpr (std::is_same_v<T, FunctionSummary>)
    for (std::vector<T> *All : {&A, &B})
      erase_if(*All, [](const T &F) { return F.InSystemHeader; });
  return A == B;
}

/// All that is decided follows from these: where they are equal the flags may be others.
bool isSameUnit(const TUSummary &A, const TUSummary &B) {
  return sameOfUser(A.Functions, B.Functions) && sameOfUser(A.Sites, B.Sites) &&
         sameOfUser(A.Launches, B.Launches) && sameOfUser(A.TemplateTexts, B.TemplateTexts) &&
         sameOfUser(A.TrialFunctions, B.TrialFunctions) && sameOfUser(A.TrialSites, B.TrialSites) &&
         sameOfUser(A.Expansions, B.Expansions) && sameOfUser(A.Files, B.Files);
}

/// The flags that the first of \p Files was extracted with: the other units of a database have
/// them, too, and there is nobody here to say them again.
ExtraFlags extraOf(ArrayRef<std::string> Files) {
  ExtraFlags Out;
  auto Buffer = MemoryBuffer::getFile(Files.empty() ? "" : Files.front());
  Expected<json::Value> Value = json::parse(Buffer ? (*Buffer)->getBuffer() : StringRef("null"));
  if (!Value) {
    consumeError(Value.takeError()); // readExtractFiles() says it
    return Out;
  }
  const json::Object *O = Value->getAsObject();
  for (auto [Key, To] : {std::pair("ExtraBefore", &Out.Before), std::pair("Extra", &Out.Behind)})
    if (const json::Array *Words = O ? O->getArray(Key) : nullptr)
      for (const json::Value &Word : *Words)
        To->push_back(Word.getAsString().value_or("").str());
  return Out;
}

} // namespace

std::optional<ProgramFacts> linkProgram(StringRef Files, const TUSummary &Unit, LinkOptions Link) {
  ParseOptions Parse;
  Parse.Ports = Link.AuditWave64;
  Parse.Extra = extraOf(split(Files));
  const std::string &MainFile = Unit.MainFile;
  SourceTexts Texts;
  Expected<ParsedProgram> Program = readExtractFiles(split(Files), Parse, Texts);
  if (!Program)
    return judgeAlone(toString(Program.takeError()));
  if (none_of(Program->Passes,
              [&](const ParsedPass &P) { return P.Ran && P.Command.File == MainFile; }))
    return judgeAlone("'" + MainFile + "' is in none of " + Files);
  if (none_of(Program->Passes, [&](const ParsedPass &P) {
        return P.Ran && P.Command.File == MainFile && isSameUnit(P.Summary, Unit);
      }))
    return judgeAlone("'" + MainFile + "' was extracted with flags that mean something else");
  addDependentUnits(*Program, Parse, Texts, /*Declared=*/false);
  addHeaderUsers(*Program, Parse, /*Declared=*/false);
  Link.Outside = knownWorld({}, *Program).Outside;
  return link(Program->takeSummaries(), Link);
}

} // namespace coopify
