//===- TypedValueTest.cpp - what is said of random expressions holds -------===//
//
// Expressions of all integer types are evaluated as abstract values and, as C++ does it, for every
// thread of a block. What the first say must be true of the second. Where C++ says nothing (signed
// overflow, division by zero) or the numbers are beyond what is believed of a program
// (docs/semantics.md, B.2) the expression is left out.
//
//===----------------------------------------------------------------------===//

#include "Analysis/Convergence/TypedValue.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

using namespace clang;
using namespace coopify;

namespace {

constexpr unsigned Threads = 128;
using Number = __int128;

/// The last two are those of -fwrapv.
constexpr IntegerType Types[] = {{8, true},        {8, false},      {16, true}, {16, false},
                                 {32, true},       {32, false},     {64, true}, {64, false},
                                 {32, true, true}, {64, true, true}};

/// The number of type \p T that \p N is modulo 2^Bits.
Number wrap(Number N, IntegerType T) {
  const Number Size = Number(1) << T.Bits;
  N %= Size;
  if (N < 0)
    N += Size;
  return T.Signed && N >= Size / 2 ? N - Size : N;
}

struct Expression {
  Value Is;
  IntegerType Type;
  std::vector<Number> Of; ///< by thread
  std::string Text;
  bool Defined = true;
};

class Maker {
public:
  explicit Maker(unsigned Seed) : Random(Seed), Block(pick(4)) {}
  Expression expression(unsigned Depth);

private:
  unsigned pick(unsigned N) { return std::uniform_int_distribution<unsigned>(0, N - 1)(Random); }
  template <typename T, size_t N> const T &pick(const T (&From)[N]) { return From[pick(N)]; }
  Expression leaf();
  Expression cast(Expression E, IntegerType To);
  Expression binary(unsigned Depth);

  std::mt19937 Random;
  unsigned Block;
};

std::string nameOf(IntegerType T) { return (T.Signed ? "s" : "u") + std::to_string(T.Bits); }

Expression Maker::leaf() {
  Expression E;
  E.Of.resize(Threads);
  const IntegerType U32{32, false}, S32{32, true};
  switch (pick(6)) {
  case 0:
  case 1:
    E.Is = threadIdxX();
    E.Type = U32;
    E.Text = "t";
    for (unsigned T = 0; T < Threads; ++T)
      E.Of[T] = T;
    return E;
  case 2:
    E.Is = mul(blockNumber({0, 63}), blockDimX());
    E.Type = U32;
    E.Text = "b";
    std::fill(E.Of.begin(), E.Of.end(), Block * Threads);
    return E;
  case 3: { // of a kernel
    E.Type = Types[pick(10)];
    E.Is = uniformValue();
    const Number Numbers[] = {0, 1, 31, 32, 64, 96, 100, -1, -16, -32, -1000, 12345};
    const Number N = wrap(pick(Numbers), E.Type);
    E.Text = "p" + std::to_string(int64_t(N)) + nameOf(E.Type);
    std::fill(E.Of.begin(), E.Of.end(), N);
    return E;
  }
  default: {
    const int64_t Numbers[] = {0,  1,  2,  3,  4,  5,  8,  15, 16,  24,
                               31, 32, 33, 40, 48, 63, 64, 96, 127, 128};
    const int64_t N = pick(Numbers);
    E.Type = pick(2) ? S32 : U32;
    E.Is = constant(N);
    E.Text = std::to_string(N) + (E.Type.Signed ? "" : "u");
    std::fill(E.Of.begin(), E.Of.end(), N);
    return E;
  }
  }
}

Expression Maker::cast(Expression E, IntegerType To) {
  if (E.Type == To)
    return E;
  E.Is = converted(E.Is, E.Type, To);
  E.Type = To;
  E.Text = nameOf(To) + "(" + E.Text + ")";
  for (Number &N : E.Of)
    N = wrap(N, To);
  return E;
}

const char *spelling(BinaryOperatorKind Op) {
  switch (Op) {
  case BO_Add:
    return "+";
  case BO_Sub:
    return "-";
  case BO_Mul:
    return "*";
  case BO_Div:
    return "/";
  case BO_Rem:
    return "%";
  case BO_Shl:
    return "<<";
  case BO_Shr:
    return ">>";
  case BO_And:
    return "&";
  case BO_LT:
    return "<";
  case BO_LE:
    return "<=";
  case BO_GT:
    return ">";
  case BO_GE:
    return ">=";
  case BO_EQ:
    return "==";
  default:
    return "!=";
  }
}

/// False: undefined.
bool compute(BinaryOperatorKind Op, Number L, Number R, IntegerType T, Number &Out) {
  switch (Op) {
  case BO_Add:
    Out = L + R;
    break;
  case BO_Sub:
    Out = L - R;
    break;
  case BO_Mul:
    if (L > Number(1) << 62 || R > Number(1) << 62)
      return false; // of 128 bits it would be more
    Out = L * R;
    break;
  case BO_Div:
  case BO_Rem:
    if (R == 0)
      return false;
    Out = Op == BO_Div ? L / R : L % R;
    break;
  case BO_Shl:
    Out = L * (Number(1) << R);
    break;
  case BO_Shr:
    Out = L >> R;
    break;
  case BO_And:
    Out = L & R;
    break;
  default:
    Out = Op == BO_LT   ? L < R
          : Op == BO_LE ? L <= R
          : Op == BO_GT ? L > R
          : Op == BO_GE ? L >= R
          : Op == BO_EQ ? L == R
                        : L != R;
    return true;
  }
  const bool Overflow = wrap(Out, T) != Out;
  Out = wrap(Out, T);
  return !Overflow || !T.Signed || T.Wraps || Op == BO_Shl;
}

Expression Maker::binary(unsigned Depth) {
  constexpr BinaryOperatorKind Ops[] = {BO_Add, BO_Add, BO_Sub, BO_Sub, BO_Mul, BO_Div,
                                        BO_Rem, BO_Shl, BO_Shr, BO_And, BO_LT,  BO_LE,
                                        BO_GT,  BO_GE,  BO_EQ,  BO_NE};
  const BinaryOperatorKind Op = pick(Ops);
  Expression L = expression(Depth - 1), R = expression(Depth - 1), Out;
  const IntegerType T = Types[4 + (pick(4) ? pick(2) : pick(6))];
  L = cast(std::move(L), T);
  if (Op == BO_Shl || Op == BO_Shr) { // by a number that it may be
    const int64_t By = pick(8);
    R = {constant(By), {32, true}, std::vector<Number>(Threads, By), std::to_string(By)};
  } else {
    R = cast(std::move(R), T);
  }
  Out.Defined = L.Defined && R.Defined;
  Out.Is = arithmetic(Op, L.Is, T, R.Is, R.Type);
  const bool Compares = Op >= BO_LT && Op <= BO_NE;
  Out.Type = Compares ? IntegerType{1, false} : T;
  Out.Text = "(" + L.Text + " " + spelling(Op) + " " + R.Text + ")";
  Out.Of.resize(Threads);
  for (unsigned I = 0; I < Threads; ++I)
    Out.Defined &= compute(Op, L.Of[I], R.Of[I], T, Out.Of[I]) &&
                   // a size in whole blocks fits
                   !(Op == BO_Mul && Out.Is.OfBlock && Out.Of[I] != L.Of[I] * R.Of[I]);
  return Compares ? cast(std::move(Out), {32, true}) : Out;
}

Expression Maker::expression(unsigned Depth) {
  if (Depth == 0 || pick(6) == 0)
    return leaf();
  if (pick(4) == 0)
    return cast(expression(Depth - 1), Types[pick(10)]);
  return binary(Depth);
}

/// What is said of the number that the type of \p E holds, and is not so; empty: nothing.
std::string wrong(const Expression &E) {
  const Value V = fits(E.Is, E.Type);
  const unsigned Rest = std::min(V.U.UniformOver, Threads),
                 Whole = std::min(E.Is.uniformity().UniformOver, Threads);
  for (unsigned T = 0; T < Threads; ++T) {
    if (E.Of[T] != E.Of[T / Whole * Whole])
      return "equal in groups of " + std::to_string(Whole);
    const unsigned First = T / Rest * Rest;
    if (E.Of[T] - Number(V.Scale) * T != E.Of[First] - Number(V.Scale) * First)
      return "affine in groups of " + std::to_string(Rest);
    if (V.isConst() && E.Of[T] != *V.Const)
      return "the number " + std::to_string(*V.Const);
    if (V.NonNegative && E.Of[T] < 0)
      return "not below zero";
    if (V.U.UniformOver > DivergentWidth && V.In.Low > -Range::Limit && E.Of[T] < V.In.Low)
      return "not below " + std::to_string(V.In.Low);
    if (V.U.UniformOver > DivergentWidth && V.In.High < Range::Limit && E.Of[T] > V.In.High)
      return "not above " + std::to_string(V.In.High);
  }
  return "";
}

TEST(TypedValueTest, WhatIsSaidOfRandomExpressionsHolds) {
  unsigned Said = 0;
  for (unsigned Seed = 0; Seed < 20000; ++Seed) {
    Maker M(Seed);
    const Expression E = M.expression(4);
    if (!E.Defined)
      continue;
    Said += E.Is.Scale != 0 || (E.Is.uniformity().UniformOver > 1 && E.Of.front() != E.Of.back());
    EXPECT_EQ(wrong(E), "") << "seed " << Seed << ": " << E.Text;
  }
  EXPECT_GT(Said, 2000u) << "of too few expressions that differ within the block is anything said";
}

} // namespace
