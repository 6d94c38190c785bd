#include "Report/FileDiff.h"

#include "Edit/EditSet.h"
#include "Report/Lines.h"

using namespace coopify;

namespace {

/// Whole lines that edits touch, apart from each other.
struct Region {
  unsigned Begin, End; ///< bytes
  std::vector<Edit> Edits;
};

} // namespace

/// The line of the byte after \p E counts too: \p E may take away the '\n'
/// before it.
static Region regionOf(llvm::StringRef Code, const Edit &E) {
  size_t Before = Code.take_front(E.Range.Begin).rfind('\n');
  size_t After = Code.find('\n', E.Range.End);
  return {static_cast<unsigned>(Before == llvm::StringRef::npos ? 0 : Before + 1),
          static_cast<unsigned>(After == llvm::StringRef::npos ? Code.size() : After + 1),
          {E}};
}

static std::vector<Region> regionsOf(llvm::StringRef Code, llvm::ArrayRef<Edit> Edits) {
  std::vector<Region> Out;
  for (const Edit &E : Edits) {
    Region R = regionOf(Code, E);
    if (Out.empty() || Out.back().End < R.Begin) {
      Out.push_back(std::move(R));
    } else {
      Out.back().End = std::max(Out.back().End, R.End);
      Out.back().Edits.push_back(E);
    }
  }
  return Out;
}

static std::string textAfter(llvm::StringRef Code, const Region &R) {
  std::vector<Edit> Edits = R.Edits;
  for (Edit &E : Edits) {
    E.Range.Begin -= R.Begin;
    E.Range.End -= R.Begin;
  }
  return llvm::cantFail(applyEdits(Code.slice(R.Begin, R.End), Edits));
}

/// Comparing region by region keeps the work small however long the file is.
FileDiff coopify::diffFile(llvm::StringRef Code, llvm::StringRef NewCode,
                           llvm::ArrayRef<Edit> Edits) {
  FileDiff Diff{splitLines(Code), splitLines(NewCode), {}};
  size_t Line = 0, NewLine = 0, Done = 0;
  for (const Region &R : regionsOf(Code, Edits)) {
    size_t Equal = splitLines(Code.slice(Done, R.Begin)).size();
    Line += Equal, NewLine += Equal;
    std::string After = textAfter(Code, R);
    auto OldLines = splitLines(Code.slice(R.Begin, R.End)), NewLines = splitLines(After);
    for (LineChange C : diffLines(OldLines, NewLines))
      Diff.Changes.push_back(
          {Line + C.OldBegin, Line + C.OldEnd, NewLine + C.NewBegin, NewLine + C.NewEnd});
    Line += OldLines.size(), NewLine += NewLines.size();
    Done = R.End;
  }
  return Diff;
}
