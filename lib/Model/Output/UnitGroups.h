//===- UnitGroups.h - whether the groups of a unit compile ----------*- C++ -*-===//
//
//   UnitBuild + HeaderSet + toolkit  --judgeGroups()-->  UnitGroups
//
// Each header of groups needs a language, and each toolkit compiles for some architectures
// (Toolkits.def). The verdict names the flags of the command that have to change.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_MODEL_OUTPUT_UNITGROUPS_H
#define COOPIFY_MODEL_OUTPUT_UNITGROUPS_H

#include "Model/Output/GroupHeaders.h"

#include "llvm/ADT/ArrayRef.h"

#include <optional>
#include <string>
#include <vector>

namespace coopify {

/// How the user's compiler is called for a unit.
struct UnitBuild {
  unsigned Language = 0; ///< 11 of -std=c++11; 0: the command has no -std
  bool Gnu = false;      ///< -std=gnu++11
  bool Cuda = true;      ///< false: HIP or MXMACA
  bool Nvcc = false;
  std::vector<unsigned> Archs = {}; ///< 60 of sm_60; empty: the command names none
  bool OfHostCompiler = false;      ///< the language is that of nvcc -Xcompiler -std=...
  bool operator==(const UnitBuild &) const = default;
};

/// The C++ of the bundled groups.
inline constexpr unsigned BundledLanguage = 14;

/// The language that \p Headers need with \p Toolkit (13000).
unsigned languageFor(HeaderSet Headers, unsigned Toolkit);

/// Whether \p Build compiles \p Headers with \p Toolkit, as far as the language decides it.
bool languageFits(const UnitBuild &Build, HeaderSet Headers, unsigned Toolkit);

/// Whether the groups that a unit includes once it is rewritten compile with its flags.
struct UnitGroups {
  std::string File; ///< its main file
  UnitBuild Build = {};
  HeaderSet Headers = {};
  unsigned Toolkit = 0;                 ///< as CUDA_VERSION; 0: not known
  std::optional<bool> Compiles = {};    ///< nullopt: some toolkits compile it, and others do not
  std::vector<std::string> Change = {}; ///< flags that make it compile, as "-std=c++17"
  std::string Text = {};                ///< why, and what to do; empty: nothing is to be said
};

UnitGroups judgeGroups(std::string File, const UnitBuild &Build, HeaderSet Headers,
                       unsigned Toolkit);

/// The groups of \p Units that were chosen to be the bundled ones, although auto prefers CUDA's.
void explainBundled(std::vector<UnitGroups> &Units);

/// A line for all units of one text: "2 units compiled as C++11 (a.cu, b.cu): ...". \p
/// OnlyDefinite: only if something has to be done, whichever toolkit compiles them.
std::vector<std::string> linesOf(llvm::ArrayRef<UnitGroups> Units, bool OnlyDefinite);

/// "12.6" of 12060.
std::string versionText(unsigned Toolkit);

} // namespace coopify

#endif // COOPIFY_MODEL_OUTPUT_UNITGROUPS_H
