//===- Inactive.cpp -------------------------------------------------------===//

#include "Extract/Files/Inactive.h"

#include "Extract/SiteBuilder.h"
#include "Extract/Twins/MaskedTwins.h"
#include "Model/WarpIntrinsics.h"

#include "clang/AST/ASTContext.h"
#include "clang/Basic/OffloadArch.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace coopify {

/// The innermost #if around \p At, which is in one of its branches, or the whole of one with its
/// directive.
static const Recording::Chain *chainOf(const Recording &Record, const TextRange &At,
                                       const SourceText &Text) {
  const SourceManager &SM = Text.manager();
  const Recording::Chain *Best = nullptr;
  for (const Recording::Chain &C : Record.Chains) {
    auto [File, IfAt] = SM.getDecomposedLoc(C.If);
    auto [EndFile, EndAt] = SM.getDecomposedLoc(C.EndIf);
    if (EndFile == File && IfAt <= At.Begin + 1 && EndAt >= At.End &&
        (!Best || SM.getFileOffset(Best->If) < IfAt) && Text.path(File) == At.File)
      Best = &C;
  }
  return Best;
}

static Site inactiveCall(StringRef Name, SourceLocation At, const SourceText &Text) {
  Site S;
  S.Name = Name.str();
  S.Kind = SiteKind::Call;
  S.Loc = Text.location(At);
  S.Callee = S.Range = Text.token(At);
  S.NotASite = ReasonId::InactiveBranch;
  return S;
}

/// The lines of \p Code that choose between its arms.
static std::string directives(StringRef Code) {
  SmallVector<StringRef> Lines;
  Code.split(Lines, '\n');
  std::string Out;
  bool Goes = true; // the first is one, without what stands before it
  for (StringRef Line : Lines) {
    if (Goes || Line.ltrim().starts_with("#"))
      Out += Line;
    Goes = (Goes || Line.ltrim().starts_with("#")) && Line.rtrim().ends_with("\\");
  }
  return Out;
}

/// It asks for the toolkit's version or the GPU's, not for a choice of the user's.
static bool asksForVersion(StringRef Directives) {
  return llvm::any_of(ArrayRef<StringRef>{"CUDART_VERSION", "CUDA_VERSION", "CUDACC_VER",
                                          "__CUDA_ARCH__", "__CUDA_API_VERSION"},
                      [&](StringRef Name) { return Directives.contains(Name); });
}

namespace {
/// The innermost #if around a place, of which this pass takes an arm.
struct Arms {
  const Recording::Chain *Chain;
  std::string Taken; ///< with what is skipped left out
  std::vector<StringRef> Others;
  std::string Directives;
};
} // namespace

static std::optional<Arms> armsAround(const TextRange &At, const Recording &Record,
                                      const SourceText &Text) {
  const SourceManager &SM = Text.manager();
  auto Offset = [&](SourceLocation Loc) { return SM.getFileOffset(Loc); };
  const Recording::Chain *Best = chainOf(Record, At, Text);
  if (!Best)
    return std::nullopt;
  const FileID File = SM.getFileID(Best->If);
  const StringRef Buffer = SM.getBufferData(File);
  Arms Out{Best, "", {}, directives(Buffer.slice(Offset(Best->If), Offset(Best->EndIf)))};
  unsigned From = Offset(Best->If);
  for (SourceRange R : Record.SkippedBranches) {
    const unsigned Begin = Offset(R.getBegin());
    const unsigned End =
        std::min(Offset(R.getEnd()), Offset(Best->EndIf)); // of #else behind #endif
    if (R.getBegin().isMacroID() || SM.getFileID(R.getBegin()) != File || Begin + 1 < From ||
        Begin >= End)
      continue;
    llvm::append_range(Out.Others, armsOf(Buffer.slice(Begin, End)));
    Out.Taken += Buffer.slice(From, Begin);
    From = End;
  }
  Out.Taken += Buffer.slice(From, Offset(Best->EndIf));
  return Out;
}

/// This pass is for a GPU whose compilers take calls without masks, or the host's, which compiles
/// no device code.
static bool takesLegacy(const ASTContext &Context) {
  const OffloadArch Arch = StringToOffloadArch(Context.getTargetInfo().getTargetOpts().CPU);
  return !Context.getLangOpts().CUDAIsDevice || Arch < OffloadArch::SM_70;
}

static void markTwins(const Recording &Record, const SourceText &Text, const ASTContext &Context,
                      MutableArrayRef<Site> Sites) {
  for (Site &S : Sites) {
    if (S.NotASite || S.Preset || !S.Callee.valid() ||
        !llvm::is_contained({SiteKind::Shuffle, SiteKind::Vote, SiteKind::Asm}, S.Kind))
      continue;
    const std::optional<Arms> Around = armsAround(S.Callee, Record, Text);
    // Whether a condition parts them may be for callers to say.
    const Uniformity &Active = S.Conv.Active;
    const bool Parted =
        Active.UniformOver < warpWidth() ||
        llvm::any_of(
            Active.Atoms, [](const Atom &A) { return A.Kind != AtomKind::EntryConverged; });
    if (!Around || llvm::none_of(Around->Others, [&](StringRef Arm) {
          return isTwin(Around->Taken, Arm, Parted, Text.lang());
        }))
      continue;
    if (!asksForVersion(Around->Directives))
      S.Preset = Refusal{ReasonId::OtherBranch, "", Text.location(Around->Chain->If), ""};
    else if (takesLegacy(Context))
      S.NotASite = ReasonId::AlreadyPortable;
  }
}

/// In a macro of the user's that this pass does not use.
static bool isUnused(const Recording::BodyCall &Call, const Recording &Record,
                     const SourceText &Text) {
  return !Record.Used.contains(Call.Macro) && Text.isUserFile(Call.At);
}

void addInactiveSites(const Recording &Record, const SourceText &Text, const ASTContext &Context,
                      std::vector<Site> &Out) {
  markTwins(Record, Text, Context, Out);
  const SourceManager &SM = Text.manager();
  for (SourceRange Range : Record.SkippedBranches) {
    if (!Text.isUserFile(Range.getBegin()) || Range.getBegin().isMacroID())
      continue;
    auto [File, Begin] = SM.getDecomposedLoc(Range.getBegin());
    unsigned End = SM.getFileOffset(Range.getEnd());
    StringRef Buffer = SM.getBufferData(File);
    if (End <= Begin || End > Buffer.size())
      continue;
    const auto Found = warpMentions(Buffer.slice(Begin, End), Text.lang(), /*Masked=*/false);
    if (Found.empty())
      continue;
    std::string Others;
    if (const Recording::Chain *C = chainOf(Record, {Text.path(File), Begin, Begin}, Text)) {
      unsigned From = SM.getFileOffset(C->If), To = SM.getFileOffset(C->EndIf);
      Others = (Buffer.slice(From, Begin) + " " + Buffer.slice(std::min(End, To), To)).str();
    }
    const auto Masked = warpMentions(Others, Text.lang(), /*Masked=*/true);
    for (const WarpMention &M : Found) {
      Site S;
      S.Name = M.Name;
      S.Kind = kindOfCall(M.Name).value_or(SiteKind::Asm);
      SourceLocation At = SM.getLocForStartOfFile(File).getLocWithOffset(Begin + M.Offset);
      S.Loc = Text.location(At);
      S.Callee = S.Range = Text.token(At);
      const bool Beside = llvm::any_of(
          Masked, [&](const WarpMention &New) { return New.Name == withMask(M.Name); });
      S.NotASite = Beside ? ReasonId::AlreadyPortable : ReasonId::InactiveBranch;
      Out.push_back(std::move(S));
    }
  }
  // A header's another unit may use.
  for (const Recording::BodyCall &Call : Record.BodyCalls)
    if (isLegacyWarpName(Call.Name) && isUnused(Call, Record, Text) && SM.isInMainFile(Call.At)) {
      Out.push_back(inactiveCall(Call.Name, Call.At, Text));
      Out.back().Kind = kindOfCall(Call.Name).value_or(SiteKind::Call);
    }
}

/// Offsets in \p Code of \p Names that are followed by what a call has, or an object of a class
/// that is called: `f(`, `f<`, `Add{`, `Add add`.
static std::vector<unsigned> callsIn(StringRef Code, const LangOptions &LO,
                                     const llvm::StringSet<> &Names) {
  std::vector<unsigned> Out;
  std::string Copy = Code.str();
  Lexer Raw(SourceLocation(), LO, Copy.data(), Copy.data(), Copy.data() + Copy.size());
  Token Last, T;
  bool Directive = false;
  for (Last.startToken(); !Raw.LexFromRawLexer(T) && !T.is(tok::eof); Last = T) {
    if (T.isAtStartOfLine())
      Directive = T.is(tok::hash);
    if (!Directive && T.isOneOf(tok::l_paren, tok::less, tok::l_brace, tok::raw_identifier) &&
        Last.is(tok::raw_identifier) && Names.contains(Last.getRawIdentifier()))
      Out.push_back(unsigned(Last.getRawIdentifier().data() - Copy.data()));
  }
  return Out;
}

std::vector<Site> inactiveCalls(const Recording &Record, const SourceText &Text,
                                const llvm::StringSet<> &Names) {
  std::vector<Site> Out;
  const SourceManager &SM = Text.manager();
  for (SourceRange Range : Record.SkippedBranches) {
    if (Range.getBegin().isMacroID() || !Text.isUserFile(Range.getBegin()))
      continue;
    auto [File, Begin] = SM.getDecomposedLoc(Range.getBegin());
    const unsigned End = SM.getFileOffset(Range.getEnd());
    StringRef Buffer = SM.getBufferData(File);
    if (End <= Begin || End > Buffer.size())
      continue;
    for (unsigned Offset : callsIn(Buffer.slice(Begin, End), Text.lang(), Names)) {
      SourceLocation At = SM.getLocForStartOfFile(File).getLocWithOffset(Begin + Offset);
      Out.push_back(inactiveCall(Buffer.drop_front(Begin + Offset).take_while([](char C) {
        return llvm::isAlnum(C) || C == '_';
      }),
                                 At, Text));
    }
  }
  for (const Recording::BodyCall &Call : Record.BodyCalls)
    if (Names.contains(Call.Name) && isUnused(Call, Record, Text))
      Out.push_back(inactiveCall(Call.Name, Call.At, Text));
  return Out;
}

} // namespace coopify
