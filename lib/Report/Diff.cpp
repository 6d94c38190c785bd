#include "Report/FileDiff.h"
#include "Report/Lines.h"
#include "Report/Paths.h"
#include "Report/Report.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace coopify;

namespace {

class DiffPrinter {
public:
  explicit DiffPrinter(llvm::raw_ostream &OS) : OS(OS) {}
  void file(llvm::StringRef Path, const FileDiff &Diff);

private:
  void hunk(const FileDiff &Diff, llvm::ArrayRef<LineChange> Changes);
  void lines(char Sign, llvm::ArrayRef<llvm::StringRef> Lines);
  void header(llvm::StringRef Sign, llvm::StringRef Path);

  llvm::raw_ostream &OS;
};

} // namespace

static constexpr size_t ContextLines = 3;

/// As git does for names that its header could not hold otherwise.
static std::string quoted(llvm::StringRef Path) {
  if (llvm::none_of(Path, [](char C) { return C == '"' || C == '\\' || !llvm::isPrint(C); }))
    // The tab ends a name that has spaces.
    return Path.contains(' ') ? (Path + "\t").str() : Path.str();
  std::string Out = "\"";
  for (unsigned char C : Path) {
    if (llvm::isPrint(C) && C != '"' && C != '\\')
      Out += C;
    else
      Out += {'\\', char('0' + (C >> 6)), char('0' + (C >> 3 & 7)), char('0' + (C & 7))};
  }
  return Out + "\"";
}

void DiffPrinter::header(llvm::StringRef Sign, llvm::StringRef Path) {
  OS.changeColor(llvm::raw_ostream::SAVEDCOLOR, /*Bold=*/true);
  OS << Sign << ' ' << quoted(Path);
  OS.resetColor();
  OS << '\n';
}

void DiffPrinter::lines(char Sign, llvm::ArrayRef<llvm::StringRef> Lines) {
  for (llvm::StringRef Line : Lines) {
    if (Sign != ' ')
      OS.changeColor(Sign == '+' ? llvm::raw_ostream::GREEN : llvm::raw_ostream::RED);
    OS << Sign << Line.rtrim('\n');
    if (Sign != ' ')
      OS.resetColor();
    OS << '\n';
    if (!Line.ends_with("\n"))
      OS << "\\ No newline at end of file\n";
  }
}

/// "12,3"; an empty range names the line before it.
static std::string range(size_t Begin, size_t Count) {
  if (Count == 1)
    return std::to_string(Begin + 1);
  return std::to_string(Count == 0 ? Begin : Begin + 1) + "," + std::to_string(Count);
}

void DiffPrinter::hunk(const FileDiff &Diff, llvm::ArrayRef<LineChange> Changes) {
  const LineChange &First = Changes.front(), &Last = Changes.back();
  size_t Lead = std::min(First.OldBegin, ContextLines);
  size_t Trail = std::min(Diff.Old.size() - Last.OldEnd, ContextLines);
  size_t OldCount = Last.OldEnd + Trail - (First.OldBegin - Lead);
  size_t NewCount = Last.NewEnd + Trail - (First.NewBegin - Lead);
  OS.changeColor(llvm::raw_ostream::CYAN);
  OS << "@@ -" << range(First.OldBegin - Lead, OldCount) << " +"
     << range(First.NewBegin - Lead, NewCount) << " @@";
  OS.resetColor();
  OS << '\n';
  llvm::ArrayRef<llvm::StringRef> Old = Diff.Old, New = Diff.New;
  size_t Shown = First.OldBegin - Lead;
  for (const LineChange &C : Changes) {
    lines(' ', Old.slice(Shown, C.OldBegin - Shown));
    lines('-', Old.slice(C.OldBegin, C.OldEnd - C.OldBegin));
    lines('+', New.slice(C.NewBegin, C.NewEnd - C.NewBegin));
    Shown = C.OldEnd;
  }
  lines(' ', Old.slice(Shown, Trail));
}

void DiffPrinter::file(llvm::StringRef Path, const FileDiff &Diff) {
  if (Diff.Changes.empty())
    return;
  header("---", ("a/" + Path).str());
  header("+++", ("b/" + Path).str());
  llvm::ArrayRef<LineChange> Rest = Diff.Changes;
  while (!Rest.empty()) {
    size_t Count = 1;
    while (Count < Rest.size() && Rest[Count].OldBegin - Rest[Count - 1].OldEnd <= 2 * ContextLines)
      ++Count;
    hunk(Diff, Rest.take_front(Count));
    Rest = Rest.drop_front(Count);
  }
}

void coopify::reportDiff(llvm::raw_ostream &OS, const EditSet &Edits, FileTextFn Text,
                         const ReportOptions &Options) {
  const bool Colors = OS.colors_enabled();
  OS.enable_colors(Options.Color);
  for (const auto &[Path, FileEdits] : Edits.byFile()) {
    std::optional<std::string> Code = Text(Path);
    if (!Code)
      continue; // the file is gone; Driver says so
    llvm::Expected<std::string> New = applyEdits(*Code, FileEdits);
    if (!New) { // it has changed; Driver says so
      llvm::consumeError(New.takeError());
      continue;
    }
    DiffPrinter(OS).file(patchPath(Path, Options.Root), diffFile(*Code, *New, FileEdits));
  }
  OS.enable_colors(Colors);
}
