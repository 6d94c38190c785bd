#include "Report/Quote.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Unicode.h"

#include <algorithm>

using namespace coopify;

static constexpr unsigned TabStop = 8;

/// Columns that text which printable() made takes; 0 of an empty one.
static unsigned width(llvm::StringRef Text) {
  int Columns = llvm::sys::unicode::columnWidthUTF8(Text);
  return Columns < 0 ? Text.size() : Columns;
}

static bool isText(llvm::StringRef Character) {
  return llvm::sys::unicode::columnWidthUTF8(Character) >= 0;
}

std::string coopify::printable(llvm::StringRef Line) {
  std::string Out;
  while (!Line.empty()) {
    size_t Size = std::min<size_t>(llvm::getNumBytesForUTF8(Line.front()), Line.size());
    llvm::StringRef Character = Line.take_front(Size);
    if (Character == "\t") {
      Out.append(TabStop - width(Out) % TabStop, ' ');
    } else if (isText(Character)) {
      Out += Character;
    } else {
      Size = 1;
      Out += "<" + llvm::toHex(Line.take_front(1)) + ">";
    }
    Line = Line.drop_front(Size);
  }
  return Out;
}

void coopify::printQuote(llvm::raw_ostream &OS, llvm::StringRef Line, unsigned Number,
                         unsigned Column, unsigned Length) {
  OS << llvm::format("%5u | ", Number) << printable(Line) << '\n';
  if (Column == 0 || Column > Line.size() + 1)
    return;
  unsigned Before = width(printable(Line.take_front(Column - 1)));
  unsigned After = width(printable(Line.take_front(Column - 1 + Length)));
  OS << "      | " << std::string(Before, ' ');
  OS.changeColor(llvm::raw_ostream::GREEN, /*Bold=*/true);
  OS << '^' << std::string(After > Before + 1 ? After - Before - 1 : 0, '~');
  OS.resetColor();
  OS << '\n';
}

void coopify::printNewLine(llvm::raw_ostream &OS, llvm::StringRef Line) {
  OS << "      + ";
  OS.changeColor(llvm::raw_ostream::GREEN);
  OS << printable(Line);
  OS.resetColor();
  OS << '\n';
}
