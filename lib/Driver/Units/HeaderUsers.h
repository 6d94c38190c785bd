//===- HeaderUsers.h - who else uses the program's headers ---------*- C++ -*-===//
//
// Before a signature in a header changes: a host compiler may read it, and
// files that are in no compile database may call it.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_DRIVER_UNITS_HEADERUSERS_H
#define COOPIFY_DRIVER_UNITS_HEADERUSERS_H

#include "Driver/Units/ParsedProgram.h"
#include "Extract/Files/MacroWords.h"

#include "llvm/ADT/StringMap.h"

namespace coopify {

/// Says of each pass that could not be parsed which files it reads all the same, where that can be
/// known.
void addFilesOfFailed(ParsedProgram &Units, const ParseOptions &Options);

/// Describes the host-only units that read headers with device functions, and the
/// source files beside those of the program that no unit reads, in
/// \p Units.HeaderUsers. Sources for the host among those join \p Units.Others, with the flags that
/// they may have, if they include a file of the program. Sources for a GPU beside the units join
/// \p Units.NotRead.
/// \p Declared: the user says that nothing else includes them. Then no rewrite is refused for such
/// a source, but what is written is still checked with it.
void addHeaderUsers(ParsedProgram &Units, const ParseOptions &Options, bool Declared);

/// The text of headers that the preprocessor of the host-only unit \p P keeps.
std::vector<TextRange> hostText(const Pass &P, KeptPasses *Kept);

/// What is known of the files around one.
struct NamesAround {
  std::set<std::string> Declared; ///< functions that some file declares and does not define
  bool LooksUp = false;           ///< one of those looks kernels up by name
  bool BehindHeader = false;      ///< it is included where a header of the program may be, too
};

/// A string literal that may be device code, as the program has it, and where it begins.
using CodeString = std::pair<std::string, Location>;

/// What a file that nobody parses may mean.
struct FileNames {
  std::vector<NameUse> Uses;    ///< one place each, the first; sorted
  std::vector<NameUse> Strings; ///< that may be a kernel's name
  bool IncludesHeader = false;
  std::vector<std::string> Included;  ///< as written, without the quotes; "": by a macro
  std::vector<std::string> OfProgram; ///< Headers that it includes; all, where a macro names it
  MacroWords Macros;                  ///< "##" among the words: any name at all
  NamesAround Host;                   ///< what it declares, whether it looks up
  std::vector<CodeString> Code;
  std::optional<Location> Compiles; ///< device code, when it runs
};

/// What stands in a file, whatever is around it.
struct FileScan {
  struct Include {
    std::string Named; ///< without the dots that it begins with
    bool Written;      ///< false: by a macro
    NameUse At;
  };
  std::string File;
  std::vector<NameUse> Names; ///< one place each, the first; sorted
  std::map<std::string, NameUse, std::less<>> Prototypes, Strings;
  std::vector<Include> Includes;
  bool Launches = false;
  FileNames Plain; ///< what depends on nothing else
};

FileScan scanNames(llvm::StringRef Text, const std::string &File);

/// Absolute paths, found by what an #include may say.
class HeaderPaths {
public:
  HeaderPaths() = default;
  HeaderPaths(llvm::ArrayRef<std::string> Paths);
  void add(const std::string &Path);
  /// Those that \p I may mean, in their order: by the end of the path. One that a macro names may
  /// be any.
  std::vector<std::string> meant(const FileScan::Include &I) const;

private:
  std::vector<std::string> All;
  llvm::StringMap<std::vector<size_t>> ByName; ///< without folders
};

/// The identifiers of a file that somebody else may have declared: all, if it includes one of
/// \p Headers (absolute paths), is included behind one, or starts kernels, and its own prototypes
/// of device functions. Of \p Host, what all files of the host declare, those that it names; where
/// they look kernels up, also strings that may be a kernel's name.
FileNames namesIn(const FileScan &Scan, const HeaderPaths &Headers, const NamesAround &Host = {});

} // namespace coopify

#endif // COOPIFY_DRIVER_UNITS_HEADERUSERS_H
