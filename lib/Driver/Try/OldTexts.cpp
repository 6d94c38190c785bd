#include "Driver/Try/OldTexts.h"

#include "Driver/Write/Git.h"
#include "Support/Failure.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"

#include <map>

using namespace llvm;

namespace coopify {
namespace {

/// One line of git's; empty where it has none.
std::string lineOf(StringRef Folder, ArrayRef<StringRef> Words) {
  Expected<std::string> Said = askGit(Folder, Words);
  if (Said)
    return StringRef(*Said).rtrim('\n').str();
  consumeError(Said.takeError());
  return "";
}

std::string topOf(StringRef Folder) { return lineOf(Folder, {"rev-parse", "--show-toplevel"}); }

std::string below(StringRef Top, StringRef Name) {
  SmallString<256> Path(Top);
  sys::path::append(Path, Name);
  return Path.str().str();
}

std::string objectOf(StringRef Top, StringRef Name) {
  return lineOf(Top, {"rev-parse", "--verify", "--quiet", "--end-of-options", Name});
}

/// ":100644 100644 <sha> <sha> R087" of git diff --raw, and the names behind it.
struct Changed {
  StringRef OldMode, OldObject, OldName, NewName;
  bool wasText() const { return OldMode.starts_with("100"); } // no link, no submodule, not new
};

std::vector<Changed> changedIn(StringRef Raw) {
  std::vector<Changed> Out;
  const auto Take = [&] {
    auto [Head, Rest] = Raw.split('\0');
    Raw = Rest;
    return Head;
  };
  while (!Raw.empty()) {
    SmallVector<StringRef> Words;
    Take().drop_front(1).split(Words, ' ');
    if (Words.size() != 5)
      break;
    Changed C{Words[0], Words[2], Take(), {}};
    C.NewName = Words[4].starts_with("R") || Words[4].starts_with("C") ? Take() : C.OldName;
    Out.push_back(C);
  }
  return Out;
}

class Reader {
public:
  Reader(StringRef Rev, StringRef Folder) : Rev(Rev), Main(topOf(Folder)) {}

  Expected<OldTexts> read(ArrayRef<std::string> Files) {
    std::map<std::string, std::vector<std::string>> ByTop;
    std::map<StringRef, std::string> Known; // by folder
    for (const std::string &File : Files) {
      auto [It, IsNew] = Known.try_emplace(sys::path::parent_path(File));
      if (IsNew)
        It->second = topOf(It->first);
      ByTop[It->second].push_back(File);
    }
    for (const auto &[Top, OfTop] : ByTop)
      if (Error E = readOne(Top, OfTop))
        return std::move(E);
    if (!AnyCommit)
      return failure("--try-against: git knows none of the program's files");
    llvm::sort(Out.NotThere);
    return std::move(Out);
  }

private:
  /// Empty: there is none.
  std::string commitOf(const std::string &Top) {
    const std::string Super =
        Top == Main ? "" : lineOf(Top, {"rev-parse", "--show-superproject-working-tree"});
    if (Super.empty()) {
      Out.Tops.insert(Top);
      return objectOf(Top, (Rev + "^{commit}").str());
    }
    const std::string Commit = commitOf(Super);
    return Commit.empty() ? "" : objectOf(Super, Commit + ":" + Top.substr(Super.size() + 1));
  }

  Error readOne(const std::string &Top, ArrayRef<std::string> Files) {
    const std::string Commit = Top.empty() ? "" : commitOf(Top);
    if (Commit.empty() && Top == Main && !Top.empty())
      return failure("--try-against: '{0}' is no commit of the git repository '{1}'", Rev, Top);
    if (Commit.empty()) {
      append_range(Out.NotThere, Files);
      return Error::success();
    }
    AnyCommit = true;
    Expected<std::string> Names = askGit(Top, {"ls-tree", "-r", "-z", "--name-only", Commit});
    if (!Names)
      return failure("--try-against={0}: {1}", Rev, toString(Names.takeError()));
    StringSet<> Known;
    for (StringRef Name : split(*Names, '\0'))
      Known.insert(below(Top, Name));
    if (Error E = readChanged(Top, Commit))
      return E;
    copy_if(Files, std::back_inserter(Out.NotThere), [&](const std::string &File) {
      return !Known.contains(File) && !Out.Texts.count(File);
    });
    return Error::success();
  }

  /// Of a file with another name now under both: who included it may have been changed with it.
  Error readChanged(StringRef Top, StringRef Commit) {
    Expected<std::string> Raw =
        askGit(Top, {"diff", "--raw", "-z", "--no-abbrev", "--no-ext-diff", "--find-renames",
                     "--no-relative", "--ignore-submodules=all", Commit, "--"});
    if (!Raw)
      return failure("--try-against={0}: {1}", Rev, toString(Raw.takeError()));
    for (const Changed &C : changedIn(*Raw)) {
      if (!C.wasText())
        continue;
      Expected<std::string> Text = askGit(Top, {"cat-file", "blob", C.OldObject});
      if (!Text)
        return failure("--try-against={0}: {1}", Rev, toString(Text.takeError()));
      Out.Texts[below(Top, C.OldName)] = *Text;
      Out.Texts[below(Top, C.NewName)] = *Text;
    }
    return Error::success();
  }

  StringRef Rev;
  std::string Main;
  OldTexts Out;
  bool AnyCommit = false;
};

} // namespace

Expected<OldTexts> oldTexts(StringRef Rev, StringRef Folder, ArrayRef<std::string> Files) {
  return Reader(Rev, Folder).read(Files);
}

} // namespace coopify
