#include "Driver/ExtractFile.h"

#include "Model/TUSummaryJSON.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace coopify {

// Found by the JSON library through argument-dependent lookup.
static json::Value toJSON(const Pass &P) {
  return json::Object{{"Name", P.Name},
                      {"File", P.File},
                      {"Directory", P.Directory},
                      {"Args", P.Args},
                      {"RelocatableDevice", P.RelocatableDevice},
                      {"AsNvcc", P.AsNvcc}};
}

static bool fromJSON(const json::Value &V, Pass &P, json::Path Path) {
  json::ObjectMapper O(V, Path);
  return O && O.map("Name", P.Name) && O.map("File", P.File) && O.map("Directory", P.Directory) &&
         O.map("Args", P.Args) && O.map("RelocatableDevice", P.RelocatableDevice) &&
         O.map("AsNvcc", P.AsNvcc);
}

static json::Value toJSON(const ParseError &E) {
  return json::Object{{"File", E.Where.File},
                      {"Offset", E.Where.Offset},
                      {"Line", E.Where.Line},
                      {"Column", E.Where.Column},
                      {"Text", json::fixUTF8(E.Text)}};
}

static bool fromJSON(const json::Value &V, ParseError &E, json::Path Path) {
  json::ObjectMapper O(V, Path);
  return O && O.map("File", E.Where.File) && O.map("Offset", E.Where.Offset) &&
         O.map("Line", E.Where.Line) && O.map("Column", E.Where.Column) && O.map("Text", E.Text);
}

namespace {

constexpr int64_t FormatVersion = 1;

json::Value passToJSON(const ParsedPass &P) {
  json::Object O{{"Command", toJSON(P.Command)}, {"Ran", P.Ran}};
  if (!P.Ran)
    O["WhyNot"] = P.WhyNot;
  else
    O["Summary"] = toJSON(P.Summary);
  json::Array Errors;
  for (const ParseError &E : P.Errors)
    Errors.push_back(toJSON(E));
  O["Errors"] = std::move(Errors);
  return O;
}

json::Object hashesOf(const ParsedProgram &Units, SourceTexts &Texts) {
  json::Object Hashes;
  for (const ParsedPass &P : Units.Passes)
    for (const std::string &File : P.Files)
      if (std::optional<std::string> Text = Texts.get(File))
        Hashes[File] = utohexstr(SourceTexts::hash(*Text));
  return Hashes;
}

bool passFromJSON(const json::Value &V, ParsedPass &P, json::Path Path) {
  json::ObjectMapper O(V, Path);
  if (!O || !O.map("Command", P.Command) || !O.map("Ran", P.Ran) ||
      !O.mapOptional("WhyNot", P.WhyNot) || !O.map("Errors", P.Errors))
    return false;
  if (!P.Ran)
    return true;
  const json::Value *Summary = V.getAsObject()->get("Summary");
  Expected<TUSummary> Read = Summary ? parseTUSummary(formatv("{0}", *Summary).str())
                                     : Expected<TUSummary>(createStringError("missing value"));
  if (!Read) {
    consumeError(Read.takeError());
    Path.field("Summary").report("not a summary of this version of coopify");
    return false;
  }
  P.Summary = std::move(*Read);
  for (const FileFacts &File : P.Summary.Files)
    P.Files.push_back(File.Path);
  return true;
}

bool passesFromJSON(const json::Object &O, ParsedProgram &Units, json::Path Path) {
  const json::Array *Passes = O.getArray("Passes");
  if (!Passes) {
    Path.field("Passes").report("expected array");
    return false;
  }
  for (auto [I, V] : enumerate(*Passes))
    if (!passFromJSON(V, Units.Passes.emplace_back(), Path.field("Passes").index(I)))
      return false;
  return true;
}

void expectHashes(const json::Object &O, SourceTexts &Texts) {
  const json::Object *Hashes = O.getObject("Files");
  for (const auto &[Path, Hash] : Hashes ? *Hashes : json::Object()) {
    uint64_t Value = 0;
    if (std::optional<StringRef> Text = Hash.getAsString(); Text && !Text->getAsInteger(16, Value))
      Texts.expect(Path, Value);
  }
}

Error readInto(ParsedProgram &Units, const std::string &Path, SourceTexts &Texts) {
  auto Failure = [&](const Twine &Why) {
    return createStringError(formatv("cannot link '{0}': {1}", Path, Why.str()).str());
  };
  auto Buffer = MemoryBuffer::getFileOrSTDIN(Path);
  if (!Buffer)
    return Failure(Buffer.getError().message());
  Expected<json::Value> Value = json::parse((*Buffer)->getBuffer());
  if (!Value)
    return Failure(toString(Value.takeError()));
  const json::Object *O = Value->getAsObject();
  if (!O || O->getInteger("Coopify") != FormatVersion)
    return Failure("it was not written by --extract of this version of coopify");
  json::Path::Root Root;
  if (!passesFromJSON(*O, Units, Root))
    return Failure(toString(Root.getError()));
  Units.ToolkitPath = O->getString("Toolkit").value_or("").str();
  expectHashes(*O, Texts);
  return Error::success();
}

} // namespace

Error writeExtractFile(StringRef Path, const ParsedProgram &Units, SourceTexts &Texts) {
  json::Array Passes;
  for (const ParsedPass &P : Units.Passes)
    Passes.push_back(passToJSON(P));
  json::Object O{{"Coopify", FormatVersion},
                 {"Toolkit", Units.ToolkitPath},
                 {"Files", hashesOf(Units, Texts)},
                 {"Passes", std::move(Passes)}};
  return writeToOutput(Path, [&](raw_ostream &OS) {
    OS << json::Value(std::move(O)) << '\n';
    return Error::success();
  });
}

Expected<ParsedProgram> readExtractFiles(ArrayRef<std::string> Paths, SourceTexts &Texts) {
  ParsedProgram Units;
  for (const std::string &Path : Paths)
    if (Error E = readInto(Units, Path, Texts))
      return std::move(E);
  return Units;
}

} // namespace coopify
