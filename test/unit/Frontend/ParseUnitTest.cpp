#include "Frontend/ParseUnit.h"

#include "clang/Frontend/FrontendActions.h"
#include "llvm/ADT/STLExtras.h"

#include "gtest/gtest.h"

#include <thread>

using namespace coopify;
using namespace llvm;

namespace {

constexpr const char *File = "/coopify-test/a.cu";

ParseOutcome parse(const std::string &Text, StringRef PassName = "sm_35", const char *Name = File,
                   ClangCommand Command = {}) {
  PassOptions Options;
  Options.Wanted = {PassName.str()};
  Pass P = expandPasses(Command, Name, "/", Toolkit(), Options).front();
  return parseUnit(P, {{Name, Text}}, [] { return std::make_unique<clang::SyntaxOnlyAction>(); });
}

std::string errors(const ParseOutcome &Outcome) {
  std::string Text = Outcome.Ran ? "" : "did not run: " + Outcome.WhyNot;
  for (const ParseError &E : Outcome.Errors)
    Text += E.Where.File.str() + ":" + std::to_string(E.Where.Line) + ": " + E.Text + "\n";
  return Text;
}

std::vector<std::string> notes(const ParseOutcome &Outcome, StringRef Kind) {
  std::vector<std::string> Texts;
  for (const ParseNote &N : Outcome.Notes)
    if (N.Kind == Kind)
      Texts.push_back(N.Text);
  return Texts;
}

/// Both sides parse \p Text without an error.
void expectClean(const std::string &Text, ClangCommand Command = {}) {
  for (StringRef Side : {"sm_35", "host"})
    EXPECT_EQ(errors(parse(Text, Side, File, Command)), "") << Side.str();
}

TEST(ParseUnit, KernelsAndLaunches) {
  expectClean(R"(
#include <cuda_runtime.h>
#include <stdio.h>
__constant__ int table[32];
__device__ float global;
template <typename T> __device__ T sum(T v) {
  for (int o = warpSize / 2; o > 0; o /= 2) v += __shfl_down(v, o);
  return v;
}
__global__ void __launch_bounds__(256, 2) k(int *x, float *y) {
  __shared__ volatile float s[256];
  extern __shared__ char more[];
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  uint3 t = threadIdx; dim3 d = gridDim;
  s[threadIdx.x] = y[i]; __syncthreads();
  y[i] = sum(y[i]) + sum(1.0) + sum(1ull) + sum(1l) + __ldg(y + i) + min(1.f, 2.f) + rsqrtf(2.f);
  if (__any(x[i]) && __all(x[i] > 0)) x[i] = __popc(__ballot(1)) + __ffs(x[i]) + __clz(3);
  x[i] += __shfl_xor_sync(~0u, x[i], 1) + __match_any_sync(~0u, x[i]) + __lanemask_lt();
  atomicAdd(y, 1.f); atomicCAS((unsigned long long *)x, 1ull, 2ull); __threadfence(); __syncwarp();
  printf("%d", x[i]); x[i] = max(1u, 2u) + abs(-3) + __float_as_int(y[i]) + clock64();
}
int main() {
  int *x; float *y; cudaEvent_t e; cudaDeviceProp p;
  cudaMalloc(&x, 4); cudaMalloc((void **)&y, 4); cudaEventCreate(&e); cudaGetDeviceProperties(&p, 0);
  cudaMemcpyToSymbol(table, x, 4); cudaFuncSetCacheConfig(k, cudaFuncCachePreferL1);
  k<<<dim3(1, 2), 256, 0, 0>>>(x, y);
  k<<<1, max(32, 64)>>>(x, y);
  void *args[] = {&x, &y};
  cudaLaunchCooperativeKernel((void *)k, 1, 32, args);
  cudaThreadSynchronize();
  printf("%s %d", cudaGetErrorString(cudaGetLastError()), p.clockRate);
})");
}

TEST(ParseUnit, TextureReferences) {
  expectClean(R"(
texture<float, 1, cudaReadModeElementType> a;
texture<uchar4, 2, cudaReadModeNormalizedFloat> b;
texture<int2> c;
surface<void, 2> s;
__global__ void k(float *out) {
  float4 v = tex2D(b, 0.f, 1.f);
  out[0] = tex1Dfetch(a, 3) + v.x + tex1Dfetch(c, 1).y + tex1D(a, .5f);
  int r; surf2Dread(&r, s, 0, 0);
}
void bind(float *p, cudaArray *array) {
  b.filterMode = cudaFilterModeLinear; b.normalized = true;
  cudaBindTexture(0, a, p, 16);
  cudaBindTexture(0, a, p);
  cudaBindTextureToArray(b, array, cudaCreateChannelDesc<uchar4>());
  cudaUnbindTexture(a);
})");
}

TEST(ParseUnit, CooperativeGroups) {
  expectClean(R"(
#include <cuda_fp16.h>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;
__device__ int helper(const cg::thread_block &block, int v) { block.sync(); return v; }
template <class G> __device__ int generic(G g, int v) { return g.shfl(v, 0) + g.size(); }
__global__ void k(int *x, bool p) {
  auto block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  auto tile8 = cg::tiled_partition<8>(warp);
  cg::thread_block_tile<8> erased = tile8;
  auto active = cg::coalesced_threads();
  auto branch = cg::binary_partition(warp, p);
  auto label = cg::labeled_partition(active, x[0]);
  cg::thread_group any = cg::tiled_partition(block, 4);
  static_assert(sizeof(warp.shfl((char)1, 0)) == 1, "the argument's type comes back");
  x[0] = warp.shfl_down(x[0], 1) + tile8.shfl_xor(x[1], 2) + erased.ballot(1) + warp.match_any(x[0]);
  x[1] = active.thread_rank() + active.num_threads() + active.shfl(x[1], 0) + branch.any(p);
  x[2] = cg::reduce(warp, x[2], cg::plus<int>()) + cg::exclusive_scan(tile8, 1) + generic(warp, 1);
  x[3] = helper(block, warp.meta_group_rank()) + label.size() + any.size();
  half h = warp.shfl(__float2half(1.f), 0);
  cg::this_grid().sync();
})");
}

/// What NVIDIA's header rejects, ours does: Verify relies on it.
TEST(ParseUnit, CooperativeGroupsConstraints) {
  const std::string Head = "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n"
                           "struct Big { int x[9]; };\n__device__ void f(int v, Big big) {"
                           "auto b = cg::this_thread_block(); auto w = cg::tiled_partition<32>(b);";
  for (const char *Bad : {"b = cg::this_thread_block();", "cg::coalesced_threads().shfl_xor(v, 1);",
                          "w.shfl(big, 0);", "cg::tiled_partition<32>(w);", "w.shfl(v);",
                          "cg::tiled_partition<12>(b);", "cg::thread_block none;"})
    EXPECT_NE(errors(parse(Head + Bad + "}")), "") << Bad;
  EXPECT_EQ(errors(parse(Head + "}")), "");
}

TEST(ParseUnit, UsersOverloads) {
  ParseOutcome Outcome = parse(R"(
__device__ inline double __shfl_down(double v, unsigned int d, int w = 32) { return v; }
static __device__ unsigned long long __shfl(unsigned long long v, int l, int w) { return v; }
__device__ float __shfl_down(float2 v, unsigned d) { return __shfl_down(v.x, d); }
__device__ unsigned __lanemask_lt() { return 0; }
__global__ void k(double *x) { x[0] = __shfl_down(x[0], 1) + __shfl_down(1.f, 1) + __lanemask_lt(); }
)");
  EXPECT_EQ(errors(Outcome), "");
  EXPECT_EQ(
      notes(Outcome, "user-overload"),
      (std::vector<std::string>{"lanemask_lt", "shfl_down_double", "shfl_unsigned_long_long"}));
}

TEST(ParseUnit, OverloadOfBeforeItsTypeExisted) {
  EXPECT_EQ(errors(parse("__device__ double __shfl(double v, int l) { return v; }\n"
                         "__global__ void k(double *x) { x[0] = __shfl(x[0], 3); }")),
            "");
  // nvcc always had the float one: really ambiguous.
  EXPECT_NE(errors(parse("__device__ float __shfl(float v, int l) { return v; }\n"
                         "__global__ void k(float *x) { x[0] = __shfl(x[0], 3); }")),
            "");
}

TEST(ParseUnit, SourceFixesAreCounted) {
  ParseOutcome Outcome =
      parse("__global__ void k() { int l; asm(\"mov.u32 %0, %laneid;\" : \"=r\"(l)); }\n"
            "void f() { k<< <1, 32>> >(); }");
  EXPECT_EQ(errors(Outcome), "");
  EXPECT_EQ(notes(Outcome, "source-fix").size(), 1u);
}

TEST(ParseUnit, GoesOnAfterAMissingHeader) {
  ParseOutcome Outcome =
      parse("#include \"nowhere.h\"\n__global__ void k() { undeclared(); }\nint x = y;\n");
  EXPECT_EQ(notes(Outcome, "missing-header").size(), 1u);
  ASSERT_EQ(Outcome.Errors.size(), 2u) << errors(Outcome);
  EXPECT_EQ(Outcome.Errors[0].Where.Line, 2u);
  EXPECT_EQ(Outcome.Errors[1].Where.Line, 3u);
  EXPECT_EQ(Outcome.Errors[1].Where.File, File);
}

TEST(ParseUnit, ErrorInAHeaderIsTheUsersCall) {
  ParseOutcome Outcome = parse("#include <cooperative_groups.h>\nstruct Big { int x[9]; };\n"
                               "__device__ void f(Big b) {\n"
                               "  cooperative_groups::tiled_partition<32>(\n"
                               "      cooperative_groups::this_thread_block()).shfl(b, 0);\n}\n");
  ASSERT_FALSE(Outcome.Errors.empty());
  EXPECT_EQ(Outcome.Errors[0].Where.File, File);
  EXPECT_EQ(Outcome.Errors[0].Where.Line, 5u);
}

TEST(ParseUnit, ErrorOfAMacroIsInItsDefinition) {
  ParseOutcome Outcome = parse("#define BAD missing()\n__device__ void f() { BAD; }\n");
  ASSERT_EQ(Outcome.Errors.size(), 1u);
  EXPECT_EQ(Outcome.Errors[0].Where.Line, 1u);
}

TEST(ParseUnit, VersionMacrosTakeNvccsBranch) {
  expectClean(R"(
#if !defined(__CUDACC__) || __CUDACC_VER_MAJOR__ < 9 || CUDA_VERSION < 9000 || CUDART_VERSION < 9000
#error a branch that nvcc does not take
#endif
#ifdef __NVCC__
#error clang cannot be nvcc
#endif
)");
}

TEST(ParseUnit, OldStandardsAndUsersVersion) {
  for (const char *Standard : {"-std=c++03", "-std=c++11", "-std=c++14", "-std=c++20"}) {
    ClangCommand C;
    C.Args = {Standard, "-DCUDA_VERSION=8000", "-DCUDART_VERSION=8000"};
    expectClean("#include <cuda.h>\n#if CUDA_VERSION != 8000\n#error\n#endif\n"
                "texture<float> t;\n__global__ void k(int *x) { x[0] = __shfl(x[0], 1); }\n"
                "void f() { k<<<1, 32>>>(0); }\n",
                C);
  }
}

TEST(ParseUnit, LaxerThanClang) {
  expectClean("#define N \"b\"\nconst char *s = \"a\"N;\nvoid h() throw(int);\n"
              "int g() { register int x = 3; char c[] = {300}; return x; }\n");
}

TEST(ParseUnit, LaunchesInKernels) {
  ClangCommand C;
  C.RelocatableDevice = true;
  expectClean("__global__ void child(int *x) {}\n"
              "__global__ void k(int *x) { child<<<1, 32>>>(x); cudaDeviceSynchronize(); }\n",
              C);
}

TEST(ParseUnit, HostUnit) {
  ParseOutcome Outcome =
      parse("#include <cuda_runtime.h>\n#include <cuda_fp16.h>\n#include <cuda.h>\n"
            "#include <cooperative_groups.h>\n"
            "int f() { float *p; float4 v = make_float4(1, 2, 3, 4); dim3 d(1);\n"
            "return cudaMalloc(&p, 4) + cudaThreadSynchronize(); }\n",
            "host", "/coopify-test/a.cpp");
  EXPECT_EQ(errors(Outcome), "");
}

TEST(ParseUnit, NothingToParse) {
  EXPECT_EQ(errors(parse("")), "");
  EXPECT_NE(parse(std::string("\x7f"
                              "ELF\0\0\0\1",
                              8))
                .WhyNot.find("not a text file"),
            std::string::npos);
  Pass P = expandPasses({}, "/coopify-test/none.cu", "/", Toolkit(), {}).front();
  auto Make = [] { return std::make_unique<clang::SyntaxOnlyAction>(); };
  ParseOutcome Missing = parseUnit(P, {}, Make);
  EXPECT_FALSE(Missing.Ran);
  EXPECT_NE(Missing.WhyNot.find("none.cu"), std::string::npos);
  P.File = "/";
  P.Args.back() = "/";
  EXPECT_EQ(parseUnit(P, {}, Make).WhyNot, "/ is a directory");
  EXPECT_TRUE(parse("\xff\xfe\x01 }}}} ((( \x80 template <").Ran);
}

class CrashingAction : public clang::SyntaxOnlyAction {
  void EndSourceFileAction() override { __builtin_trap(); }
};

TEST(ParseUnit, ACrashIsAnAnswer) {
  Pass P = expandPasses({}, File, "/", Toolkit(), {}).front();
  ParseOutcome Outcome =
      parseUnit(P, {{File, "int x;"}}, [] { return std::make_unique<CrashingAction>(); });
  EXPECT_FALSE(Outcome.Ran);
  EXPECT_FALSE(Outcome.WhyNot.empty());
  EXPECT_EQ(errors(parse("int x;")), "");
}

TEST(ParseUnit, FromSeveralThreads) {
  std::vector<std::string> Found(4);
  std::vector<std::thread> Threads;
  for (size_t I = 0; I < Found.size(); ++I)
    Threads.emplace_back(
        [&, I] { Found[I] = errors(parse("int x = y" + std::to_string(I) + ";")); });
  for (std::thread &T : Threads)
    T.join();
  for (size_t I = 0; I < Found.size(); ++I)
    EXPECT_NE(Found[I].find("'y" + std::to_string(I) + "'"), std::string::npos) << Found[I];
}

} // namespace
