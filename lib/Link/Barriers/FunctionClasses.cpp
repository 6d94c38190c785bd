//===- FunctionClasses.cpp ----------------------------------------------------===//
#include "Link/Barriers/FunctionClasses.h"

#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/STLExtras.h"

#include <map>

using namespace coopify;

namespace {

/// Joins functions that have a key in common.
class Joiner {
public:
  explicit Joiner(unsigned Count) : Sets(Count) {}
  void pattern(const std::string &Pattern, unsigned F) { join(ByPattern, Pattern, F); }
  void place(const TextRange &At, unsigned F) {
    if (At.valid())
      join(ByPlace, std::make_pair(At.File, At.Begin), F);
  }
  llvm::IntEqClasses finish() {
    Sets.compress();
    return std::move(Sets);
  }

private:
  template <typename Map, typename Key> void join(Map &First, const Key &K, unsigned F) {
    Sets.join(First.try_emplace(K, F).first->second, F);
  }
  std::map<std::string, unsigned> ByPattern;
  std::map<std::pair<std::string, unsigned>, unsigned> ByPlace;
  llvm::IntEqClasses Sets;
};

} // namespace

static llvm::IntEqClasses joinByText(const Program &P) {
  Joiner J(P.Functions.size());
  for (auto [I, F] : llvm::enumerate(P.Functions)) {
    J.pattern(F.Pattern.empty() ? F.USR : F.Pattern, I);
    J.place(F.BodyBegin, I);
    for (const FunctionDeclaration &D : F.Declarations)
      J.place(D.ParamsBegin, I);
  }
  return J.finish();
}

FunctionClasses coopify::classify(const Program &P) {
  llvm::IntEqClasses Sets = joinByText(P);
  FunctionClasses Out;
  Out.Classes.resize(Sets.getNumClasses());
  for (auto [I, F] : llvm::enumerate(P.Functions)) {
    Out.ClassOf.push_back(Sets[I]);
    FunctionClass &C = Out.Classes[Sets[I]];
    C.Members.push_back(I);
    C.Kernel |= F.Kind == FunctionKind::Kernel;
    C.DirectBarrier |= F.DirectBarrier;
    llvm::append_range(C.Callers, P.Callers[I]);
    llvm::append_range(C.Callers, P.TextCallers[I]);
  }
  for (auto [Callee, C] : llvm::enumerate(Out.Classes)) {
    llvm::sort(C.Callers, [&](CallRef A, CallRef B) {
      return std::tie(P.edge(A).Loc, A) < std::tie(P.edge(B).Loc, B);
    });
    for (CallRef Call : C.Callers)
      if (auto &Callees = Out.Classes[Out.callerClass(Call)].Callees;
          !llvm::is_contained(Callees, Callee))
        Callees.push_back(Callee);
  }
  return Out;
}
