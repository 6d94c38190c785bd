#include "Driver/Write/Interactive.h"

#include "Report/Paths.h"
#include "Report/Told.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

#include <map>

using namespace llvm;

namespace coopify {
namespace {

class Questions {
public:
  Questions(ArrayRef<Result> Results, const EditsAlone &Edits, const Dialogue &With);
  Agreement ask();

private:
  /// A finding with those that must be rewritten with it.
  struct Change {
    const Result *Of;
    std::set<size_t> All; ///< by index, its own too
    EditSet Edits;
  };

  Change changeOf(const Result &R) const;
  std::optional<bool> knownAnswer(const Change &C) const;
  bool askFor(const Change &C);
  void show(const Change &C);
  void explain(const Change &C);
  std::string partners(const Change &C) const;

  ArrayRef<Result> Results;
  const EditsAlone &Edits;
  const Dialogue &With;
  std::vector<const Result *> Made;
  std::map<size_t, const Result *> ByIndex;
  size_t Shown = 0; ///< of Made
  Agreement Out;
  StringSet<> Checks;       ///< all of which are agreed to
  StringSet<> SkippedFiles; ///< which stay as they are
  bool Over = false;        ///< no more questions
};

constexpr StringLiteral Prompt = "[y]es, [n]o, [a]ll of this check, [s]kip file, [e]xplain, "
                                 "[q]uit? ";

/// By its first letter; ' ': none of them.
char answerIn(StringRef Line) {
  static constexpr StringLiteral Words[] = {"yes", "no", "all", "skip", "explain", "quit"};
  const std::string Word = Line.trim().lower();
  const auto *Known = find_if(Words, [&](StringRef W) {
    return Word == W || (Word.size() == 1 && Word.front() == W.front());
  });
  return Known == std::end(Words) ? ' ' : Known->front();
}

} // namespace

Questions::Questions(ArrayRef<Result> Results, const EditsAlone &Edits, const Dialogue &With)
    : Results(Results), Edits(Edits), With(With) {
  for (const Result &R : Results)
    if (R.isApplied()) {
      Made.push_back(&R);
      ByIndex[Edits.indexOf(R.Found)] = &R;
    }
}

Questions::Change Questions::changeOf(const Result &R) const {
  AloneEdits Alone = Edits.of(R.Found);
  Change C = {&R, std::move(Alone.With), {}};
  C.All.insert(Edits.indexOf(R.Found));
  C.Edits.add(Alone.Edits);
  return C;
}

/// What follows from earlier answers; nullopt: it is to be asked.
std::optional<bool> Questions::knownAnswer(const Change &C) const {
  auto In = [&](const std::set<size_t> &Set) {
    return [&](size_t Index) { return Set.count(Index) != 0; };
  };
  if (any_of(C.All, In(Out.Declined)))
    return false; // it is not right without
  if (all_of(C.All, In(Out.Agreed)))
    return true;
  if (Over ||
      any_of(C.Edits.byFile(), [&](const auto &File) { return SkippedFiles.contains(File.first); }))
    return false;
  return Checks.contains(C.Of->Found.Check) ? std::optional(true) : std::nullopt;
}

/// ", with h.cuh:3 and 2 more".
std::string Questions::partners(const Change &C) const {
  constexpr size_t Told = 3;
  std::vector<std::string> Places;
  for (size_t Index : C.All)
    if (auto It = ByIndex.find(Index); It != ByIndex.end() && It->second != C.Of) {
      const Location &Where = It->second->Found.Where.Loc;
      Places.push_back(displayPath(Where.File, With.Options.Root) + ":" +
                       std::to_string(Where.Line));
    }
  if (Places.empty())
    return "";
  const std::string First = join(ArrayRef(Places).take_front(Told), ", ");
  const size_t More = Places.size() - std::min(Places.size(), Told);
  return "together with " + First + (More == 0 ? "" : " and " + std::to_string(More) + " more") +
         "\n";
}

void Questions::show(const Change &C) {
  const Finding &F = C.Of->Found;
  With.OS << '\n'
          << '(' << Shown << '/' << Made.size() << ") "
          << displayPath(F.Where.Loc.File, With.Options.Root) << ':' << F.Where.Loc.Line << ':'
          << F.Where.Loc.Column << ": " << headline(F) << "; " << saidOf(*C.Of) << " [coopify-"
          << F.Check << "]\n"
          << partners(C);
  reportDiff(With.OS, C.Edits, With.Text, With.Options);
}

void Questions::explain(const Change &C) {
  ReportOptions Options = With.Options;
  Options.Verbose = true;
  reportExplanation(With.OS, Results, *C.Of, With.Text, With.Page, Options);
}

bool Questions::askFor(const Change &C) {
  show(C);
  while (true) {
    With.OS << Prompt;
    With.OS.flush();
    const std::optional<std::string> Line = With.Answer();
    if (!Line)
      With.OS << '\n';
    switch (Line ? answerIn(*Line) : 'q') {
    case 'y':
      return true;
    case 'n':
      return false;
    case 'a':
      Checks.insert(C.Of->Found.Check);
      return true;
    case 's':
      SkippedFiles.insert(C.Of->Found.Where.Loc.File);
      return false;
    case 'q':
      Over = true;
      return false;
    case 'e':
      explain(C);
      break;
    default:
      With.OS << "one letter of these, please; what was not agreed to by then is not written\n";
    }
  }
}

Agreement Questions::ask() {
  for (const Result *R : Made) {
    ++Shown;
    const Change C = changeOf(*R);
    const std::optional<bool> Known = knownAnswer(C);
    if (Known ? *Known : askFor(C))
      Out.Agreed.insert(C.All.begin(), C.All.end());
    else if (const size_t Index = Edits.indexOf(R->Found); !Out.Agreed.count(Index))
      Out.Declined.insert(Index);
  }
  return std::move(Out);
}

Agreement askEach(ArrayRef<Result> Results, const EditsAlone &Edits, const Dialogue &With) {
  return Questions(Results, Edits, With).ask();
}

} // namespace coopify
