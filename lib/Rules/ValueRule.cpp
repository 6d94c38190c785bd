#include "Rules/ValueRule.h"

#include "Rules/Render/Stencil.h"

using namespace coopify;

Decision ValueRule::decide(const Site &S, const ProgramFacts &Facts) const {
  Decision D;
  D.Message = message(S);
  if (std::optional<Answer> Settled = settledAnswer(S)) {
    D.What = std::move(*Settled);
    return D;
  }
  // The group is made at the function's top, where a warp has to be whole.
  ActivityProof Here = proveActive(S, warpWidth(), Facts.prove(S.Conv, S.Function), help());
  std::optional<BranchPresence> Branch;
  if (Here.Missing && !memberOfBranch(S).empty() && (Branch = branchPresent(S, Facts, Here)))
    Here = std::move(Branch->Here);
  if (!Here.Missing)
    Here.Missing = proveAll(S, Facts, Here);
  D.Proof = std::move(Here.Proof);
  if (Here.Missing) {
    D.What = std::move(*Here.Missing);
    return D;
  }
  Rewrite R;
  if (Branch) {
    R = branchRewrite(*Branch);
  } else {
    R.Form = form().str();
    R.WholeWarp = Here.WholeWarp;
    R.Handles = Stencil(value(S)).handles(S.Function);
  }
  R.Applies = Here.applies();
  R.Assumptions = std::move(Here.Assumptions);
  R.Params["text"] = textOf(S);
  D.What = std::move(R);
  return D;
}

std::vector<Edit> ValueRule::render(const Site &S, const Rewrite &R,
                                    const RenderContext &Context) const {
  if (R.Form == BranchForm)
    return renderPieces(S, Context,
                        Context.handle(R.Handles.front(), S) +
                            Stencil(memberOfBranch(S)).fill(S, Context));
  return renderPieces(S, Context, Stencil(value(S)).fill(S, Context));
}
