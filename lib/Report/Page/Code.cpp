#include "Report/Page/Code.h"

#include "Report/Lines.h"
#include "Report/Page/Markup.h"
#include "Report/Paths.h"
#include "Report/Told.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace coopify;

static constexpr size_t ShownAround = 2; ///< lines

//===-- Lines ------------------------------------------------------------------===//

/// \p Line is a part of \p Text, to which \p Marks refer.
void PageCode::marked(llvm::StringRef Text, llvm::StringRef Line, llvm::ArrayRef<Mark> Marks) {
  const size_t Begin = Line.data() - Text.data(), End = Begin + Line.size();
  size_t Done = Begin;
  for (const Mark &M : llvm::make_filter_range(
           Marks, [&](const Mark &M) { return M.Begin < End && M.End > Begin; })) {
    const size_t From = std::max(M.Begin, Done), To = std::min(M.End, End);
    // The blanks in front of a new line are no news.
    const size_t Word =
        From + (Text.slice(From, To).size() - Text.slice(From, To).ltrim(" \t").size());
    OS << Shown{Text.slice(Done, Word)};
    if (Word < To)
      OS << "<mark>" << Shown{Text.slice(Word, To)} << "</mark>";
    Done = To;
  }
  OS << Shown{Text.slice(Done, End)};
}

void PageCode::numbered(llvm::StringRef Text, llvm::ArrayRef<llvm::StringRef> Lines, size_t First,
                        llvm::ArrayRef<Mark> Marks) {
  for (llvm::StringRef Line : Lines) {
    OS << "<div class=\"line\"><span class=\"number\">" << ++First << "</span><code>";
    marked(Text, withoutEnd(Line), Marks);
    OS << "</code></div>";
  }
}

void PageCode::line(const Location &Where) {
  const SourceFile &File = Files.of(Where.File);
  if (Where.Line == 0 || Where.Line > File.Lines.size())
    return;
  OS << "<div class=\"code quoted\">";
  numbered(File.Text, llvm::ArrayRef(File.Lines).slice(Where.Line - 1, 1), Where.Line - 1, {});
  OS << "</div>\n";
}

void PageCode::quote(const Site &S) {
  const SourceFile &File = Files.of(S.Loc.File);
  if (S.Loc.Line == 0 || S.Loc.Line > File.Lines.size())
    return;
  const Mark At = {S.Loc.Offset, S.Loc.Offset + lengthOf(S, File.Text)};
  const size_t Last = File.placeOf(At.End).Line;
  const size_t Begin = S.Loc.Line - 1 - std::min<size_t>(S.Loc.Line - 1, ShownAround);
  const size_t End = std::min(Last + ShownAround, File.Lines.size());
  OS << "<div class=\"code quoted\">";
  numbered(File.Text, llvm::ArrayRef(File.Lines).slice(Begin, End - Begin), Begin, At);
  OS << "</div>\n";
}

//===-- Before and after -------------------------------------------------------===//

/// Where the byte \p Offset of the old text is in the new one; nullopt: it is replaced.
static std::optional<size_t> moved(llvm::ArrayRef<Edit> Edits, size_t Offset) {
  long Shift = 0;
  for (const Edit &E : Edits) {
    if (E.Range.End > Offset || (E.Range.Begin == Offset && E.Range.length() == 0))
      return E.Range.Begin < Offset ? std::nullopt : std::optional(Offset + Shift);
    Shift += long(E.Text.size()) - long(E.Range.length());
  }
  return Offset + Shift;
}

/// \p Diff with each change cut where a line begins on both sides: a finding is shown with its own
/// lines, and not with all that are changed below each other.
static std::vector<LineChange> cutByLines(const FileDiff &Diff, llvm::ArrayRef<Edit> Edits) {
  std::vector<LineChange> Out;
  for (LineChange C : Diff.Changes) {
    for (size_t Line = C.OldBegin + 1; Line < C.OldEnd; ++Line) {
      const auto At = moved(Edits, Diff.Old[Line].data() - Diff.Old.front().data());
      if (!At)
        continue;
      const char *Begin = Diff.New.front().data() + *At;
      const size_t New =
          llvm::partition_point(Diff.New, [&](llvm::StringRef L) { return L.data() < Begin; }) -
          Diff.New.begin();
      if (New < C.NewBegin || New > C.NewEnd || New == Diff.New.size() ||
          Diff.New[New].data() != Begin)
        continue;
      Out.push_back({C.OldBegin, Line, C.NewBegin, New});
      C.OldBegin = Line;
      C.NewBegin = New;
    }
    Out.push_back(C);
  }
  return Out;
}

const PageCode::View *PageCode::viewOf(llvm::StringRef Path) {
  auto It = Views.find(Path);
  if (It != Views.end())
    return It->second.get();
  std::unique_ptr<View> &Made = Views[Path.str()];
  auto Edits = Run.Edits.all().byFile().find(Path.str());
  if (Edits == Run.Edits.all().byFile().end())
    return nullptr;
  const SourceFile &File = Files.of(Path);
  llvm::Expected<std::string> New = applyEdits(File.Text, Edits->second);
  if (!New) { // the file has changed; Driver says so
    llvm::consumeError(New.takeError());
    return nullptr;
  }
  Made = std::make_unique<View>();
  Made->New = std::move(*New);
  Made->Diff = diffFile(File.Text, Made->New, Edits->second);
  Made->Diff.Changes = cutByLines(Made->Diff, Edits->second);
  long Shift = 0;
  for (const Edit &E : Edits->second) {
    const size_t Begin = E.Range.Begin + Shift;
    Made->OldMarks.push_back({E.Range.Begin, E.Range.End});
    Made->NewMarks.push_back({Begin, Begin + E.Text.size()});
    Shift += long(E.Text.size()) - long(E.Range.length());
  }
  return Made.get();
}

void PageCode::pair(llvm::StringRef Class, const SourceFile &File, const View &V,
                    const LineChange &C) {
  const bool Changed = Class == "changed";
  OS << "<div class=\"pair " << Class << "\"><div class=\"code old\">";
  numbered(File.Text, llvm::ArrayRef(V.Diff.Old).slice(C.OldBegin, C.OldEnd - C.OldBegin),
           C.OldBegin, Changed ? llvm::ArrayRef(V.OldMarks) : llvm::ArrayRef<Mark>());
  OS << "</div><div class=\"code new\">";
  numbered(V.New, llvm::ArrayRef(V.Diff.New).slice(C.NewBegin, C.NewEnd - C.NewBegin), C.NewBegin,
           Changed ? llvm::ArrayRef(V.NewMarks) : llvm::ArrayRef<Mark>());
  OS << "</div></div>\n";
}

/// Changes of others right above and below are shown, too; what is around, as far as the lines are
/// the same.
void PageCode::hunk(const SourceFile &File, const View &V, size_t First, size_t Last) {
  llvm::ArrayRef<LineChange> All = V.Diff.Changes;
  for (size_t More = ShownAround;
       More-- != 0 && First != 0 && All[First - 1].OldEnd == All[First].OldBegin;)
    --First;
  for (size_t More = ShownAround;
       More-- != 0 && Last + 1 != All.size() && All[Last + 1].OldBegin == All[Last].OldEnd;)
    ++Last;
  const size_t Above = First == 0 ? 0 : All[First - 1].OldEnd;
  const size_t Below = Last + 1 == All.size() ? V.Diff.Old.size() : All[Last + 1].OldBegin;
  const size_t Lead = std::min(All[First].OldBegin - Above, ShownAround);
  const size_t Trail = std::min(Below - All[Last].OldEnd, ShownAround);
  size_t Old = All[First].OldBegin - Lead, New = All[First].NewBegin - Lead;
  auto Same = [&](size_t Count) {
    if (Count != 0)
      pair("same", File, V, {Old, Old + Count, New, New + Count});
  };
  OS << "<div class=\"hunk\">\n";
  for (const LineChange &C : All.slice(First, Last + 1 - First)) {
    Same(C.OldBegin - Old);
    pair("changed", File, V, C);
    Old = C.OldEnd;
    New = C.NewEnd;
  }
  Same(Trail);
  OS << "</div>\n";
}

/// Which changes of \p Diff the \p Own edits have a part in.
static std::vector<size_t> changesBy(llvm::ArrayRef<Edit> Own, const SourceFile &File,
                                     const FileDiff &Diff) {
  std::vector<size_t> Out;
  for (const auto &[Index, C] : llvm::enumerate(Diff.Changes))
    if (llvm::any_of(Own, [&, &C = C](const Edit &E) {
          const size_t First = File.placeOf(E.Range.Begin).Line - 1;
          const size_t Last = File.placeOf(E.Range.End).Line;
          return C.OldBegin == C.OldEnd ? First <= C.OldBegin && C.OldBegin <= Last
                                        : C.OldBegin < Last && First < C.OldEnd;
        }))
      Out.push_back(Index);
  return Out;
}

void PageCode::beforeAndAfter(const Result &R) {
  std::map<std::string, std::vector<Edit>> ByFile;
  for (const Edit &E : editsOf(R.Became))
    ByFile[E.Range.File].push_back(E);
  OS << "<div class=\"sides\"><div class=\"pair heads\"><div>Before</div><div>After</div></div>\n";
  for (const auto &[Path, Own] : ByFile) {
    const View *V = viewOf(Path);
    if (!V)
      continue;
    if (Path != R.Found.Where.Loc.File)
      OS << "<p class=\"path\">" << Shown{displayPath(Path, Run.Root)} << "</p>\n";
    const SourceFile &File = Files.of(Path);
    const std::vector<size_t> All = changesBy(Own, File, V->Diff);
    for (llvm::ArrayRef<size_t> Rest = All; !Rest.empty();) {
      size_t Count = 1;
      while (Count < Rest.size() &&
             V->Diff.Changes[Rest[Count]].OldBegin - V->Diff.Changes[Rest[Count - 1]].OldEnd <=
                 2 * ShownAround)
        ++Count;
      hunk(File, *V, Rest.front(), Rest[Count - 1]);
      Rest = Rest.drop_front(Count);
    }
  }
  OS << "</div>\n";
}
