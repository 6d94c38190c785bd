#include "Driver/Write/OutputsApart.h"

#include "Driver/Units/Units.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace llvm;

namespace coopify {

/// What a run must not replace, and how a message names it.
static StringMap<StringRef> filesToKeep(const ParsedProgram &Units) {
  StringMap<StringRef> Files;
  for (const ParsedPass &P : Units.Passes) {
    Files[realPath(P.Command.File)] = "a source of the program";
    for (const std::string &File : P.Files)
      Files[realPath(File)] = "a source of the program";
  }
  if (!Units.Database.empty())
    Files[realPath(Units.Database)] = "the compile database";
  return Files;
}

Error checkOutputsApart(const OutputOptions &Output, const ScopeOptions &Scope,
                        const ParsedProgram &Units) {
  std::vector<std::string> Written = Output.reportFiles();
  append_range(Written, std::vector{Output.ExtractFile, Output.DepFile, Scope.NewBaseline});
  StringMap<StringRef> Kept = Written.empty() ? StringMap<StringRef>() : filesToKeep(Units);
  for (const std::string &File : Written) {
    if (File.empty() || File == "-")
      continue;
    auto [It, IsNew] = Kept.try_emplace(realPath(File), "the file of another report");
    if (!IsNew)
      return createStringError("cannot write '" + File + "': it is " + It->second +
                               "; name another file");
  }
  return Error::success();
}

} // namespace coopify
