#include "Edit/EditSet.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <tuple>

using namespace coopify;

namespace {

bool inserts(const Edit &E) { return E.Range.Begin == E.Range.End; }

/// Of what is inserted at one place: what closes, what stands by itself, what opens.
enum class Part { Closes, Alone, Opens, Replaces };

Part partOf(const Edit &E) {
  if (!inserts(E))
    return Part::Replaces;
  if (!E.Around.valid())
    return Part::Alone;
  return E.Range.Begin == E.Around.End ? Part::Closes : Part::Opens;
}

/// In the order of the output: what is inserted before a byte comes before what replaces it,
/// the inner of two things that end there closes first, and the outer of two that begin
/// there opens first.
std::tuple<unsigned, Part, int64_t> position(const Edit &E) {
  const Part Is = partOf(E);
  const int64_t Nested = Is == Part::Closes  ? -int64_t(E.Around.Begin)
                         : Is == Part::Opens ? -int64_t(E.Around.End)
                                             : 0;
  return {E.Range.Begin, Is, Nested};
}

bool conflict(const Edit &A, const Edit &B) {
  if (A.Range.File != B.Range.File || A == B)
    return false;
  if (inserts(A) && inserts(B))
    return false;
  if (inserts(A))
    return B.Range.Begin < A.Range.Begin && A.Range.Begin < B.Range.End;
  if (inserts(B))
    return A.Range.Begin < B.Range.Begin && B.Range.Begin < A.Range.End;
  return A.Range.Begin < B.Range.End && B.Range.Begin < A.Range.End;
}

/// The edits of \p InFile that touch the range of \p E. Its replacements are
/// disjoint, so their ends are sorted too.
llvm::ArrayRef<Edit> touching(llvm::ArrayRef<Edit> InFile, const Edit &E) {
  auto First = llvm::partition_point(
      InFile, [&](const Edit &Other) { return Other.Range.End < E.Range.Begin; });
  auto Last = std::partition_point(
      First, InFile.end(), [&](const Edit &Other) { return Other.Range.Begin <= E.Range.End; });
  return {First, Last};
}

} // namespace

static llvm::ArrayRef<Edit> editsAt(const std::map<std::string, std::vector<Edit>> &Files,
                                    const Edit &E) {
  auto It = Files.find(E.Range.File);
  return It == Files.end() ? llvm::ArrayRef<Edit>() : touching(It->second, E);
}

static bool contains(const std::map<std::string, std::vector<Edit>> &Files, const Edit &E) {
  return llvm::is_contained(editsAt(Files, E), E);
}

static std::optional<Edit> findConflict(const std::map<std::string, std::vector<Edit>> &Files,
                                        llvm::ArrayRef<Edit> Edits) {
  for (auto [I, E] : llvm::enumerate(Edits)) {
    auto Cuts = [&E = E](const Edit &Other) { return conflict(Other, E); };
    llvm::ArrayRef<Edit> Near = editsAt(Files, E);
    if (auto It = llvm::find_if(Near, Cuts); It != Near.end())
      return *It;
    llvm::ArrayRef<Edit> Before = Edits.take_front(I);
    if (auto It = llvm::find_if(Before, Cuts); It != Before.end())
      return *It;
  }
  return std::nullopt;
}

/// Whether \p Edits came before, from another pass, unit or instance.
static bool seenBefore(const std::map<std::string, std::vector<Edit>> &Files,
                       llvm::ArrayRef<Edit> Edits) {
  if (llvm::any_of(Edits, [&](const Edit &E) { return !inserts(E) && contains(Files, E); }))
    return true;
  return llvm::all_of(Edits, [&](const Edit &E) {
    return llvm::count(editsAt(Files, E), E) >= llvm::count(Edits, E);
  });
}

/// After what is at the same place already; what closes there, in front of it.
static void insertSorted(std::vector<Edit> &InFile, const Edit &E) {
  auto Before = [](const Edit &A, const Edit &B) { return position(A) < position(B); };
  InFile.insert(partOf(E) == Part::Closes ? llvm::lower_bound(InFile, E, Before)
                                          : llvm::upper_bound(InFile, E, Before),
                E);
}

std::optional<Edit> EditSet::add(llvm::ArrayRef<Edit> Edits) {
  if (std::optional<Edit> Earlier = findConflict(Files, Edits))
    return Earlier;
  std::map<Edit, size_t> Seen; // copies of an insertion that are there already
  if (seenBefore(Files, Edits))
    for (const Edit &E : Edits)
      Seen[E] = llvm::count(editsAt(Files, E), E);
  for (const Edit &E : Edits) {
    if (inserts(E) ? Seen[E] > 0 : contains(Files, E)) {
      --Seen[E];
      continue;
    }
    insertSorted(Files[E.Range.File], E);
  }
  return std::nullopt;
}

static llvm::Error outside(const Edit &E, llvm::StringRef Why) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), "%s: edit of bytes %u to %u %s",
                                 E.Range.File.str().c_str(), E.Range.Begin, E.Range.End,
                                 Why.str().c_str());
}

llvm::Expected<std::string> coopify::applyEdits(llvm::StringRef Code, llvm::ArrayRef<Edit> Edits) {
  std::string Out;
  size_t Done = 0;
  for (const Edit &E : Edits) {
    if (E.Range.Begin > E.Range.End || E.Range.End > Code.size())
      return outside(E, "lies outside of the text");
    if (E.Range.Begin < Done)
      return outside(E, "overlaps the one before it");
    Out += Code.slice(Done, E.Range.Begin);
    Out += E.Text;
    Done = E.Range.End;
  }
  Out += Code.substr(Done);
  return Out;
}

unsigned coopify::lineAfter(const Location &At, llvm::ArrayRef<Edit> Edits, llvm::StringRef Code) {
  size_t Line = At.Line;
  for (const Edit &E : Edits)
    if (E.Range.End <= At.Offset)
      Line = Line + llvm::StringRef(E.Text).count('\n') -
             Code.slice(E.Range.Begin, E.Range.End).count('\n');
  return static_cast<unsigned>(Line);
}

std::vector<Edit> coopify::joinTouching(llvm::ArrayRef<Edit> Edits) {
  std::vector<Edit> Joined;
  for (const Edit &E : Edits) {
    Edit *Last = Joined.empty() ? nullptr : &Joined.back();
    if (!Last || Last->Range.File != E.Range.File || Last->Range.End != E.Range.Begin) {
      Joined.push_back(E);
      continue;
    }
    Last->Range.End = E.Range.End;
    Last->Text += E.Text;
  }
  return Joined;
}
