//===- UniformValuesTest.cpp - how equal a value is at a marked point -----===//
//
// As ConvergenceTest: a mark says what holds of the argument where it stands, "$warp^", "$lanes8^",
// "$divergent^", "$block if arg0^".
//
//===----------------------------------------------------------------------===//

#include "../CudaSnippet.h"

#include "gtest/gtest.h"

using namespace coopify;
using llvm::StringRef;

namespace {

/// How equal the expression at each mark is: an argument, or what is returned.
void values(StringRef Code) {
  CudaSnippet S(Code);
  for (const Mark &M : S.marks()) {
    const auto *E = llvm::dyn_cast_or_null<clang::Expr>(M.At);
    ASSERT_TRUE(E) << "no expression at $" << M.Name << "^";
    Uniformity Here = S.analysis(M).uniformity(E);
    EXPECT_EQ(print(Here), M.Name)
        << "line " << M.Line << ": " << S.text().text(E->getSourceRange())
        << (Here.Why ? "\nbecause " + Here.Why->Text : "");
  }
}

TEST(UniformValuesTest, VotesAreEqualInTheWarp) {
  values(R"(__global__ void k(int *p) {
    int v = p[threadIdx.x];
    unsigned m = __ballot(v);
    sink($warp^m);
    sink($warp^__popc(m));
    sink($warp^__ffs(m) - 1);
    sink($divergent^(m >> threadIdx.x));
  })");
}

TEST(UniformValuesTest, AVoteOfSomeLanesIsNotEqualInTheWarp) {
  values(R"(__global__ void k(int *p) {
    int v = p[threadIdx.x], m = 0;
    if (v > 2) m = __ballot(v);
    sink($divergent^(m + 1));
  })");
}

TEST(UniformValuesTest, AShuffleFromOneLane) {
  values(R"(__global__ void k(int *p, int n) {
    int v = p[threadIdx.x];
    sink($warp^__shfl(v, 0));
    sink($warp^__shfl(v, n));
    sink($lanes8^__shfl(v, 0, 8));
    sink($divergent^__shfl(v, v));
    sink($unknown^__shfl_down(v, 1));
    sink($unknown^__shfl_xor(v, 1));
  })");
}

TEST(UniformValuesTest, ThreadIndexByRows) {
  values(R"(__global__ void k() {
    sink($divergent^threadIdx.x + 1);
    sink($warp if 1d^(threadIdx.x / 32));
    sink($warp if 1d^(threadIdx.x >> 5));
    sink($lanes8 if 1d^(threadIdx.x / 8));
    sink($warp if 1d^(threadIdx.y + 0));
    sink($block^(blockIdx.x + blockDim.x));
  })");
}

TEST(UniformValuesTest, SumsOfLanesAndUniformValues) {
  values(R"(__global__ void k(int n) {
    int gid = blockIdx.x * blockDim.x + threadIdx.x;
    sink($divergent^(gid + n));
    sink($block^(n * 2 + blockIdx.x));
    sink($divergent^(gid < n));
  })");
}

TEST(UniformValuesTest, AtomicsGiveEachLaneItsOwn) {
  values(
      "__global__ void k(int *p) { sink($divergent^atomicAdd(p, 1)); sink($unknown^clock64()); }");
}

TEST(UniformValuesTest, ALoadIsAsEqualAsItsAddress) {
  values(R"(__global__ void k(const int *__restrict__ p, const int *q, int n) {
    sink($block^(p[n] + 0));
    sink($divergent^(p[threadIdx.x] + 0));
  })");
}

TEST(UniformValuesTest, WhatABranchAssignsIsAsEqualAsItsCondition) {
  values(R"(__global__ void k(int *p, int n) {
    int a = 0, b = 0;
    if (p[threadIdx.x]) a = 1;
    if (n) b = 1;
    sink($divergent^(a + 0));
    sink($block^(b + 0));
  })");
}

TEST(UniformValuesTest, WhatALoopLeavesBehindDiffersWithItsRounds) {
  values(R"(__global__ void k(int *p) {
    int i = 0;
    while (i < p[threadIdx.x]) ++i;
    sink($divergent^(i + 0));
  })");
}

TEST(UniformValuesTest, ParametersAreTheCallers) {
  values(R"(__device__ void f(int v) { sink($block if arg0^(v + 1)); }
            __global__ void k(int n) { sink($block^(n + 1)); })");
}

TEST(UniformValuesTest, WhatACallReturnsIsTheCallees) {
  values("__device__ int f(int v); __global__ void k(int n) { sink($block if call0^(f(n) + 1)); }");
}

TEST(UniformValuesTest, AVariableWhoseAddressGoesAwayIsUnknown) {
  values(R"(__device__ void g(int *);
  __global__ void k(int n) { int v = n; g(&v); sink($unknown^(v + 0)); })");
}

TEST(UniformValuesTest, AReferenceMayChangeWhatItNames) {
  values(R"(__device__ void g(int &);
  __global__ void k(int n) { int v = n; g(v); sink($unknown^(v + 0)); })");
}

TEST(UniformValuesTest, ALambdaThatCapturesByReferenceMayChangeIt) {
  values(R"(__global__ void k(int n) {
    int v = n;
    auto change = [&] { v = threadIdx.x; };
    change();
    sink($unknown^(v + 0));
  })");
}

TEST(UniformValuesTest, T46TheVoteThatALoopGoesOnForIsEqual) {
  values(R"(__global__ void k(int *p) {
    int v = p[threadIdx.x], more = 1;
    while (more) {
      more = __any(v > 0);
      --v;
    }
    sink($warp^more);
    sink($divergent^v);
  })");
}

TEST(UniformValuesTest, T12TheWidthOfAShuffleSaysHowFarItsResultIsEqual) {
  values(R"(__global__ void k(int *p, int w) {
    int v = p[threadIdx.x];
    sink($lanes16^__shfl(v, 3, 16));
    sink($unknown^__shfl(v, 3, w));
  })");
}

TEST(UniformValuesTest, T48TheRowOfAWarpIsEqualInIt) {
  values(R"(__global__ void k(int *p) {
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    sink($warp if 1d^warp);
    sink($divergent^lane);
  })");
}

TEST(UniformValuesTest, ConstantMemoryIsAsEqualAsItsIndex) {
  values(R"(__constant__ int table[64];
  __global__ void k(int n) {
    sink($block^table[n]);
    sink($divergent^table[threadIdx.x]);
  })");
}

TEST(UniformValuesTest, SharedMemoryIsWhatOthersWrote) {
  values(R"(__global__ void k(int n) {
    __shared__ int s[64];
    s[threadIdx.x] = n;
    sink($unknown^s[n]);
  })");
}

TEST(UniformValuesTest, WhatAnAsmSetsIsNotWhatItBeganWith) {
  values(R"(__global__ void k(const int *__restrict__ p, int n) {
    int m = n;
    asm volatile("add.s32 %0, %0, 1;" : "+r"(m));
    sink($unknown^(m + 0));
    asm volatile("cvta.to.global.u64 %0, %0;" : "+l"(p));
    sink($unknown^(p[n] + 0));
  })");
}

// threadIdx.x and the linear number both count lanes, but do not begin alike in every row.
TEST(UniformValuesTest, TheLinearNumberLessTheColumnIsNotZero) {
  values(R"(__global__ void k() {
    int tid = threadIdx.y * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    sink($warp if 1d, planes^(tid - threadIdx.x));
    sink($divergent^(threadIdx.x + ((tid - threadIdx.x) >> 5) < 32));
    sink($warp if 1d, planes^(tid - lane));
    sink($warp if planes^(tid / 32));
    sink($warp if planes^(tid < 64));
    sink($lanes16 if planes^(tid < 48));
  })");
}

TEST(UniformValuesTest, AProductOfTheBlockIsAMultipleOfIt) {
  values(R"(__device__ int up(int n, int b) { return ((n + b - 1) / b) * b; }
  __device__ int half(int b) { return b * 0.5f; }
  __device__ int narrow(int n, unsigned char b) { return n * b; }
  __device__ unsigned char narrows(int n, int b) { return n * b; }
  __device__ long wide(int n, long b) { return n * b; }
  __global__ void k(int n) {
    sink($block if 1d^((int)threadIdx.x < up(n, blockDim.x)));
    sink($divergent^((int)threadIdx.x < half(blockDim.x)));
    sink($warp if 1d, x32^((int)threadIdx.x < narrow(n, blockDim.x)));
    sink($warp if 1d, x32^((int)threadIdx.x < narrows(n, blockDim.x)));
    sink($block if 1d^((int)threadIdx.x < wide(n, blockDim.x)));
  })");
}

TEST(UniformValuesTest, ACallOfAOneLinerIsWhatStandsInIt) {
  values(R"(__device__ int g;
  __device__ int down(int a, int b) { return a / b * b; }
  __device__ int twice(int a) { return down(a, 16) * 2; }
  __device__ int lane() { return threadIdx.x % 32; }
  __device__ int loads(int a) { return a + g; }
  __device__ int sets(int a) { return a += 32; }
  __device__ int refers(const int &a) { return a / 32 * 32; }
  __device__ __attribute__((weak)) int weak(int a) { return a / 32 * 32; }
  __device__ int again(int a) { return a > 0 ? again(a - 1) : a / 32 * 32; }
  __global__ void k(int n) {
    int i = n;
    sink($warp if 1d^((int)threadIdx.x < down(n, 32)));
    sink($warp if 1d^((int)threadIdx.x < twice(n)));
    sink($lanes16 if 1d^((int)threadIdx.x < down(n, 16)));
    sink($divergent^lane());
    sink($divergent^((int)threadIdx.x < loads(n)));
    sink($divergent^((int)threadIdx.x < sets(n)));
    sink($divergent^((int)threadIdx.x < refers(n)));
    sink($divergent^((int)threadIdx.x < weak(n)));
    sink($divergent^((int)threadIdx.x < again(n)));
    sink($divergent^((int)threadIdx.x < down(i++, i)));
  })");
}

TEST(UniformValuesTest, AMemberLeadsElsewhereOrIsWrittenAllTheSame) {
  values(R"(struct Flags { volatile int flag; mutable int cache; int plain; };
  struct Ref { int &r; int plain; };
  __device__ int g;
  __constant__ Ref c{g, 1};
  __device__ const Flags d = {0, 0, 0};
  __global__ void k(const Flags *__restrict__ p, Ref byValue, Flags own, int n) {
    sink($unknown^p[0].flag);
    sink($unknown^(*p).cache);
    sink($block^p[0].plain);
    sink($unknown^byValue.r);
    sink($block^byValue.plain);
    sink($unknown^c.r);
    sink($block^c.plain);
    sink($unknown^d.cache);
    sink($block^d.plain);
    sink($block^own.cache);
  })");
}

TEST(UniformValuesTest, AMemberByPointerIsALoad) {
  values(R"(struct S { int a, b; };
  __global__ void k(S *s, int S::*pm, int n) {
    S own{n, n};
    sink($unknown^(s->*pm));
    sink($unknown^(own.*pm));
    sink($divergent^(s[threadIdx.x].*pm));
  })");
}

TEST(UniformValuesTest, AKernelsReferenceLeadsToMemory) {
  values(R"(__global__ void k(int &flag, const int &fixed, int n) {
    sink($unknown^flag);
    sink($unknown^fixed);
    sink($block^n);
  }
  __device__ void f(const int &n) { sink($block if arg0^n); })");
}

// What a variable is behind an expression is not what it was within.
TEST(UniformValuesTest, BracesAreRunInOrder) {
  values(R"(struct S { int a, b; };
  __global__ void k(int n) {
    int x = threadIdx.x & 1;
    S s{x, x = 0};
    sink($unknown^s.a);
    int y = threadIdx.x & 1;
    int both = y && (y = 0, 1);
    sink($divergent^both);
    int z = threadIdx.x & 1;
    int one = z ? (z = 0, 1) : 2;
    sink($unknown^one);
    int first = n;
    S t{first = 2, first};
    sink($block^t.a);
    sink($block^first);
    S u{n, first};
    sink($block^u.a);
  })");
}

// What is not const itself may be written through a reference to const, or as a const object.
TEST(UniformValuesTest, AReferenceToConstMayBeWritten) {
  values(R"(struct Counter {
    mutable int n;
    int m;
    __device__ void set(int v) const { n = v; }
    __device__ int twice() const { return 2 * m; }
  };
  struct Keeper { const int &r; __device__ Keeper(const int &x) : r(x) {} };
  __device__ void set(const int &x, int v) { const_cast<int &>(x) = v; }
  __device__ void deeper(const int &x, int v) { set(x, v); }
  __device__ void notSeen(const int &x);
  __global__ void k(int n) {
    int a = n, b = n, c = n, d = n;
    const int fixed = n;
    set(a, 1);
    deeper(b, 1);
    notSeen(c);
    Keeper keeper(d);
    notSeen(fixed);
    sink($unknown^a);
    sink($unknown^b);
    sink($unknown^c);
    sink($unknown^d);
    sink($block^fixed);
    Counter e{n, n}, f{n, n};
    e.set(1);
    sink($unknown^e.n);
    sink($block if call6^f.twice());
    sink($block^f.m);
  })");
}

TEST(UniformValuesTest, WhatIsOnlyReadThroughAReferenceStays) {
  values(R"(template <typename T> __device__ const T &least(const T &a, const T &b) {
    return b < a ? b : a;
  }
  struct P {
    int x, y[2];
    __device__ int sum() const { return x + y[0] + (*this).y[1]; }
    __device__ bool operator<(const P &o) const { return sum() < o.sum(); }
  };
  __device__ int twice(const int &x) { return 2 * x; }
  __device__ int deeper(const int &x) { return twice(x) + twice(x + 1); }
  __global__ void k(int n) {
    int a = n, b = n;
    P p{n, {n, n}}, q{n, {n, n}};
    int c = least(a, b) + deeper(a) + (p < q);
    sink($block^a);
    sink($block^b);
    sink($block^p.x);
    sink($block^q.x);
    int d = n, e = n;
    const int &kept = least(d, e);
    sink($unknown^kept);
    sink($unknown^d);
  })");
}

// The number says what memory it is: int 4, long 8, float 32, pointers 128; beside them 256: in no
// __shared__ variable.
TEST(UniformValuesTest, ALoadIsEqualUnlessThatIsWritten) {
  values(R"(__device__ void see(long long) {}
  struct Pair { int n; float f; };
  __device__ int count;
  __global__ void k(const int *p, float *f, Pair *pairs, const volatile int *v, char *c, int n) {
    __shared__ float s[4];
    s[n] = 1;
    see($block if unwritten260^p[n]);
    see($block if unwritten260^pairs->n);
    see($block if unwritten260^count);
    see($unknown^v[n]);
    see($divergent^p[threadIdx.x]);
    see($block if unwritten288^f[n]);
    see($unknown^s[n]);
    see($block if unwritten511^c[n]);
  }
  __device__ void own(const int *p, int n, float *out) {
    int mine = n;
    mine += 1;
    out[n] = mine;
    see($block if arg0, arg1, unwritten4^p[n]);
  }
  __global__ void writes(const int *p, int *out, long *far, int n) {
    *out = 1;
    see($unknown^p[n]);
    see($block if unwritten264^far[n]);
  })");
}

TEST(UniformValuesTest, OneOfTwoThatIsReadAsConstIsRead) {
  values(R"(__global__ void k(const int *p, int n) {
    int i = n;
    int j = p ? p[i] : i;
    sink($block^(i + 0));
    sink(j);
    int a = n, b = n + 1;
    (p ? a : b) = threadIdx.x;
    sink($unknown^(a + 0));
  })");
}

// "threads by x": blocks of one dimension, where no two threads have one threadIdx.x.
TEST(UniformValuesTest, AThreadsOwnElementIsWhatItWroteLast) {
  values(R"(__global__ void k(int n, int *out) {
    __shared__ int s[64];
    __shared__ struct { int of; } one[64];
    int t = threadIdx.x;
    sink($unknown^s[threadIdx.x]);
    s[threadIdx.x] = n;
    one[t].of = n + 1;
    sink($block if threads by x^s[threadIdx.x]);
    sink($block if threads by x^s[t]);
    sink($block if threads by x^one[threadIdx.x].of);
    sink($unknown^s[n]);
    if (t < 40) s[t] = n;
    sink($lanes8 if 1d, threads by x^s[t]);
    s[t] = t;
    sink($divergent^s[t]);
  })");
}

// A thread that was not in the scope of a static variable last time finds what it left there
// before.
TEST(UniformValuesTest, AnOwnElementStaysBehindItsScope) {
  values(R"(__global__ void k(int n, const int *rounds) {
    for (int i = 0; i < n; ++i)
      if (i < rounds[threadIdx.x]) {
        __shared__ int s[64];
        sink($divergent^s[threadIdx.x]);
        s[threadIdx.x] = i;
      }
    for (int i = 0; i < n; ++i) {
      __shared__ int u[64];
      u[threadIdx.x] = i;
      sink($block if threads by x^u[threadIdx.x]);
    }
  })");
}

TEST(UniformValuesTest, WhatOthersMayWriteIsNotItsOwn) {
  values(R"(struct Two { int a, b; };
  __device__ void fill(int *p) {}
  union Either { int a; float b; };
  __global__ void k(int n) {
    __shared__ Either either[64];
    __shared__ int other[64], given[64], counted[64], in[64], row[2][64], bytes[1024];
    __shared__ volatile int fast[64];
    __shared__ Two two[64];
    other[threadIdx.x] = n;
    other[threadIdx.x ^ 1] = threadIdx.x;
    given[threadIdx.x] = n;
    fill(given);
    counted[threadIdx.x] = n;
    atomicAdd(&counted[threadIdx.x], 1);
    row[0][threadIdx.x] = n;
    fast[threadIdx.x] = n;
    two[threadIdx.x].a = n;
    either[threadIdx.x].a = n;
    bytes[(unsigned char)threadIdx.x] = n;
    int last = in[threadIdx.x] = n;
    sink($divergent^other[threadIdx.x]);
    sink($divergent^given[threadIdx.x]);
    sink($divergent^counted[threadIdx.x]);
    sink($divergent^in[threadIdx.x]);
    sink($divergent^row[0][threadIdx.x]);
    sink($divergent^fast[threadIdx.x]);
    sink($divergent^two[threadIdx.x].a);
    sink($divergent^either[threadIdx.x].a);
    sink($divergent^bytes[(unsigned char)threadIdx.x]);
  }
  __device__ void again(int n) {
    __shared__ int s[64];
    s[threadIdx.x] = n;
    sink($divergent^s[threadIdx.x]);
  })");
}

} // namespace
