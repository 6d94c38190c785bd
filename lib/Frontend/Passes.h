//===- Passes.h - one command line, several parses ---------------*- C++ -*-===//
#ifndef COOPIFY_FRONTEND_PASSES_H
#define COOPIFY_FRONTEND_PASSES_H

#include "Frontend/Command/HostCompiler.h"
#include "Frontend/NvccArguments.h"
#include "Frontend/Toolkit.h"
#include "Model/Output/GroupHeaders.h"
#include "Model/Output/UnitGroups.h"
#include "Model/TUSummary.h"

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace coopify {

class Preludes;

/// A complete clang invocation for one side of one unit.
struct Pass {
  /// "sm_70", "gfx90a", "maca", "host"; "c++" for a unit that is neither CUDA nor HIP
  std::string Name;
  std::string File;              ///< absolute, links resolved; Args end with it as it was named
  std::string Directory;         ///< of the command
  std::vector<std::string> Args; ///< driver arguments, program first, -fsyntax-only
  bool RelocatableDevice = false;
  bool DeviceOnly = false; ///< the command compiles no host code
  bool AsNvcc = false;     ///< #if of the user's files are decided as nvcc decides them
  HostCompiler Host = HostCompiler::GCC; ///< with AsNvcc: behind nvcc
  bool Ports = false;                    ///< WarpLanes::Ports
  unsigned WarpWidth = 32;         ///< lanes of a warp; of the host's pass: of the widest device's
  UnitBuild Build = {};            ///< how the user's compiler is called
  std::vector<ParseNote> Notes;    ///< unknown flags
  std::vector<std::string> Unread; ///< flags that bring text that is not read
  double TimeLimit = 0;            ///< CPU seconds of a parse with what is made of it; 0: any
  size_t OwnArgs = 0;              ///< of Args, before the command's
  unsigned PreludeHeaders = 0;     ///< included before all others
  std::shared_ptr<Preludes> Precompiled = nullptr; ///< nullptr: they are parsed each time
  HeaderSet Early = {};                            ///< at the end of the prelude (EarlyHeaders.h)
  std::string EarlyFile = {};                      ///< that includes them
  std::string LeadFile = {}, LeadText = {};        ///< before them, what the unit begins with
  std::shared_ptr<const Pass> Below = nullptr;     ///< whose prelude this one's begins with
  /// The command does not say for which architecture: why this one is parsed; empty: it says so.
  std::string AssumedArch = {};
  /// Others for which it may be compiled as well, as numbers: 75. To be parsed where #if tells them
  /// apart.
  std::vector<unsigned> OtherArchs = {};
  /// The command does not say which C++ it is: what it may be as well, "gnu++14".
  std::string OtherLanguage = {};
  /// A guess (guessedHostPass): the Args of the other one, if there are two.
  std::vector<std::string> OtherGuess = {};
};

struct PassOptions {
  /// --arch=: "sm_70", "host"; empty: the architectures of the command (the compiler's own choice
  /// if it names none) and host.
  std::vector<std::string> Wanted;
  std::shared_ptr<Preludes> Precompiled = nullptr;
  bool Ports = false;     ///< see Pass
  unsigned WarpWidth = 0; ///< --warp-size=, for what is compiled as HIP; 0: as the target has it
  std::string Named = {}; ///< the file as the command names it, absolute; empty: as it is
};

/// The architecture that is parsed for \p Arch, "sm_XX": the same if this clang knows it, else the
/// nearest below, else the first above (sm_13).
std::string parsedArch(llvm::StringRef Arch);

/// \p Command translated and completed (toolkit, prelude, version macros,
/// target SDK version) for each pass. C++ units give the one pass "c++".
std::vector<Pass> expandPasses(const ClangCommand &Command, llvm::StringRef File,
                               llvm::StringRef Directory, const Toolkit &Kit,
                               const PassOptions &Options);

/// \p P for another architecture.
Pass forArch(const Pass &P, unsigned Arch);

/// \p P in its other language, if it has one.
std::optional<Pass> inOtherLanguage(const Pass &P);

/// Of a CUDA unit the host's pass for a device's, and the other way round.
std::optional<Pass> otherSide(const Pass &P);

/// Of P.OtherArchs those that comparisons of __CUDA_ARCH__ with \p Tested (750) tell apart from
/// that of \p P and from each other: one of each kind, the oldest.
std::vector<unsigned> archsToldApart(const Pass &P, const std::set<unsigned> &Tested);

/// How a host compiler may read \p File, for which there is no command: in the folders of \p
/// Beside, a pass of a unit whose files it includes, and with that unit's macros if \p WithMacros.
Pass guessedHostPass(const Pass &Beside, llvm::StringRef File, const Toolkit &Kit, bool WithMacros);

} // namespace coopify

#endif // COOPIFY_FRONTEND_PASSES_H
