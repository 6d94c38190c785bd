#include "Driver/Scope/ChangedLines.h"

#include "Driver/Units/Units.h"
#include "Driver/Write/Git.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

#include <cstdlib>
#include <set>

using namespace llvm;

namespace coopify {
namespace {

/// A name as git quotes it: "a\tb\303\244.cu". Others end at a tab, which it adds to names with
/// spaces.
std::string unquoted(StringRef Name) {
  if (!Name.consume_front("\""))
    return Name.take_until([](char C) { return C == '\t'; }).str();
  std::string Out;
  while (!Name.empty() && Name[0] != '"') {
    if (!Name.consume_front("\\")) {
      Out += Name[0];
      Name = Name.drop_front();
      continue;
    }
    unsigned Octal = 0;
    static constexpr StringLiteral Letters = "abtnvfr", Means = "\a\b\t\n\v\f\r";
    if (Name.size() >= 3 && !Name.take_front(3).getAsInteger(8, Octal)) {
      Out += char(Octal);
      Name = Name.drop_front(3);
    } else if (!Name.empty()) {
      const size_t Letter = Letters.find(Name[0]);
      Out += Letter == StringRef::npos ? Name[0] : Means[Letter];
      Name = Name.drop_front();
    }
  }
  return Out;
}

/// "@@ -1,2 +3,4 @@ f()": lines 3 to 6. nullopt: only lines that are gone.
std::optional<LineRange> addedIn(StringRef Hunk) {
  StringRef New = Hunk.split('+').second.take_until([](char C) { return C == ' '; });
  auto [Begin, Length] = New.split(',');
  unsigned First = 0, Count = 1;
  if (Begin.getAsInteger(10, First) || (!Length.empty() && Length.getAsInteger(10, Count)) ||
      Count == 0)
    return std::nullopt;
  return LineRange{First, First + Count - 1};
}

/// How many lines of the old and the new text follow, which may look like anything.
unsigned bodyOf(StringRef Hunk) {
  unsigned Sum = 0;
  for (StringRef Mark : {" -", " +"}) {
    StringRef Side = Hunk.split(Mark).second.take_until([](char C) { return C == ' '; });
    StringRef Length = Side.split(',').second;
    unsigned Count = 1;
    if (!Length.empty() && Length.getAsInteger(10, Count))
      Count = 0;
    Sum += Count;
  }
  return Sum;
}

Expected<std::string> repositoryOf(ArrayRef<std::string> Sources) {
  std::set<std::string> Tops;
  for (const std::string &Source : Sources) {
    Expected<std::string> Top =
        askGit(sys::path::parent_path(Source), {"rev-parse", "--show-toplevel"});
    if (!Top)
      return createStringError("--since: git knows nothing of '" + Source +
                               "': " + toString(Top.takeError()));
    Tops.insert(StringRef(*Top).rtrim('\n').str());
  }
  if (Tops.empty())
    return createStringError("--since: no source was read");
  if (Tops.size() > 1)
    return createStringError(formatv("--since: the sources are in several git repositories, '{0}' "
                                     "and '{1}', which have no revision in common; run coopify for "
                                     "each",
                                     *Tops.begin(), *std::next(Tops.begin()))
                                 .str());
  return *Tops.begin();
}

/// The user's own settings do not change how it looks.
Expected<std::string> diffSince(StringRef Commit, StringRef Top) {
  return askGit(Top, {"-c", "core.quotePath=true", "diff", "-U0", "--inter-hunk-context=0",
                      "--no-ext-diff", "--no-textconv", "--no-color", "--text", "--find-renames",
                      "--no-relative", "--ignore-submodules=all", "--src-prefix=a/",
                      "--dst-prefix=b/", Commit, "--"});
}

/// Before the first commit, HEAD is the empty tree: a hook runs there, too.
Expected<std::string> commitOf(StringRef Rev, StringRef Top) {
  Expected<std::string> Commit = askGit(
      Top, {"rev-parse", "--verify", "--quiet", "--end-of-options", (Rev + "^{commit}").str()});
  if (Commit)
    return Commit;
  consumeError(Commit.takeError()); // it says no more than this
  Expected<std::string> Any = askGit(Top, {"rev-list", "--all", "--max-count=1"});
  if (Any && Any->empty() && Rev == "HEAD")
    return askGit(Top, {"hash-object", "-t", "tree", "/dev/null"});
  consumeError(Any.takeError());
  return createStringError("--since: '" + Rev + "' is no commit of the git repository '" + Top +
                           "'");
}

std::string below(StringRef Top, StringRef Name) {
  SmallString<256> Path(Top);
  sys::path::append(Path, Name);
  return Path.str().str();
}

} // namespace

std::map<std::string, std::vector<LineRange>> addedLines(StringRef Diff) {
  std::map<std::string, std::vector<LineRange>> Out;
  std::string File;
  unsigned Body = 0;
  while (!Diff.empty()) {
    StringRef Line;
    std::tie(Line, Diff) = Diff.split('\n');
    if (Body != 0 && !Line.starts_with("\\")) {
      --Body;
      continue;
    }
    if (Line.consume_front("+++ ")) {
      const std::string Name = unquoted(Line);
      File = StringRef(Name).starts_with("b/") ? Name.substr(2) : "";
    } else if (Line.starts_with("@@ ")) {
      Body = bodyOf(Line);
      if (std::optional<LineRange> Added = addedIn(Line); Added && !File.empty())
        Out[File].push_back(*Added);
    }
  }
  return Out;
}

Expected<ChangedLines> ChangedLines::since(StringRef Rev, ArrayRef<std::string> Sources) {
  ::unsetenv("GIT_DIFF_OPTS"); // it counts more than -U0
  Expected<std::string> Top = repositoryOf(Sources);
  if (!Top)
    return Top.takeError();
  Expected<std::string> Commit = commitOf(Rev, *Top);
  if (!Commit)
    return Commit.takeError();
  Expected<std::string> Diff = diffSince(StringRef(*Commit).rtrim('\n'), *Top);
  if (!Diff)
    return createStringError("--since: " + toString(Diff.takeError()));
  Expected<std::string> Untracked =
      askGit(*Top, {"ls-files", "-z", "--others", "--exclude-standard"});
  if (!Untracked)
    return createStringError("--since: " + toString(Untracked.takeError()));
  ChangedLines Out;
  for (auto &[Name, Lines] : addedLines(*Diff))
    Out.Files[below(*Top, Name)] = std::move(Lines);
  for (StringRef Name : split(*Untracked, '\0'))
    if (!Name.empty())
      Out.Files[below(*Top, Name)] = {LineRange{1, UINT32_MAX}};
  return Out;
}

bool ChangedLines::holds(StringRef Path, ArrayRef<LineRange> Lines) const {
  auto It = Files.find(realPath(Path));
  return It != Files.end() && any_of(It->second, [&](const LineRange &Changed) {
           return any_of(Lines, [&](const LineRange &R) { return R.meets(Changed); });
         });
}

} // namespace coopify
