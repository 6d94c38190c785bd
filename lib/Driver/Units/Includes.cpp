#include "Driver/Units/Includes.h"

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

FilesRead filesRead(const Pass &P) {
  FilesRead Out;
  Error Unreadable = checkReadableText(P.File);
  if (bool(Unreadable) || P.Args.empty()) { // hip: not to be parsed
    consumeError(std::move(Unreadable));
    return Out;
  }
  bool Missing = false;
  ParseOutcome Outcome = parseUnit(P, {}, [&] {
    Missing = false; // a parse may be tried again
    return std::make_unique<RecordFiles>(Out.Files, Missing);
  });
  // Behind "#include NAME", where NAME is no macro, comes an error.
  Out.All = Outcome.Ran && Outcome.Errors.empty() && !Missing;
  return Out;
}

void preprocess(ArrayRef<const Pass *> Passes, unsigned Jobs, FilesOfPasses &Known) {
  std::vector<std::pair<const Pass *, FilesRead *>> New;
  for (const Pass *P : Passes)
    if (auto [It, Added] = Known.try_emplace({P->Directory, P->Args}); Added)
      New.push_back({P, &It->second});
  forEachInParallel(Jobs, New.size(), [&](size_t I) { *New[I].second = filesRead(*New[I].first); });
}

std::map<size_t, std::vector<std::string>> Readers::of(ArrayRef<std::string> Headers) {
  std::map<size_t, std::vector<std::string>> Found;
  if (Headers.empty())
    return Found;
  if (Files.empty()) {
    Files.resize(Passes.size());
    forEachInParallel(Jobs, Passes.size(), [&](size_t I) { Files[I] = filesRead(Passes[I]); });
  }
  for (size_t I = 0; I < Passes.size(); ++I)
    for (const std::string &Header : Headers)
      if (Files[I].Files.contains(Header))
        Found[I].push_back(Header);
  return Found;
}

} // namespace coopify
