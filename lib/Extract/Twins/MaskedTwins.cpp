//===- MaskedTwins.cpp ----------------------------------------------------===//

#include "Extract/Twins/MaskedTwins.h"

#include "Extract/Files/LiteralMap.h"
#include "Model/WarpIntrinsics.h"

#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace coopify {

std::string withMask(StringRef Name) {
  return Name.str() + (Name.starts_with("__") ? "_sync" : ".sync");
}

static std::vector<Token> tokensOf(StringRef Code, const LangOptions &Lang) {
  std::vector<Token> Out;
  Lexer Raw(SourceLocation(), Lang, Code.begin(), Code.begin(), Code.end());
  for (Token T; !Raw.LexFromRawLexer(T) && !T.is(tok::eof);)
    Out.push_back(T);
  return Out;
}

static StringRef spelling(const Token &T) {
  return T.is(tok::raw_identifier) ? T.getRawIdentifier()
         : T.isLiteral()           ? StringRef(T.getLiteralData(), T.getLength())
                                   : StringRef(tok::getTokenName(T.getKind()));
}

/// Behind '(', which \p At is.
static std::vector<std::string> argumentsAt(ArrayRef<Token> All, size_t At) {
  std::vector<std::string> Out(1);
  unsigned Depth = 0;
  for (const Token &T : All.drop_front(At + 1)) {
    if (T.isOneOf(tok::r_paren, tok::r_square, tok::r_brace) && Depth-- == 0)
      break;
    Depth += T.isOneOf(tok::l_paren, tok::l_square, tok::l_brace);
    if (Depth == 0 && T.is(tok::comma))
      Out.emplace_back();
    else
      Out.back() += spelling(T).str() + " ";
  }
  return Out;
}

static bool isNamed(StringRef Name, bool Masked) {
  if (!Masked)
    return isLegacyWarpName(Name);
  return Name.ends_with("_sync") && isLegacyWarpName(Name.drop_back(StringRef("_sync").size()));
}

/// Where in \p Literal an instruction of that kind stands.
static std::optional<size_t> instructionIn(StringRef Literal, bool Masked) {
  if (!Masked)
    return warpOpInLiteral(Literal);
  for (StringRef Op : {"shfl.sync", "vote.sync"})
    if (size_t At = Literal.find(Op); At != StringRef::npos)
      return At;
  return std::nullopt;
}

std::vector<WarpMention> warpMentions(StringRef Part, const LangOptions &Lang, bool Masked) {
  std::vector<WarpMention> Out;
  const std::string Code = Part.str();
  const std::vector<Token> All = tokensOf(Code, Lang);
  bool Defining = false, InAsm = false, Directive = true; // a branch begins with its directive
  for (auto [I, T] : llvm::enumerate(All)) {
    const Token *Last = I ? &All[I - 1] : nullptr;
    if (T.isAtStartOfLine())
      if (std::exchange(Directive, T.is(tok::hash)))
        Last = nullptr, Defining = false; // of `#ifdef NAME` the name declares nothing
    if (!tok::isStringLiteral(T.getKind())) {
      InAsm = false;
    } else if (auto At = instructionIn({T.getLiteralData(), T.getLength()}, Masked); At && !InAsm) {
      const char *Op = T.getLiteralData() + *At;
      Out.push_back({std::string(Op, Masked ? 9 : 4), unsigned(Op - Code.data()), {}});
      InAsm = true; // its other literals make no further site
    }
    const bool Named = Last && Last->is(tok::raw_identifier);
    if (T.is(tok::l_paren) && Named && !Defining && isNamed(Last->getRawIdentifier(), Masked))
      Out.push_back({Last->getRawIdentifier().str(),
                     unsigned(Last->getRawIdentifier().data() - Code.data()), argumentsAt(All, I)});
    // "#define __shfl(" and "float __shfl(" are definitions, not uses.
    if (T.is(tok::raw_identifier))
      Defining =
          Named && Last->getRawIdentifier() != "return" && Last->getRawIdentifier() != "else";
  }
  return Out;
}

/// It is one number, or one name.
static bool isPlainMask(StringRef Mask) { return !Mask.trim().contains(' '); }

static bool isFullMask(StringRef Mask) {
  uint64_t N = 0;
  const StringRef Digits = Mask.trim().rtrim("uUlL");
  return !Digits.getAsInteger(0, N) && namesAllLanes(N);
}

static bool saysSame(const WarpMention &Old, const WarpMention &New, bool Parted) {
  if (New.Name != withMask(Old.Name))
    return false;
  if (Old.Args.empty() && New.Args.empty())
    return true;
  if (New.Args.empty() || !isPlainMask(New.Args[0]) || (Parted && isFullMask(New.Args[0])))
    return false;
  return ArrayRef(New.Args).drop_front() == ArrayRef(Old.Args);
}

bool isTwin(StringRef Taken, StringRef Other, bool Parted, const LangOptions &Lang) {
  const std::vector<WarpMention> Old = warpMentions(Taken, Lang, false);
  const std::vector<WarpMention> New = warpMentions(Other, Lang, true);
  return !Old.empty() && Old.size() == New.size() &&
         llvm::all_of(llvm::zip(Old, New), [&](const auto &Pair) {
           return saysSame(std::get<0>(Pair), std::get<1>(Pair), Parted);
         });
}

std::vector<StringRef> armsOf(StringRef Skipped) {
  std::vector<StringRef> Out;
  size_t Begin = 0;
  unsigned Depth = 0;
  for (size_t At = 0; At < Skipped.size();) {
    const size_t End = std::min(Skipped.find('\n', At), Skipped.size());
    StringRef Line = Skipped.slice(At, End).ltrim();
    if (Line.consume_front("#")) {
      Line = Line.ltrim();
      const bool Arm = Line.starts_with("el");
      if (Arm && Depth == 0 && At != 0) {
        Out.push_back(Skipped.slice(Begin, At));
        Begin = At;
      }
      if (Line.starts_with("if") && At != 0) // the first one is that of the arm
        ++Depth;
      else if (Line.starts_with("endif") && Depth > 0)
        --Depth;
    }
    At = End + 1;
  }
  Out.push_back(Skipped.drop_front(Begin));
  return Out;
}

} // namespace coopify
