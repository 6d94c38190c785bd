#include "Edit/Includes.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

using namespace coopify;

static bool aliasIsUsable(const FileFacts &File, unsigned FirstUse, GroupsChoice Choice) {
  if (File.Alias.empty() ||
      (Choice == GroupsChoice::AlwaysBundled && File.AliasOf != BundledGroups))
    return false;
  return File.AliasAt.File != File.Path || File.AliasAt.Offset <= FirstUse;
}

/// `cg` is none of the groups that are wanted.
static bool isTaken(const FileFacts &File, GroupsChoice Choice) {
  return File.CgTaken || (Choice == GroupsChoice::AlwaysBundled && !File.CgMeans.empty() &&
                          File.CgMeans != BundledGroups);
}

static llvm::StringRef namespaceOf(const FileFacts &File, unsigned FirstUse, GroupsChoice Choice) {
  if (Choice == GroupsChoice::AlwaysBundled)
    return BundledGroups;
  if (aliasIsUsable(File, FirstUse, Choice))
    return File.AliasOf;
  if (!File.CgMeans.empty())
    return File.CgMeans;
  if (Choice == GroupsChoice::Auto && File.Includes.has(GroupHeader::Bundled) &&
      !File.Includes.has(GroupHeader::Groups))
    return BundledGroups;
  return Choice == GroupsChoice::Bundled ? BundledGroups : CudaGroups;
}

std::string coopify::groupsPrefix(const FileFacts &File, unsigned FirstUse, GroupsChoice Choice) {
  if (aliasIsUsable(File, FirstUse, Choice))
    return File.Alias + "::";
  // Never `using namespace`: its sync, reduce, wait are ambiguous with std's.
  return isTaken(File, Choice) ? namespaceOf(File, FirstUse, Choice).str() + "::" : "cg::";
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

/// The bundled groups bring all that has a header of its own beside CUDA's.
static std::vector<GroupHeader> lacking(const FileFacts &File, bool Bundled, HeaderSet Needs) {
  std::vector<GroupHeader> Out;
  auto Want = [&](GroupHeader Needed, GroupHeader Header) {
    if (Needs.has(Needed) && !File.Includes.has(Header))
      Out.push_back(Header);
  };
  Want(GroupHeader::Groups, Bundled ? GroupHeader::Bundled : GroupHeader::Groups);
  const bool Comes = Bundled && !Out.empty();
  if (!Bundled) {
    Want(GroupHeader::Reduce, GroupHeader::Reduce);
    Want(GroupHeader::Scan, GroupHeader::Scan);
  }
  if (!Comes)
    Want(GroupHeader::MaskedWarp, GroupHeader::MaskedWarp);
  Want(GroupHeader::Launch, GroupHeader::Launch);
  return Out;
}

/// At the file's point for includes.
static Edit inserted(const FileFacts &File, std::string Text, bool BlankBehind) {
  const TextRange At = File.IncludePoint.valid() ? File.IncludePoint : TextRange{File.Path, 0, 0};
  const bool Alone = File.NeedsBlankBefore || !File.IncludePoint.valid();
  if (Alone && At.Begin != 0 && !File.BlankBefore && Text.front() != '\n')
    Text = "\n" + Text;
  if ((Alone || BlankBehind) && !File.BlankAfter)
    Text += "\n";
  return Edit{At, File.CRLF ? withCRLF(Text) : Text};
}

static std::string includesOf(const FileFacts &File, bool Bundled, HeaderSet Needs) {
  std::string Text;
  for (GroupHeader H : lacking(File, Bundled, Needs))
    Text += ("#include <" + pathOf(H) + ">\n").str();
  return Text;
}

std::optional<Edit> coopify::includeAlone(const FileFacts &File, GroupsChoice Choice,
                                          HeaderSet Needs) {
  std::string Text = includesOf(File, namespaceOf(File, 0, Choice) == BundledGroups, Needs);
  return Text.empty() ? std::nullopt : std::optional(inserted(File, std::move(Text), false));
}

std::optional<Edit> coopify::includeEdit(const FileFacts &File, unsigned FirstUse, bool HostShared,
                                         GroupsChoice Choice, HeaderSet Needs) {
  const llvm::StringRef Groups = namespaceOf(File, FirstUse, Choice);
  const bool Bundled = Groups == BundledGroups;
  const bool NeedsAlias = Needs.has(GroupHeader::Groups) &&
                          !aliasIsUsable(File, FirstUse, Choice) && !isTaken(File, Choice);
  std::string Text = includesOf(File, Bundled, Needs);
  if (Text.empty() && !NeedsAlias)
    return std::nullopt;
  if (NeedsAlias)
    Text += (Text.empty() && HostShared ? "" : "\n") + ("namespace cg = " + Groups.str() + ";\n");
  // To a host compiler the header is empty and the alias would not compile.
  if (HostShared)
    Text = (!Bundled ? "#ifdef __CUDACC__\n"
            : Choice == GroupsChoice::AlwaysBundled
                ? "#if defined(__CUDACC__) || defined(__HIP__) || defined(__MACA__)\n"
                : "#if defined(__CUDACC__) || defined(__HIP__)\n") +
           Text + "#endif\n";
  return inserted(File, std::move(Text), NeedsAlias);
}
