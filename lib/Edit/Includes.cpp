#include "Edit/Includes.h"

#include "llvm/ADT/StringRef.h"

using namespace coopify;

static bool aliasIsUsable(const FileFacts &File, unsigned FirstUse) {
  if (File.Alias.empty())
    return false;
  return File.AliasAt.File != File.Path || File.AliasAt.Offset <= FirstUse;
}

std::string coopify::groupsPrefix(const FileFacts &File, unsigned FirstUse) {
  if (aliasIsUsable(File, FirstUse))
    return File.Alias + "::";
  // Never `using namespace`: its sync, reduce, wait are ambiguous with std's.
  return File.CgTaken ? "cooperative_groups::" : "cg::";
}

static std::string withCRLF(llvm::StringRef Text) {
  std::string Out;
  for (char C : Text) {
    if (C == '\n')
      Out += '\r';
    Out += C;
  }
  return Out;
}

std::optional<Edit> coopify::includeEdit(const FileFacts &File, unsigned FirstUse,
                                         bool HostShared) {
  bool NeedsAlias = !aliasIsUsable(File, FirstUse) && !File.CgTaken;
  if (File.IncludesCG && !NeedsAlias)
    return std::nullopt;
  std::string Text;
  if (!File.IncludesCG)
    Text += "#include <cooperative_groups.h>\n";
  if (NeedsAlias)
    Text += Text.empty() && HostShared ? "namespace cg = cooperative_groups;\n"
                                       : "\nnamespace cg = cooperative_groups;\n";
  // Without __CUDACC__ the header is empty and the alias would not compile.
  if (HostShared)
    Text = "#ifdef __CUDACC__\n" + Text + "#endif\n";
  TextRange At = File.IncludePoint.valid() ? File.IncludePoint : TextRange{File.Path, 0, 0};
  bool Alone = File.NeedsBlankBefore || !File.IncludePoint.valid();
  if (Alone && At.Begin != 0 && !File.BlankBefore && Text.front() != '\n')
    Text = "\n" + Text;
  if ((Alone || NeedsAlias) && !File.BlankAfter)
    Text += "\n";
  return Edit{At, File.CRLF ? withCRLF(Text) : Text};
}
