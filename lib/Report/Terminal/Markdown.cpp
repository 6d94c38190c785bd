#include "Report/Terminal/Markdown.h"

#include "Report/Terminal/Wrap.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

#include <numeric>
#include <string>
#include <vector>

using namespace coopify;

//===-- Within a line ----------------------------------------------------------===//

static std::string bold(llvm::StringRef Text, bool Color) {
  return Color && !Text.empty() ? ("\33[1m" + Text + "\33[0m").str() : Text.str();
}

/// Word by word, as a line may end between any two.
static std::string boldWords(llvm::StringRef Text, bool Color) {
  std::vector<std::string> Words;
  for (llvm::StringRef Word : llvm::split(Text, ' '))
    Words.push_back(bold(Word, Color));
  return llvm::join(Words, " ");
}

/// "[text](address)": its text, and the address where that is none of our own pages.
static bool takeLink(llvm::StringRef &Text, std::string &Out, bool Color);

static std::string inlineText(llvm::StringRef Text, bool Color) {
  static constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral> Entities[] = {
      {"&lt;", "<"}, {"&gt;", ">"}, {"&amp;", "&"}, {"\\|", "|"}, {"\\*", "*"}};
  std::string Out;
  while (!Text.empty()) {
    const auto *Entity =
        llvm::find_if(Entities, [&](const auto &E) { return Text.starts_with(E.first); });
    const llvm::StringRef Mark = Text.starts_with("**") ? "**" : Text.take_front();
    const size_t End = Text.find(Mark, Mark.size());
    if (Entity != std::end(Entities)) {
      Out += Entity->second;
      Text = Text.drop_front(Entity->first.size());
    } else if (End != llvm::StringRef::npos && Mark == "`") {
      // In a table a bar is escaped in code, too.
      std::string Code = Text.slice(1, End).str();
      for (size_t At = 0; (At = Code.find("\\|", At)) != std::string::npos;)
        Code.erase(At, 1);
      Out += Color ? boldWords(Code, Color) : "`" + Code + "`";
      Text = Text.drop_front(End + 1);
    } else if (End != llvm::StringRef::npos && Mark == "**") {
      Out += boldWords(Text.slice(2, End), Color);
      Text = Text.drop_front(End + 2);
    } else if (!takeLink(Text, Out, Color)) {
      Out += Text.front();
      Text = Text.drop_front();
    }
  }
  return Out;
}

static bool takeLink(llvm::StringRef &Text, std::string &Out, bool Color) {
  const size_t Middle = Text.find("](");
  if (!Text.starts_with("[") || Middle == llvm::StringRef::npos ||
      Text.slice(1, Middle).contains('['))
    return false;
  const size_t End = Text.find(')', Middle);
  if (End == llvm::StringRef::npos)
    return false;
  const llvm::StringRef Words = Text.slice(1, Middle), Address = Text.slice(Middle + 2, End);
  Out += inlineText(Words, Color);
  if (Address.starts_with("http") && Address != Words)
    Out += (" (" + Address + ")").str();
  Text = Text.drop_front(End + 1);
  return true;
}

//===-- Blocks -----------------------------------------------------------------===//

namespace {

using Lines = llvm::SmallVector<llvm::StringRef>;
using Row = std::vector<std::string>;

class MarkdownPrinter {
public:
  MarkdownPrinter(llvm::raw_ostream &OS, llvm::StringRef Page, const Terminal &At)
      : OS(OS), At(At) {
    Page.rtrim().split(Rest, '\n');
  }
  void print();

private:
  llvm::StringRef next() { return Rest[Index].rtrim(); }
  bool atEnd() const { return Index == Rest.size(); }
  void code();
  void table();
  void flowing();
  void printTable(llvm::ArrayRef<Row> Rows);

  llvm::raw_ostream &OS;
  const Terminal &At;
  Lines Rest;
  size_t Index = 0;
};

} // namespace

static constexpr unsigned CodeIndent = 4;
static constexpr unsigned ColumnGap = 2;

static llvm::StringRef headingOf(llvm::StringRef Line) {
  const llvm::StringRef Text = Line.ltrim('#');
  return Text.size() < Line.size() && Text.starts_with(" ") ? Text.trim() : "";
}

/// "- ", "12. " with what stands in front; empty: it is no item.
static llvm::StringRef bulletOf(llvm::StringRef Line) {
  llvm::StringRef Text = Line.ltrim(' ');
  const llvm::StringRef Digits = Text.take_while(llvm::isDigit);
  const llvm::StringRef After = Text.drop_front(Digits.size());
  const bool Is =
      Digits.empty() ? After.starts_with("- ") || After.starts_with("* ") : After.starts_with(". ");
  const size_t Size = Line.size() - Text.size() + Digits.size() + 2;
  return Is ? Line.take_front(Size) : "";
}

static bool startsBlock(llvm::StringRef Line) {
  return Line.empty() || !headingOf(Line).empty() || !bulletOf(Line).empty() ||
         Line.starts_with("|") || Line.ltrim().starts_with("```");
}

/// What stands between fences, as it is.
void MarkdownPrinter::code() {
  for (++Index; !atEnd() && !next().ltrim().starts_with("```"); ++Index)
    if (next().empty())
      OS << '\n';
    else
      OS.indent(CodeIndent) << Rest[Index].rtrim() << '\n';
  Index += !atEnd();
}

/// A bar in code or behind a backslash ends no cell.
static Row cellsOf(llvm::StringRef Line, bool Color) {
  Row Out;
  std::string Cell;
  char Before = 0;
  for (char C : Line.drop_front()) {
    if (C == '|' && Before != '\\') {
      Out.push_back(inlineText(llvm::StringRef(Cell).trim(), Color));
      Cell.clear();
    } else {
      Cell += C;
    }
    Before = C;
  }
  return Out;
}

/// \p Wanted, or less, so that a line has room for all: the wide ones share what the others leave.
static std::vector<unsigned> fittedWidths(std::vector<unsigned> Wanted, unsigned Columns) {
  constexpr unsigned Narrowest = 8;
  const unsigned Gaps = Wanted.empty() ? 0 : ColumnGap * (Wanted.size() - 1);
  unsigned Room = Columns > Gaps ? Columns - Gaps : 0;
  std::vector<size_t> ByWidth(Wanted.size());
  std::iota(ByWidth.begin(), ByWidth.end(), 0);
  llvm::stable_sort(ByWidth, [&](size_t A, size_t B) { return Wanted[A] < Wanted[B]; });
  for (auto [Done, Column] : llvm::enumerate(ByWidth)) {
    const unsigned Share = std::max<unsigned>(Room / (Wanted.size() - Done), Narrowest);
    Wanted[Column] = std::min(Wanted[Column], Share);
    Room -= std::min(Room, Wanted[Column]);
  }
  return Wanted;
}

static Row wrappedLines(llvm::StringRef Text, unsigned Width) {
  std::string Lines;
  llvm::raw_string_ostream OS(Lines);
  printWrapped(OS, Text, {Width});
  Row Out;
  for (llvm::StringRef Line : llvm::split(llvm::StringRef(Lines).drop_back(), '\n'))
    Out.push_back(Line.str());
  return Out;
}

static void printRow(llvm::raw_ostream &OS, const Row &Cells, llvm::ArrayRef<unsigned> Widths) {
  std::vector<Row> Wrapped;
  size_t Height = 1;
  for (auto [Column, Cell] : llvm::enumerate(Cells)) {
    Wrapped.push_back(wrappedLines(Cell, Widths[Column]));
    Height = std::max(Height, Wrapped.back().size());
  }
  for (size_t I = 0; I < Height; ++I) {
    unsigned At = 0, Begin = 0; // spaces come with what follows them: none ends a line
    for (auto [Column, Lines] : llvm::enumerate(Wrapped)) {
      if (I < Lines.size() && !Lines[I].empty()) {
        OS.indent(Begin - At) << Lines[I];
        At = std::max(Begin + columnsOf(Lines[I]), Begin);
      }
      Begin = std::max(Begin + Widths[Column], At) + ColumnGap;
    }
    OS << '\n';
  }
}

void MarkdownPrinter::printTable(llvm::ArrayRef<Row> Rows) {
  std::vector<unsigned> Widths;
  for (const Row &Cells : Rows)
    for (auto [Column, Cell] : llvm::enumerate(Cells)) {
      Widths.resize(std::max(Widths.size(), Column + 1));
      Widths[Column] = std::max(Widths[Column], columnsOf(Cell));
    }
  Widths = fittedWidths(std::move(Widths), At.Columns);
  for (const Row &Cells : Rows)
    printRow(OS, Cells, Widths);
}

void MarkdownPrinter::table() {
  std::vector<Row> Rows;
  for (; !atEnd() && next().starts_with("|"); ++Index)
    if (next().find_first_not_of("|-: ") != llvm::StringRef::npos)
      Rows.push_back(cellsOf(next(), At.Color));
  if (!Rows.empty())
    for (std::string &Title : Rows.front())
      Title = boldWords(Title, At.Color);
  printTable(Rows);
}

/// A paragraph or an item of a list.
void MarkdownPrinter::flowing() {
  const llvm::StringRef Bullet = bulletOf(next());
  std::string Text = next().drop_front(Bullet.size()).str();
  for (++Index; !atEnd() && !startsBlock(next()); ++Index)
    Text += (" " + next().ltrim()).str();
  OS << Bullet;
  const unsigned Indent = Bullet.size();
  printWrapped(OS, inlineText(Text, At.Color), {At.Columns, Indent, Indent});
}

void MarkdownPrinter::print() {
  while (!atEnd()) {
    const llvm::StringRef Line = next();
    if (Line.empty()) {
      OS << '\n';
      ++Index;
    } else if (const llvm::StringRef Heading = headingOf(Line); !Heading.empty()) {
      OS << bold(inlineText(Heading, false), At.Color) << '\n';
      ++Index;
    } else if (Line.ltrim().starts_with("```")) {
      code();
    } else if (Line.starts_with("|")) {
      table();
    } else {
      flowing();
    }
  }
}

void coopify::printMarkdown(llvm::raw_ostream &OS, llvm::StringRef Page, const Terminal &At) {
  MarkdownPrinter(OS, Page, At).print();
}

void coopify::printPage(llvm::raw_ostream &OS, llvm::StringRef Page,
                        const std::optional<Terminal> &At) {
  if (At)
    printMarkdown(OS, Page, *At);
  else
    OS << Page.rtrim() << '\n';
}
