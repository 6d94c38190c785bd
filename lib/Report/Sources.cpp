#include "Report/Sources.h"

#include "Report/Lines.h"

#include "llvm/ADT/STLExtras.h"

using namespace coopify;

llvm::StringRef SourceFile::line(unsigned Number) const {
  return Number == 0 || Number > Lines.size() ? "" : withoutEnd(Lines[Number - 1]);
}

/// The bytes that go on with a character of UTF-8 do not count.
static unsigned characters(llvm::StringRef Bytes) {
  return llvm::count_if(Bytes, [](char C) { return (C & 0xc0) != 0x80; });
}

CharPlace SourceFile::placeOf(unsigned Offset) const {
  const char *At = Text.data() + std::min<size_t>(Offset, Text.size());
  auto After =
      llvm::partition_point(Lines, [&](llvm::StringRef Line) { return Line.data() <= At; });
  if (After == Lines.begin())
    return {};
  const char *Begin = std::prev(After)->data();
  // What follows the last line's end is a line of its own, which is not among them.
  if (At == Text.data() + Text.size() && llvm::StringRef(Text).ends_with("\n"))
    return {static_cast<unsigned>(Lines.size()) + 1, 1};
  return {static_cast<unsigned>(After - Lines.begin()),
          characters(llvm::StringRef(Begin, At - Begin)) + 1};
}

const SourceFile &Sources::of(llvm::StringRef Path) const {
  auto It = Files.find(Path);
  if (It == Files.end()) {
    It = Files.try_emplace(Path.str()).first;
    It->second.Text = Text(Path).value_or("");
    It->second.Lines = splitLines(It->second.Text);
  }
  return It->second;
}
