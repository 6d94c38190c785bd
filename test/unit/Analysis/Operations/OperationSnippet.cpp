//===- OperationSnippet.cpp -----------------------------------------------===//

#include "OperationSnippet.h"

#include "Frontend/ToolkitFiles.h"

#include "clang/Tooling/Tooling.h"
#include "gtest/gtest.h"

using namespace clang;
using namespace coopify;

namespace {

/// Of a toolkit: what it declares is known by name.
constexpr const char *Kit = R"(
#define D __attribute__((device))
typedef unsigned long long size_type;
D void __syncthreads();
D int __syncthreads_count(int);
D void __syncwarp(unsigned mask = 0xffffffff);
D int __shfl(int, int, int = 32);
D int __shfl_sync(unsigned, int, int, int = 32);
D int __any_sync(unsigned, int);
D unsigned __match_any_sync(unsigned, int);
D unsigned __activemask();
D void __barrier_sync(unsigned);
D void __barrier_sync_count(unsigned, unsigned);
D void __threadfence_block();
D void __threadfence();
D int atomicAdd(int *, int);
D float sinf(float);
D void __nvvm_barrier_of_tomorrow(int);
D void __some_new_sync(unsigned, int);
D void __imma_m16n16k16_ld_a_s8(int *, const int *, unsigned, int);
D void __hmma_of_tomorrow(int *);
struct curandStateXORWOW {};
struct curandStateMtgp32 {};
D unsigned curand(curandStateXORWOW *);
D unsigned curand(curandStateMtgp32 *);
namespace std {
template <class T> D constexpr T sync_max(T, T);
template <class T> D T swap_of_tomorrow(T, T);
}
namespace cuda {
struct barrier { D void arrive_and_wait(); };
namespace std { template <class T> D constexpr T minimum(T, T); struct atomic { D void wait(int); D int load(); }; }
}
namespace cooperative_groups {
class thread_group { public: D void sync() const; D size_type size() const; };
class thread_block : public thread_group {
public:
  struct token {};
  static D void sync();
  D token barrier_arrive() const;
  D void barrier_wait(token &&) const;
  static D unsigned thread_rank();
};
namespace details {
template <unsigned N> class tile {
public:
  static D void sync();
  template <class T> D T shfl(T &&, int) const;
  D int any(int) const;
  D unsigned thread_rank() const;
  D int of_tomorrow(int) const;
};
}
template <unsigned N, class P = void> class thread_block_tile : public details::tile<N> {};
inline namespace v2 {
class coalesced_group : public thread_group { public: D void sync() const; D int any(int) const; };
class grid_group : public thread_group { public: D void sync() const; };
class cluster_group : public thread_group { public: static D void sync(); };
}
D thread_block this_thread_block();
template <unsigned M> struct block_tile_memory {};
template <unsigned M> D thread_block this_thread_block(block_tile_memory<M> &);
D coalesced_group coalesced_threads();
template <unsigned N, class P> D thread_block_tile<N, P> tiled_partition(const P &);
template <class G> D coalesced_group binary_partition(const G &, bool);
template <class G> D void sync(const G &);
template <class G> D unsigned thread_rank(const G &);
template <class T> struct plus { D T operator()(T, T) const; };
template <class G, class T, class F> D T reduce(const G &, T, F);
template <class G> D void wait(const G &);
template <class G> D void spread_of_tomorrow(const G &);
namespace experimental { template <class G> D int inclusive_scan(const G &, int); }
}
namespace coopify {
class masked_warp { public: D void sync() const; D bool split(bool); static D masked_warp full(); };
}
)";

} // namespace

OperationSnippet::OperationSnippet(const std::string &Body, const std::string &Before) {
  addToolkitRoot("/kit");
  std::string Code = "#include \"/kit/include/kit.h\"\nnamespace cg = cooperative_groups;\n" +
                     Before +
                     "\nD void f(cg::thread_block &block, cg::thread_block_tile<32> &warp,"
                     " const cg::thread_block_tile<8> *tile8, cg::thread_block_tile<64> tile64,"
                     " cg::coalesced_group active, cg::thread_group any, cg::grid_group grid,"
                     " cg::cluster_group cluster, coopify::masked_warp branch, cuda::barrier &bar,"
                     " unsigned m, int n, int *p, void (*indirect)()) {\n" +
                     Body + "\n}\n";
  Unit = tooling::buildASTFromCodeWithArgs(
      Code,
      {"-x", "cuda", "--cuda-device-only", "-nocudainc", "-nocudalib", "--cuda-path=/dev/null",
       "-Xclang", "-target-sdk-version=13.0", "-std=c++17", "-Wno-everything"},
      "snippet.cu", "coopify-unit", std::make_shared<PCHContainerOperations>(),
      tooling::getClangStripDependencyFileAdjuster(), {{"/kit/include/kit.h", Kit}});
  EXPECT_FALSE(Unit->getDiagnostics().hasErrorOccurred()) << Body;
  Text.emplace(Unit->getASTContext());
  TraverseDecl(Unit->getASTContext().getTranslationUnitDecl());
  const auto *E = dyn_cast_or_null<Expr>(Last);
  Is = operationOf(E ? E->IgnoreUnlessSpelledInSource() : Last, *Text);
}

bool OperationSnippet::VisitFunctionDecl(FunctionDecl *F) {
  if (F->getDeclName().isIdentifier() && F->getName() == "f")
    Last = F->getBody();
  while (const auto *Block = dyn_cast_or_null<CompoundStmt>(Last))
    Last = Block->body_empty() ? nullptr : Block->body_back();
  return true;
}

std::string coopify::is(const std::string &Body, const std::string &Before) {
  std::string Out;
  llvm::raw_string_ostream(Out) << OperationSnippet(Body, Before).Is;
  return Out;
}

unsigned coopify::ordered(const std::string &Body, const std::string &Before) {
  return OperationSnippet(Body, Before).Is.orderedLanes();
}

unsigned coopify::waitsFor(const std::string &Body, const std::string &Before) {
  return OperationSnippet(Body, Before).Is.warpLanes();
}
