#include "ConfigText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLParser.h"

#include <optional>

using namespace llvm;

namespace coopify {

Error errorAt(StringRef Place, const Twine &Why) { return createStringError(Place + ": " + Why); }

namespace {

class Reader {
public:
  Reader(StringRef Text, StringRef Path) : Path(Path), Stream(Text, withHandler(), false) {}

  Expected<std::vector<ConfigEntry>> read() {
    std::vector<ConfigEntry> Out;
    yaml::document_iterator Document = Stream.begin();
    if (Document != Stream.end() && Document->getRoot())
      readRoot(*Document->getRoot(), Out);
    if (!Failed && !Stream.failed() && Document != Stream.end() && ++Document != Stream.end() &&
        !isa_and_nonnull<yaml::NullNode>(Document->getRoot()))
      fail(Document->getRoot(), "a second document; there is one");
    if (Failed)
      return std::move(*Failed);
    if (Stream.failed())
      return errorAt(Path, "this is no YAML");
    return Out;
  }

  ~Reader() {
    if (Failed)
      consumeError(std::move(*Failed));
  }

private:
  SourceMgr &withHandler() {
    Sources.setDiagHandler(
        [](const SMDiagnostic &D, void *This) {
          auto &R = *static_cast<Reader *>(This);
          R.failAt(R.placeOf(unsigned(D.getLineNo()), unsigned(D.getColumnNo() + 1)),
                   D.getMessage());
        },
        this);
    return Sources;
  }

  std::string placeOf(unsigned Line, unsigned Column) const {
    return Path + ":" + std::to_string(Line) + ":" + std::to_string(Column);
  }
  std::string placeOf(const yaml::Node *N) const {
    if (!N || !N->getSourceRange().isValid())
      return Path;
    const auto [Line, Column] = Sources.getLineAndColumn(N->getSourceRange().Start);
    return placeOf(Line, Column);
  }

  /// The first one counts: the others follow from it.
  void failAt(const std::string &Place, const Twine &Why) {
    if (!Failed)
      Failed.emplace(errorAt(Place, Why));
  }
  void fail(const yaml::Node *N, const Twine &Why) { failAt(placeOf(N), Why); }

  void readRoot(yaml::Node &Root, std::vector<ConfigEntry> &Out) {
    if (isa<yaml::NullNode>(Root)) // comments alone
      return;
    auto *Map = dyn_cast<yaml::MappingNode>(&Root);
    if (!Map)
      return fail(&Root, "'<option>: <value>' is expected here");
    for (yaml::KeyValueNode &Pair : *Map) {
      ConfigEntry Entry;
      readWord(Pair.getKey(), Entry.Key, "a key");
      if (!Failed)
        readValue(Pair.getValue(), Entry);
      if (Failed)
        return;
      checkNew(Entry.Key, map_range(Out, [](const ConfigEntry &E) { return E.Key.Text; }));
      Out.push_back(std::move(Entry));
    }
  }

  void readValue(yaml::Node *Value, ConfigEntry &Entry) {
    if (isa_and_nonnull<yaml::NullNode>(Value))
      return failAt(Entry.Key.Place, "'" + Entry.Key.Text + "' has no value");
    auto *List = dyn_cast_or_null<yaml::SequenceNode>(Value);
    if (!List)
      return readWord(Value, Entry.Words.emplace_back(), "a value or a list of values");
    Entry.IsList = true;
    for (yaml::Node &Item : *List) {
      if (auto *Map = dyn_cast<yaml::MappingNode>(&Item))
        readObject(*Map, Entry.Objects.emplace_back());
      else
        readWord(&Item, Entry.Words.emplace_back(), "a value");
      if (Failed)
        return;
    }
  }

  void readObject(yaml::MappingNode &Map, ConfigObject &Out) {
    Out.Place = placeOf(&Map);
    for (yaml::KeyValueNode &Pair : Map) {
      ConfigWord Key, Value;
      readWord(Pair.getKey(), Key, "a key");
      if (!Failed)
        readWord(Pair.getValue(), Value, "a value");
      if (Failed)
        return;
      checkNew(Key, map_range(Out.Fields, [](const auto &Field) { return Field.first.Text; }));
      Out.Fields.emplace_back(std::move(Key), std::move(Value));
    }
  }

  void readWord(yaml::Node *N, ConfigWord &Out, const char *Expected) {
    Out.Place = placeOf(N);
    SmallString<64> Storage;
    if (auto *Scalar = dyn_cast_or_null<yaml::ScalarNode>(N))
      Out.Text = Scalar->getValue(Storage).str();
    else if (auto *Block = dyn_cast_or_null<yaml::BlockScalarNode>(N))
      Out.Text = Block->getValue().rtrim().str();
    else
      fail(N, Twine(Expected) + " is expected here");
  }

  template <typename Range> void checkNew(const ConfigWord &Key, const Range &Known) {
    if (is_contained(Known, Key.Text))
      failAt(Key.Place, "'" + Key.Text + "' was given before");
  }

  const std::string Path;
  std::optional<Error> Failed;
  SourceMgr Sources;
  yaml::Stream Stream;
};

} // namespace

Expected<std::vector<ConfigEntry>> readConfigText(StringRef Text, StringRef Path) {
  return Reader(Text, Path).read();
}

} // namespace coopify
