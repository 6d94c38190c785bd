#include "Report/Terminal/TextFinding.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <map>
#include <set>

using namespace coopify;

namespace {

/// What a note says, of a place or of its finding itself.
struct Fact {
  Location Of; ///< not valid: of the finding
  std::string Text;
  bool operator<(const Fact &Other) const {
    return std::tie(Of, Text) < std::tie(Other.Of, Other.Text);
  }
};

/// The findings (by index) that a fact is told with, in order.
using Tellers = std::vector<size_t>;

} // namespace

static constexpr unsigned Neighbouring = 10; ///< lines
static constexpr size_t Many = 4;            ///< findings

static Fact factOf(const TextFinding &F, const TextNote &N) {
  return {N.Where == F.Where ? Location() : N.Where, N.Text};
}

static std::map<Fact, Tellers> tellersOf(llvm::ArrayRef<TextFinding> File) {
  std::map<Fact, Tellers> Out;
  for (auto [Index, F] : llvm::enumerate(File))
    for (const TextNote &N : F.Notes)
      if (Tellers &Here = Out[factOf(F, N)]; Here.empty() || Here.back() != Index)
        Here.push_back(Index);
  return Out;
}

/// Who reads one of few that stand far apart does not see the other.
static bool canFold(llvm::ArrayRef<TextFinding> File, const Tellers &Who) {
  if (Who.size() < 2)
    return false;
  return Who.size() >= Many ||
         File[Who.back()].Where.Line - File[Who.front()].Where.Line <= Neighbouring;
}

/// "12" or "12-18", in which each finding has the fact.
static std::string linesOf(llvm::ArrayRef<TextFinding> File, llvm::ArrayRef<size_t> Who) {
  std::vector<std::string> Parts;
  for (size_t I = 0; I < Who.size();) {
    size_t End = I + 1;
    while (End < Who.size() && Who[End] == Who[End - 1] + 1)
      ++End;
    const unsigned First = File[Who[I]].Where.Line, Last = File[Who[End - 1]].Where.Line;
    std::string Part = std::to_string(First);
    if (Last != First)
      Part += "-" + std::to_string(Last);
    if (Parts.empty() || Parts.back() != Part)
      Parts.push_back(std::move(Part));
    I = End;
  }
  const bool One = Parts.size() == 1 && !llvm::StringRef(Parts.front()).contains('-');
  return (One ? "line " : "lines ") + llvm::join(Parts, ", ");
}

/// Of one file.
static size_t foldFile(llvm::MutableArrayRef<TextFinding> File) {
  std::map<Fact, Tellers> Told = tellersOf(File);
  size_t Gone = 0;
  for (auto [Index, F] : llvm::enumerate(File)) {
    std::vector<TextNote> Kept;
    for (TextNote &N : F.Notes) {
      const Tellers &Who = Told[factOf(F, N)];
      if (!canFold(File, Who)) {
        Kept.push_back(std::move(N));
      } else if (Who.front() == Index) {
        N.Text += " (also at " + linesOf(File, llvm::ArrayRef(Who).drop_front()) + ")";
        Kept.push_back(std::move(N));
      } else {
        ++Gone;
      }
    }
    F.Notes = std::move(Kept);
  }
  return Gone;
}

size_t coopify::foldNotes(llvm::MutableArrayRef<TextFinding> All) {
  size_t Gone = 0;
  while (!All.empty()) {
    const std::string &Path = All.front().Where.File;
    const auto End = llvm::find_if(All, [&](const TextFinding &F) { return F.Where.File != Path; });
    const size_t Count = End - All.begin();
    Gone += foldFile(All.take_front(Count));
    All = All.drop_front(Count);
  }
  return Gone;
}

std::string coopify::remarkOnFolding(size_t Notes, size_t Names) {
  std::vector<std::string> Parts;
  if (Notes != 0)
    Parts.push_back(std::to_string(Notes) +
                    (Notes == 1 ? " note is told with another finding of its file"
                                : " notes are told with another finding of their file"));
  if (Names != 0)
    Parts.push_back(std::to_string(Names) +
                    (Names == 1 ? " long name is cut" : " long names are cut"));
  if (Parts.empty())
    return "";
  return llvm::join(Parts, ", ") + "; -v and --explain=<file>:<line> say all\n";
}
