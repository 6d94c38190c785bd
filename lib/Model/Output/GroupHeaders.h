//===- GroupHeaders.h - the headers that edits may need ----------*- C++ -*-===//
//
// Which a file includes, and which the text of an edit names something of. Of
// the latter Groups stands for whoever's groups the file has.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_MODEL_OUTPUT_GROUPHEADERS_H
#define COOPIFY_MODEL_OUTPUT_GROUPHEADERS_H

#include "llvm/ADT/StringRef.h"

#include <initializer_list>
#include <optional>

namespace coopify {

enum class GroupHeader {
#define GROUP_HEADER(HEADER, PATH) HEADER,
#include "Model/Output/GroupHeaders.def"
};

inline constexpr GroupHeader AllGroupHeaders[] = {
#define GROUP_HEADER(HEADER, PATH) GroupHeader::HEADER,
#include "Model/Output/GroupHeaders.def"
};

constexpr llvm::StringLiteral pathOf(GroupHeader Header) {
  constexpr llvm::StringLiteral Paths[] = {
#define GROUP_HEADER(HEADER, PATH) PATH,
#include "Model/Output/GroupHeaders.def"
  };
  return Paths[static_cast<unsigned>(Header)];
}

inline std::optional<GroupHeader> parseGroupHeader(llvm::StringRef Path) {
  for (GroupHeader H : AllGroupHeaders)
    if (pathOf(H) == Path)
      return H;
  return std::nullopt;
}

class HeaderSet {
public:
  constexpr HeaderSet(std::initializer_list<GroupHeader> Headers = {}) {
    for (GroupHeader H : Headers)
      Bits |= bit(H);
  }
  constexpr bool has(GroupHeader H) const { return Bits & bit(H); }
  constexpr HeaderSet &operator|=(HeaderSet Other) {
    Bits |= Other.Bits;
    return *this;
  }
  constexpr HeaderSet &operator&=(HeaderSet Other) {
    Bits &= Other.Bits;
    return *this;
  }
  constexpr auto operator<=>(const HeaderSet &) const = default;

private:
  static constexpr unsigned bit(GroupHeader H) { return 1u << static_cast<unsigned>(H); }
  unsigned Bits = 0;
};

} // namespace coopify

#endif // COOPIFY_MODEL_OUTPUT_GROUPHEADERS_H
