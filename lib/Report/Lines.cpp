#include "Report/Lines.h"

using namespace coopify;

std::vector<llvm::StringRef> coopify::splitLines(llvm::StringRef Text) {
  std::vector<llvm::StringRef> Lines;
  while (!Text.empty()) {
    size_t End = Text.find('\n');
    size_t Length = End == llvm::StringRef::npos ? Text.size() : End + 1;
    Lines.push_back(Text.take_front(Length));
    Text = Text.drop_front(Length);
  }
  return Lines;
}

llvm::StringRef coopify::withoutEnd(llvm::StringRef Line) {
  Line.consume_back("\n");
  Line.consume_back("\r");
  return Line;
}
