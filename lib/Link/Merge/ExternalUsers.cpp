//===- ExternalUsers.cpp ----------------------------------------------------------===//
#include "Link/Merge/ExternalUsers.h"
#include "Model/FunctionNames.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace coopify;

void coopify::collectExternalUsers(const std::vector<TUSummary> &Units, Program &Out) {
  for (const TUSummary &Unit : Units) {
    for (const TextRange &Text : Unit.HostVisibleRanges)
      Out.HostVisibleRanges.push_back({Text, Unit.MainFile});
    for (const NameUse &Use : Unit.Names)
      Out.Unread[Use.Name].push_back(Use);
    if (Unit.Unread && !llvm::is_contained(Out.FailedUnits, Unit.MainFile))
      Out.FailedUnits.push_back(Unit.MainFile);
  }
}

static std::string fileName(llvm::StringRef Path) { return llvm::sys::path::filename(Path).str(); }

/// The word that a caller has to write: "fill" for "Shared::fill"; for a call
/// operator or a constructor that of the class.
static std::string wordFor(llvm::StringRef Name) {
  auto [Scope, Word] = scopeAndWord(Name);
  if (Scope.empty() || !Word.starts_with("operator"))
    return Word.str();
  return scopeAndWord(Scope).second.str();
}

static bool isHeader(const Program &P, llvm::StringRef Path) {
  return llvm::any_of(P.Files, [&](const FileFacts &F) { return F.IsHeader && F.Path == Path; });
}

static const FunctionDeclaration *inHeader(const Program &P, const FunctionSummary &F) {
  for (const FunctionDeclaration &D : F.Declarations)
    if (isHeader(P, D.Loc.File))
      return &D;
  return nullptr;
}

static std::string declared(const FunctionSummary &F, const FunctionDeclaration &D) {
  return "'" + F.Name + "' is declared in " + shortPlace(D.Loc);
}

/// Semantics D: to g++ cooperative_groups::thread_block is an unknown name.
static std::optional<Refusal> refusedForHost(const Program &P, const FunctionSummary &F) {
  for (const FunctionDeclaration &D : F.Declarations)
    for (const auto &[Text, Unit] : P.HostVisibleRanges)
      if (D.ParamsBegin.File == Text.File && Text.Begin <= D.ParamsBegin.Begin &&
          D.ParamsBegin.Begin < Text.End)
        return Refusal{ReasonId::HostUnit,
                       declared(F, D) + ", which " + fileName(Unit) +
                           " includes too: a compiler for the host alone knows no thread_block",
                       D.Loc, "put the declaration between #ifdef __CUDACC__ and #endif"};
  return std::nullopt;
}

/// A file that is there and that no unit reads may be the missing unit.
static std::optional<Refusal> refusedForUnread(const Program &P, const FunctionSummary &F) {
  const FunctionDeclaration *D = inHeader(P, F);
  auto Uses = P.Unread.find(wordFor(F.Name));
  if (Uses == P.Unread.end())
    return std::nullopt;
  for (const NameUse &Use : Uses->second) {
    if (!D && !(Use.Prototype && F.External))
      continue;
    const std::string Here = D ? declared(F, *D) : "'" + F.Name + "' is declared here";
    return Refusal{ReasonId::ExternalCallers,
                   Here + (D ? ", and " : ", in ") + fileName(Use.Where.File) +
                       (D ? ", which no unit of the program reads, uses that name here"
                          : ", which no unit of the program reads"),
                   Use.Where, "give coopify the unit that reads " + fileName(Use.Where.File)};
  }
  return std::nullopt;
}

/// Nothing at all is known of a unit that failed, so it may call what it could see.
static std::optional<Refusal> refusedForFailed(const Program &P, const FunctionSummary &F) {
  const FunctionDeclaration *D = P.FailedUnits.empty() ? nullptr : inHeader(P, F);
  if (!D)
    return std::nullopt;
  return Refusal{ReasonId::ExternalCallers,
                 declared(F, *D) + ", and " + fileName(P.FailedUnits.front()) +
                     ", which could not be parsed, may call it",
                 D->Loc,
                 "make all units of the compile database readable, or take out those "
                 "that are no longer built"};
}

std::optional<Refusal> coopify::refusedOutside(const Program &P, const FunctionClass &C) {
  for (unsigned M : C.Members) {
    const FunctionSummary &F = P.Functions[M];
    if (F.Lambda)
      continue;
    if (std::optional<Refusal> R = refusedForHost(P, F))
      return R;
    if (std::optional<Refusal> R = refusedForUnread(P, F))
      return R;
    if (std::optional<Refusal> R = refusedForFailed(P, F))
      return R;
  }
  return std::nullopt;
}
