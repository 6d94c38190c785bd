//===- BarrierRefusals.cpp ----------------------------------------------------===//
#include "Link/Barriers/BarrierRefusals.h"
#include "Link/Merge/ExternalUsers.h"
#include "Model/FunctionNames.h"

#include "llvm/ADT/STLExtras.h"

using namespace coopify;

static const FunctionDeclaration *uneditable(const FunctionSummary &F) {
  for (const FunctionDeclaration &D : F.Declarations)
    if (!D.Editable || !D.ParamsBegin.valid())
      return &D;
  return nullptr;
}

std::optional<Refusal> coopify::refusedParameter(const FunctionSummary &F) {
#define REFUSAL(CONDITION, REASON, TEXT, WHERE, HELP)                                              \
  if (CONDITION)                                                                                   \
    return Refusal{REASON, "'" + F.Name + "' " + TEXT, WHERE, HELP};
#include "Link/Barriers/BarrierRefusals.def"
  return std::nullopt;
}

/// One that shares a declaration with a function whose body was seen (an
/// instance that nobody made) changes with it; a specialisation does not.
static bool sharesText(const FunctionSummary &F, const std::set<TextRange> &Seen) {
  return llvm::all_of(F.Declarations,
                      [&](const FunctionDeclaration &D) { return Seen.count(D.ParamsBegin) != 0; });
}

std::optional<Refusal> coopify::refusedUnseen(const Program &P, const FunctionClass &C) {
  std::set<TextRange> Seen;
  for (unsigned M : C.Members)
    if (P.Functions[M].HasBody)
      for (const FunctionDeclaration &D : P.Functions[M].Declarations)
        Seen.insert(D.ParamsBegin);
  for (unsigned M : C.Members) {
    const FunctionSummary &F = P.Functions[M];
    if (P.Ambiguous.contains(F.USR))
      return Refusal{ReasonId::ExternalCallers,
                     "'" + F.Name +
                         "' has several definitions, and which one a caller means is "
                         "not known",
                     F.Loc, "give coopify the units of one program at a time"};
    if (!F.HasBody && (Seen.empty() || !sharesText(F, Seen)))
      return Refusal{ReasonId::UnseenDefinition, "the definition of '" + F.Name + "' was not seen",
                     F.Loc, "give coopify the unit that defines it"};
  }
  return std::nullopt;
}

/// Some pass compiles what stands at \p Loc as a call, or as a declaration.
static bool isCompiled(const Program &P, const Location &Loc) {
  return llvm::any_of(P.Functions, [&](const FunctionSummary &F) {
    return llvm::any_of(F.Calls, [&](const CallEdge &E) { return E.Loc == Loc; }) ||
           llvm::any_of(F.Declarations, [&](const FunctionDeclaration &D) { return D.Loc == Loc; });
  });
}

/// In an arm that is not compiled its name may be called, or be another function's that would take
/// the calls.
static std::optional<Refusal> saidInInactiveText(const Program &P, const FunctionSummary &F) {
  const std::string Word = wordFor(F.Name);
  for (const Site &S : P.Sites)
    if (S.Kind == SiteKind::Call && S.NotASite == ReasonId::InactiveBranch && S.Name == Word &&
        !isCompiled(P, S.Loc))
      return Refusal{ReasonId::ExternalCallers,
                     "'" + F.Name + "' is named here, in text that no pass compiles", S.Loc,
                     "add a unit that compiles it to the compile database, or remove it"};
  return std::nullopt;
}

/// Nobody knows which lanes come to a call in a template that has no instance.
static std::optional<Refusal> calledInTemplate(const Program &P, unsigned Function) {
  if (P.TextCallers[Function].empty())
    return std::nullopt;
  const CallEdge &E = P.edge(P.TextCallers[Function].front());
  return Refusal{ReasonId::NotInstantiated,
                 "'" + P.Functions[Function].Name +
                     "' is called from a template that is never "
                     "instantiated",
                 E.Loc, "instantiate the template in a unit that is given to coopify"};
}

std::optional<Refusal> coopify::refusedForUnseen(const FunctionClass &C, const Program &P) {
  for (unsigned M : C.Members)
    if (std::optional<Refusal> R = calledInTemplate(P, M))
      return R;
  for (unsigned M : C.Members)
    if (std::optional<Refusal> R = usedInText(P, P.Functions[M]))
      return R;
  for (unsigned M : C.Members)
    if (std::optional<Refusal> R = saidInInactiveText(P, P.Functions[M]))
      return R;
  for (unsigned M : C.Members)
    if (P.Functions[M].AnyFirst)
      return Refusal{ReasonId::OtherFunction,
                     "calls that were not seen may pass a warp to '" + P.Functions[M].Name +
                         "' already, as what its first parameter takes",
                     P.Functions[M].Loc, "add the parameter by hand"};
  for (unsigned M : C.Members)
    if (P.Functions[M].LibraryNamesake)
      return Refusal{ReasonId::OtherFunction,
                     "calls that were not seen would mean the toolkit's '" + P.Functions[M].Name +
                         "'",
                     P.Functions[M].Loc, "give it another name"};
  return std::nullopt;
}

bool coopify::mayTakeCallsOf(const FunctionSummary &Other, const FunctionSummary &F) {
  auto [Scope, Word] = scopeAndWord(F.Name);
  auto [OtherScope, OtherWord] = scopeAndWord(Other.Name);
  const bool Member = isMemberUSR(F.Pattern.empty() ? F.USR : F.Pattern);
  if (F.Lambda || Other.Lambda) // each is of a type of its own
    return false;
  if (Word != OtherWord || Other.Kind == FunctionKind::Host ||
      Member != isMemberUSR(Other.Pattern.empty() ? Other.USR : Other.Pattern) ||
      (Member && Scope != OtherScope)) // those of other classes are hidden, or never looked at
    return false;
  return Other.MinArgs <= F.MaxArgs && F.MinArgs <= Other.MaxArgs;
}

std::optional<Refusal> coopify::namedBarrier(const FunctionClass &C, const Program &P) {
  if (C.Kernel)
    return std::nullopt;
  for (unsigned M : C.Members)
    if (const FunctionSummary &F = P.Functions[M]; F.NamedBarrierAt.valid() && !F.InSystemHeader)
      return Refusal{
          ReasonId::NamedBarrier,
          "'" + F.Name + "' waits at a barrier that may be for some of the block's threads",
          F.NamedBarrierAt, "document in its name or parameters which threads must call it"};
  return std::nullopt;
}

std::optional<Refusal> coopify::refusedHandle(const FunctionSummary &Kernel) {
  std::string Name = "'" + Kernel.Name + "' ";
  if (!Kernel.HasBody)
    return Refusal{ReasonId::UnseenDefinition, Name + "was not seen", Kernel.Loc, ""};
  if (Kernel.InSystemHeader)
    return Refusal{ReasonId::SystemHeader, Name + "is in a system header", Kernel.Loc, ""};
  if (Kernel.HasParseError)
    return Refusal{ReasonId::ParseError, Name + "was not understood as a whole",
                   Kernel.ParseErrorAt, ""};
  if (Kernel.BodyInMacro)
    return Refusal{ReasonId::Macro, Name + "is defined by a macro", Kernel.Loc, ""};
  return std::nullopt;
}
