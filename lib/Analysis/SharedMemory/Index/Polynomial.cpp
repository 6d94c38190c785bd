//===- Polynomial.cpp -----------------------------------------------------===//

#include "Analysis/SharedMemory/Index/Polynomial.h"

#include <algorithm>
#include <numeric>

namespace coopify {

void Polynomial::add(const Product &P, int64_t N) {
  int64_t &Here = Terms[P];
  Here = int64_t(uint64_t(Here) + uint64_t(N));
  if (Here == 0)
    Terms.erase(P);
}

Polynomial Polynomial::number(int64_t N) {
  Polynomial P;
  P.add({}, N);
  return P;
}

Polynomial Polynomial::symbol(unsigned Id) {
  Polynomial P;
  P.add({Id}, 1);
  return P;
}

std::optional<int64_t> Polynomial::constant() const {
  if (Terms.empty())
    return 0;
  if (Terms.size() == 1 && Terms.begin()->first.empty())
    return Terms.begin()->second;
  return std::nullopt;
}

bool Polynomial::tooLarge() const {
  constexpr int64_t Most = int64_t(1) << 30; // so that sums and products cannot overflow
  return Terms.size() > 12 || std::any_of(Terms.begin(), Terms.end(), [](const auto &T) {
           return T.first.size() > 4 || T.second > Most || T.second < -Most;
         });
}

Polynomial Polynomial::operator+(const Polynomial &O) const {
  Polynomial Sum = *this;
  for (const auto &[P, N] : O.Terms)
    Sum.add(P, N);
  return Sum;
}

Polynomial Polynomial::operator-(const Polynomial &O) const {
  Polynomial Difference = *this;
  for (const auto &[P, N] : O.Terms)
    Difference.add(P, -N);
  return Difference;
}

Polynomial Polynomial::operator*(const Polynomial &O) const {
  Polynomial All;
  for (const auto &[P, N] : Terms)
    for (const auto &[Q, M] : O.Terms) {
      Product Both = P;
      Both.insert(Both.end(), Q.begin(), Q.end());
      std::sort(Both.begin(), Both.end());
      All.add(Both, int64_t(uint64_t(N) * uint64_t(M)));
    }
  return All;
}

std::string Polynomial::key() const {
  std::string Text;
  for (const auto &[P, N] : Terms) {
    Text += std::to_string(N);
    for (unsigned Id : P)
      Text += "." + std::to_string(Id);
    Text += " ";
  }
  return Text;
}

std::optional<Ratio> ratio(const Polynomial &A, const Polynomial &B) {
  if (A.isZero())
    return Ratio{0, 1};
  if (A.terms().size() != B.terms().size())
    return std::nullopt;
  int64_t N = A.terms().begin()->second, D = B.terms().begin()->second;
  for (auto I = A.terms().begin(), J = B.terms().begin(); I != A.terms().end(); ++I, ++J)
    if (I->first != J->first || I->second * D != J->second * N)
      return std::nullopt;
  int64_t G = std::gcd(N, D) * (D < 0 ? -1 : 1);
  return Ratio{N / G, D / G};
}

} // namespace coopify
