//===- Rounding.cpp - arithmetic with a rounding mode ---------------------===//
//
// The CPU's own, with its mode set for one operation. What is volatile keeps the compiler from
// computing it earlier or later, or from knowing the operands.
//
//===----------------------------------------------------------------------===//
#include "simt/prelude/machine_calls.h"

#include <bit>
#include <cfenv>
#include <cmath>
#include <cstdint>

namespace {

/// The mode, while it lives.
class Rounding {
public:
  explicit Rounding(simt_rounding Mode) : Before(fegetround()) {
    static const int Modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_UPWARD, FE_DOWNWARD};
    fesetround(Modes[Mode]);
  }
  ~Rounding() { fesetround(Before); }

private:
  int Before;
};

// PTX ISA, add.f32 and its kin: a NaN that comes out is this one. Of doubles it is what went in.
float canonical(float Value) {
  return std::isnan(Value) ? std::bit_cast<float>(0x7fffffff) : Value;
}
double canonical(double Value) { return Value; }

template <class T> T compute(simt_arithmetic What, volatile T &A, volatile T &B, volatile T &C) {
  switch (What) {
  case simt_plus:
    return A + B;
  case simt_minus:
    return A - B;
  case simt_times:
    return A * B;
  case simt_over:
    return A / B;
  case simt_root:
    return std::sqrt(A);
  case simt_fused:
    return std::fma(A, B, C);
  }
  return 0;
}

template <class T> T rounded(simt_arithmetic What, simt_rounding Mode, T A, T B, T C) {
  volatile T First = A, Second = B, Third = C, Result;
  {
    Rounding R(Mode);
    Result = compute<T>(What, First, Second, Third);
  }
  return canonical(T(Result));
}

// Of integers 0 is the one that some instructions give the wrong sign when rounding down.
template <class To, class From> To converted(simt_rounding Mode, From Value) {
  if (Value == 0)
    return To(Value);
  volatile From Before = Value;
  volatile To Result;
  {
    Rounding R(Mode);
    Result = To(Before);
  }
  return Result;
}

} // namespace

extern "C" {
float simt_float_arithmetic(simt_arithmetic What, simt_rounding Mode, float A, float B, float C) {
  return rounded(What, Mode, A, B, C);
}

double simt_double_arithmetic(simt_arithmetic What, simt_rounding Mode, double A, double B,
                              double C) {
  return rounded(What, Mode, A, B, C);
}

float simt_float_from_double(simt_rounding Mode, double Value) {
  return converted<float>(Mode, Value);
}

float simt_float_from_i64(simt_rounding Mode, long long Value) {
  return converted<float>(Mode, Value);
}

float simt_float_from_u64(simt_rounding Mode, unsigned long long Value) {
  return converted<float>(Mode, Value);
}

double simt_double_from_i64(simt_rounding Mode, long long Value) {
  return converted<double>(Mode, Value);
}

double simt_double_from_u64(simt_rounding Mode, unsigned long long Value) {
  return converted<double>(Mode, Value);
}

// No quotient of a root of 24 bits is so near to the middle between two floats that double and its
// two roundings do not tell.
float simt_rsqrt_nearest(float Value) { return canonical(float(1 / std::sqrt(double(Value)))); }
}
