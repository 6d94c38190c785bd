//===- IntegerRange.cpp -----------------------------------------------------===//

#include "Analysis/Source/IntegerRange.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

namespace coopify {

static int64_t bounded(__int128 N) {
  if (N > Range::Limit)
    return Range::Limit;
  return N < -Range::Limit ? -Range::Limit : int64_t(N);
}

Range number(int64_t N) { return {bounded(N), bounded(N)}; }

Range sum(const Range &A, const Range &B) {
  auto End = [](int64_t X, int64_t Y, int64_t Open) {
    return X == Open || Y == Open ? Open : bounded(__int128(X) + Y);
  };
  return {End(A.Low, B.Low, -Range::Limit), End(A.High, B.High, Range::Limit)};
}

Range negated(const Range &A) { return {-A.High, -A.Low}; }

Range product(const Range &A, const Range &B) {
  const int64_t Ends[] = {bounded(__int128(A.Low) * B.Low), bounded(__int128(A.Low) * B.High),
                          bounded(__int128(A.High) * B.Low), bounded(__int128(A.High) * B.High)};
  return {*llvm::min_element(Ends), *llvm::max_element(Ends)};
}

/// The end of a range as a number: beyond Limit a type holds up to 2^64.
static __int128 end(int64_t N) {
  return N >= Range::Limit ? __int128(1) << 64 : N <= -Range::Limit ? -(__int128(1) << 64) : N;
}

Range quotient(const Range &Dividend, const Range &Divisor) {
  if (Dividend.Low < 0 || Divisor.Low < 0)
    return {};
  return {0, bounded(end(Dividend.High) / std::max<int64_t>(1, Divisor.Low))};
}

Range shifted(const Range &A, unsigned By) {
  return {bounded(end(A.Low) >> By), bounded(end(A.High) >> By)};
}

static int64_t widened(int64_t Least, int64_t Most) {
  constexpr int64_t Steps[] = {1023,       int64_t(1) << 24, INT32_MAX - (1 << 16), INT32_MAX,
                               UINT32_MAX, int64_t(1) << 48, Range::Limit};
  const bool Counts = Least == Steps[1] || Least == Steps[2];
  if (Least == Most || (Counts && Most - Least <= 1 << 20))
    return Least;
  return *llvm::find_if(Steps, [&](int64_t S) { return S >= Most; });
}

Range joined(const Range &A, const Range &B) {
  const int64_t Low = std::min(A.Low, B.Low);
  Range Out;
  Out.High = widened(std::min(A.High, B.High), std::max(A.High, B.High));
  Out.Low = A.Low == B.Low ? Low : Low >= 0 ? 0 : ~widened(~std::max(A.Low, B.Low), ~Low);
  return Out;
}

Range common(const Range &A, const Range &B) {
  Range Out{std::max(A.Low, B.Low), std::min(A.High, B.High)};
  return Out.Low <= Out.High ? Out : B;
}

Range IntegerType::range() const {
  if (Bits - Signed >= 62)
    return {Signed ? 1 - Range::Limit : 0, Signed ? Range::Limit - 1 : Range::Limit};
  const int64_t End = int64_t(1) << (Bits - Signed);
  return {Signed ? -End : 0, End - 1};
}

Range IntegerType::anything() const {
  Range R = range();
  if (Signed && !Wraps && Bits >= 32)
    R.High = Bits > 32 ? R.High / 2 : R.High - (1 << 20);
  return R;
}

bool IntegerType::holds(const Range &R) const {
  const Range Mine = range();
  return Mine.Low <= R.Low && R.High <= Mine.High && R.Low > -Range::Limit && R.High < Range::Limit;
}

int64_t IntegerType::wrap(int64_t N) const {
  if (Bits >= 64)
    return N;
  return Signed ? llvm::SignExtend64(N, Bits) : int64_t(N & llvm::maskTrailingOnes<uint64_t>(Bits));
}

} // namespace coopify
