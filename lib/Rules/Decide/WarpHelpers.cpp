#include "Rules/Decide/WarpHelpers.h"

#include "Rules/Decide/Decide.h"
#include "Rules/Decide/OtherWarps.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

using namespace coopify;

namespace {
class Helpers {
public:
  Helpers(HelperForm Form, const Grants &Granted) : Form(Form), Granted(Granted) {}

  /// The functions whose findings ask for a warp that callers pass.
  std::set<std::string> wanting(const ProgramFacts &Facts, llvm::ArrayRef<Finding> Findings) const;
  /// Those in findings that do not stand where the parameter is: their groups would fall.
  std::set<std::string> failing(const ProgramFacts &Facts, llvm::ArrayRef<Finding> Findings) const;

private:
  bool isSettled(const ProgramFacts &Facts, const Finding &F) const;
  bool wants(const ProgramFacts &Facts, const Finding &F) const;

  HelperForm Form;
  const Grants &Granted;
};
} // namespace

/// A parameter changes nothing about units that were not read; whoever grants that grants it for
/// the function's new text.
static bool staysWithParameter(llvm::StringRef Assumption) {
  return Assumption == assumption::KnownUnits;
}

bool Helpers::isSettled(const ProgramFacts &Facts, const Finding &F) const {
  return llvm::all_of(F.Verdict.rewrite()->Assumptions, [&](const std::string &Id) {
    return Id == assumption::ConvergedCallers || staysWithParameter(Id) ||
           Granted.holds(Id, F, Facts);
  });
}

static bool usesWarp(const Rewrite &R) {
  return llvm::any_of(R.Handles, [](const HandleRequest &H) {
    return H.Kind == HandleRequest::Tile && H.Size == warpSizeText();
  });
}

bool Helpers::wants(const ProgramFacts &Facts, const Finding &F) const {
  const Rewrite *R = F.Verdict.rewrite();
  const FunctionSummary *In = Facts.function(F.Where.Function);
  if (!R || !In || In->Kind != FunctionKind::Device || !usesWarp(*R) || !isSettled(Facts, F))
    return false;
  // In a macro's body the group is made where it is used.
  if (F.Where.Macro.Kind == MacroKind::Body || isSignature(F.Where.Kind) ||
      passesGroup(F.Where.Kind))
    return false;
  return Form == HelperForm::Parameter ||
         (llvm::is_contained(R->Assumptions, assumption::ConvergedCallers) &&
          !Granted.holds(assumption::ConvergedCallers, F, Facts));
}

std::set<std::string> Helpers::wanting(const ProgramFacts &Facts,
                                       llvm::ArrayRef<Finding> Findings) const {
  std::set<std::string> Out;
  for (const Finding &F : Findings)
    if (wants(Facts, F))
      Out.insert(F.Where.Function);
  for (const Finding &F : Findings) // what is held back there would hold back all
    if (const Rewrite *R = F.Verdict.rewrite(); R && !isSettled(Facts, F))
      Out.erase(F.Where.Function);
  return Out;
}

std::set<std::string> Helpers::failing(const ProgramFacts &Facts,
                                       llvm::ArrayRef<Finding> Findings) const {
  std::set<std::string> Groups, Out;
  for (const Finding &F : Findings) {
    const Rewrite *R = F.Verdict.rewrite();
    const bool Stands = R && isSettled(Facts, F) &&
                        !llvm::is_contained(R->Assumptions, assumption::ConvergedCallers);
    if (!F.Verdict.Group.empty() && !Stands)
      Groups.insert(F.Verdict.Group);
  }
  for (const Finding &F : Findings)
    if (Groups.count(F.Verdict.Group))
      Out.insert(F.Where.Function);
  return Out;
}

static Decided chooseHelpers(ProgramFacts Facts, llvm::ArrayRef<const Rule *> Rules,
                             HelperForm Form, const Grants &Granted) {
  std::vector<Finding> Findings = decideAll(Facts, Rules);
  const bool On =
      llvm::any_of(Rules, [](const Rule *R) { return R->id() == "hidden-warp-collective"; });
  const bool NotNeeded =
      Form == HelperForm::Auto && Granted.everywhere(assumption::ConvergedCallers);
  if (!On || Form == HelperForm::Inside || NotNeeded)
    return {std::move(Facts), std::move(Findings)};
  const Helpers Choice(Form, Granted);
  for (std::set<std::string> Wanting = Choice.wanting(Facts, Findings); !Wanting.empty();) {
    Decided With{Facts.withWarpHelpers(std::vector(Wanting.begin(), Wanting.end())), {}};
    With.Findings = decideAll(With.Facts, Rules);
    const size_t Before = Wanting.size();
    for (const std::string &Function : Choice.failing(With.Facts, With.Findings))
      Wanting.erase(Function);
    if (Wanting.size() == Before)
      return With;
  }
  return {std::move(Facts), std::move(Findings)};
}

Decided coopify::decideWithHelpers(ProgramFacts Facts, llvm::ArrayRef<const Rule *> Rules,
                                   HelperForm Form, const Grants &Granted) {
  Decided Out = chooseHelpers(std::move(Facts), Rules, Form, Granted);
  refuseBesideQueries(Out.Findings, Out.Facts);
  refuseBesideWarpSize(Out.Findings, Out.Facts);
  dropLanesOfTiles(Out.Findings);
  return Out;
}
