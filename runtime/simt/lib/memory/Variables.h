//===- Variables.h - the program's variables and functions -------*- C++ -*-===//
#ifndef COOPIFY_SIMT_VARIABLES_H
#define COOPIFY_SIMT_VARIABLES_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace simt {

/// A variable or a function.
struct NamedPlace {
  uintptr_t Address;
  size_t Size;
  std::string Mangled;
  const NamedPlace *Owner =
      nullptr; ///< Of a static variable: the function that it is in, if that is known.

  bool holds(uintptr_t A, size_t Count) const {
    return A - Address < Size && Size - (A - Address) >= Count;
  }
  uintptr_t end() const { return Address + Size; }
  std::string name() const; ///< "S"
};

/// What the symbol table of the program or library says that the machine is linked into. Empty
/// where it was stripped: then nothing is known of bounds.
class Variables {
public:
  static const Variables &ofProgram();
  bool areKnown() const { return !Objects.empty(); }
  /// The last that begins at or before the address; null before the first.
  const NamedPlace *variable(uintptr_t Address) const { return last(Objects, Address); }
  const NamedPlace *function(uintptr_t Address) const;
  /// The variable whose end or beginning is nearest, of those that \p Counts.
  template <class Predicate> const NamedPlace *nearest(uintptr_t Address, Predicate Counts) const {
    const NamedPlace *Best = nullptr;
    size_t BestDistance = ~size_t(0);
    for (const NamedPlace &N : Objects) {
      const size_t Distance = Address < N.Address ? N.Address - Address : Address - N.end();
      if ((Address < N.Address || Address >= N.end()) && Distance < BestDistance && Counts(N))
        Best = &N, BestDistance = Distance;
    }
    return Best;
  }

private:
  void read(const char *File, uintptr_t Bias);
  void findOwners();
  static const NamedPlace *last(const std::vector<NamedPlace> &In, uintptr_t Address);

  std::vector<NamedPlace> Objects, Functions; ///< By address.
};

} // namespace simt

#endif
