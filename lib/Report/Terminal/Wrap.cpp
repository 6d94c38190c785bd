#include "Report/Terminal/Wrap.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Unicode.h"

using namespace coopify;

/// "\33[1m..." up to the letter that ends it.
static std::string withoutColors(llvm::StringRef Text) {
  std::string Out;
  while (!Text.empty()) {
    const size_t Begin = std::min(Text.find("\33["), Text.size());
    Out += Text.take_front(Begin);
    Text = Text.drop_front(Begin).drop_until(llvm::isAlpha).drop_front(Begin < Text.size());
  }
  return Out;
}

unsigned coopify::columnsOf(llvm::StringRef Text) {
  const std::string Plain = withoutColors(Text);
  const int Columns = llvm::sys::unicode::columnWidthUTF8(Plain);
  return Columns < 0 ? Plain.size() : Columns;
}

void coopify::printWrapped(llvm::raw_ostream &OS, llvm::StringRef Text, const Margins &M) {
  llvm::SmallVector<llvm::StringRef> Words;
  llvm::SplitString(Text, Words, " \t\n\r");
  unsigned Column = M.Column;
  bool First = true; // of its line
  for (llvm::StringRef Word : Words) {
    const unsigned Size = columnsOf(Word);
    if (!First && M.Width != 0 && Column + 1 + Size > M.Width) {
      OS << '\n';
      OS.indent(M.Indent);
      Column = M.Indent;
      First = true;
    }
    OS << (First ? "" : " ") << Word;
    Column += Size + !First;
    First = false;
  }
  OS << '\n';
}
