//===- HostVisibleRanges.cpp - what a host compiler reads of a header ------------------===//
#include "Driver/Kept/KeptPasses.h"
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

/// As [file, begin, end]...
static llvm::json::Value asValue(llvm::ArrayRef<TextRange> Text) {
  llvm::json::Array Out;
  for (const TextRange &R : Text)
    Out.push_back(llvm::json::Array{R.File, int64_t(R.Begin), int64_t(R.End)});
  return Out;
}

static std::optional<std::vector<TextRange>> asText(const llvm::json::Value &V) {
  const llvm::json::Array *All = V.getAsArray();
  if (!All)
    return std::nullopt;
  std::vector<TextRange> Out;
  for (const llvm::json::Value &Each : *All) {
    const llvm::json::Array *A = Each.getAsArray();
    if (!A || A->size() != 3 || !(*A)[0].getAsString())
      return std::nullopt;
    Out.push_back({(*A)[0].getAsString()->str(), unsigned((*A)[1].getAsInteger().value_or(0)),
                   unsigned((*A)[2].getAsInteger().value_or(0))});
  }
  return Out;
}

std::vector<TextRange> hostText(const Pass &P, KeptPasses *Kept) {
  if (auto Known = Kept ? Kept->answer("host-", P) : std::nullopt)
    if (std::optional<std::vector<TextRange>> Text = asText(*Known))
      return std::move(*Text);
  const auto Since = std::chrono::system_clock::now();
  std::vector<TextRange> Text;
  ReadFiles Read;
  auto Make = [&] {
    Text.clear(); // a parse may be tried again
    return std::make_unique<RecordText>(Text);
  };
  const bool Ran = parseUnit(P, {}, Make, {}, &Read).Ran;
  if (Ran && Kept && llvm::all_of(Text, [](auto &R) { return llvm::json::isUTF8(R.File); }))
    Kept->keep("host-", P, asValue(Text), Read, Since);
  return Text;
}

} // namespace coopify
