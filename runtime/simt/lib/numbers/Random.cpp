//===- Random.cpp - generators of random numbers --------------------------===//
//
// Philox4x32-10 of Salmon, Moraes, Dror and Shaw, Parallel random numbers: as easy as 1, 2, 3
// (2011); xorwow of Marsaglia, Xorshift RNGs (2003).
//
//===----------------------------------------------------------------------===//
#include "simt/random_calls.h"

#include <array>
#include <cstdint>
#include <utility>

namespace {

using Words = std::array<uint32_t, 5>;

void roundOfPhilox(unsigned (&C)[4], uint32_t Low, uint32_t High) {
  const uint64_t A = 0xd2511f53ull * C[0], B = 0xcd9e8d57ull * C[2];
  const unsigned Next[] = {uint32_t(B >> 32) ^ C[1] ^ Low, uint32_t(B),
                           uint32_t(A >> 32) ^ C[3] ^ High, uint32_t(A)};
  for (int I = 0; I != 4; ++I)
    C[I] = Next[I];
}

Words step(const Words &X) {
  const uint32_t T = X[0] ^ X[0] >> 2;
  return {X[1], X[2], X[3], X[4], X[4] ^ X[4] << 4 ^ T ^ T << 1};
}

/// What some steps do to the 160 bits: the image of each of them.
class Jump {
public:
  static Jump oneStep() {
    Jump J;
    for (unsigned I = 0; I != 160; ++I) {
      Words Bit = {};
      Bit[I / 32] = 1u << I % 32;
      J.Images[I] = step(Bit);
    }
    return J;
  }
  Words operator()(const Words &X) const {
    Words Sum = {};
    for (unsigned I = 0; I != 160; ++I)
      if (X[I / 32] >> I % 32 & 1)
        for (unsigned W = 0; W != 5; ++W)
          Sum[W] ^= Images[I][W];
    return Sum;
  }
  Jump twice() const {
    Jump J;
    for (unsigned I = 0; I != 160; ++I)
      J.Images[I] = (*this)(Images[I]);
    return J;
  }

private:
  std::array<Words, 160> Images;
};

} // namespace

extern "C" {
void simt_philox(const unsigned *Counter, const unsigned *Key, unsigned *Result) {
  unsigned C[4] = {Counter[0], Counter[1], Counter[2], Counter[3]};
  for (unsigned Round = 0; Round != 10; ++Round)
    roundOfPhilox(C, Key[0] + Round * 0x9e3779b9, Key[1] + Round * 0xbb67ae85);
  for (int I = 0; I != 4; ++I)
    Result[I] = C[I];
}

// A few steps are steps; many are a power of the matrix.
void simt_xorwow_skip(unsigned *V, unsigned long long Count) {
  Words X = {V[0], V[1], V[2], V[3], V[4]};
  if (Count < 1000) {
    for (; Count; --Count)
      X = step(X);
  } else {
    for (Jump J = Jump::oneStep(); Count; Count >>= 1, J = J.twice())
      if (Count & 1)
        X = J(X);
  }
  for (int I = 0; I != 5; ++I)
    V[I] = X[I];
}
}
