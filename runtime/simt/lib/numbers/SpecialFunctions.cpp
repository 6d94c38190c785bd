//===- SpecialFunctions.cpp - what CUDA has and the C library has not -----===//
//
// Near the last bits, and not CUDA's own. Formulas are of Abramowitz and Stegun, Handbook of
// Mathematical Functions.
//
//===----------------------------------------------------------------------===//
#include <cmath>
#include <limits>
#include <numbers>

namespace {

constexpr double RootPi = 1.7724538509055160273;

// 26.2.22: where a normal variable exceeds with that probability, to three digits.
double firstGuess(double Tail) {
  const double T = std::sqrt(-2 * std::log(Tail));
  return T - (2.30753 + T * 0.27061) / (1 + T * (0.99229 + T * 0.04481));
}

// Halley's steps; F is what is too much of erf(X).
template <class Function> double refine(double X, Function F) {
  for (int I = 0; I < 4; ++I) {
    const double Slope = 2 / RootPi * std::exp(-X * X), TooMuch = F(X);
    if (Slope == 0)
      break;
    X -= TooMuch / (Slope + X * TooMuch);
  }
  return X;
}

// 9.6.10: each term from the one before; all have one sign.
double besselSeries(int Order, double X) {
  const double Quarter = X * X / 4;
  double Term = Order ? X / 2 : 1, Sum = Term;
  for (int K = 1; std::abs(Term) > std::abs(Sum) * 1e-17; ++K) {
    Term *= Quarter / K / (K + Order);
    Sum += Term;
  }
  return Sum;
}

// 9.7.1, where the series would overflow before its sum does.
double besselFar(int Order, double X) {
  const double Mu = 4.0 * Order * Order;
  double Term = 1, Sum = 1;
  for (int K = 1; K < 20; ++K) {
    Term *= -(Mu - (2.0 * K - 1) * (2 * K - 1)) / (K * 8 * X);
    Sum += Term;
  }
  const double Root = std::exp(X / 2);
  return Root / std::sqrt(2 * std::numbers::pi * X) * Sum * Root;
}

} // namespace

extern "C" {
double simt_erfcinv(double Y) {
  if (!(Y >= 0 && Y <= 2))
    return std::numeric_limits<double>::quiet_NaN();
  if (Y == 0 || Y == 2)
    return (1 - Y) * std::numeric_limits<double>::infinity();
  if (Y > 1)
    return -simt_erfcinv(2 - Y);
  return refine(firstGuess(Y / 2) * std::numbers::sqrt2 / 2,
                [&](double X) { return Y - std::erfc(X); });
}

double simt_erfinv(double X) {
  if (std::abs(X) > 0.5)
    return X < 0 ? -simt_erfcinv(1 + X) : simt_erfcinv(1 - X);
  return refine(X * RootPi / 2, [&](double Root) { return std::erf(Root) - X; });
}

// 7.1.23 where exp() would overflow.
double simt_erfcx(double X) {
  if (!(X > 20))
    return std::exp(X * X) * std::erfc(X);
  const double T = 1 / (2 * X * X);
  return (1 - T * (1 - T * (3 - T * (15 - T * 105)))) / (X * RootPi);
}

double simt_bessel_i(int Order, double X) {
  if (std::abs(X) < 500)
    return besselSeries(Order, X);
  const double Far = besselFar(Order, std::abs(X));
  return Order && X < 0 ? -Far : Far;
}

double simt_bessel_j(int Order, double X) { return jn(Order, X); }
double simt_bessel_y(int Order, double X) { return yn(Order, X); }

// Exact reductions, so that whole numbers give what they should.
double simt_sinpi(double X) {
  const double R = std::remainder(X, 2);
  if (std::abs(R) == 1 || R == 0)
    return std::copysign(0.0, X);
  return std::abs(R) <= 0.25   ? std::sin(std::numbers::pi * R)
         : std::abs(R) <= 0.75 ? std::copysign(std::cos(std::numbers::pi * (0.5 - std::abs(R))), R)
                               : std::sin(std::numbers::pi * std::copysign(1 - std::abs(R), R));
}

double simt_cospi(double X) {
  const double R = std::abs(std::remainder(X, 2));
  if (R == 0.5)
    return 0;
  return R <= 0.25   ? std::cos(std::numbers::pi * R)
         : R <= 0.75 ? std::sin(std::numbers::pi * (0.5 - R))
                     : -std::cos(std::numbers::pi * (1 - R));
}
}
