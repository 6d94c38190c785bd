//===- MemoryTypes.h - memory that types keep apart ---------------*- C++ -*-===//
#ifndef COOPIFY_MODEL_OPERATIONS_MEMORYTYPES_H
#define COOPIFY_MODEL_OPERATIONS_MEMORYTYPES_H

#include "Support/TextRange.h"

#include <string>

namespace coopify {

/// Kinds of memory, as a set. What is written as one kind is not read as another, but for
/// characters, which are any (C++ [basic.lval]/11). Integers of one size are one kind here,
/// whatever their names and signs.
using MemoryTypes = unsigned;
namespace memory {
constexpr MemoryTypes Bool = 1, Int16 = 2, Int32 = 4, Int64 = 8, Int128 = 16, Float = 32,
                      Double = 64, Pointer = 128, Any = 255;
/// Beside the kinds: memory that no `__shared__` variable is in.
constexpr unsigned Global = 256;
} // namespace memory

/// "int", "any type".
std::string memoryName(MemoryTypes Types);

/// A place that writes memory which other threads may see.
struct MemoryWrite {
  MemoryTypes Types = memory::Any;
  bool Shared = false; ///< of a `__shared__` variable
  std::string Text;    ///< "out[i] = 1"
  Location Where;
  /// Of memory of the kinds \p Memory, with memory::Global.
  bool writes(unsigned Memory) const {
    return (Types & Memory) && !(Shared && (Memory & memory::Global));
  }
  bool operator==(const MemoryWrite &) const = default;
};

} // namespace coopify

#endif // COOPIFY_MODEL_OPERATIONS_MEMORYTYPES_H
