//===- LegacyVote.cpp - votes without a lane mask ------------------------------===//

#include "Rules/Common.h"

#include "Model/WarpIntrinsics.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace coopify;

namespace {

/// Before:  if (__any(x > 0)) mask = __ballot(x > 0);
///          ok = __all(x > 0);
/// After:   auto warp = cg::tiled_partition<32>(cg::this_thread_block());
///          if (warp.any(x > 0)) mask = warp.ballot(x > 0);
///          ok = !warp.any(!(x > 0));
///
/// Exact where all lanes that have not exited are there (semantics A.2).
/// Never tile.all(): it compares with a full mask, and so is false in a partial
/// warp and after an early return (semantics 0.2, traps T1 and T3).
class LegacyVote : public Rule {
public:
  llvm::StringRef id() const override { return "legacy-vote"; }
  llvm::StringRef summary() const override {
    return "__ballot, __any, __all to the members of a tile of 32";
  }
  bool handles(const Site &S) const override { return S.Kind == SiteKind::Vote; }
  Decision decide(const Site &S, const ProgramFacts &Facts) const override;
  std::vector<Edit> render(const Site &S, const Rewrite &R,
                           const RenderContext &Context) const override;
};

REGISTER_RULE(LegacyVote, "legacy-vote");

} // namespace

/// `!p` says the same as `!(int)p`. Wider types and floats lose bits on the way
/// to the parameter (0.5f is false for __all, trap T2), classes may overload `!`.
static bool negatesAsInt(llvm::StringRef Type) {
  static const llvm::StringSet<> Types = {
      "bool",           "_Bool",        "char",    "signed char", "unsigned char", "short",   "int",
      "unsigned short", "unsigned int", "wchar_t", "char8_t",     "char16_t",      "char32_t"};
  return Types.contains(Type);
}

/// Opens with a parenthesis that the last character closes. Those in literals and comments are
/// none: where there is one of these nothing is said.
static bool isParenthesized(llvm::StringRef Text) {
  if (!Text.starts_with("(") || Text.find_first_of("'\"\\") != llvm::StringRef::npos ||
      Text.contains("/*") || Text.contains("//"))
    return false;
  int Depth = 0;
  for (size_t I = 0; I != Text.size(); ++I) {
    Depth += (Text[I] == '(') - (Text[I] == ')');
    if (Depth == 0)
      return I + 1 == Text.size();
  }
  return false;
}

/// `__ballot(1)`: who is here?
static bool asksWhoIsHere(const Site &S) {
  return S.Name == "__ballot" && S.Args[0].Constant.value_or(0) != 0;
}

static llvm::StringRef helpFor(const Site &S) {
  if (asksWhoIsHere(S))
    return "if it counts the lanes that are here, or picks one of them, "
           "cg::coalesced_threads() is that group: size(), thread_rank()";
  return HoistHelp;
}

/// Instances of a template that differ in it get the long form.
static std::string howNegated(const Site &S) {
  std::string Out;
  for (const PatternPart &P : S.Args[0].Negation)
    Out += P.Role + " " + P.Text + " " + std::to_string(P.Range.Begin) + ";";
  return Out;
}

/// The type of the call, where the group's mask has fewer bits.
static std::optional<std::string> widerMask(const Site &S) {
  auto It = llvm::find_if(S.Parts, [](const PatternPart &P) { return P.Role == "mask-type"; });
  return It != S.Parts.end() && (warpWidth() < MaxWarpWidth || warpLanes().Differ)
             ? std::optional(It->Text)
             : std::nullopt;
}

static Rewrite makeRewrite(const Site &S, const ActivityProof &Here) {
  Rewrite R;
  R.Form = S.Name == "__all" ? "not-any-not" : "tile";
  R.Applies = Here.applies();
  R.Assumptions = Here.Assumptions;
  R.WholeWarp = Here.WholeWarp;
  R.Handles = {{HandleRequest::Tile, warpSizeText(), S.Function}};
  if (std::optional<std::string> Type = widerMask(S))
    R.Params["mask-type"] = *Type;
  if (S.Name != "__all")
    return R;
  if (!negatesAsInt(S.Args[0].Type))
    R.Params["cast"] = "int";
  else if (std::string Negated = howNegated(S); !Negated.empty())
    R.Params[ShortNegation] = std::move(Negated);
  if (S.TypeMatters) // __all gives an int, ! a bool
    R.Params["result"] = "int";
  return R;
}

Decision LegacyVote::decide(const Site &S, const ProgramFacts &Facts) const {
  Decision D;
  D.Message = removedMessage(S);
  if (std::optional<Answer> Settled = settledAnswer(S)) {
    D.What = std::move(*Settled);
    return D;
  }
  if (S.Args.empty()) {
    D.What = macroRefusal(S, "its argument comes from");
    return D;
  }
  ActivityProof Here = proveActive(S, warpWidth(), Facts.prove(S.Conv, S.Function), helpFor(S));
  if (std::optional<BranchPresence> Branch;
      Here.Missing && (Branch = branchPresent(S, Facts, Here)).has_value()) {
    D.Dear = whyMasks(*Here.Missing);
    D.Proof = std::move(Branch->Here.Proof);
    Rewrite R = branchRewrite(*Branch);
    if (std::optional<std::string> Type = widerMask(S))
      R.Params["mask-type"] = *Type;
    D.What = std::move(R);
    return D;
  }
  // Who asks expects that some lanes are not: against that nobody can assume that all are.
  if (!Here.Missing && asksWhoIsHere(S) &&
      llvm::is_contained(Here.Assumptions, assumption::ConvergedCallers)) {
    Here.Proof.clear();
    Here.Missing = Refusal{ReasonId::Unproven,
                           "it queries the active lanes, and callers that were not seen may call "
                           "it from divergent code",
                           S.Loc, helpFor(S).str()};
  }
  D.Proof = std::move(Here.Proof);
  if (Here.Missing)
    D.What = std::move(*Here.Missing);
  else
    D.What = makeRewrite(S, Here);
  return D;
}

/// The operand's opposite.
static std::vector<Edit> negate(const Site &S, const Rewrite &R) {
  // An operand from a macro's argument has its text elsewhere.
  const bool Here = isInside(S.Args[0].Range, S), Short = R.Params.count(ShortNegation) && Here;
  std::vector<Edit> Edits;
  bool Plain = false;
  for (const PatternPart &P : S.Args[0].Negation) {
    if (Short && P.Role == "token")
      Edits.push_back({P.Range, P.Text});
    Plain |= Short && P.Role == "plain";
  }
  if (!Edits.empty())
    return Edits;
  std::string Open = R.Params.count("cast") ? "!(int)" : "!";
  const bool Parens = !Plain && !(Here && isParenthesized(S.Args[0].Text));
  TextRange Operand =
      Here ? S.Args[0].Range : TextRange{S.LParen.File, S.LParen.End, S.RParen.Begin};
  Edits.push_back(openAt(Operand, Open + (Parens ? "(" : "")));
  if (Parens)
    Edits.push_back(closeAt(Operand, ")"));
  return Edits;
}

static std::vector<Edit> renderAll(const Site &S, const Rewrite &R, const std::string &Tile) {
  auto Outer =
      llvm::find_if(S.Args[0].Negation, [](const PatternPart &P) { return P.Role == "outer"; });
  const bool KeepType = R.Params.count("result") != 0,
             Twice = R.Params.count(ShortNegation) && Outer != S.Args[0].Negation.end();
  std::vector<Edit> Edits = negate(S, R);
  Edits.push_back({S.Callee, (KeepType ? "static_cast<int>(!" : Twice ? "" : "!") + Tile + ".any"});
  if (Twice) // `!__all(p)`, of which nothing but true or false is asked
    Edits.push_back({Outer->Range, ""});
  if (KeepType)
    Edits.push_back(closeAt(S.Range, ")"));
  return Edits;
}

/// \p Call, as the type that the mask had.
static std::vector<Edit> ofType(const Rewrite &R, const Site &S, Edit Call) {
  auto Type = R.Params.find("mask-type");
  if (Type == R.Params.end())
    return {std::move(Call)};
  return {std::move(Call), openAt(S.Range, "static_cast<" + Type->second + ">("),
          closeAt(S.Range, ")")};
}

std::vector<Edit> LegacyVote::render(const Site &S, const Rewrite &R,
                                     const RenderContext &Context) const {
  // The members of a masked_warp take an int and look at the lanes that are left,
  // as the legacy votes did: __all too.
  if (R.Form == BranchForm)
    return ofType(
        R, S,
        {S.Callee, Context.handle(R.Handles.front(), S) + S.Name.substr(1).replace(0, 1, ".")});
  std::string Tile = Context.handle({HandleRequest::Tile, warpSizeText(), S.Function}, S);
  if (R.Form == "not-any-not")
    return renderAll(S, R, Tile);
  return ofType(R, S, {S.Callee, Tile + "." + findWarpIntrinsic(S.Name)->Member.str()});
}
