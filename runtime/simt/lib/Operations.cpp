//===- Operations.cpp - arithmetic of atomics and reductions -------------===//
#include "Machine.h"

#include "simt/narrow/calls.h"

#include <algorithm>
#include <bit>
#include <type_traits>

using namespace simt;

namespace {

template <class T> T fromBits(uint64_t Bits) {
  if constexpr (std::is_same_v<T, float>)
    return std::bit_cast<float>(uint32_t(Bits));
  else if constexpr (std::is_same_v<T, double>)
    return std::bit_cast<double>(Bits);
  else
    return T(Bits);
}

template <class T> uint64_t toBits(T Value) {
  if constexpr (std::is_same_v<T, float>)
    return std::bit_cast<uint32_t>(Value);
  else if constexpr (std::is_same_v<T, double>)
    return std::bit_cast<uint64_t>(Value);
  else
    return std::make_unsigned_t<T>(Value);
}

// Unsigned, so that sums wrap.
template <class T> T applyInteger(simt_op Operation, T A, T B) {
  using U = std::make_unsigned_t<T>;
  switch (Operation) {
  case simt_add:
    return T(U(A) + U(B));
  case simt_sub:
    return T(U(A) - U(B));
  case simt_and:
    return A & B;
  case simt_or:
    return A | B;
  case simt_xor:
    return A ^ B;
  case simt_inc:
    return A >= B ? 0 : A + 1;
  case simt_dec:
    return A == 0 || A > B ? B : A - 1;
  default:
    return B;
  }
}

template <class T> uint64_t applyAs(simt_op Operation, uint64_t ABits, uint64_t BBits) {
  T A = fromBits<T>(ABits), B = fromBits<T>(BBits);
  if (Operation == simt_min)
    return toBits(std::min(A, B));
  if (Operation == simt_max)
    return toBits(std::max(A, B));
  if constexpr (std::is_integral_v<T>)
    return toBits(applyInteger(Operation, A, B));
  else
    return toBits(Operation == simt_add ? A + B : Operation == simt_sub ? A - B : B);
}

// There is nothing but the sum, of one or of two numbers.
uint64_t addNarrow(simt_format Format, unsigned Count, uint64_t A, uint64_t B) {
  uint64_t Sum = 0;
  for (unsigned I = 0; I != Count; ++I)
    Sum |= uint64_t(simt_narrow_arithmetic(Format, simt_plus, uint16_t(A >> 16 * I),
                                           uint16_t(B >> 16 * I), 0))
           << 16 * I;
  return Sum;
}

} // namespace

uint64_t simt::apply(simt_op Operation, simt_type Type, uint64_t A, uint64_t B) {
  switch (Type) {
  case simt_i32:
    return applyAs<int32_t>(Operation, A, B);
  case simt_u32:
    return applyAs<uint32_t>(Operation, A, B);
  case simt_i64:
    return applyAs<int64_t>(Operation, A, B);
  case simt_u64:
    return applyAs<uint64_t>(Operation, A, B);
  case simt_u16:
    return applyAs<uint16_t>(Operation, A, B);
  case simt_f32:
    return applyAs<float>(Operation, A, B);
  case simt_f64:
    return applyAs<double>(Operation, A, B);
  case simt_half_1:
    return addNarrow(simt_half, 1, A, B);
  case simt_half_2:
    return addNarrow(simt_half, 2, A, B);
  case simt_bfloat_1:
    return addNarrow(simt_bfloat, 1, A, B);
  case simt_bfloat_2:
    return addNarrow(simt_bfloat, 2, A, B);
  }
  return 0;
}
