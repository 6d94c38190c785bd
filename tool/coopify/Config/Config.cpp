#include "Config.h"

#include "Archs.h"
#include "Checks.h"
#include "CompletedValue.h"
#include "ConfigText.h"
#include "Settings.h"

#include "Driver/Units/Units.h"
#include "Model/Reasons/Assumptions.h"
#include "Support/Nearest.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace coopify {
namespace {

constexpr StringLiteral ConfigName = ".coopify.yaml";

std::string nearestConfig() {
  const std::string Here = realPath(".");
  for (StringRef Folder = Here; !Folder.empty(); Folder = sys::path::parent_path(Folder)) {
    SmallString<256> Path(Folder);
    sys::path::append(Path, ConfigName);
    if (sys::fs::exists(Path))
      return Path.str().str();
  }
  return {};
}

/// So that what stands for itself is no glob.
std::string literalGlob(StringRef Text) {
  std::string Out;
  for (char C : Text)
    Out += StringRef("*?[]{}\\^!").contains(C) ? std::string({'\\', C}) : std::string(1, C);
  return Out;
}

/// Puts what a file says into the flags.
class Taker {
public:
  Taker(Flags &F, Config &Out)
      : F(F), Out(Out), Folder(sys::path::parent_path(Out.Path).str()), Known(settings(F)) {}

  Error take(const ConfigEntry &Entry) {
    const auto S = find_if(Known, [&](const Setting &S) { return S.name() == Entry.Key.Text; });
    if (S == Known.end())
      return errorAt(Entry.Key.Place, noSuchKey(Entry.Key.Text));
    if (S->Is != Setting::List && Entry.IsList)
      return errorAt(Entry.Key.Place, "'" + S->name() + "' is one value, not a list");
    if (!Entry.Objects.empty() && !S->isOf(F.Assume))
      return errorAt(Entry.Objects.front().Place, "'" + S->name() + "' is a list of words");
    std::vector<std::string> Values;
    for (const ConfigWord &Word : Entry.Words)
      if (Error E = takeWord(*S, Word, Values))
        return E;
    std::vector<ScopedGrant> Grants;
    for (const ConfigObject &Object : Entry.Objects)
      if (Error E = takeGrant(Object, Grants))
        return E;
    set(*S, Values);
    if (S->isOf(F.Assume) && !WasSaid)
      Out.Grants = std::move(Grants);
    return Error::success();
  }

private:
  std::string noSuchKey(StringRef Key) const {
    if (std::string Why = whyNoSetting(Key); !Why.empty())
      return ("'" + Key + "' has no place in a file: " + Why).str();
    std::vector<std::string> Names;
    for (const Setting &S : Known)
      Names.push_back(S.name());
    const std::string Meant = didYouMean(Key, Names);
    return ("there is no option '" + Key + "'" +
            (Meant.empty() ? "; these have a place here: " + join(Names, ", ") : Meant))
        .str();
  }

  /// The command line wins; but its globs are added to those of the file.
  void set(const Setting &S, ArrayRef<std::string> Values) {
    WasSaid = S.Option->getNumOccurrences() != 0;
    if (S.isOf(F.Checks)) {
      const std::string Said = WasSaid ? "," + F.Checks.getValue() : "";
      F.Checks.setValue(join(Values, ",") + Said);
      Out.Taken.emplace_back("checks", F.Checks.getValue());
      return;
    }
    for (const std::string &Value : Values)
      if (!WasSaid) {
        S.Option->addOccurrence(0, S.Option->ArgStr, Value);
        Out.Taken.emplace_back(S.name(), Value);
      }
  }

  Error takeWord(const Setting &S, const ConfigWord &Word, std::vector<std::string> &Values) const {
    SmallVector<StringRef> Parts = {Word.Text};
    const bool Commas = S.isOf(F.Checks) || S.Option->getMiscFlags() & cl::CommaSeparated;
    if (Commas) {
      Parts.clear();
      StringRef(Word.Text).split(Parts, ',');
    }
    for (StringRef Part : Parts) {
      if (Commas)
        Part = Part.trim();
      if (std::string Why = wrong(S, Part); !Why.empty())
        return errorAt(Word.Place, Why);
      Values.push_back(S.Is == Setting::Path ? pathOf(Part) : Part.str());
    }
    return Error::success();
  }

  /// Relative to the file, not to where the run is.
  std::string pathOf(StringRef Text) const {
    return Text == "none" || Text == "embedded" ? Text.str() : realPath(Text, Folder);
  }

  static std::string wrongChoice(const Setting &S, StringRef Text) {
    const std::vector<std::string> Words = completedValue(*S.Option).Words;
    if (is_contained(Words, Text))
      return "";
    return ("'" + S.name() + "' is one of " + join(Words, ", ") + ", not '" + Text + "'" +
            didYouMean(Text, Words))
        .str();
  }

  std::string wrong(const Setting &S, StringRef Text) const {
    double Number = 0;
    const std::string Name = S.name();
    if (Text.empty())
      return "'" + Name + "' has no value";
    if (S.isOf(F.Checks))
      return toString(checkGlob(Text));
    if (S.isOf(F.Archs))
      return toString(checkArchs({Text.str()}, "", 0));
    if (S.isOf(F.MinArch))
      return toString(checkArchs({}, Text, 0));
    if (S.isOf(F.Toolkit))
      return toString(toolkitVersion(Text).takeError());
    if (S.isOf(F.Assume))
      return wrongAssumption(Text);
    switch (S.Is) {
    case Setting::Flag:
      return Text == "true" || Text == "false"
                 ? ""
                 : ("'" + Name + "' is true or false, not '" + Text + "'").str();
    case Setting::Number: {
      unsigned Whole = 0;
      const bool IsOne = S.isOf(F.TimeLimit) ? !Text.getAsDouble(Number) && Number >= 0
                                             : !Text.getAsInteger(10, Whole);
      if (!IsOne)
        return ("'" + Name + "' is a number, not '" + Text + "'").str();
      return S.isOf(F.WarpSize) ? toString(checkArchs({}, "", Whole)) : "";
    }
    case Setting::Choice:
      return wrongChoice(S, Text);
    case Setting::Path:
    case Setting::List:
      return "";
    }
    llvm_unreachable("each shape has its values");
  }

  static std::string wrongAssumption(StringRef Id) {
    if (findAssumption(Id))
      return "";
    const std::string Meant = didYouMean(Id, assumptionNames());
    return ("there is no assumption '" + Id + "'" +
            (Meant.empty() ? "; these are there: " + assumptionIds() : Meant))
        .str();
  }

  Error takeGrant(const ConfigObject &Object, std::vector<ScopedGrant> &Grants) const {
    ScopedGrant Grant;
    Grant.Place = Object.Place;
    const std::pair<const char *, std::string *> Fields[] = {{"grant", &Grant.Id},
                                                             {"function", &Grant.Function},
                                                             {"file", &Grant.File},
                                                             {"because", &Grant.Because}};
    for (const auto &[Key, Value] : Object.Fields) {
      const auto *Field = find_if(Fields, [&](const auto &P) { return Key.Text == P.first; });
      if (Field == std::end(Fields))
        return errorAt(Key.Place,
                       "a grant has 'grant', 'function', 'file' and 'because', but no '" +
                           Key.Text + "'" +
                           didYouMean(Key.Text, {"grant", "function", "file", "because"}));
      if (Value.Text.empty())
        return errorAt(Value.Place, "'" + Key.Text + "' has no value");
      if (Expected<GlobPattern> Glob = GlobPattern::create(Value.Text);
          !Glob && Key.Text != "because")
        return errorAt(Value.Place, toString(Glob.takeError()));
      else if (!Glob)
        consumeError(Glob.takeError());
      if (std::string Why = Key.Text == "grant" ? wrongAssumption(Value.Text) : ""; !Why.empty())
        return errorAt(Value.Place, Why);
      *Field->second = Value.Text;
    }
    if (Grant.Id.empty())
      return errorAt(Object.Place, "'grant' is missing: the assumption that is granted");
    if (Grant.Because.empty())
      return errorAt(Object.Place, "'because' is missing: why it holds, for who reads the report");
    if (!Grant.File.empty() && !sys::path::is_absolute(Grant.File))
      Grant.File = literalGlob(Folder) + "/" + Grant.File;
    Grants.push_back(std::move(Grant));
    return Error::success();
  }

  Flags &F;
  Config &Out;
  const std::string Folder;
  const std::vector<Setting> Known;
  bool WasSaid = false; ///< on the command line: what was set last
};

} // namespace

Expected<Config> takeConfig(Flags &F) {
  Config Out;
  if (F.Config == "none")
    return Out;
  const bool Named = F.Config.getNumOccurrences() != 0;
  const std::string Path = Named ? F.Config.getValue() : nearestConfig();
  if (Path.empty() && !Named)
    return Out;
  auto Buffer = MemoryBuffer::getFile(Path);
  if (!Buffer)
    return createStringError((Named ? "--config: " : "") + ("cannot read '" + Path + "': ") +
                             Buffer.getError().message() +
                             (Named ? "; name a file, or none" : "; --config=none reads none"));
  Out.Path = realPath(Path);
  Expected<std::vector<ConfigEntry>> Entries = readConfigText((*Buffer)->getBuffer(), Path);
  if (!Entries)
    return Entries.takeError();
  Taker Take(F, Out);
  for (const ConfigEntry &Entry : *Entries)
    if (Error E = Take.take(Entry))
      return std::move(E);
  return Out;
}

} // namespace coopify
