//===- Program.h - all units as one, indexed ----------------------*- C++ -*-===//
//
//   TUSummary... --mergeUnits()--> Program
//
// Internal to Link. Functions are known by their index in Functions.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_LINK_PROGRAM_H
#define COOPIFY_LINK_PROGRAM_H

#include "Link/ProgramFacts.h"
#include "Model/TUSummary.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace coopify {

struct CallRef {
  unsigned Caller;
  unsigned Edge; ///< index in Calls, and the CallEdge::Id
  auto operator<=>(const CallRef &) const = default;
};

struct Program {
  /// Sorted by USR; behind them the texts of templates (TemplateText).
  std::vector<FunctionSummary> Functions;
  std::vector<Site> Sites;          ///< sorted by place
  std::vector<LaunchSite> Launches; ///< sorted by place
  std::vector<MacroExpansion> Expansions;
  std::vector<FileFacts> Files; ///< sorted by path
  std::vector<ParseNote> Notes;

  /// Calls that only the host pass shows, of functions that a device pass
  /// shows too (#ifndef __CUDA_ARCH__): their text counts, but no lane runs them.
  std::set<CallRef> HostOnlyCalls;
  /// USRs with several definitions that some unit names without having one:
  /// which one it means is not known.
  llvm::StringSet<> Ambiguous;

  World Outside = World::Open;
  std::set<std::string> Shared; ///< files that a unit includes
  bool AllShared = false;       ///< one that could not be parsed may include any
  std::map<std::string, std::vector<NameUse>> Lost; ///< names in text that the parser gave up
  // Who else uses the program's headers (HeaderUsers.cpp).
  std::vector<std::pair<TextRange, std::string>> HostVisibleRanges; ///< and the host-only unit
  std::map<std::string, std::vector<NameUse>> Unread; ///< names in files that nobody parsed
  std::set<std::string> UnreadPasted;                 ///< those that stand for others (isPasted)
  std::vector<std::string> FailedUnits;               ///< that could not be parsed
  std::map<std::string, std::vector<std::string>> UnreadReaders; ///< of a file: who compiles it
  /// Files whose text may be compiled otherwise than it was read; and why, in each unit.
  std::map<std::string, std::vector<ProofStep>> Open;
  /// By word and file: functions that such text knows.
  std::map<std::pair<std::string, std::string>, NameUse> OpenUsers;

  // Made by index().
  llvm::StringMap<unsigned> ByUSR;
  std::vector<std::vector<CallRef>> Callers;     ///< every call of a function
  std::vector<std::vector<CallRef>> TextCallers; ///< and those in templates without an instance
  std::vector<std::vector<unsigned>> LaunchesOf; ///< of a kernel, by index in Launches
  /// By WarpSlot::Id the function that has it; two have the same: neither counts.
  std::map<unsigned, std::optional<unsigned>> SlotOwners;

  void index();
  void indexLaunches();
  std::optional<unsigned> find(llvm::StringRef USR) const;
  /// The slot and its function; null: there is none, or several have that id.
  std::pair<unsigned, const WarpSlot *> slot(unsigned Id) const;
  const CallEdge &edge(CallRef C) const { return Functions[C.Caller].Calls[C.Edge]; }
  /// Lanes may run it: neither host code, nor a host-only call, nor in a template's text.
  bool runsOnDevice(CallRef C) const;
};

/// Functions by USR, sites by place. The order of \p Units does not matter.
Program mergeUnits(std::vector<TUSummary> Units, World Outside);

/// Where lanes of several warps meet in shared memory, a warp's sync is no cure: refused where a
/// launch shows that blocks have several warps. The old code raced there, too (semantics C.5).
void refuseCrossingWarps(Program &P);

/// Of the steps that a function's summary tells twice (Premise), one telling stays in \p Units:
/// that which counts on what callers pass, if all callers of all instances are known to pass it.
void dropWhatDoesNotHold(const Program &P, std::vector<TUSummary> &Units);

/// The device pass is what lanes run; a host pass only repeats its text.
bool isDevicePass(const TUSummary &Unit);

/// Gives the second and further definitions of one USR (a static function in
/// two files of the same name, a kernel of the same name in two programs of one
/// compile database, the arms of an #if) names of their own, in the units that
/// have them; says so in \p Out.
void separateDefinitions(std::vector<TUSummary> &Units, Program &Out);

/// \p Name, as cuModuleGetFunction takes it, may mean the kernel \p F.
bool isLinkerName(const FunctionSummary &F, llvm::StringRef Name);

/// What the call \p E passes for \p A, a ParamUniform or ParamLaneAffine of its callee.
Uniformity argument(const CallEdge &E, const Atom &A);
/// Null: it was not followed.
const Uniformity *passedAs(const CallEdge &E, unsigned Index);

/// What \p Pairs say of the parameters of \p A (AtomKind::ParamsApart); null: nothing.
const PassedApart *passedApart(const std::vector<PassedApart> &Pairs, const Atom &A);

/// "kernel.cu:41", for one-line texts.
std::string shortPlace(const Location &L);
/// "kernel.cu:41, kernel.cu:77 and 3 more".
std::string shortPlaces(const std::vector<Location> &Places);

} // namespace coopify

#endif // COOPIFY_LINK_PROGRAM_H
