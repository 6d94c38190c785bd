//===- Divisor.h - remainders without a division -----------------*- C++ -*-===//
#ifndef COOPIFY_SIMT_DIVISOR_H
#define COOPIFY_SIMT_DIVISOR_H

#include <cstdint>

namespace simt {

/// A number by which many are divided. The remainder is exact (Lemire, Kaser, Kurz: Faster
/// remainder by direct computation, 2019).
class Divisor {
public:
  Divisor() = default;
  explicit constexpr Divisor(uint32_t Value) : Value(Value), Inverse(~uint64_t(0) / Value + 1) {}
  friend constexpr uint32_t operator%(uint32_t Dividend, const Divisor &D) {
    const uint64_t Fraction = D.Inverse * Dividend;
    return uint32_t(static_cast<unsigned __int128>(Fraction) * D.Value >> 64);
  }

private:
  uint32_t Value = 1;
  uint64_t Inverse = 0; ///< Of Value, in parts of 2^64; 0 is all of it.
};

static_assert(~0u % Divisor(1) == 0 && ~0u % Divisor(2) == 1 && ~0u % Divisor(1023) == ~0u % 1023 &&
              0 % Divisor(96) == 0 && 95 % Divisor(96) == 95 && 96000 % Divisor(96) == 0);

} // namespace simt

#endif
