//===- Polynomial.h - sums of products of symbols ----------------*- C++ -*-===//
//
// Subscripts as they can be subtracted from each other: s[tid + d] is d behind
// s[tid], whatever d is. Pure; nothing here knows an AST.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_ANALYSIS_SHAREDMEMORY_POLYNOMIAL_H
#define COOPIFY_ANALYSIS_SHAREDMEMORY_POLYNOMIAL_H

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace coopify {

class Polynomial {
public:
  /// Symbols of one product, sorted; {} is the constant.
  using Product = std::vector<unsigned>;

  Polynomial() = default;
  static Polynomial number(int64_t N);
  static Polynomial symbol(unsigned Id);

  const std::map<Product, int64_t> &terms() const { return Terms; }
  bool isZero() const { return Terms.empty(); }
  /// Set where no symbol is left.
  std::optional<int64_t> constant() const;
  /// Beyond this nobody reads it, and it is not worth following.
  bool tooLarge() const;

  Polynomial operator+(const Polynomial &O) const;
  Polynomial operator-(const Polynomial &O) const;
  Polynomial operator*(const Polynomial &O) const;
  bool operator==(const Polynomial &) const = default;

  /// A text that is equal for equal polynomials.
  std::string key() const;

private:
  void add(const Product &P, int64_t N);
  std::map<Product, int64_t> Terms; ///< no zeros
};

/// n with \p A == n * \p B, as a fraction in lowest terms with a positive denominator;
/// nullopt: they are not multiples of each other. \p B is not zero.
struct Ratio {
  int64_t Numerator, Denominator;
};
std::optional<Ratio> ratio(const Polynomial &A, const Polynomial &B);

} // namespace coopify

#endif // COOPIFY_ANALYSIS_SHAREDMEMORY_POLYNOMIAL_H
