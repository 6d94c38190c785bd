//===- LegacyShuffle.cpp - shuffles without a lane mask ------------------------===//

#include "Rules/Common.h"

#include "Model/WarpIntrinsics.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace coopify;

namespace {

/// Before:  v += __shfl_down(v, 4);
///          v += __shfl_xor(v, 1, 8);
/// After:   auto warp = cg::tiled_partition<32>(cg::this_thread_block());
///          auto tile8 = cg::tiled_partition<8>(cg::this_thread_block());
///          v += warp.shfl_down(v, 4);
///          v += tile8.shfl_xor(v, 1);
///
/// Exact where every aligned group of the width is whole (semantics A.1): the
/// members are the same instructions, with a mask of just these lanes.
///
/// Where no tile fits, as its width is known only at run time or a lane mask
/// leaves the group, the whole warp under its own lane numbers:
///
///          auto lanes = coopify::masked_warp::full();
///          v += lanes.shfl_down(v, d, width);
class LegacyShuffle : public Rule {
public:
  llvm::StringRef id() const override { return "legacy-shuffle"; }
  llvm::StringRef summary() const override {
    return "__shfl, __shfl_up, __shfl_down, __shfl_xor to the members of a tile";
  }
  bool handles(const Site &S) const override { return S.Kind == SiteKind::Shuffle; }
  Decision decide(const Site &S, const ProgramFacts &Facts) const override;
  std::vector<Edit> render(const Site &S, const Rewrite &R,
                           const RenderContext &Context) const override;
};

REGISTER_RULE(LegacyShuffle, "legacy-shuffle");

/// The tile that a shuffle's width asks for: its size in this instance, and
/// the text that says it in all of them; empty: no tile, the whole warp.
struct Tile {
  unsigned Lanes = warpWidth();
  std::string Size = warpSizeText();
  bool fits() const { return !Size.empty(); }
};

using TileOrRefusal = std::variant<Tile, Refusal>;

} // namespace

static bool isNumber(llvm::StringRef Text) {
  int64_t Value;
  return !Text.trim().rtrim("uUlL").getAsInteger(0, Value);
}

/// May stand between the angle brackets of a declaration at the function's top.
static bool isNameable(const Argument &Width) {
  llvm::StringRef Text = Width.Text;
  return Width.ConstantAtEntry && !Text.empty() && !Text.contains('\n') && !Text.contains("//");
}

/// masked_warp takes any width, but needs the whole warp.
static Tile wholeWarp() { return {warpWidth(), ""}; }

static bool isTemplateInstance(const FunctionSummary *F) {
  return !F || (!F->Pattern.empty() && F->Pattern != F->USR);
}

/// A number that is known here, or the same in all calls and launches.
static std::optional<int64_t> passedNumber(const Argument &A, const Site &S,
                                           const ProgramFacts &Facts) {
  if (A.Constant || !A.Parameter)
    return A.Constant;
  return Facts.constantParameter(S.Function, *A.Parameter);
}

static TileOrRefusal tileFor(const Site &S, const ProgramFacts &Facts) {
  const FunctionSummary *F = Facts.function(S.Function);
  if (S.Args.size() < 3)
    return Tile{};
  const Argument &Width = S.Args[2];
  // The toolkit's variable; one of the user's own of that name may be any number.
  if (Width.Text == "warpSize" && Width.Constant == warpWidth())
    return Tile{};
  std::optional<int64_t> Known = passedNumber(Width, S, Facts);
  if (!Known)
    return wholeWarp();
  int64_t Lanes = *Known;
  if (warpLanes().Differ && Lanes > SmallWarp)
    return Refusal{ReasonId::InvalidWidth,
                   "the width is " + std::to_string(Lanes) +
                       ", and some passes have warps of 32 lanes",
                   S.Loc, "use warpSize, if the whole warp is meant"};
  // Undefined before, so there is no meaning to keep (trap T13).
  if (Lanes < 1 || Lanes > warpWidth() || !llvm::isPowerOf2_64(Lanes))
    return Refusal{ReasonId::InvalidWidth,
                   "the width is " + std::to_string(Lanes) +
                       ": a shuffle is defined for powers of two up to " +
                       std::to_string(warpWidth()) + " only",
                   S.Loc, "use the next power of two, if the lanes beyond may take part"};
  std::string Number = std::to_string(Lanes);
  if (isNumber(Width.Text))
    return Tile{unsigned(Lanes), Number};
  if (isNameable(Width))
    return Tile{unsigned(Lanes), Width.Text};
  // In a template the number may be another one for the next type; what all
  // calls pass is compared over the instances.
  if (Width.Constant && isTemplateInstance(F))
    return wholeWarp();
  return Tile{unsigned(Lanes), Number};
}

/// \p A is one of the numbers 0 .. \p End - 1.
static bool isWithin(const Argument &A, unsigned End, const Site &S, const ProgramFacts &Facts) {
  if (A.UpperBound)
    return *A.UpperBound < int64_t(End);
  const std::optional<int64_t> Is = passedNumber(A, S, Facts);
  return Is && *Is >= 0 && *Is < int64_t(End);
}

/// `__shfl_xor(v, m, W)` with m >= W reads earlier groups, whose lanes
/// tile<W> does not name (semantics 0.4, trap T10).
static bool maskLeavesTile(const Site &S, unsigned Lanes, const ProgramFacts &Facts) {
  if (S.Name != "__shfl_xor" || Lanes == warpWidth())
    return false;
  return !isWithin(S.Args[1], Lanes, S, Facts);
}

/// On NVIDIA's GPUs a distance is taken modulo 32 (PTX ISA, shfl), on others it leads out of the
/// tile.
static std::optional<Refusal> farther(const Site &S, const ProgramFacts &Facts) {
  const Argument &By = S.Args[1];
  if (!warpLanes().Ports || S.Name == "__shfl")
    return std::nullopt;
  const bool Known = By.UpperBound || passedNumber(By, S, Facts);
  if (!Known || isWithin(By, SmallWarp, S, Facts))
    return std::nullopt;
  return Refusal{ReasonId::OtherWarp,
                 "'" + By.Text +
                     "' may be 32 or more, which CUDA's shuffles take modulo 32 and those of "
                     "the target do not",
                 S.Loc, "take it modulo 32 here"};
}

/// What the edits will touch must be written in the site itself.
static std::optional<Refusal> operandInMacro(const Site &S) {
  if (!S.Args[0].Plain && !isInside(S.Args[0].Range, S))
    return macroRefusal(S, "the value '" + S.Args[0].Text + "' is an argument of");
  if (S.Args.size() > 2 && !(isInside(S.Args[1].Range, S) && isInside(S.Args[2].Range, S)))
    return macroRefusal(S, "the width '" + S.Args[2].Text + "' is an argument of");
  return std::nullopt;
}

static HandleRequest handleFor(const Site &S, llvm::StringRef Size) {
  if (Size.empty())
    return {HandleRequest::Lanes, "", S.Function};
  return {HandleRequest::Tile, Size.str(), S.Function};
}

static bool isBraced(const Argument &A) { return llvm::StringRef(A.Text).starts_with("{"); }

/// Before braces stands a type of one word (C++ [expr.type.conv]); empty: there is none.
static std::string wordOfType(llvm::StringRef Type) {
  if (Type == "unsigned int")
    return "unsigned";
  return Type.contains(' ') ? "" : Type.str();
}

static Rewrite withCast(Rewrite R, const Site &S) {
  const Argument &Value = S.Args[0];
  if (isBraced(Value))
    R.Params["braces-of"] = wordOfType(Value.ParamType);
  else if (!Value.Plain)
    R.Params["cast"] = Value.ParamType;
  return R;
}

static Rewrite makeRewrite(const Site &S, const Tile &T, const ActivityProof &Here) {
  Rewrite R;
  R.Form = T.fits() ? "tile" : "masked-warp";
  R.Applies = Here.applies();
  R.Assumptions = Here.Assumptions;
  R.WholeWarp = Here.WholeWarp;
  R.Handles = {handleFor(S, T.Size)};
  R.Params["size"] = T.Size;
  return withCast(std::move(R), S);
}

static void decideTile(const Site &S, const ProgramFacts &Facts, Decision &D) {
  TileOrRefusal Choice = tileFor(S, Facts);
  if (Refusal *Why = std::get_if<Refusal>(&Choice)) {
    D.What = std::move(*Why);
    return;
  }
  const std::string &Type = S.Args[0].ParamType;
  const bool Braced = isBraced(S.Args[0]);
  if (!S.Args[0].Plain && (Braced ? wordOfType(Type) : Type).empty()) {
    D.What = Refusal{ReasonId::ValueType,
                     Braced && !Type.empty()
                         ? "braces need their type before them, and '" + Type + "' is not one word"
                         : "the type that '" + S.Args[0].Text + "' is passed as is not known",
                     S.Loc, "convert the value before the call"};
    return;
  }
  Tile T = std::get<Tile>(Choice);
  if (maskLeavesTile(S, T.Lanes, Facts))
    T = wholeWarp();
  ActivityProof Here = proveActive(S, T.Lanes, Facts.prove(S.Conv, S.Function), HoistHelp);
  std::optional<BranchPresence> Branch;
  if (Here.Missing)
    Branch = branchPresent(S, Facts, Here);
  if (Branch)
    D.Dear = whyMasks(*Here.Missing);
  D.Proof = Branch ? std::move(Branch->Here.Proof) : std::move(Here.Proof);
  if (Here.Missing && !Branch)
    D.What = std::move(*Here.Missing);
  else if (std::optional<Refusal> Why = operandInMacro(S))
    D.What = std::move(*Why);
  else if (std::optional<Refusal> Why = farther(S, Facts))
    D.What = std::move(*Why);
  else
    D.What = Branch ? withCast(branchRewrite(*Branch), S) : makeRewrite(S, T, Here);
}

Decision LegacyShuffle::decide(const Site &S, const ProgramFacts &Facts) const {
  Decision D;
  D.Message = removedMessage(S);
  if (std::optional<Answer> Settled = settledAnswer(S))
    D.What = std::move(*Settled);
  else if (S.Args.size() < 2)
    D.What = macroRefusal(S, "its arguments come from");
  else
    decideTile(S, Facts, D);
  return D;
}

std::vector<Edit> LegacyShuffle::render(const Site &S, const Rewrite &R,
                                        const RenderContext &Context) const {
  const WarpIntrinsic *Legacy = findWarpIntrinsic(S.Name);
  const HandleRequest &Request = R.Handles.front();
  std::vector<Edit> Edits;
  Edits.push_back({S.Callee, Context.handle(Request, S) + "." + Legacy->Member.str()});
  // The members give back their argument's type, and the legacy functions
  // promoted it (semantics 0.5).
  if (auto Braces = R.Params.find("braces-of"); Braces != R.Params.end())
    Edits.push_back(openAt(S.Args[0].Range, Braces->second));
  if (auto Cast = R.Params.find("cast"); Cast != R.Params.end()) {
    Edits.push_back(openAt(S.Args[0].Range, "static_cast<" + Cast->second + ">("));
    Edits.push_back(closeAt(S.Args[0].Range, ")"));
  }
  if (S.Args.size() > 2 && Request.Kind == HandleRequest::Tile)
    Edits.push_back({{S.Range.File, S.Args[1].Range.End, S.Args[2].Range.End}, ""});
  return Edits;
}
