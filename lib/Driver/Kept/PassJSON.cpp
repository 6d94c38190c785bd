#include "Driver/Kept/PassJSON.h"

#include "Model/Stored/TUSummaryJSON.h"

using namespace llvm;

namespace coopify {

// Found by the JSON library through argument-dependent lookup, as are those of ParseError.
static json::Value toJSON(const ParseNote &N) {
  return json::Object{{"Kind", N.Kind}, {"Text", json::fixUTF8(N.Text)}};
}

static bool fromJSON(const json::Value &V, ParseNote &N, json::Path Path) {
  json::ObjectMapper O(V, Path);
  return O && O.map("Kind", N.Kind) && O.map("Text", N.Text);
}

static json::Value toJSON(const UnitBuild &B) {
  return json::Object{{"Language", int64_t(B.Language)},
                      {"Gnu", B.Gnu},
                      {"Cuda", B.Cuda},
                      {"Nvcc", B.Nvcc},
                      {"Archs", B.Archs}};
}

static bool fromJSON(const json::Value &V, UnitBuild &B, json::Path Path) {
  json::ObjectMapper O(V, Path);
  return O && O.map("Language", B.Language) && O.map("Gnu", B.Gnu) && O.map("Cuda", B.Cuda) &&
         O.map("Nvcc", B.Nvcc) && O.map("Archs", B.Archs);
}

json::Value toJSON(const Pass &P) {
  return json::Object{{"Name", P.Name},
                      {"File", P.File},
                      {"Directory", P.Directory},
                      {"Args", P.Args},
                      {"OwnArgs", int64_t(P.OwnArgs)},
                      {"RelocatableDevice", P.RelocatableDevice},
                      {"WarpWidth", int64_t(P.WarpWidth)},
                      {"DeviceOnly", P.DeviceOnly},
                      {"AsNvcc", P.AsNvcc},
                      {"HostIsClang", P.Host == HostCompiler::Clang},
                      {"Ports", P.Ports},
                      {"Build", toJSON(P.Build)},
                      {"Notes", P.Notes}, // of the command: they have no place
                      {"Unread", P.Unread},
                      {"PreludeHeaders", int64_t(P.PreludeHeaders)},
                      {"AssumedArch", P.AssumedArch},
                      {"OtherArchs", P.OtherArchs},
                      {"OtherLanguage", P.OtherLanguage}};
}

bool fromJSON(const json::Value &V, Pass &P, json::Path Path) {
  json::ObjectMapper O(V, Path);
  int64_t OwnArgs = 0;
  if (!O || !O.map("OwnArgs", OwnArgs))
    return false;
  P.OwnArgs = size_t(OwnArgs);
  bool HostIsClang = false;
  if (!O.map("HostIsClang", HostIsClang))
    return false;
  P.Host = HostIsClang ? HostCompiler::Clang : HostCompiler::GCC;
  return O.map("Name", P.Name) && O.map("File", P.File) && O.map("Directory", P.Directory) &&
         O.map("Args", P.Args) && O.map("WarpWidth", P.WarpWidth) &&
         O.map("RelocatableDevice", P.RelocatableDevice) && O.map("DeviceOnly", P.DeviceOnly) &&
         O.map("AsNvcc", P.AsNvcc) && O.map("Ports", P.Ports) && O.map("Build", P.Build) &&
         O.map("Notes", P.Notes) && O.map("Unread", P.Unread) &&
         O.map("PreludeHeaders", P.PreludeHeaders) && O.map("AssumedArch", P.AssumedArch) &&
         O.map("OtherArchs", P.OtherArchs) && O.map("OtherLanguage", P.OtherLanguage);
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
  std::string File;
  if (!O || !O.map("File", File))
    return false;
  E.Where.File = File;
  return O.map("Offset", E.Where.Offset) && O.map("Line", E.Where.Line) &&
         O.map("Column", E.Where.Column) && O.map("Text", E.Text);
}

void writeAbout(json::OStream &J, const ParsedPass &P) {
  J.attribute("Command", toJSON(P.Command));
  J.attribute("Ran", P.Ran);
  if (!P.Ran)
    J.attribute("WhyNot", P.WhyNot);
  if (P.NoSource)
    J.attribute("NoSource", true);
  J.attributeArray("Errors", [&] {
    for (const ParseError &E : P.Errors)
      J.value(toJSON(E));
  });
}

void writePass(json::OStream &J, const ParsedPass &P) {
  J.object([&] {
    writeAbout(J, P);
    if (!P.Ran)
      return;
    J.attributeBegin("Summary");
    writeJSON(J, P.Summary);
    J.attributeEnd();
  });
}

bool aboutFromJSON(const json::Value &V, ParsedPass &P, json::Path Path) {
  json::ObjectMapper O(V, Path);
  return O && O.map("Command", P.Command) && O.map("Ran", P.Ran) &&
         O.mapOptional("WhyNot", P.WhyNot) && O.mapOptional("NoSource", P.NoSource) &&
         O.map("Errors", P.Errors);
}

void takeSummary(ParsedPass &P, TUSummary Summary) {
  P.Summary = std::move(Summary);
  for (const FileFacts &File : P.Summary.Files) {
    P.Files.push_back(File.Path);
    P.Skipped.push_back(File.Skipped);
  }
  P.Libraries = P.Summary.Libraries;
}

bool passFromJSON(const json::Value &V, ParsedPass &P, json::Path Path) {
  if (!aboutFromJSON(V, P, Path))
    return false;
  if (!P.Ran)
    return true;
  const json::Value *Summary = V.getAsObject()->get("Summary");
  Expected<TUSummary> Read =
      Summary ? decodeTUSummary(*Summary) : Expected<TUSummary>(createStringError("missing value"));
  if (!Read) {
    consumeError(Read.takeError());
    Path.field("Summary").report("not a summary of this version of coopify");
    return false;
  }
  takeSummary(P, std::move(*Read));
  return true;
}

} // namespace coopify
