//===- Arguments.h - Random arguments for a kernel ----------------*- C++ -*-===//
#ifndef COOPIFY_TEST_SEMANTICS_ARGUMENTS_H
#define COOPIFY_TEST_SEMANTICS_ARGUMENTS_H

#include "Side.h"

#include <cstdint>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace semantics {

enum class Number { Integer, Float, Double };

/// The arguments of one launch: numbers, and memory for the pointers among them.
///
/// Integers are small, so that they serve as lanes, bounds and indices. A pointer leads to the
/// middle of a piece of memory, so that reads beside the data stay inside.
class Arguments {
public:
  struct Wishes {
    unsigned Limit = 0;                ///< If not 0, integers are in [0, Limit].
    std::map<unsigned, int64_t> Fixed; ///< Arguments that are always the same, by index.
    std::vector<unsigned> Bags;        ///< Arguments that lead to memory whose order means nothing.
    struct Place {
      unsigned Argument;
      int Words; ///< Behind where that leads to.
    };
    std::map<unsigned, Place> Same; ///< Pointers that lead to another argument's memory.
  };

  /// \p Parameters as in Kernel::Parameters. The same seed gives the same values.
  Arguments(const std::string &Parameters, unsigned Threads, uint64_t Seed, const Wishes &W);

  /// Fills the memory anew with the values that the seed gave; one pointer for each argument.
  void **fresh();

  /// All memory, as it is now, in words of 32 bits; instead of what is in \p All.
  void memory(std::vector<uint32_t> &All) const;

  /// The numbers among the arguments, for messages.
  std::string str() const { return Text; }

  /// The first 64 bits of each argument, as numbers; what they are of a pointer means nothing.
  std::string numbers() const;

private:
  struct Buffer {
    std::vector<uint32_t> Initial, Now;
    bool IsBag = false;
  };
  const uint32_t *addPointer(const std::string &Pointee);
  void addTable(const std::string &Pointee);
  void addValue(const void *Pointer);
  void addNumber(const std::string &Type, unsigned Threads);
  void addClass();
  void lead(unsigned Argument, Wishes::Place To);
  struct Making {
    Number Kind;
    unsigned Size; ///< In bytes.
    bool IsBool;
  };
  static Making making(const std::string &Type);
  void put(const Making &M, void *To);
  int64_t integer();

  std::mt19937_64 Random;
  const Wishes &W;
  std::vector<std::unique_ptr<Buffer>> Buffers;
  std::vector<std::unique_ptr<std::vector<const uint32_t *>>>
      Tables; ///< Of pointers, which nobody changes.
  struct alignas(16) Bytes {
    uint32_t Word[16] = {};
  };
  std::vector<Bytes> Values; ///< Each argument's, as it is passed.
  std::vector<void *> Pointers;
  std::string Text;
};

} // namespace semantics

#endif
