//===- IntegerRange.h - what a number may be, and what a type holds -*- C++ -*-===//
#ifndef COOPIFY_ANALYSIS_SOURCE_INTEGERRANGE_H
#define COOPIFY_ANALYSIS_SOURCE_INTEGERRANGE_H

#include <cstdint>

namespace coopify {

/// What a number may be, both ends included. At Limit and beyond nothing is known.
struct Range {
  static constexpr int64_t Limit = int64_t(1) << 62;
  int64_t Low = -Limit, High = Limit;
  bool operator==(const Range &) const = default;
  bool known() const { return *this != Range(); }
};

Range number(int64_t N);
Range sum(const Range &A, const Range &B);
Range negated(const Range &A);
Range product(const Range &A, const Range &B);
/// Unknown where one of them may be below zero.
Range quotient(const Range &Dividend, const Range &Divisor);
/// \p A >> \p By.
Range shifted(const Range &A, unsigned By);
/// What may be either. The ends go up by a few steps, so that loops come to an end; what counts by
/// small numbers stays at a step that its type still holds: counters of loops do not run over
/// (docs/semantics.md, B.2).
Range joined(const Range &A, const Range &B);
Range common(const Range &A, const Range &B);

/// An integer type: arithmetic in it is modulo 2^Bits.
struct IntegerType {
  unsigned Bits = 32;
  bool Signed = true;
  bool Wraps = false; ///< signed, and a result beyond its range is defined (-fwrapv)
  bool operator==(const IntegerType &) const = default;

  Range range() const;
  /// Of a number of this type that nothing is known of. An index leaves room for the number of a
  /// thread that is added to it, if it is signed and may not wrap around (docs/semantics.md, B.2).
  Range anything() const;
  /// A number in \p R does not wrap around.
  bool holds(const Range &R) const;
  /// The number of this type that \p N is modulo 2^Bits.
  int64_t wrap(int64_t N) const;
};

} // namespace coopify

#endif // COOPIFY_ANALYSIS_SOURCE_INTEGERRANGE_H
