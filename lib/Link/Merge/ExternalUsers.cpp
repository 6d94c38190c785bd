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
    for (const NameUse &Use : Unit.Lost)
      Out.Lost[Use.Name].push_back(Use);
    for (const FileFacts &F : Unit.Files)
      if (F.IsHeader)
        Out.Shared.insert(F.Path);
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

static const FunctionDeclaration *inHeader(const Program &P, const FunctionSummary &F) {
  for (const FunctionDeclaration &D : F.Declarations)
    if (P.Shared.count(D.Loc.File))
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
  if (Uses == P.Unread.end() || P.Outside == World::Declared)
    return std::nullopt;
  for (const NameUse &Use : Uses->second) {
    if (Use.Launches || (!D && !(Use.Prototype && F.External)))
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

//===-- Who else may call it or launch it -------------------------------------------===//

static std::string usedBy(const FunctionSummary &F, const std::string &Who) {
  return Who + (F.Kind == FunctionKind::Kernel ? " may launch '" : " may call '") + F.Name + "'";
}

/// Names in strings are those that the linker sees: mangled, unless extern "C".
static const NameUse *lookedUp(const Program &P, const FunctionSummary &F) {
  for (auto It = P.Unread.lower_bound("_Z"); It != P.Unread.end(); ++It) {
    if (!llvm::StringRef(It->first).starts_with("_Z"))
      break;
    if (It->second.front().Launches && isLinkerName(F, It->first))
      return &It->second.front();
  }
  return nullptr;
}

static const NameUse *namedOutside(const Program &P, const FunctionSummary &F) {
  const bool Kernel = F.Kind == FunctionKind::Kernel;
  const bool Header = inHeader(P, F) != nullptr;
  if (auto Uses = P.Unread.find(wordFor(F.Name)); Uses != P.Unread.end())
    for (const NameUse &Use : Uses->second)
      if ((Header && !Use.Launches) || (F.External && (Use.Prototype || (Kernel && Use.Launches))))
        return &Use;
  return Kernel && F.External ? lookedUp(P, F) : nullptr;
}

std::optional<ProofStep> coopify::usedUnseen(const Program &P, const FunctionSummary &F) {
  if (auto Lost = P.Lost.find(wordFor(F.Name)); Lost != P.Lost.end())
    return ProofStep{Lost->second.front().Where, usedBy(F, "text that was not understood, here,")};
  const FunctionDeclaration *D = inHeader(P, F);
  if (!D && !F.External)
    return std::nullopt;
  if (!P.FailedUnits.empty())
    return ProofStep{F.Loc,
                     usedBy(F, fileName(P.FailedUnits.front()) + ", which could not be parsed,")};
  if (P.Outside == World::Declared)
    return std::nullopt;
  if (const NameUse *Use = namedOutside(P, F)) {
    const char *How =
        Use->Launches ? ", which was not read as CUDA," : ", which no unit of the program reads,";
    return ProofStep{Use->Where, usedBy(F, fileName(Use->Where.File) + How)};
  }
  if (P.Outside == World::Closed)
    return std::nullopt;
  return ProofStep{D ? D->Loc : F.Loc,
                   usedBy(F, "units that were not read") + (D ? ": it is in a header" : "")};
}

std::optional<ProofStep> coopify::compiledUnseen(const Program &P, const Location &Where) {
  if (!P.Shared.count(Where.File) || P.Outside != World::Open)
    return std::nullopt;
  return ProofStep{Where, "units that were not read may include " + fileName(Where.File) +
                              ", with other macros and template arguments"};
}

//===-- Who else knows its parameters ------------------------------------------------===//

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
