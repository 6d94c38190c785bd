//===- PolynomialTest.cpp - subscripts that are subtracted ----------------===//

#include "Analysis/SharedMemory/Index/Polynomial.h"

#include "gtest/gtest.h"

using namespace coopify;

namespace {

Polynomial n(int64_t N) { return Polynomial::number(N); }
Polynomial tid() { return Polynomial::symbol(1); }
Polynomial d() { return Polynomial::symbol(2); }

TEST(PolynomialTest, WhatIsAddedAndTakenAwayAgainIsGone) {
  EXPECT_EQ(tid() + d() - tid(), d());
  EXPECT_TRUE((tid() - tid()).isZero());
  EXPECT_EQ((tid() + n(7) - tid()).constant(), 7);
  EXPECT_EQ(n(0).constant(), 0);
  EXPECT_EQ(tid().constant(), std::nullopt);
}

TEST(PolynomialTest, ProductsDoNotDependOnTheOrder) {
  EXPECT_EQ(tid() * d(), d() * tid());
  EXPECT_EQ((tid() + n(1)) * (tid() - n(1)), tid() * tid() - n(1));
  EXPECT_EQ((tid() * d()).key(), (d() * tid()).key());
  EXPECT_NE((tid() * d()).key(), (tid() + d()).key());
  EXPECT_NE((tid() * tid()).key(), (n(2) * tid()).key());
}

TEST(PolynomialTest, ALargeOneIsNotFollowed) {
  EXPECT_FALSE((tid() * n(1024) + n(1 << 20)).tooLarge());
  EXPECT_TRUE(n(int64_t(1) << 40).tooLarge());
  EXPECT_TRUE(n(-(int64_t(1) << 40)).tooLarge());
  EXPECT_TRUE((tid() * tid() * tid() * tid() * tid()).tooLarge());
  Polynomial Sum;
  for (unsigned I = 0; I < 13; ++I)
    Sum = Sum + Polynomial::symbol(I);
  EXPECT_TRUE(Sum.tooLarge());
}

TEST(PolynomialTest, OneIsAMultipleOfTheOtherInAllTerms) {
  std::optional<Ratio> R = ratio(n(6) * tid() + n(4) * d(), n(-3) * tid() - n(2) * d());
  ASSERT_TRUE(R);
  EXPECT_EQ(R->Numerator, -2);
  EXPECT_EQ(R->Denominator, 1);
  R = ratio(n(4) * d(), n(6) * d());
  ASSERT_TRUE(R);
  EXPECT_EQ(R->Numerator, 2);
  EXPECT_EQ(R->Denominator, 3);
  EXPECT_EQ(ratio(n(0), tid())->Numerator, 0);
  EXPECT_FALSE(ratio(tid(), d()));
  EXPECT_FALSE(ratio(tid() + n(1), tid() + n(2)));
  EXPECT_FALSE(ratio(tid() + d(), tid()));
}

} // namespace
