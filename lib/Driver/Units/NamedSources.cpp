#include "Driver/Units/NamedSources.h"

#include "Driver/Units/Includes.h"
#include "Driver/Units/ParsedProgram.h"
#include "Report/Paths.h"
#include "Support/Failure.h"
#include "Support/MeantPath.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace coopify {
namespace {

/// "src/" of "src/*/x.cu": what is to be looked through.
StringRef folderBefore(StringRef Pattern) {
  const StringRef Plain = Pattern.take_until([](char C) { return StringRef("*?[{").contains(C); });
  const size_t Slash = Plain.rfind('/');
  return Slash == StringRef::npos ? StringRef() : Plain.take_front(Slash + 1);
}

/// "a{b,c/d}e" is "abe" and "ac/de": a brace may hold folders, which are looked at one by one.
std::vector<std::string> withoutBraces(StringRef Text) {
  const size_t Open = Text.find('{');
  if (Open == StringRef::npos)
    return {Text.str()};
  std::vector<StringRef> Choices;
  size_t Begin = Open + 1, Depth = 1, At = Begin;
  for (; At < Text.size() && Depth; ++At) {
    Depth += Text[At] == '{';
    Depth -= Text[At] == '}';
    if (Depth == 0 || (Depth == 1 && Text[At] == ',')) {
      Choices.push_back(Text.slice(Begin, At));
      Begin = At + 1;
    }
  }
  std::vector<std::string> Out;
  if (Depth) // none that ends: GlobPattern says so
    return {Text.str()};
  for (StringRef Choice : Choices)
    append_range(Out, withoutBraces((Text.take_front(Open) + Choice + Text.drop_front(At)).str()));
  return Out;
}

/// A pattern as shells and git have it: '*' is of one folder, '**' of any number of them, and of
/// all files in them where it comes last.
class FolderPattern {
public:
  static Expected<FolderPattern> of(StringRef Text) {
    FolderPattern Out;
    SmallVector<StringRef> Words;
    Text.split(Words, '/');
    for (StringRef Word : Words) {
      Out.Texts.push_back(std::make_unique<std::string>(Word));
      Expected<GlobPattern> Made = GlobPattern::create(*Out.Texts.back());
      if (!Made)
        return Made.takeError();
      Out.Parts.push_back({Word == "**", std::move(*Made)});
    }
    return Out;
  }

  bool match(StringRef Path) const {
    SmallVector<StringRef> Words;
    Path.split(Words, '/');
    return match(Parts, Words);
  }

private:
  struct Part {
    bool IsAnyFolders;
    GlobPattern Name;
  };
  static bool match(ArrayRef<Part> Parts, ArrayRef<StringRef> Words) {
    if (Parts.empty() || Words.empty())
      return Parts.empty() && Words.empty();
    if (Parts.front().IsAnyFolders)
      return Parts.size() == 1 || match(Parts.drop_front(), Words) ||
             match(Parts, Words.drop_front());
    return Parts.front().Name.match(Words.front()) && match(Parts.drop_front(), Words.drop_front());
  }

  std::vector<std::unique_ptr<std::string>> Texts; ///< what the names refer to
  std::vector<Part> Parts;
};

/// Paths by a folder or by a pattern, both absolute.
class Matcher {
public:
  static Expected<Matcher> of(StringRef Source) {
    Matcher Out;
    if (sys::fs::is_directory(Source)) {
      Out.Folder = realPath(Source);
      return Out;
    }
    const StringRef Before = folderBefore(Source);
    Out.Folder = realPath(Before.empty() ? "." : Before);
    for (const std::string &One : withoutBraces(Source.drop_front(Before.size()))) {
      Expected<FolderPattern> Made = FolderPattern::of(One);
      if (!Made)
        return failure("'{0}' is no pattern: {1}", Source, toString(Made.takeError()));
      Out.Patterns.push_back(std::move(*Made));
    }
    return Out;
  }

  bool matches(StringRef Path) const {
    // The folder is no pattern, whatever it is called.
    if (!Path.consume_front(Folder) || !Path.consume_front("/"))
      return false;
    return Patterns.empty() ||
           any_of(Patterns, [&](const FolderPattern &P) { return P.match(Path); });
  }

  std::string Folder;

private:
  std::vector<FolderPattern> Patterns; ///< of paths below Folder; none: all of them
};

Error addFiles(const Matcher &Wanted, std::vector<std::string> &Out) {
  if (!sys::fs::is_directory(Wanted.Folder))
    return failure("there is no folder '{0}'; {1}", displayPath(Wanted.Folder, realPath(".")),
                   suggestedPath(displayPath(Wanted.Folder, realPath(".")),
                                 "paths are relative to '" + realPath(".") + "'"));
  std::error_code EC;
  // A link may lead back.
  for (sys::fs::recursive_directory_iterator It(Wanted.Folder, EC, /*follow_symlinks=*/false), End;
       It != End && !EC; It.increment(EC)) {
    if (sys::path::filename(It->path()).starts_with(".")) {
      It.no_push();
      continue;
    }
    if (isForGPU(It->path()) && Wanted.matches(It->path()) && !sys::fs::is_directory(It->path()))
      Out.push_back(It->path());
  }
  if (EC)
    return failure("cannot look through '{0}': {1}", Wanted.Folder, EC.message());
  return Error::success();
}

/// All units that \p Source names.
Error selectSeveral(FoundUnits &Found, StringRef Source) {
  Expected<Matcher> Wanted = Matcher::of(Source);
  if (!Wanted)
    return Wanted.takeError();
  bool Any = false;
  for (UnitCommand &Unit : Found.Commands) {
    SmallString<256> Named(Unit.Named); // build/../other/x.cu is not in build
    sys::path::remove_dots(Named, /*remove_dot_dot=*/true);
    if (Wanted->matches(Unit.File) || Wanted->matches(Named))
      Any = Unit.Selected = true;
  }
  if (Any)
    return Error::success();
  if (!sys::fs::is_directory(Source))
    return failure("'{0}' does not exist, nor does a unit of '{1}' fit it", Source, Found.Database);
  return failure("no unit of '{0}' is in '{1}'{2}", Found.Database, Source,
                 sys::fs::exists(Twine(Source) + "/compile_commands.json")
                     ? "; -p names the folder of a compile_commands.json"
                     : "");
}

} // namespace

bool isForGPU(StringRef Path) {
  return StringSwitch<bool>(sys::path::extension(Path))
      .Cases({".cu", ".hip", ".maca"}, true)
      .Default(false);
}

bool namesSeveral(StringRef Source) {
  return sys::fs::is_directory(Source) ||
         (!sys::fs::exists(Source) && Source.find_first_of("*?[{") != StringRef::npos);
}

Expected<std::vector<std::string>> filesNamed(StringRef Source) {
  Expected<Matcher> Wanted = Matcher::of(Source);
  if (!Wanted)
    return Wanted.takeError();
  std::vector<std::string> Files;
  if (Error E = addFiles(*Wanted, Files))
    return std::move(E);
  llvm::sort(Files);
  if (Files.empty())
    return failure("there is no .cu, .hip or .maca file {0} '{1}'",
                   sys::fs::is_directory(Source) ? "in" : "that fits", Source);
  return Files;
}

Error select(FoundUnits &Found, ArrayRef<std::string> Sources) {
  for (UnitCommand &Unit : Found.Commands)
    Unit.Selected = false;
  for (const std::string &Source : Sources) {
    if (namesSeveral(Source)) {
      if (Error E = selectSeveral(Found, Source))
        return E;
      continue;
    }
    const std::string File = realPath(Source);
    bool Any = false;
    for (UnitCommand &Unit : Found.Commands)
      if (Unit.File == File)
        Any = Unit.Selected = true;
    if (!Any)
      Found.Headers.push_back(File);
  }
  return Error::success();
}

/// By its index in \p Units: one that finds all of its headers, if there is one.
static std::optional<size_t> firstReader(ArrayRef<std::vector<Pass>> Units, StringRef Header,
                                         const ParseOptions &Options, FilesOfPasses &Known) {
  std::optional<size_t> Broken;
  for (auto [I, Passes] : enumerate(Units))
    for (const Pass &P : Passes) {
      if (P.Name == "c++")
        continue;
      preprocess({&P}, Options, Known);
      const FilesRead &Read = Known[{P.Directory, P.Args}];
      if (Read.Files.contains(Header) && Read.All)
        return I;
      if (Read.Files.contains(Header) && !Broken)
        Broken = I;
    }
  return Broken;
}

Error refuseHeaders(const FoundUnits &Found, StringRef Option) {
  if (Found.Headers.empty())
    return Error::success();
  return failure("{0} is about units, and '{1}' is not in '{2}'", Option, Found.Headers.front(),
                 Found.Database);
}

Error selectReaders(FoundUnits &Found, const ParseOptions &Options) {
  if (Found.Headers.empty())
    return Error::success();
  Expected<std::vector<std::vector<Pass>>> Units = passesOfUnits(Found.Commands, Options);
  if (!Units)
    return Units.takeError();
  FilesOfPasses Known;
  for (const std::string &Header : Found.Headers) {
    const std::optional<size_t> Reader = firstReader(*Units, Header, Options, Known);
    if (!Reader)
      return failure("'{0}' is not in '{1}', and no CUDA unit of it includes it; name a file that "
                     "is, or give its flags after --",
                     Header, Found.Database);
    UnitCommand &Unit = Found.Commands[*Reader];
    if (!Unit.Selected || !Unit.OnlyHeaders.empty())
      Unit.OnlyHeaders.push_back(Header);
    Unit.Selected = true;
  }
  return Error::success();
}

} // namespace coopify
