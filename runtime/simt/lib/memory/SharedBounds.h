//===- SharedBounds.h - the bounds of shared variables -----------*- C++ -*-===//
#ifndef COOPIFY_SIMT_SHAREDBOUNDS_H
#define COOPIFY_SIMT_SHAREDBOUNDS_H

#include "Thread.h"
#include "Variables.h"

#include <optional>

namespace simt {

/// Accesses to static shared memory that are outside of every variable, or in one of another
/// kernel. An overflow from one variable of a kernel into another one of it looks like an access to
/// that.
class SharedBounds {
public:
  void begin() { std::fill(Cache, Cache + CacheSize, Entry()); }
  /// What is wrong with it, in words.
  std::optional<std::string> check(const Thread &T, uintptr_t Address, size_t Size) {
    Entry &E = Cache[T.Place / 4 % CacheSize];
    if (E.Place == T.Place && Address - E.Low < E.Size && E.Size - (Address - E.Low) >= Size)
      return std::nullopt;
    return find(E, T, Address, Size);
  }

private:
  /// What an access in the source found last.
  struct Entry {
    uintptr_t Place = 0, Low = 0;
    size_t Size = 0;
  };
  static constexpr size_t CacheSize = 64;
  std::optional<std::string> find(Entry &E, const Thread &T, uintptr_t Address, size_t Size);

  Entry Cache[CacheSize];
};

} // namespace simt

#endif
