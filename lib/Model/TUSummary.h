//===- TUSummary.h - all that one parse of one unit shows --------*- C++ -*-===//
//
//   AST  --Extract-->  TUSummary  --Link-->  ProgramFacts
//
// Plain data, JSON in and out (TUSummaryJSON.h): units can be extracted one by
// one, anywhere, and linked afterwards.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_MODEL_TUSUMMARY_H
#define COOPIFY_MODEL_TUSUMMARY_H

#include "Model/BarrierUse.h"
#include "Model/FunctionKind.h"
#include "Model/GroupNames.h"
#include "Model/Operations/MemoryTypes.h"
#include "Model/Output/GroupHeaders.h"
#include "Model/Site.h"

#include "llvm/ADT/StringRef.h"

#include <array>
#include <string>
#include <vector>

namespace coopify {

/// One declaration of a function, where a parameter could be inserted.
struct FunctionDeclaration {
  Location Loc;
  TextRange ParamsBegin; ///< empty range just after '('
  TextRange VoidParams;  ///< the word of a "(void)" list; empty where a lambda has none; or invalid
  bool HasParams = false;
  bool Editable = true; ///< false: from a macro or a system header
  std::string Break;    ///< of a list with a line for each: what begins the second; else empty
  bool operator==(const FunctionDeclaration &) const = default;
};

/// An argument that counts lanes: of every W lanes, W up to Groups' width, all pass the same number
/// once it is rounded down to a multiple of W.
struct PassedLaneAffine {
  std::optional<Uniformity> Groups;
  bool operator==(const PassedLaneAffine &) const = default;
};

/// A call of a __device__ (or __host__ __device__) function.
/// Of each warp the lanes of no more than one aligned group of so many.
struct FewLanes {
  unsigned Lanes = 0;
  Uniformity Rests; ///< the lanes' numbers
  bool operator==(const FewLanes &) const = default;
};

/// Two pointers that a call passes, by parameter index, lead into different objects.
struct PassedApart {
  unsigned First = 0, Second = 0; ///< First < Second
  Uniformity Holds;
  bool operator==(const PassedApart &) const = default;
};

struct CallEdge {
  unsigned Id = 0;    ///< unique in the calling function
  std::string Callee; ///< USR; empty: indirect
  std::string CalleeName;
  Location Loc;
  Convergence Conv;
  std::optional<FewLanes> Few;                  ///< of the conditions around it in the function
  std::vector<Uniformity> Args;                 ///< by parameter index
  std::vector<PassedLaneAffine> LaneAffineArgs; ///< by parameter index
  std::vector<PassedConstant> ConstantArgs;     ///< by parameter index
  std::vector<Uniformity> OutsideShared; ///< by parameter index: a pointer, to no shared memory
  std::vector<PassedApart> Apart;        ///< pairs that are not there are not known
  std::optional<Uniformity> Object;      ///< what is in the object that a method is called for
  std::optional<Uniformity> ObjectPlace; ///< where it is
  TextRange ArgsBegin;                   ///< empty range just after '('
  bool HasArgs = false;
  bool Trivial = false; ///< of what the compiler makes, that copies an object or does nothing
  bool Open =
      false; ///< in a template's text: its arguments' namespaces may have others of the name
  MacroUse Macro;
  std::string Break; ///< as of FunctionDeclaration
  bool operator==(const CallEdge &) const = default;
};

/// A cooperative-groups handle that the code already has.
struct Handle {
  std::string Name;
  std::string Type;     ///< "block", "tile32", "tile8"...
  TextRange Declared;   ///< its declaration; usable after End
  bool AtTop = false;   ///< a parameter, or a statement of the outermost block
  bool OfBlock = false; ///< made of this_thread_block() here, under the type that gives
  bool operator==(const Handle &) const = default;
};

struct Parameter {
  std::string Name;
  std::string Type;
  bool operator==(const Parameter &) const = default;
};

/// A name in the text of a file that no pass reads.
struct NameUse {
  std::string Name;
  Location Where;
  bool Prototype = false;    ///< declared there as a device function or kernel, without a header
  bool Launches = false;     ///< named in code that launches kernels, or looks them up
  std::string Who = {};      ///< of Lost, Open: "'x.h', which was not found,"; empty: text given up
  bool MayBeLeftOut = false; ///< of a template's text: instances need not have it
  auto operator<=>(const NameUse &) const = default;
};

/// A __shared__ variable by which the lanes of a warp tell each other one value: what they load
/// from an address of it that is equal in the warp is equal, as between its writes and reads they
/// wait for each other (semantics B.10).
struct WarpSlot {
  unsigned Id = 0;  ///< of the variable in its function, in all summaries
  std::string Name; ///< as the user calls it
  Location Where;   ///< its declaration
  Uniformity Rests; ///< on which warps keep to elements of their own, and come whole to syncs
  /// Rewrites of the function that put the syncs there.
  std::vector<Promise> Syncs;
  bool operator==(const WarpSlot &) const = default;
};

/// What an #if or a condition leaves out, as offsets in its file.
struct SkippedText {
  unsigned Begin = 0, End = 0;
  auto operator<=>(const SkippedText &) const = default;
};

struct FunctionSummary {
  std::string USR;
  std::string Pattern; ///< USR of the template it was made from, else USR
  std::string Name;    ///< as a user would say it, with template arguments
  FunctionKind Kind = FunctionKind::Device;
  Location Loc;
  std::vector<FunctionDeclaration> Declarations; ///< of the pattern, all redeclarations
  std::vector<Parameter> Params;

  bool HasBody = false;
  TextRange BodyBegin;      ///< empty range just after '{'
  std::string BodyIndent;   ///< white space before the first statement
  bool OneLineBody = false; ///< first statement on the line of '{'
  TextRange Body;           ///< '{' to '}' inclusive
  bool BodyInMacro = false;
  std::vector<SkippedText> LeftOut; ///< of Body: what this instance never reaches
  bool LiteralsOnly = false; ///< `constexpr` before C++23: no variable of a class such as a group's

  std::vector<std::string> TakenNames; ///< identifiers that occur in it, sorted
  std::vector<Handle> Handles;

  bool DirectBarrier = false; ///< waits itself for the whole block: __syncthreads*(), `bar.sync 0`
  Location NamedBarrierAt;    ///< waits for what may be a part of the block: `bar.sync 1, 64`
  Location GridBarrierAt;     ///< waits for the whole grid: grid.sync()
  bool GridBarrierAlways = false; ///< every thread that runs it comes there
  bool AsksForGrid = false;       ///< whether its grid can wait: grid.is_valid()
  Location LaunchesAt;            ///< it is device code, and launches a kernel there
  unsigned NamedLanes = 0; ///< the most lanes of a warp, in aligned groups, that one of its own
                           ///< waits names (BarrierUse::Lanes)
  bool HasParseError = false;
  Location ParseErrorAt;

  // What stands in the way of a new parameter (semantics D).
  bool AddressTaken = false;
  Location AddressTakenAt;
  bool Virtual = false;
  bool ExternC = false;
  bool External = false; ///< has external linkage: with -rdc, unseen units may call it
  bool Operator = false; ///< operator or conversion, except operator()
  bool Constructor = false;
  bool Destructor = false;
  bool Lambda = false;
  bool Variadic = false;
  unsigned MinArgs = 0, MaxArgs = ~0u; ///< that a call of it may have
  bool LibraryNamesake = false;        ///< the toolkit has a function of that name
  bool Overloaded = false;             ///< its class has another function of its name, or may have
  bool AnyFirst = false;    ///< a call with one argument more may mean it, whatever comes first
  std::string FixedBecause; ///< why a constructor has no room: "is a default constructor"
  Location FixedUseAt;      ///< a call where no argument can be added: in a default argument...
  bool InSystemHeader = false;
  bool Trial = false;        ///< made by coopify of a template that the unit does not instantiate
  bool TemplateText = false; ///< a template's own: whom it calls, that it waits; no lane runs it
  // Of such a text, what only an instance can look up.
  std::vector<NameUse> DependentNames;
  std::vector<NameUse> BareNames;      ///< members of a type that is a parameter
  std::vector<Location> TemplateCalls; ///< where templates of this unit call it, or name it
  /// The first of those places that no unit has an instance of, nor a template's text a CallEdge:
  /// set by Link.
  Location DependentCallAt;

  Uniformity Return; ///< of the returned value, in terms of its own atoms
  std::vector<CallEdge> Calls;
  std::vector<BarrierUse> Waits;   ///< sorted by place
  std::vector<MemoryWrite> Writes; ///< by its own statements: of each kind of memory the first
  std::vector<WarpSlot> Slots;

  bool operator==(const FunctionSummary &) const = default;
};

/// What an edit of a launch needs of its text.
struct LaunchText {
  TextRange Callee;      ///< the kernel's name; of cudaLaunchKernel() that
  TextRange Open, Close; ///< `<<<`; `>>>` and the '(' behind it; with blanks around. Of a call none
  unsigned Configured = 0; ///< arguments between them
  bool HasArgs = false;
  MacroUse Macro;
  bool OnDevice = false;
  std::string Because; ///< why a function cannot take the launch over: a clause
  bool operator==(const LaunchText &) const = default;
};

/// One <<<>>> (or cudaLaunchKernel) of a kernel, or a place from where it may be launched.
struct LaunchSite {
  std::string Kernel; ///< USR; empty with ByName
  Location Loc;
  /// What is known of the block shape; nullopt: not known. A launch with an
  /// integer has Dims[1] == Dims[2] == 1.
  std::array<std::optional<int64_t>, 3> Dims;
  std::vector<PassedConstant> ConstantArgs; ///< by parameter index; never a Parameter
  std::vector<PassedApart> Apart;           ///< pairs that are not there are not known
  std::optional<LaunchText> Text;           ///< of launches that are not cooperative
  /// Not empty: no launch, but what is done with the kernel here: "is used as a value". How it is
  /// launched then is not known.
  std::string Unseen;
  std::string ByName; ///< what it is looked up by; with no Kernel either: any name
  bool operator==(const LaunchSite &) const = default;
};

/// An expansion of a macro whose body holds a site, or may hold one.
struct MacroExpansion {
  std::string Name;
  Location Definition;
  Location Expansion;
  bool operator==(const MacroExpansion &) const = default;
};

/// What inserting an include into a file needs to know.
struct FileFacts {
  std::string Path;
  HeaderSet Includes;  ///< directly; MaskedWarp also by the bundled groups' header
  std::string Alias;   ///< its alias of a groups' namespace ("cg"), else empty
  std::string AliasOf; ///< "cooperative_groups" or "coopify"
  Location AliasAt;
  std::string CgMeans;  ///< the groups' namespace that "cg" names in it or before it, else empty
  bool CgTaken = false; ///< "cg" means something else there
  bool CRLF = false;
  TextRange IncludePoint; ///< empty range: the line after the last include of the leading block
  bool NeedsBlankBefore = false; ///< no include block: put a blank line around
  bool BlankBefore = false;      ///< the line above IncludePoint is blank already
  bool BlankAfter = false;       ///< so is the line below
  bool IsHeader = false;         ///< not a main file
  /// The main files in which a macro is there above IncludePoint that NVIDIA's header must not see:
  /// they include that header first.
  std::vector<std::string> IncludeFirstIn;
  bool AmpersandLeft = false;       ///< its references and pointers are written `T& x`, not `T &x`
  std::vector<SkippedText> Skipped; ///< of this pass, by all inclusions; sorted
  bool operator==(const FileFacts &) const = default;
};

/// A file that is neither the user's nor of the toolkit or the system: -isystem names its folder.
struct LibraryFile {
  std::string Path;
  std::vector<SkippedText> Skipped; ///< as of FileFacts
  bool operator==(const LibraryFile &) const = default;
};

/// A parse problem, as a counted note.
struct ParseNote {
  std::string
      Kind; ///< "missing-header", "parse-error", "unknown-flag", "source-fix", "two-definitions"
  std::string Text;
  Location Where;
  auto operator<=>(const ParseNote &) const = default;
};

struct TUSummary {
  static constexpr unsigned FormatVersion = 23;
  std::string MainFile;
  std::string Pass;               ///< "sm_70", "gfx90a", "host"
  unsigned WarpWidth = SmallWarp; ///< lanes of a warp in it
  std::string Command;            ///< tells the commands of one MainFile apart
  bool RelocatableDevice = false;
  bool Unread = false; ///< could not be parsed: nobody knows what it calls; see Compiles
  std::vector<Site> Sites;
  std::vector<FunctionSummary> Functions;
  /// Of templates that the unit does not instantiate: a program with users of them would have the
  /// like. They are no part of the program that is there.
  std::vector<Site> TrialSites;
  std::vector<FunctionSummary> TrialFunctions;
  std::vector<FunctionSummary> TemplateTexts; ///< also of templates that have an instance
  std::vector<LaunchSite> Launches;
  std::vector<MacroExpansion> Expansions;
  std::vector<FileFacts> Files; ///< user files only
  std::vector<LibraryFile> Libraries;
  std::vector<ParseNote> Notes;
  /// Names of the unit's own device functions in text that the parser gave up: where they are
  /// called or launched there is not known.
  std::vector<NameUse> Lost;
  /// What may decide which text of its files is compiled, and is not known: macros that an #if asks
  /// for and that may be in a header that was not found.
  std::vector<NameUse> Open;
  // Of what was not parsed as CUDA.
  std::vector<TextRange> HostVisibleRanges; ///< a host-only unit: what it compiles of headers
  std::vector<NameUse> Names;               ///< an unread file: what it may use; sorted
  /// An unread file: headers that it may compile. Of a unit all files that it reads; empty: any.
  std::vector<std::string> Compiles;
  bool operator==(const TUSummary &) const = default;
};

} // namespace coopify

#endif // COOPIFY_MODEL_TUSUMMARY_H
