//===- Symbols.h - source lines of code addresses ----------------*- C++ -*-===//
#ifndef COOPIFY_SIMT_SYMBOLS_H
#define COOPIFY_SIMT_SYMBOLS_H

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

namespace simt {

/// The program or library that an address is in.
struct Module {
  uintptr_t Address;  ///< What was asked for.
  uintptr_t Bias = 0; ///< How far it was moved from where it was linked to; 0 without PIE.
  std::string Path;
};
Module moduleOf(uintptr_t Address);

/// An address that is asked for below.
struct Symbol {
  bool IsData;
  uintptr_t Address;
  auto operator<=>(const Symbol &) const = default;
};

/// Finds many at once, which is quicker: a report knows beforehand what it will ask for.
void findSymbols(const std::vector<Symbol> &Wanted);

/// "scale.cu:12" of the call that returns to \p Return, or "?".
std::string sourceLine(uintptr_t Return);

/// "S+12", of a shared variable.
std::string variable(uintptr_t Address);

} // namespace simt

#endif
