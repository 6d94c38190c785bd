//===- Narrow.cpp - arithmetic of 16-bit floating point -------------------===//
//
// IEEE 754's half, and bfloat16, which is the upper half of a float. All is computed in double,
// of which two such numbers fill less than half; what does not fit is kept in its last bit.
//
//===----------------------------------------------------------------------===//
#include "simt/narrow/calls.h"

#include <bit>
#include <cmath>
#include <cstdint>

namespace {

/// Bits of the fraction, and the exponent of the smallest number.
struct Format {
  int Fraction, Least;
};
constexpr Format Formats[] = {{10, -24}, {7, -133}};
constexpr uint16_t NaN = 0x7fff, Sign = 0x8000;

constexpr uint16_t infinity(const Format &F) {
  return uint16_t(0x7fff >> F.Fraction << F.Fraction);
}

bool roundsUp(simt_rounding Mode, bool IsNegative, bool IsOdd, uint64_t Rest, uint64_t Half) {
  switch (Mode) {
  case simt_rn:
    return Rest > Half || (Rest == Half && IsOdd);
  case simt_rz:
    return false;
  case simt_ru:
    return Rest && !IsNegative;
  default:
    return Rest && IsNegative;
  }
}

// Significand * 2^Exponent, where the highest bit of the significand is set.
uint16_t round(const Format &F, simt_rounding Mode, bool IsNegative, uint64_t Significand,
               int Exponent) {
  const int Last = std::max(Exponent + 63 - F.Fraction, F.Least); // of the bits that are kept
  const int Shift = Last - Exponent;
  const uint16_t SignBit = IsNegative ? Sign : 0, Infinity = infinity(F);
  // All of it is below the half of what is kept; at 64, it may be the half or more.
  const uint64_t Kept = Shift > 63 ? 0 : Significand >> Shift;
  const uint64_t Rest = Shift > 64    ? 1
                        : Shift == 64 ? Significand
                                      : Significand & ((uint64_t(1) << Shift) - 1);
  const uint64_t Half = Shift > 64 ? 2 : uint64_t(1) << (Shift - 1);
  const uint64_t Rounded = Kept + roundsUp(Mode, IsNegative, Kept & 1, Rest, Half);
  // A carry into the exponent is what the next number is.
  const uint64_t Bits = Rounded + (uint64_t(Last - F.Least) << F.Fraction);
  if (Bits < Infinity)
    return uint16_t(Bits | SignBit);
  const bool IsBounded =
      Mode == simt_rz || (Mode == simt_ru && IsNegative) || (Mode == simt_rd && !IsNegative);
  return uint16_t((Infinity - IsBounded) | SignBit);
}

uint16_t roundInteger(const Format &F, simt_rounding Mode, bool IsNegative, uint64_t Value) {
  if (Value == 0)
    return 0;
  const int Zeros = std::countl_zero(Value);
  return round(F, Mode, IsNegative, Value << Zeros, -Zeros);
}

uint16_t narrow(const Format &F, simt_rounding Mode, double Value) {
  if (std::isnan(Value))
    return NaN;
  const bool IsNegative = std::signbit(Value);
  if (Value == 0 || std::isinf(Value))
    return uint16_t((Value == 0 ? 0 : infinity(F)) | (IsNegative ? Sign : 0));
  int Exponent;
  const double Fraction = std::frexp(std::abs(Value), &Exponent);
  return round(F, Mode, IsNegative, uint64_t(std::ldexp(Fraction, 64)), Exponent - 64);
}

float widen(simt_format Which, uint16_t Bits) {
  const uint32_t SignBit = uint32_t(Bits & Sign) << 16, Magnitude = Bits & 0x7fff;
  if (Which == simt_bfloat)
    return std::bit_cast<float>(uint32_t(Bits) << 16);
  if (Magnitude > infinity(Formats[simt_half]))
    return std::bit_cast<float>(0x7fffffff);
  // The exponent's bias is 15 there and 127 here; infinity keeps its ones.
  const uint32_t Bias = Magnitude == infinity(Formats[simt_half]) ? 224 : 112;
  const float Value = Magnitude < 0x400 ? float(Magnitude) * 0x1p-24f
                                        : std::bit_cast<float>((Magnitude << 13) + (Bias << 23));
  return std::bit_cast<float>(std::bit_cast<uint32_t>(Value) | SignBit);
}

// The sum, and if it is not exact, with an odd last bit: so a second rounding sees on which side of
// the middle it is (Boldo and Melquiond, Emulation of FMA and correctly rounded sums, 2008).
double sumToOdd(double A, double B) {
  const double Sum = A + B, Part = Sum - A, Error = (A - (Sum - Part)) + (B - Part);
  const auto Bits = std::bit_cast<uint64_t>(Sum);
  if (!std::isfinite(Sum) || Error == 0 || (Bits & 1))
    return Sum;
  const bool IsAway = (Error > 0) == (Sum > 0);
  return std::bit_cast<double>(IsAway ? Bits + 1 : Bits - 1);
}

double compute(simt_arithmetic What, double A, double B, double C) {
  switch (What) {
  case simt_plus:
    return sumToOdd(A, B);
  case simt_minus:
    return sumToOdd(A, -B);
  case simt_times:
    return A * B;
  case simt_over:
    return A / B;
  case simt_root:
    return std::sqrt(A);
  case simt_fused:
    return sumToOdd(A * B, C);
  }
  return 0;
}

double function(simt_narrow_function What, double X) {
  switch (What) {
  case simt_ceil:
    return std::ceil(X);
  case simt_cos:
    return std::cos(X);
  case simt_exp:
    return std::exp(X);
  case simt_exp10:
    return exp10(X);
  case simt_exp2:
    return std::exp2(X);
  case simt_floor:
    return std::floor(X);
  case simt_log:
    return std::log(X);
  case simt_log10:
    return std::log10(X);
  case simt_log2:
    return std::log2(X);
  case simt_rcp:
    return 1 / X;
  case simt_rint:
    return std::rint(X);
  case simt_rsqrt:
    return 1 / std::sqrt(X);
  case simt_sin:
    return std::sin(X);
  case simt_sqrt:
    return std::sqrt(X);
  case simt_tanh:
    return std::tanh(X);
  case simt_trunc:
    return std::trunc(X);
  }
  return 0;
}

double toWhole(simt_rounding Mode, double Value) {
  switch (Mode) {
  case simt_rn:
    return std::rint(Value);
  case simt_rz:
    return std::trunc(Value);
  case simt_ru:
    return std::ceil(Value);
  default:
    return std::floor(Value);
  }
}

} // namespace

extern "C" {
float simt_widen(simt_format F, unsigned short Bits) { return widen(F, Bits); }

unsigned short simt_narrow(simt_format F, simt_rounding Mode, double Value) {
  return narrow(Formats[F], Mode, Value);
}

unsigned short simt_narrow_i64(simt_format F, simt_rounding Mode, long long Value) {
  const auto Bits = static_cast<uint64_t>(Value);
  return roundInteger(Formats[F], Mode, Value < 0, Value < 0 ? -Bits : Bits);
}

unsigned short simt_narrow_u64(simt_format F, simt_rounding Mode, unsigned long long Value) {
  return roundInteger(Formats[F], Mode, false, Value);
}

long long simt_narrow_to_signed(simt_format F, simt_rounding Mode, unsigned short Bits, int Width) {
  const double Value = toWhole(Mode, widen(F, Bits));
  const int64_t Most = INT64_MAX >> (64 - Width);
  if (std::isnan(Value))
    return Width == 64 ? INT64_MIN : 0;
  const double Beyond = std::ldexp(1, Width - 1);
  return Value >= Beyond ? Most : Value < -Beyond ? -Most - 1 : int64_t(Value);
}

unsigned long long simt_narrow_to_unsigned(simt_format F, simt_rounding Mode, unsigned short Bits,
                                           int Width) {
  const double Value = toWhole(Mode, widen(F, Bits));
  if (std::isnan(Value))
    return Width == 64 ? uint64_t(1) << 63 : 0;
  if (Value >= std::ldexp(1, Width))
    return UINT64_MAX >> (64 - Width);
  return Value <= 0 ? 0 : uint64_t(Value);
}

unsigned short simt_narrow_arithmetic(simt_format F, simt_arithmetic What, unsigned short A,
                                      unsigned short B, unsigned short C) {
  return narrow(Formats[F], simt_rn, compute(What, widen(F, A), widen(F, B), widen(F, C)));
}

unsigned short simt_narrow_math(simt_format F, simt_narrow_function What, unsigned short Bits) {
  return narrow(Formats[F], simt_rn, function(What, widen(F, Bits)));
}
}
