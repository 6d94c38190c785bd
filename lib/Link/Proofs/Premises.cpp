//===- Premises.cpp - of two tellings the one that holds ------------------===//

#include "Link/Proofs/Prover.h"

#include "Model/Reasons/Assumptions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace coopify;

static std::string patternOf(const FunctionSummary &F) {
  return F.Pattern.empty() ? F.USR : F.Pattern;
}

namespace {
/// The instances of a template share their text, which is to be told in one way for all of them.
class Premises {
public:
  Premises(const Program &P, const std::vector<TUSummary> &Units) : P(P), Facts(P) {
    for (const TUSummary &Unit : Units)
      prove(Unit);
    for (const TUSummary &Unit : Units)
      if (isDevicePass(Unit))
        compare(Unit);
  }

  bool hold(const Site &S) const { return !Broken.contains(patternOf(S)); }

private:
  std::string patternOf(const Site &S) const {
    std::optional<unsigned> F = P.find(S.Function);
    return F ? ::patternOf(P.Functions[*F]) : S.Function;
  }

  void prove(const TUSummary &Unit) {
    for (const Site &S : Unit.Sites) {
      if (!S.If)
        continue;
      const std::string Pattern = patternOf(S);
      Told.insert(Pattern);
      std::optional<unsigned> F = P.find(S.Function);
      if (!F || !holds(S.If->Holds, *F))
        Broken.insert(Pattern);
    }
  }

  /// What rests on nothing but what was read. Of launches that are not known the sites themselves
  /// ask to pass different arrays: they require it.
  bool holds(const Uniformity &U, unsigned Function) const {
    const Proven Found = Facts.prove(U, Function);
    const bool Kernel = P.Functions[Function].Kind == FunctionKind::Kernel;
    return Found.Width == BlockWidth && llvm::all_of(Found.Assumptions, [&](const std::string &Id) {
             return Kernel && Id == assumption::SeparateArrays;
           });
  }

  /// Where a pass tells the text only as it is without the premise, that is the one which all have.
  void compare(const TUSummary &Unit) {
    llvm::StringSet<> Here;
    for (const Site &S : Unit.Sites)
      if (S.If)
        Here.insert(patternOf(S));
    for (const FunctionSummary &F : Unit.Functions)
      if (const std::string Pattern = ::patternOf(F);
          F.HasBody && Told.contains(Pattern) && !Here.contains(Pattern))
        Broken.insert(Pattern);
  }

  const Program &P;
  Prover Facts;
  llvm::StringSet<> Told, Broken;
};
} // namespace

void coopify::dropWhatDoesNotHold(const Program &P, std::vector<TUSummary> &Units) {
  auto Has = [](const Site &S) { return S.If.has_value(); };
  if (llvm::none_of(Units, [&](const TUSummary &U) { return llvm::any_of(U.Sites, Has); }))
    return;
  const Premises All(P, Units);
  for (TUSummary &Unit : Units) {
    llvm::erase_if(Unit.Sites, [&](const Site &S) { return S.If && S.If->Denied == All.hold(S); });
    for (Site &S : Unit.Sites)
      S.If.reset();
  }
}
