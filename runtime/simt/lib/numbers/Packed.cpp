//===- Packed.cpp - several small integers in a word ----------------------===//
//
// CUDA Math API, SIMD intrinsics; and the products of sm_61 (PTX ISA, dp4a and dp2a). Here, and not
// in the prelude, because a loop there would be one of the kernel's.
//
//===----------------------------------------------------------------------===//
#include "simt/prelude/packed_calls.h"

#include <algorithm>
#include <cstdint>

namespace {

// The parts of a word, widened.
template <class T> int part(uint32_t Word, unsigned I) { return T(Word >> 8 * sizeof(T) * I); }

template <class T> int clamp(int Value) {
  constexpr int Bits = 8 * sizeof(T);
  constexpr bool IsSigned = T(-1) < T(0);
  constexpr int Most = IsSigned ? (1 << (Bits - 1)) - 1 : (1 << Bits) - 1;
  return std::clamp(Value, IsSigned ? -Most - 1 : 0, Most);
}

// PTX ISA, vavrg2 and vavrg4: away from zero where the sum is positive.
int roundedAverage(int Sum) { return (Sum + (Sum >= 0)) >> 1; }

bool compare(simt_packed What, int A, int B) {
  switch (What) {
  case simt_packed_eq:
    return A == B;
  case simt_packed_ne:
    return A != B;
  case simt_packed_lt:
    return A < B;
  case simt_packed_le:
    return A <= B;
  case simt_packed_gt:
    return A > B;
  default:
    return A >= B;
  }
}

template <class T> int combine(simt_packed What, int A, int B) {
  switch (What) {
  case simt_packed_add:
    return A + B;
  case simt_packed_sub:
    return A - B;
  case simt_packed_add_sat:
    return clamp<T>(A + B);
  case simt_packed_sub_sat:
    return clamp<T>(A - B);
  case simt_packed_difference:
    return std::abs(A - B);
  case simt_packed_average:
    return roundedAverage(A + B);
  case simt_packed_half_sum:
    return (A + B) >> 1;
  case simt_packed_min:
    return std::min(A, B);
  case simt_packed_max:
    return std::max(A, B);
  default:
    return compare(What, A, B);
  }
}

template <class T> uint32_t each(simt_packed What, uint32_t A, uint32_t B, int IsMask) {
  constexpr unsigned Bits = 8 * sizeof(T);
  uint32_t Result = 0;
  for (unsigned I = 0; I != 32 / Bits; ++I) {
    const int Value = combine<T>(What, part<T>(A, I), part<T>(B, I));
    Result |= (uint32_t(IsMask ? -Value : Value) & ((1u << Bits) - 1)) << Bits * I;
  }
  return Result;
}

template <class T> uint32_t sumOfDifferences(uint32_t A, uint32_t B) {
  uint32_t Sum = 0;
  for (unsigned I = 0; I != 4 / sizeof(T); ++I)
    Sum += std::abs(part<T>(A, I) - part<T>(B, I));
  return Sum;
}

template <class A, class B> uint32_t dot(uint32_t X, uint32_t Y, uint32_t Sum, unsigned First) {
  for (unsigned I = 0; I != 4 / sizeof(A); ++I)
    Sum += uint32_t(part<A>(X, I) * part<B>(Y, First + I));
  return Sum;
}

} // namespace

#define BY_PART(PART, FUNCTION, ...)                                                               \
  ((PART) == simt_s8    ? FUNCTION<int8_t>(__VA_ARGS__)                                            \
   : (PART) == simt_u8  ? FUNCTION<uint8_t>(__VA_ARGS__)                                           \
   : (PART) == simt_s16 ? FUNCTION<int16_t>(__VA_ARGS__)                                           \
                        : FUNCTION<uint16_t>(__VA_ARGS__))

extern "C" {
unsigned simt_packed_values(simt_packed What, simt_part Part, unsigned A, unsigned B) {
  return BY_PART(Part, each, What, A, B, 0);
}

unsigned simt_packed_masks(simt_packed What, simt_part Part, unsigned A, unsigned B) {
  return BY_PART(Part, each, What, A, B, 1);
}

unsigned simt_packed_sad(simt_part Part, unsigned A, unsigned B) {
  return BY_PART(Part, sumOfDifferences, A, B);
}

unsigned simt_dot4(int IsASigned, int IsBSigned, unsigned A, unsigned B, unsigned C) {
  if (IsASigned)
    return IsBSigned ? dot<int8_t, int8_t>(A, B, C, 0) : dot<int8_t, uint8_t>(A, B, C, 0);
  return IsBSigned ? dot<uint8_t, int8_t>(A, B, C, 0) : dot<uint8_t, uint8_t>(A, B, C, 0);
}

unsigned simt_dot2(int IsASigned, int IsBSigned, int IsHigh, unsigned A, unsigned B, unsigned C) {
  const unsigned First = IsHigh ? 2 : 0;
  if (IsASigned)
    return IsBSigned ? dot<int16_t, int8_t>(A, B, C, First) : dot<int16_t, uint8_t>(A, B, C, First);
  return IsBSigned ? dot<uint16_t, int8_t>(A, B, C, First) : dot<uint16_t, uint8_t>(A, B, C, First);
}

// PTX ISA, prmt without a mode: bit 3 of a selector asks for the byte's sign instead.
unsigned simt_permute(unsigned A, unsigned B, unsigned Selector) {
  const uint64_t Bytes = uint64_t(B) << 32 | A;
  uint32_t Result = 0;
  for (unsigned I = 0; I != 4; ++I) {
    const unsigned Choice = Selector >> 4 * I;
    const uint8_t Byte = uint8_t(Bytes >> 8 * (Choice & 7));
    Result |= uint32_t(Choice & 8 ? (Byte & 0x80 ? 0xff : 0) : Byte) << 8 * I;
  }
  return Result;
}
}
