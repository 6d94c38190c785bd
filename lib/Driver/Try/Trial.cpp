#include "Driver/Try/Trial.h"

#include "Driver/Write/Git.h"
#include "Driver/Write/OutputFile.h"
#include "Support/Failure.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace coopify {
namespace {

Error write(StringRef Path, StringRef Text) {
  return writeOutput(Path, [&](raw_ostream &OS) {
    OS << Text;
    return Error::success();
  });
}

/// The files' texts in files of their own below \p Folder, by the names that they stand for.
Expected<json::Object> writeTexts(const FileOverlay &Texts, const std::string &Folder) {
  json::Object Out;
  if (std::error_code EC = sys::fs::create_directories(Folder))
    return failure("cannot make '{0}': {1}", Folder, EC.message());
  for (const auto &[Path, Text] : Texts) {
    const std::string File = Folder + "/" + std::to_string(Out.size());
    if (Error E = write(File, Text))
      return std::move(E);
    Out[Path] = File;
  }
  return Out;
}

json::Array unitsOf(ArrayRef<UnitCommand> Units) {
  json::Array Out;
  for (const UnitCommand &Unit : Units)
    Out.push_back(json::Object{{"directory", Unit.Directory},
                               {"file", Unit.File},
                               {"arguments", json::Array(Unit.CommandLine)}});
  return Out;
}

std::vector<std::string> strings(const json::Object &O, StringRef Key) {
  std::vector<std::string> Out;
  if (const json::Array *All = O.getArray(Key))
    for (const json::Value &V : *All)
      Out.push_back(V.getAsString().value_or("").str());
  return Out;
}

TrialAnswer answerOf(const json::Object &O) {
  const auto Text = [](const json::Object &Of, StringRef Key) {
    return Of.getString(Key).value_or("").str();
  };
  TrialAnswer Out;
  Out.Agrees = Text(O, "verdict") == "agrees";
  Out.Schedules = unsigned(O.getInteger("schedules").value_or(0));
  Out.Status = int(O.getInteger("status").value_or(0));
  Out.Seed = unsigned(O.getInteger("seed").value_or(0));
  Out.Text = Text(O, "text"), Out.Policy = Text(O, "policy"), Out.Replay = Text(O, "replay");
  Out.Never = strings(O, "never"), Out.NotCompared = strings(O, "not_compared");
  Out.WithoutOrder = strings(O, "without_order");
  if (const json::Array *Kernels = O.getArray("kernels"))
    for (const json::Value &V : *Kernels)
      if (const json::Object *K = V.getAsObject())
        Out.Kernels.push_back({Text(*K, "name"), unsigned(K->getInteger("launches").value_or(0)),
                               Text(*K, "verdict"), Text(*K, "text")});
  return Out;
}

/// Beside this program, or on PATH.
Expected<std::string> findSimttry() {
  static const char Here = 0;
  const std::string Self = sys::fs::getMainExecutable(nullptr, const_cast<char *>(&Here));
  const std::string Beside = (sys::path::parent_path(Self) + "/simttry").str();
  if (sys::fs::can_execute(Beside))
    return Beside;
  if (ErrorOr<std::string> Found = sys::findProgramByName("simttry"))
    return *Found;
  return failure(
      "--try needs 'simttry', of the SIMT machine, beside coopify or on PATH; ./dev build "
      "makes it");
}

Expected<TrialAnswer> run(const std::string &Request, const std::string &Answer) {
  Expected<std::string> Program = findSimttry();
  if (!Program)
    return Program.takeError();
  std::string Why;
  const int Status = sys::ExecuteAndWait(*Program, {*Program, Request, Answer}, std::nullopt, {},
                                         /*SecondsToWait=*/0, /*MemoryLimit=*/0, &Why);
  auto Buffer = MemoryBuffer::getFile(Answer);
  if (Status != 0 || !Buffer)
    return failure("--try: simttry ended with {0} and no answer{1}", Status,
                   Why.empty() ? "" : ": " + Why);
  Expected<json::Value> Value = json::parse((*Buffer)->getBuffer());
  if (!Value)
    return Value.takeError();
  const json::Object &O = *Value->getAsObject();
  if (O.getString("verdict") == "cannot")
    return failure("--try: {0}", O.getString("text").value_or(""));
  return answerOf(O);
}

} // namespace

Expected<TrialAnswer> tryTexts(const Trial &T, const FileOverlay &After, unsigned Number) {
  const std::string &Root = T.Folder;
  Expected<json::Object> Old = writeTexts(T.Before, Root + "/old");
  if (!Old)
    return Old.takeError();
  Expected<json::Object> New = writeTexts(After, Root + "/new-" + std::to_string(Number));
  if (!New)
    return New.takeError();
  json::Object Request{{"units", unitsOf(T.Units)},
                       {"before", std::move(*Old)},
                       {"after", std::move(*New)},
                       {"command", T.Options.Command},
                       {"directory", realPath(".")},
                       {"stdin", T.Options.Stdin.empty() ? "" : realPath(T.Options.Stdin)},
                       {"schedules", T.Options.Schedules},
                       {"link", json::Array(T.Options.Link)},
                       {"unfinished", json::Array(T.Unfinished)},
                       {"known", json::Array(T.Known)},
                       {"number", Number},
                       {"folder", Root}};
  std::string Text;
  raw_string_ostream(Text) << json::Value(std::move(Request));
  if (Error E = write(Root + "/request.json", Text))
    return std::move(E);
  return run(Root + "/request.json", Root + "/answer.json");
}

Expected<FileOverlay> textsOf(StringRef Rev, StringRef Folder) {
  Expected<std::string> Top = askGit(Folder, {"rev-parse", "--show-toplevel"});
  if (!Top)
    return Top.takeError();
  const std::string Root = StringRef(*Top).rtrim().str();
  Expected<std::string> Names =
      askGit(Root, {"diff", "--no-ext-diff", "--name-only", "--no-renames", "-z", Rev, "--"});
  if (!Names)
    return failure("--try-against={0}: {1}", Rev, toString(Names.takeError()));
  FileOverlay Out;
  SmallVector<StringRef> Files;
  StringRef(*Names).split(Files, '\0', -1, /*KeepEmpty=*/false);
  for (StringRef File : Files) {
    const std::string Object = (Rev + ":" + File).str();
    if (Expected<std::string> Text = askGit(Root, {"show", Object}))
      Out[realPath(Root + "/" + File.str())] = *Text;
    else
      consumeError(Text.takeError()); // it was not there then
  }
  return Out;
}

} // namespace coopify
