//===- UnparsedFiles.h - the texts of files that nobody parses ------*- C++ -*-===//
#ifndef COOPIFY_DRIVER_UNITS_UNPARSEDFILES_H
#define COOPIFY_DRIVER_UNITS_UNPARSEDFILES_H

#include "Driver/Units/HeaderUsers.h"

#include <map>
#include <set>

namespace coopify {

using Paths = std::set<std::string>;
using NamesByFile = std::map<std::string, FileNames>;

/// Files as the disk has them, each read once.
class ScannedFiles {
public:
  /// Of nothing, if it is no text to read.
  const FileScan &of(const std::string &File);
  FileNames names(const std::string &File, const HeaderPaths &Headers, const NamesAround &Around) {
    const FileScan &Scan = of(File);
    return Scan.File.empty() ? FileNames() : namesIn(Scan, Headers, Around);
  }

private:
  std::map<std::string, FileScan> Known;
};

/// The names in \p Files, and in what they include, whatever that is called, as far as each may
/// mean those of \p Program.
NamesByFile namesOf(const Paths &Files, const Paths &Program, const NamesAround &Host,
                    ScannedFiles &Scanned);

/// What the files of the program include and define.
NamesByFile textsOf(const Paths &Program, ScannedFiles &Scanned);

/// A word that is a macro stands for what that holds.
void addMacroWords(FileNames &Names, const MacroWords &Macros);

/// The program's headers that \p File compiles, through others, too.
std::vector<std::string> compiledBy(const std::string &File, const NamesByFile &Unread,
                                    const NamesByFile &Texts);

/// What files of the host declare and look up: one may pass it on to another that launches it.
NamesAround hostNames(const Paths &Files, const NamesByFile &Texts, ScannedFiles &Scanned);

} // namespace coopify

#endif // COOPIFY_DRIVER_UNITS_UNPARSEDFILES_H
