#include "Driver/Units/Includes.h"

#include "Driver/Kept/KeptPasses.h"
#include "Driver/Parallel.h"
#include "Extract/Files/MissingHeaders.h"
#include "Frontend/ToolkitFiles.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"

using namespace llvm;

namespace coopify {
namespace {

/// Notes an #include that leads nowhere, and may lead to any file.
class RecordMissing : public clang::PPCallbacks {
public:
  RecordMissing(const clang::SourceManager &SM, bool &Missing) : SM(SM), Missing(Missing) {}

  void InclusionDirective(clang::SourceLocation Hash, const clang::Token &, StringRef Name, bool,
                          clang::CharSourceRange, clang::OptionalFileEntryRef File, StringRef,
                          StringRef, const clang::Module *, bool,
                          clang::SrcMgr::CharacteristicKind) override {
    Missing |= !File && !isLibraryHeader(Name) && !isSystemFile(SM.getFilename(Hash));
  }

private:
  const clang::SourceManager &SM;
  bool &Missing;
};

/// Runs the preprocessor over the unit and keeps the names of what it entered.
class RecordFiles : public clang::PreprocessOnlyAction {
public:
  RecordFiles(StringSet<> &Files, bool &Missing) : Files(Files), Missing(Missing) {}

protected:
  bool BeginSourceFileAction(clang::CompilerInstance &CI) override {
    CI.getPreprocessor().addPPCallbacks(
        std::make_unique<RecordMissing>(CI.getSourceManager(), Missing));
    return true;
  }

  void EndSourceFileAction() override {
    const clang::SourceManager &SM = getCompilerInstance().getSourceManager();
    for (auto It = SM.fileinfo_begin(); It != SM.fileinfo_end(); ++It)
      Files.insert(It->first.getFileEntry().tryGetRealPathName());
  }

private:
  StringSet<> &Files;
  bool &Missing;
};

} // namespace

/// What \p Kept has of it.
static std::optional<FilesRead> knownFiles(const Pass &P, KeptPasses *Kept) {
  const std::optional<json::Value> Known = Kept ? Kept->answer("files-", P) : std::nullopt;
  const json::Object *O = Known ? Known->getAsObject() : nullptr;
  const json::Array *Files = O ? O->getArray("Files") : nullptr;
  if (!Files)
    return std::nullopt;
  FilesRead Out;
  Out.Ran = true;
  Out.All = O->getBoolean("All").value_or(false);
  for (const json::Value &File : *Files)
    Out.Files.insert(File.getAsString().value_or(""));
  return Out;
}

static json::Value asValue(const FilesRead &Read) {
  json::Array Files;
  for (StringRef File : Read.Files.keys())
    Files.push_back(json::fixUTF8(File));
  return json::Object{{"All", Read.All}, {"Files", std::move(Files)}};
}

FilesRead filesRead(const Pass &P, KeptPasses *Kept) {
  if (std::optional<FilesRead> Known = knownFiles(P, Kept))
    return std::move(*Known);
  FilesRead Out;
  Error Unreadable = checkReadableText(P.File);
  if (bool(Unreadable) || P.Args.empty()) { // hip: not to be parsed
    consumeError(std::move(Unreadable));
    Out.Ran = true; // nobody compiles it
    return Out;
  }
  bool Missing = false;
  const auto Since = std::chrono::system_clock::now();
  ReadFiles Read;
  auto Make = [&] {
    Missing = false; // a parse may be tried again
    return std::make_unique<RecordFiles>(Out.Files, Missing);
  };
  ParseOutcome Outcome = parseUnit(P, {}, Make, {}, &Read);
  // Behind "#include NAME", where NAME is no macro, comes an error.
  Out.Ran = Outcome.Ran;
  Out.All = Outcome.Ran && Outcome.Errors.empty() && !Missing;
  if (Kept && Outcome.Ran &&
      all_of(Out.Files.keys(), [](StringRef File) { return json::isUTF8(File); }))
    Kept->keep("files-", P, asValue(Out), Read, Since);
  return Out;
}

void preprocess(ArrayRef<const Pass *> Passes, const ParseOptions &Options, FilesOfPasses &Known) {
  std::vector<std::pair<const Pass *, FilesRead *>> New;
  for (const Pass *P : Passes)
    if (auto [It, Added] = Known.try_emplace({P->Directory, P->Args}); Added)
      New.push_back({P, &It->second});
  forEachInParallel(Options.Jobs, New.size(), [&](size_t I) {
    *New[I].second = filesRead(*New[I].first, Options.Kept.get());
  });
}

std::map<size_t, std::vector<std::string>> Readers::of(ArrayRef<std::string> Headers) {
  std::map<size_t, std::vector<std::string>> Found;
  if (Headers.empty())
    return Found;
  if (Files.empty()) {
    Files.resize(Passes.size());
    forEachInParallel(Options.Jobs, Passes.size(),
                      [&](size_t I) { Files[I] = filesRead(Passes[I], Options.Kept.get()); });
  }
  for (size_t I = 0; I < Passes.size(); ++I)
    for (const std::string &Header : Headers)
      if (Files[I].Files.contains(Header))
        Found[I].push_back(Header);
  return Found;
}

} // namespace coopify
