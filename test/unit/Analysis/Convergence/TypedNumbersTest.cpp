//===- TypedNumbersTest.cpp - numbers that have a type ---------------------===//
//
// As UniformValuesTest: a mark says what holds of the argument where it stands. Each kernel has the
// expression that a count without bounds gets wrong, and one beside it that is right.
//
//===----------------------------------------------------------------------===//

#include "../CudaSnippet.h"
#include "Model/Print.h"

#include "gtest/gtest.h"

using namespace coopify;
using llvm::StringRef;

namespace {

void values(StringRef Code) {
  CudaSnippet S(Code);
  for (const Mark &M : S.marks()) {
    const auto *E = llvm::dyn_cast_or_null<clang::Expr>(M.At);
    ASSERT_TRUE(E) << "no expression at $" << M.Name << "^";
    std::string Here;
    llvm::raw_string_ostream(Here) << S.analysis(M).uniformity(E);
    EXPECT_EQ(Here, M.Name) << "line " << M.Line << ": " << S.text().text(E->getSourceRange());
  }
}

// Lanes 0 to 15 are huge numbers, and out of range.
TEST(TypedNumbersTest, UnsignedDifferencesWrapAround) {
  values(R"(__global__ void k() {
    unsigned t = threadIdx.x;
    sink($lanes16 if 1d^(t - 16 < 48));
    sink($lanes16 if 1d^(threadIdx.x - 16u <= 47));
    sink($lanes8 if 1d^(threadIdx.x - 8 < 24));
    sink($warp if 1d^(t - 32 < 64));
    sink($divergent^(t - 5 < 59));
    sink($lanes16 if 1d^((t - 16) / 32));
  })");
}

TEST(TypedNumbersTest, SignedOnesDoNot) {
  values(R"(__global__ void k() {
    int i = threadIdx.x - 16, j = (int)threadIdx.x - 5;
    sink($warp if 1d^(i < 48));
    sink($warp if 1d^(j < 59));
    sink($lanes16 if 1d^(i < 0));
    sink($lanes16 if 1d^(unsigned(i) < 48u));
  })");
}

TEST(TypedNumbersTest, WiderTypesSeeWhatWrapped) {
  values(R"(__global__ void k() {
    unsigned long long far = threadIdx.x - 16;
    long long near = (long long)threadIdx.x - 16;
    sink($lanes16 if 1d^(far < 48));
    sink($warp if 1d^(near < 48));
  })");
}

// Where a loop begins, whole blocks behind that, and the thread's number fit: no program has so
// many data. What is before the beginning may be below zero.
TEST(TypedNumbersTest, BehindABeginningNothingRunsOver) {
  values(R"(__device__ int up(int a, int r) { return (a + r - 1) / r * r; }
  __global__ void k(int b, unsigned u, unsigned e, unsigned char c) {
    unsigned t = threadIdx.x;
    sink($block if 1d^(u + t < u + up(e - u, blockDim.x)));
    sink($divergent^(b + t < b + up(e, blockDim.x)));
    sink($block if 1d^(b + int(t) < b + up(e, blockDim.x)));
    sink($block if 1d^(t < unsigned(up(e, blockDim.x))));
    sink($divergent^(u + t - blockDim.x < u));
    sink($divergent^(u + t < u + up(e, blockDim.x) + 5));
    sink($divergent^(u + t < e + up(e, blockDim.x)));
    unsigned char d = c + t;
    sink($divergent^(d < c + blockDim.x));
  })");
}

// A quotient is rounded towards zero; that a number is unsigned does not say that its bits are no
// negative int.
TEST(TypedNumbersTest, NotBelowZeroIsAFactOfTheNumber) {
  values(R"(__global__ void k() {
    int i = threadIdx.x - 32 + blockIdx.x * blockDim.x;
    int all = blockIdx.x * blockDim.x + threadIdx.x;
    int far = threadIdx.x * 0x01000000u;
    sink($divergent^(i / 32));
    sink($warp if 1d, x32^(i >> 5));
    sink($warp if 1d, x32^(all / 32));
    sink($divergent^(far / 0x20000000));
    sink($divergent^((int(threadIdx.x) - 32) / 32));
    for (int c = threadIdx.x; c < 256; c += blockDim.x) sink($warp if 1d, x32^(c / 32));
  })");
}

TEST(TypedNumbersTest, NarrowTypesWrapAroundEarlier) {
  values(R"(__global__ void k() {
    signed char c = threadIdx.x * 16, tid = threadIdx.x;
    unsigned char u = threadIdx.x;
    short s = threadIdx.x;
    sink($lanes8 if 1d^(c < 0));
    sink($warp if 1d^(tid < 0));
    sink($divergent^(tid / 32));
    sink($warp if 1d^(u / 32));
    sink($warp if 1d^(s / 32));
    sink($warp if 1d^(u < 64));
    sink($divergent^(bool(threadIdx.x) / 32));
  })");
}

TEST(TypedNumbersTest, AnAssignmentIsMadeOnce) {
  values(R"(__global__ void k() {
    int x = threadIdx.x, y = threadIdx.x, z = threadIdx.x;
    sink($lanes16 if 1d^((x += 16) < 64));
    sink($warp if 1d^((y += 32) < 64));
    sink($lanes16 if 1d^((z = z + 16) < 64));
    sink($warp if 1d^(z < 80));
  })");
}

TEST(TypedNumbersTest, PlanesMayDivideAWarp) {
  values(R"(__global__ void k() {
    int tid = threadIdx.y * blockDim.x + threadIdx.x;
    sink($warp if planes^(tid / 32));
    sink($warp if planes^(tid < 64));
  })");
}

// The user's own variables may be called so.
TEST(TypedNumbersTest, BuiltinsAreKnownByTheirDeclaration) {
  values(R"(namespace mine { __device__ uint3 threadIdx, blockDim; __device__ int warpSize; }
  __device__ void f(int warpSize) { sink($divergent^threadIdx.x / warpSize); }
  __global__ void k(int *p) {
    using mine::blockDim;
    sink($unknown^mine::threadIdx.x / 32);
    sink($unknown^mine::warpSize);
    sink($block^warpSize);
    sink($warp if 1d^threadIdx.x / warpSize);
  })");
}

TEST(TypedNumbersTest, LibraryFunctionsAreArithmeticIfTheyAreKnownToBe) {
  values(R"(__global__ void k(int n) {
    sink($block^__popc(n));
    sink($unknown^clock64());
    sink($unknown^atFirst(n));
  })");
}

//===- Memory that nobody writes ------------------------------------------===//

TEST(TypedNumbersTest, ReadOnlyMemoryEndsAtAPointerInIt) {
  values(R"(struct Table { int n, a[4]; int *p; };
  __constant__ Table table; __constant__ int *pointer; __constant__ int numbers[4][4];
  __constant__ volatile int flag;
  __global__ void k(const int *__restrict__ in, int *const *__restrict__ rows,
                    const Table *__restrict__ tables, const volatile int *__restrict__ stop,
                    const int *plain, int n) {
    sink($block^in[n]);
    sink($block^*(in + n));
    sink($block^tables[n].n);
    sink($block^tables->a[1]);
    sink($block^table.a[n]);
    sink($block^numbers[n][1]);
    sink($unknown^rows[0][0]);
    sink($unknown^tables->p[0]);
    sink($unknown^table.p[n]);
    sink($unknown^pointer[n]);
    sink($unknown^*stop);
    sink($unknown^flag);
    sink($unknown^plain[n]);
  })");
}

TEST(TypedNumbersTest, AHelpersPointerIsNotOfTheKernel) {
  values(R"(__device__ int f(const int *__restrict__ p) { return $unknown^p[0]; }
  __global__ void k(const int *__restrict__ in, const int *other) {
    in = other;
    sink($unknown^in[0]);
  })");
}

} // namespace
