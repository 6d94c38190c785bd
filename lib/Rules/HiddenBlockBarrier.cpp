//===- HiddenBlockBarrier.cpp - __syncthreads() that callers cannot see --------===//

#include "Rules/Common.h"

#include "llvm/ADT/STLExtras.h"

using namespace coopify;

namespace {

/// Before:  __device__ int sum(int *x, int n) { ... __syncthreads(); ... }
///          __global__ void kernel(int *x, int n) { int t = sum(x, n); ... }
/// After:   __device__ int sum(const cg::thread_block &block, int *x, int n) {
///            ... block.sync(); ... }
///          __global__ void kernel(int *x, int n) {
///            auto block = cg::this_thread_block();
///            int t = sum(block, x, n); ... }
///
/// Link decides which functions take the block (semantics D). The barrier stays
/// the same instruction; what changes is that a caller has to name who meets.
class HiddenBlockBarrier : public Rule {
public:
  llvm::StringRef id() const override { return "hidden-block-barrier"; }
  llvm::StringRef summary() const override {
    return "__syncthreads() in helpers to block.sync(), with the block passed down";
  }
  RuleGroup group() const override { return RuleGroup::Explicit; }
  llvm::ArrayRef<LinkSwitch> switches() const override {
    static constexpr LinkSwitch All[] = {{"LocalBlocks", &LinkOptions::LocalBlocks}};
    return All;
  }
  bool handles(const Site &S) const override {
    return S.Kind == SiteKind::Signature || S.Kind == SiteKind::Call || S.Kind == SiteKind::Barrier;
  }
  Decision decide(const Site &S, const ProgramFacts &Facts) const override;
  std::vector<Edit> render(const Site &S, const Rewrite &R,
                           const RenderContext &Context) const override;
};

REGISTER_RULE(HiddenBlockBarrier, "hidden-block-barrier");

} // namespace

static std::string functionName(const Site &S, const ProgramFacts &Facts) {
  const FunctionSummary *F = Facts.function(S.Function);
  return F && !F->Name.empty() ? "'" + F->Name + "'" : "this function";
}

/// The function whose fate this site shares.
static GroupParameter blockOf(const Site &S, const ProgramFacts &Facts) {
  return Facts.blockParameter(S.Subject.empty() ? S.Function : S.Subject);
}

static std::string messageFor(const Site &S, const ProgramFacts &Facts) {
  bool AlternateTarget = S.Kind != SiteKind::Barrier && blockOf(S, Facts).AlternateTarget;
  if (AlternateTarget && S.Kind == SiteKind::Signature)
    return "'" + S.Name +
           "' shares a call with functions that take the block, so it gets the same parameter";
  if (S.Kind == SiteKind::Signature)
    return "'" + S.Name + "' hides a block barrier from its callers";
  if (AlternateTarget)
    return "this call may resolve to an instance or overload of '" + S.Name +
           "' that synchronizes the block";
  if (findPiece(S, "counts-on-callers"))
    return "'" + S.Name + "' counts on who calls it, and nothing is known of this call";
  if (S.Kind == SiteKind::Call)
    return "'" + S.Name + "' synchronizes the block, and this call does not say so";
  if (blockOf(S, Facts).Kind == GroupParameter::Parameter)
    return functionName(S, Facts) + " contains '__syncthreads', which its callers cannot see";
  return "'__syncthreads' in " + functionName(S, Facts) + " synchronizes the block implicitly";
}

/// How the function comes to a barrier: its own, or a call.
static std::vector<ProofStep> wayToBarrier(llvm::StringRef USR, const ProgramFacts &Facts) {
  const FunctionSummary *F = Facts.function(USR);
  if (!F)
    return {};
  for (const BarrierUse &W : F->Waits)
    if (F->DirectBarrier && W.isBarrier())
      return {{W.Loc, "'" + F->Name + "' waits for the whole block here: " + W.Name}};
  if (F->DirectBarrier)
    return {{F->Loc, "'" + F->Name + "' waits for the whole block itself"}};
  for (const CallEdge &Call : F->Calls)
    if (GroupParameter B = Facts.blockParameter(Call.Callee);
        B.Kind == GroupParameter::Parameter && !B.AlternateTarget)
      return {{Call.Loc,
               "'" + F->Name + "' calls '" + Call.CalleeName + "', which synchronizes the block"}};
  return {};
}

static bool hasBlock(GroupParameter::KindTy Kind) {
  return Kind == GroupParameter::Parameter || Kind == GroupParameter::Local ||
         Kind == GroupParameter::Existing;
}

/// Of a function that makes its own block, why it has to.
static std::vector<ProofStep> whyLocal(const Site &S, const ProgramFacts &Facts) {
  GroupParameter B = Facts.blockParameter(S.Function);
  if (B.Kind != GroupParameter::Local || !B.Why)
    return {};
  return {{B.Why->Where.valid() ? B.Why->Where : S.Loc,
           B.Why->Text + "; so it makes a block of its own, and its callers still see none"}};
}

/// A barrier that not all threads reach hangs on Volta; writing it anew would
/// only hide that (traps T31, T32).
static std::optional<Refusal> divergence(const Site &S, const ProgramFacts &Facts) {
  if (S.Kind == SiteKind::Signature ||
      (S.Kind == SiteKind::Call && blockOf(S, Facts).AlternateTarget))
    return std::nullopt;
  Proven P = Facts.proveReached(S.Conv, S.Function); // the barrier is there already
  if (P.Width >= warpWidth() || !P.Why || P.Why->Kind != ObstacleKind::LaneDependent)
    return std::nullopt;
  return Refusal{ReasonId::DivergentBarrier, "not all threads reach this barrier: " + P.Why->Text,
                 P.Why->Where.valid() ? P.Why->Where : S.Loc,
                 "move it out of the branch, so that the whole block meets"};
}

static bool writtenByMacro(const Site &S) {
  return S.Macro.Kind == MacroKind::Body || S.Macro.Kind == MacroKind::Mixed;
}

static std::optional<Refusal> obstacle(const Site &S, const ProgramFacts &Facts) {
  // In a macro's body there is no handle that all expansions share.
  if (S.Macro.Kind == MacroKind::Body)
    return macroRefusal(S, "it is in the body of");
  if (std::optional<Refusal> Why = divergence(S, Facts))
    return Why;
  if (S.Kind == SiteKind::Call && !hasBlock(Facts.blockParameter(S.Function).Kind))
    return Refusal{ReasonId::CallerCannotTakeBlock,
                   functionName(S, Facts) + " calls it and has no block to pass", S.Loc,
                   "let the caller take a cg::thread_block first"};
  return std::nullopt;
}

/// The declaration that \p F's body belongs to.
static const FunctionDeclaration *definitionOf(const FunctionSummary &F) {
  const FunctionDeclaration *Nearest = nullptr;
  for (const FunctionDeclaration &D : F.Declarations)
    if (F.HasBody && D.ParamsBegin.File == F.BodyBegin.File &&
        D.ParamsBegin.Begin < F.BodyBegin.Begin &&
        (!Nearest || Nearest->ParamsBegin.Begin < D.ParamsBegin.Begin))
      Nearest = &D;
  return Nearest;
}

/// Of its barriers one can be written as the block's member: __syncthreads_or() cannot.
static bool hasPlainBarrier(const FunctionSummary &F, const ProgramFacts &Facts) {
  auto IsPlain = [](const BarrierUse &W) { return W.isBarrier() && W.Name == "__syncthreads"; };
  if (llvm::all_of(F.Waits,
                   [](const BarrierUse &W) { return W.OfLanes || W.Indirect || W.Unknown; }) ||
      llvm::any_of(F.Waits, IsPlain))
    return true;
  return llvm::any_of(Facts.sites(), [&](const Site &S) {
    return S.Kind == SiteKind::Barrier && S.Function == F.USR;
  });
}

static bool usesBlock(const FunctionSummary &F, const ProgramFacts &Facts) {
  return (F.DirectBarrier && hasPlainBarrier(F, Facts)) ||
         llvm::any_of(F.Calls, [&](const CallEdge &Call) {
           return Facts.blockParameter(Call.Callee).Kind == GroupParameter::Parameter;
         });
}

/// The empty end of a recursion has no use for it: a name would be a warning there
/// (-Wunused-parameter). All instances have one text.
static bool staysUnused(const Site &S, const ProgramFacts &Facts) {
  bool Any = false;
  for (const FunctionSummary &F : Facts.functions()) {
    const FunctionDeclaration *D = definitionOf(F);
    if (!D || !(D->ParamsBegin == S.Range))
      continue;
    if (usesBlock(F, Facts))
      return false;
    Any = true;
  }
  return Any;
}

static Rewrite makeRewrite(const Site &S, const ProgramFacts &Facts) {
  Rewrite R;
  R.Form = S.Kind == SiteKind::Signature ? "block-parameter"
           : S.Kind == SiteKind::Call    ? "block-argument"
                                         : "block-sync";
  // A prototype has no body to declare the handle in; it is the parameter.
  if (S.Kind != SiteKind::Signature)
    R.Handles = {{HandleRequest::Block, "", S.Function}};
  else if (staysUnused(S, Facts))
    R.Params["name"] = "";
  return R;
}

static Rewrite asTheOthers(const Site &S, const std::string &Function, const ProgramFacts &Facts,
                           std::vector<ProofStep> &Proof) {
  const FunctionSummary *F = Facts.function(Function);
  Proof = {
      {S.Loc, F && F->TemplateText
                  ? "no unit instantiates the template; it is the same barrier in all instances"
                  : "nothing comes here; it is written as the others of the function are"}};
  Rewrite R = makeRewrite(S, Facts);
  R.Handles.front().Function = Function;
  return R;
}

/// Nothing is hidden, or the signature's refusal speaks for the whole function.
/// A template that nobody instantiates may well be a kernel: no more than a note.
static Leave leaveBarrier(const Site &S) {
  bool Unknown = S.Preset && S.Preset->Reason == ReasonId::NotInstantiated;
  return Leave{!S.NotASite && Unknown ? ReasonId::NotInstantiated : S.NotASite};
}

/// Of a branch that no instance runs: half of a function would have another spelling.
static bool isDeadBarrier(const Site &S) {
  return S.Kind == SiteKind::Barrier && S.NotASite == ReasonId::Unreachable && !S.Preset &&
         !S.ClaimedBy && !writtenByMacro(S);
}

/// The function in whose body \p S stands, though no instance has it: of `if constexpr`.
static const FunctionSummary *bodyAround(const Site &S, const ProgramFacts &Facts) {
  if (S.Kind != SiteKind::Barrier || S.NotASite || !S.Preset ||
      S.Preset->Reason != ReasonId::NotInstantiated || S.Macro.Kind != MacroKind::None ||
      !S.Callee.valid())
    return nullptr;
  const FunctionSummary *Inner = nullptr;
  for (const FunctionSummary &F : Facts.functions())
    if (F.HasBody && F.Body.valid() && F.Body.File == S.Loc.File && F.Body.Begin <= S.Loc.Offset &&
        S.Loc.Offset < F.Body.End && (!Inner || F.Body.length() < Inner->Body.length()))
      Inner = &F;
  return Inner;
}

Decision HiddenBlockBarrier::decide(const Site &S, const ProgramFacts &Facts) const {
  Decision D;
  D.Message = messageFor(S, Facts);
  GroupParameter Block = blockOf(S, Facts);
  D.Group = Block.Group;
  if (const FunctionSummary *F = bodyAround(S, Facts)) {
    Block = Facts.blockParameter(F->USR);
    D.Group = Block.Group;
    if (hasBlock(Block.Kind))
      D.What = asTheOthers(S, F->USR, Facts, D.Proof);
    else
      D.What = leaveBarrier(S);
    return D;
  }
  // In plain sight, and the same barrier either way: nothing depends on its edit.
  const bool MayStay = S.Kind == SiteKind::Barrier && Block.Kind != GroupParameter::Parameter;
  if (MayStay && (!hasBlock(Block.Kind) || writtenByMacro(S))) {
    D.Group.clear();
    D.What = leaveBarrier(S);
    return D;
  }
  if (isDeadBarrier(S) && hasBlock(Block.Kind)) {
    D.What = asTheOthers(S, S.Function, Facts, D.Proof);
    return D;
  }
  if (std::optional<Answer> Settled = settledAnswer(S)) {
    D.What = std::move(*Settled);
    return D;
  }
  D.Proof = wayToBarrier(S.Kind == SiteKind::Call ? S.Subject : S.Function, Facts);
  llvm::append_range(D.Proof, whyLocal(S, Facts));
  if (const FunctionSummary *F = Facts.function(S.Function);
      S.Kind == SiteKind::Call && F && F->TemplateText)
    D.Proof.push_back({S.Loc, "no unit instantiates the template around it"});
  if (std::optional<Refusal> Why = obstacle(S, Facts)) {
    D.What = std::move(*Why);
    if (MayStay)
      D.Group.clear();
  } else {
    D.What = makeRewrite(S, Facts);
  }
  return D;
}

static Edit renderSignature(const Site &S, llvm::StringRef Block, const RenderContext &Context) {
  return groupParameter(S, "thread_block", Block, Context);
}

std::vector<Edit> HiddenBlockBarrier::render(const Site &S, const Rewrite &R,
                                             const RenderContext &Context) const {
  const std::string Function = R.Handles.empty() ? S.Function : R.Handles.front().Function;
  std::string Block = Context.handle({HandleRequest::Block, "", Function}, S);
  if (S.Kind == SiteKind::Signature) {
    const bool Unused = R.Params.count("name") && !Context.makesTiles(S);
    return {renderSignature(S, Unused ? "" : Block, Context)};
  }
  if (S.Kind == SiteKind::Call)
    return {insertAt(S.Range, true, Block + separator(findPiece(S, "has-args")))};
  if (S.Callee.valid())
    return {{S.Callee, Block + ".sync"}}; // "__syncthreads ()" keeps its blank
  return {{S.Range, Block + ".sync()"}};
}
