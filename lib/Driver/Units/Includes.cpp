#include "Driver/Units/Includes.h"

#include "Driver/Parallel.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"

using namespace llvm;

namespace coopify {
namespace {

/// Runs the preprocessor over the unit and keeps the names of what it entered.
class RecordFiles : public clang::PreprocessOnlyAction {
public:
  explicit RecordFiles(StringSet<> &Files) : Files(Files) {}

protected:
  void EndSourceFileAction() override {
    const clang::SourceManager &SM = getCompilerInstance().getSourceManager();
    for (auto It = SM.fileinfo_begin(); It != SM.fileinfo_end(); ++It)
      Files.insert(It->first.getFileEntry().tryGetRealPathName());
  }

private:
  StringSet<> &Files;
};

} // namespace

StringSet<> filesRead(const Pass &P) {
  StringSet<> Files;
  parseUnit(P, {}, [&] { return std::make_unique<RecordFiles>(Files); });
  return Files;
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
      if (Files[I].contains(Header))
        Found[I].push_back(Header);
  return Found;
}

} // namespace coopify
