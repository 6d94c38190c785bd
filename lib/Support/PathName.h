//===- PathName.h - a file's path, held once ---------------------*- C++ -*-===//
//
// A summary names its files in every place of its text: most of what is read
// and held of a large program would be copies of paths.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_SUPPORT_PATHNAME_H
#define COOPIFY_SUPPORT_PATHNAME_H

#include "llvm/ADT/StringRef.h"

#include <compare>
#include <concepts>
#include <string>

namespace coopify {

/// The same text is the same pointer, which lives as long as the process. May be made by several
/// threads at once.
class PathName : public llvm::StringRef {
public:
  PathName() = default;
  PathName(llvm::StringRef Path) : StringRef(held(Path)) {}
  PathName(const std::string &Path) : PathName(llvm::StringRef(Path)) {}
  PathName(const char *Path) : PathName(llvm::StringRef(Path)) {}
  operator std::string() const { return str(); }

  friend bool operator==(PathName A, PathName B) { return A.data() == B.data(); }
  friend auto operator<=>(PathName A, PathName B) {
    return A == B ? std::strong_ordering::equal : A.compare(B) <=> 0;
  }
  template <typename T>
    requires(!std::same_as<T, PathName> && std::convertible_to<const T &, llvm::StringRef>)
  friend bool operator==(PathName A, const T &B) {
    return llvm::StringRef(A) == llvm::StringRef(B);
  }

private:
  static llvm::StringRef held(llvm::StringRef Path);
};

} // namespace coopify

#endif // COOPIFY_SUPPORT_PATHNAME_H
