//===- HostVisibleRanges.cpp - what a host compiler reads of a header ------------------===//
#include "Driver/Units/HeaderUsers.h"

#include "Frontend/ToolkitFiles.h"

#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"

#include <map>

using namespace clang;

namespace coopify {
namespace {

/// What #if leaves out of each inclusion of a file.
using SkippedText = std::map<FileID, std::vector<std::pair<unsigned, unsigned>>>;

class RecordSkipped : public PPCallbacks {
public:
  RecordSkipped(const SourceManager &SM, SkippedText &Skipped) : SM(SM), Skipped(Skipped) {}

  void SourceRangeSkipped(SourceRange Range, SourceLocation) override {
    auto [File, Begin] = SM.getDecomposedExpansionLoc(Range.getBegin());
    Skipped[File].push_back({Begin, SM.getDecomposedExpansionLoc(Range.getEnd()).second});
  }

private:
  const SourceManager &SM;
  SkippedText &Skipped;
};

class RecordText : public PreprocessOnlyAction {
public:
  explicit RecordText(std::vector<TextRange> &Out) : Out(Out) {}

protected:
  bool BeginSourceFileAction(CompilerInstance &CI) override {
    CI.getPreprocessor().addPPCallbacks(
        std::make_unique<RecordSkipped>(CI.getSourceManager(), Skipped));
    return true;
  }

  void EndSourceFileAction() override {
    const SourceManager &SM = getCompilerInstance().getSourceManager();
    for (unsigned I = 1; I < SM.local_sloc_entry_size(); ++I) {
      const SrcMgr::SLocEntry &Entry = SM.getLocalSLocEntry(I);
      if (!Entry.isFile() || !Entry.getFile().getContentCache().OrigEntry)
        continue;
      FileID ID = SM.getFileID(SourceLocation::getFromRawEncoding(Entry.getOffset()));
      if (ID.isValid() && ID != SM.getMainFileID())
        add(SM, ID);
    }
  }

private:
  void add(const SourceManager &SM, FileID ID) {
    OptionalFileEntryRef File = SM.getFileEntryRefForID(ID);
    if (!File)
      return;
    // -isystem names folders of the user's as well.
    std::string Path = File->getFileEntry().tryGetRealPathName().str();
    if (isSystemFile(Path))
      return;
    unsigned Begin = 0;
    for (auto [From, To] : Skipped[ID]) {
      if (From > Begin)
        Out.push_back({Path, Begin, From});
      Begin = std::max(Begin, To);
    }
    if (unsigned End = SM.getFileIDSize(ID); End > Begin)
      Out.push_back({Path, Begin, End});
  }

  SkippedText Skipped;
  std::vector<TextRange> &Out;
};

} // namespace

std::vector<TextRange> hostText(const Pass &P) {
  std::vector<TextRange> Text;
  parseUnit(P, {}, [&] {
    Text.clear(); // a parse may be tried again
    return std::make_unique<RecordText>(Text);
  });
  return Text;
}

} // namespace coopify
