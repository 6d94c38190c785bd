//===- InlinePtxWarp.cpp - shuffles and votes in the text of an asm --------===//

#include "Extract/SiteFinder.h"

#include "Analysis/Source/Decls.h"
#include "Extract/Files/LiteralMap.h"
#include "Extract/SiteBuilder.h"
#include "Frontend/SourceFixes.h"
#include "Model/PTX.h"

#include "clang/Lex/Lexer.h"

using namespace clang;
using namespace clang::ast_matchers;
using namespace coopify;

namespace {

/// A site of kind "asm" for each asm with a shuffle or vote that has no ".sync". Parts "sync" and
/// "mask" are the places for both, in the literals as they are written.
///
/// No matcher reads the text of an asm: Model/PTX.h does. It has no types, so that the asm of a
/// template that nobody instantiates is found, too.
class InlinePtxWarp : public SiteFinder {
public:
  llvm::StringRef rule() const override { return "inline-ptx-warp"; }
  StatementMatcher matcher() const override { return asmStmt().bind("site"); }
  void find(llvm::ArrayRef<SiteMatch> Matches, const FunctionView &View,
            std::vector<Site> &Sites) const override;
  void findInTemplate(const FunctionDecl *F, const SourceText &Text,
                      const std::set<Location> &Known, std::vector<Site> &Sites) const override;
};

} // namespace

REGISTER_SITE_FINDER(InlinePtxWarp, "inline-ptx-warp");

namespace {

/// The text of an asm, byte for byte, and the tokens that it is written in.
class AsmText {
public:
  /// \p Code is what the compiler made of \p Literal.
  AsmText(const clang::StringLiteral *Literal, const std::string &Code, const SourceText &Text);

  /// Every byte is accounted for.
  bool mapped() const { return Mapped; }
  /// The token that holds byte \p At.
  SourceLocation token(unsigned At) const { return Tokens[Bytes[At].Token].Loc; }
  /// Byte \p At is as in the user's file: the repair of `%laneid` to `%%laneid`
  /// moves what stands beside it, up to the next blank (Frontend/SourceFixes.h).
  bool unmoved(unsigned At) const;
  Location location(unsigned At) const {
    return Text.location(token(At).getLocWithOffset(Bytes[At].At));
  }
  /// In the file, in front of byte \p At or after it.
  TextRange place(unsigned At, bool After) const;

private:
  struct Token {
    SourceLocation Loc;
    std::string Spelled;
  };
  struct Byte {
    unsigned Token, At;
  };
  const SourceText &Text;
  std::vector<Token> Tokens;
  std::vector<Byte> Bytes;
  bool Mapped = false;
};

} // namespace

AsmText::AsmText(const clang::StringLiteral *Literal, const std::string &Code,
                 const SourceText &Text)
    : Text(Text) {
  const SourceManager &SM = Text.manager();
  std::string All;
  for (unsigned I = 0; I < Literal->getNumConcatenated(); ++I) {
    SourceLocation Loc = Literal->getStrTokenLoc(I), At = SM.getSpellingLoc(Loc);
    unsigned Length = Lexer::MeasureTokenLength(At, SM, Text.lang());
    Tokens.push_back({Loc, StringRef(SM.getCharacterData(At), Length).str()});
    std::optional<LiteralMap> Map = mapLiteral(Tokens.back().Spelled);
    if (!Map)
      return;
    All += Map->Bytes;
    for (unsigned Offset : Map->At)
      Bytes.push_back({I, Offset});
  }
  Mapped = All == Code;
}

bool AsmText::unmoved(unsigned At) const {
  auto [Index, Place] = Bytes[At];
  StringRef Spelled = Tokens[Index].Spelled;
  for (size_t I = Spelled.find("%%"); I != StringRef::npos; I = Spelled.find("%%", I + 2)) {
    if (!isSpecialRegister(Spelled.substr(I + 2)))
      continue;
    StringRef Between = I < Place ? Spelled.slice(I, Place) : Spelled.slice(Place, I);
    if (Between.find_first_of(I < Place ? " \t;" : " \t") == StringRef::npos)
      return false;
  }
  return true;
}

TextRange AsmText::place(unsigned At, bool After) const {
  TextRange R = Text.token(token(At));
  R.Begin += Bytes[At].At + After;
  R.End = R.Begin;
  return R;
}

static const clang::StringLiteral *literalOf(const GCCAsmStmt *Asm) {
  return dyn_cast<clang::StringLiteral>(Asm->getAsmStringExpr()->IgnoreParenImpCasts());
}

/// The site without what is known only in a function.
static std::optional<Site> siteOf(const GCCAsmStmt *Asm, const SourceText &Text) {
  std::string Code = Asm->getAsmString();
  PTXWarpOps Found = findPTXWarpOps(Code);
  if (Found.Ops.empty())
    return std::nullopt;
  Site S;
  S.Kind = SiteKind::Asm;
  // The whole opcode may be put together by a macro, and differ with its use.
  S.Name = StringRef(Found.Ops.front().Opcode).take_front(4).str();
  S.Parts.push_back({"opcode", {}, Found.Ops.front().Opcode});
  S.Loc = Text.expansion(Asm->getAsmLoc());
  S.Range = Text.range(Asm->getSourceRange());
  auto Refused = [&](std::string Why, StringRef Help) {
    S.Preset = Refusal{ReasonId::AsmNotUnderstood, std::move(Why), S.Loc, Help.str()};
    return S;
  };
  const clang::StringLiteral *Literal = literalOf(Asm);
  std::optional<AsmText> Written;
  if (Literal)
    Written.emplace(Literal, Code, Text);
  if (!Written || !Written->mapped())
    return Refused("its text is not written plainly in string literals",
                   "write it as one string without numeric escapes");
  const PTXWarpOp &First = Found.Ops.front(), &Last = Found.Ops.back();
  SourceLocation Begin = Written->token(First.Begin);
  SourceLocation End = Written->token(Last.End ? Last.End - 1 : Last.HeadEnd - 1);
  S.Macro = Text.macroUse(Begin, End);
  for (const PTXWarpOp &Op : Found.Ops)
    for (unsigned At : {Op.HeadEnd - 1, std::max(Op.End, 1u) - 1})
      if (Text.macroUse(Begin, Written->token(At)).Kind != S.Macro.Kind)
        S.Macro.Kind = MacroKind::Mixed;
  if (S.Macro.Kind == MacroKind::Mixed) {
    if (S.Macro.Name == "#") // Clang's name for what made the text a string
      S.Macro.Name.clear();
    return S;
  }
  TextRange Head = Written->place(First.Begin, false);
  S.Loc = Written->location(First.Begin);
  if (S.Macro.Kind == MacroKind::Body)
    S.Macro.Definition = Text.location(Begin); // as PreprocessorRecord names it
  S.Range = Text.range({Begin, End});
  S.Callee = {Head.File, Head.Begin, Head.Begin + 4};
  if (!Found.Obstacle.empty())
    return Refused(Found.Obstacle, "add .sync and the member mask by hand");
  for (const PTXWarpOp &Op : Found.Ops) {
    if (!Written->unmoved(Op.HeadEnd - 1) || !Written->unmoved(Op.End - 1))
      return Refused("a register stands too close to '" + Op.Opcode + "'",
                     "write a blank before the register");
    S.Parts.push_back({"sync", Written->place(Op.HeadEnd - 1, true), ""});
    S.Parts.push_back({"mask", Written->place(Op.End - 1, true), Op.Spaced ? ", " : ","});
  }
  return S;
}

void InlinePtxWarp::find(llvm::ArrayRef<SiteMatch> Matches, const FunctionView &View,
                         std::vector<Site> &Sites) const {
  for (const SiteMatch &M : Matches) {
    const auto *Asm = dyn_cast<GCCAsmStmt>(M.At);
    std::optional<Site> S = Asm ? siteOf(Asm, View.Text) : std::nullopt;
    if (!S)
      continue;
    S->Function = View.USR;
    S->Conv = View.Analysis.at(Asm);
    if (!View.Analysis.reachable(Asm))
      S->NotASite = ReasonId::Unreachable;
    Sites.push_back(std::move(*S));
  }
}

void InlinePtxWarp::findInTemplate(const FunctionDecl *F, const SourceText &Text,
                                   const std::set<Location> &Known,
                                   std::vector<Site> &Sites) const {
  if (!Text.isUserFile(F->getLocation()))
    return;
  for (const BoundNodes &Nodes : match(findAll(matcher()), *F->getBody(), F->getASTContext())) {
    const auto *Asm = Nodes.getNodeAs<GCCAsmStmt>("site");
    std::optional<Site> S = Asm ? siteOf(Asm, Text) : std::nullopt;
    if (!S || Known.contains(S->Loc))
      continue;
    S->Function = usrOf(F);
    S->Preset = notInstantiated(F, Text);
    Sites.push_back(std::move(*S));
  }
}
