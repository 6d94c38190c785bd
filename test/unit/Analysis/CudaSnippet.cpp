//===- CudaSnippet.cpp ----------------------------------------------------===//

#include "CudaSnippet.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Tooling/Tooling.h"
#include "gtest/gtest.h"

using namespace clang;
using namespace coopify;

/// A system header without bodies counts as the toolkit (SourceText::isToolkit).
static constexpr const char *Prelude = R"(
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
struct uint3 { unsigned x, y, z; };
struct dim3 { unsigned x, y, z; dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1); };
extern const __device__ uint3 threadIdx, blockIdx;
extern const __device__ dim3 blockDim, gridDim;
extern const __device__ int warpSize;
extern "C" int cudaConfigureCall(dim3, dim3, unsigned long = 0, void * = 0);
extern "C" int __cudaPushCallConfiguration(dim3, dim3, unsigned long = 0, void * = 0);
__device__ int __shfl(int, int, int = 32);
__device__ float __shfl(float, int, int = 32);
__device__ int __shfl_up(int, unsigned, int = 32);
__device__ int __shfl_down(int, unsigned, int = 32);
__device__ float __shfl_down(float, unsigned, int = 32);
__device__ int __shfl_xor(int, int, int = 32);
__device__ int __shfl_sync(unsigned, int, int, int = 32);
__device__ unsigned __ballot(int);
__device__ int __any(int);
__device__ int __all(int);
__device__ unsigned __ballot_sync(unsigned, int);
__device__ int __any_sync(unsigned, int);
__device__ unsigned __activemask();
__device__ void __syncthreads();
__device__ int __syncthreads_or(int);
__device__ void __syncwarp(unsigned = 0xffffffff);
__device__ void __threadfence_block();
__device__ int __popc(int);
__device__ int __ffs(int);
__device__ int atomicAdd(int *, int);
__device__ long long clock64();
__device__ void __trap();
__device__ void sink(long long); // of the toolkit, so that it does nothing
__device__ int atFirst(int); // of the toolkit, and in no table
template <typename T> __device__ T __ldg(const T *);
)";

namespace {

/// The snippet without its marks, and where each of them stood.
struct Unmarked {
  explicit Unmarked(StringRef Marked);
  std::string Code = "#include <prelude.h>\n#line 1\n";
  std::vector<std::pair<std::string, unsigned>> At;
};

/// For each mark the largest expression that begins there.
class Finder : public RecursiveASTVisitor<Finder> {
public:
  Finder(const SourceManager &SM, const Unmarked &Code, std::vector<Mark> &Marks)
      : SM(SM), Code(Code), Marks(Marks) {}
  bool shouldVisitTemplateInstantiations() const { return true; }

  bool TraverseFunctionDecl(FunctionDecl *F) {
    return function(F, [&] { return RecursiveASTVisitor::TraverseFunctionDecl(F); });
  }
  bool TraverseCXXMethodDecl(CXXMethodDecl *F) {
    return function(F, [&] { return RecursiveASTVisitor::TraverseCXXMethodDecl(F); });
  }
  bool TraverseLambdaExpr(LambdaExpr *L) {
    return function(L->getCallOperator(),
                    [&] { return RecursiveASTVisitor::TraverseLambdaExpr(L); });
  }
  bool VisitStmt(Stmt *S) {
    if (!Current || Current->isDependentContext() ||
        !SM.isInMainFile(SM.getFileLoc(S->getBeginLoc())))
      return true;
    unsigned Begin = SM.getFileOffset(SM.getFileLoc(S->getBeginLoc()));
    for (unsigned I = 0; I < Marks.size(); ++I)
      // Outer before inner: the first that fits is the largest.
      if (Code.At[I].second == Begin &&
          (!Marks[I].At || (!isa<Expr>(Marks[I].At) && isa<Expr>(S)))) {
        Marks[I].At = S;
        Marks[I].Function = Current;
      }
    return true;
  }

private:
  bool function(FunctionDecl *F, llvm::function_ref<bool()> Inside) {
    const FunctionDecl *Outer = std::exchange(Current, F);
    bool Result = Inside();
    Current = Outer;
    return Result;
  }

  const SourceManager &SM;
  const Unmarked &Code;
  std::vector<Mark> &Marks;
  const FunctionDecl *Current = nullptr;
};

} // namespace

Unmarked::Unmarked(StringRef Marked) {
  while (!Marked.empty()) {
    size_t Dollar = Marked.find('$');
    Code += Marked.take_front(Dollar).str();
    if (Dollar == StringRef::npos)
      return;
    auto [Name, Rest] = Marked.drop_front(Dollar + 1).split('^');
    At.push_back({Name.str(), unsigned(Code.size())});
    Marked = Rest;
  }
}

CudaSnippet::CudaSnippet(StringRef Marked) {
  Unmarked Plain(Marked);
  Unit = tooling::buildASTFromCodeWithArgs(
      Plain.Code,
      {"-x", "cuda", "--cuda-device-only", "-nocudainc", "-nocudalib", "--cuda-path=/dev/null",
       "-Xclang", "-target-sdk-version=13.0", "-std=c++17", "-Wno-everything", "-isystem",
       "/toolkit"},
      "kernel.cu", "coopify-unit", std::make_shared<PCHContainerOperations>(),
      tooling::getClangStripDependencyFileAdjuster(), {{"/toolkit/prelude.h", Prelude}});
  if (!Unit || Unit->getDiagnostics().hasErrorOccurred()) {
    ADD_FAILURE() << "does not parse:\n" << Plain.Code;
    return;
  }
  const SourceManager &SM = Unit->getSourceManager();
  for (const auto &[Name, Offset] : Plain.At)
    Marks.push_back({Name, unsigned(StringRef(Plain.Code).take_front(Offset).count('\n') - 1)});
  Finder(SM, Plain, Marks).TraverseDecl(context().getTranslationUnitDecl());
  for (const Mark &M : Marks)
    EXPECT_TRUE(M.At) << "nothing begins at $" << M.Name << "^ in line " << M.Line;
  Text = std::make_unique<SourceText>(context());
  CollectiveUses = std::make_unique<Collectives>(*Text);
}

CudaSnippet::~CudaSnippet() = default;

const Mark &CudaSnippet::mark(StringRef Name) const {
  static const Mark None;
  auto It = llvm::find_if(Marks, [&](const Mark &M) { return M.Name == Name; });
  EXPECT_TRUE(It != Marks.end()) << "no mark $" << Name.str() << "^";
  return It == Marks.end() ? None : *It;
}

const ConvergenceAnalysis &CudaSnippet::analysis(const Mark &M) const {
  for (const auto &[F, Analysis] : Analyses)
    if (F == M.Function)
      return *Analysis;
  context().setTraversalScope({const_cast<FunctionDecl *>(M.Function)});
  Analyses.push_back({M.Function, std::make_unique<ConvergenceAnalysis>(M.Function, context(),
                                                                        *Text, *CollectiveUses)});
  return *Analyses.back().second;
}

FunctionView CudaSnippet::view(const Mark &M) const {
  return {M.Function, M.Function->getNameAsString(), context(), *Text, analysis(M)};
}
