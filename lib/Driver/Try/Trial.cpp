#include "Driver/Try/Trial.h"

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
  Out.WithoutOrder = strings(O, "without_order"), Out.Kernel = Text(O, "kernel");
  Out.Launched = strings(O, "launched"), Out.Remarks = strings(O, "remarks");
  if (const json::Array *Findings = O.getArray("findings"))
    for (const json::Value &V : *Findings)
      if (const json::Object *Place = V.getAsObject())
        Out.Places.push_back(
            {Text(*Place, "file"), unsigned(Place->getInteger("line").value_or(0))});
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
      "--try: the SIMT machine is not installed; install the package coopify-simt, or run "
      "./dev build in a clone");
}

Expected<TrialAnswer> run(const std::string &Request, const std::string &Answer,
                          ProcessesIn &Processes) {
  Expected<std::string> Program = findSimttry();
  if (!Program)
    return Program.takeError();
  Expected<int> Status = Processes.run(*Program, {Request, Answer});
  if (!Status)
    return Status.takeError();
  auto Buffer = MemoryBuffer::getFile(Answer);
  if (*Status != 0 || !Buffer)
    return failure("--try: simttry ended with {0} and no answer", *Status);
  Expected<json::Value> Value = json::parse((*Buffer)->getBuffer());
  if (!Value)
    return Value.takeError();
  if (!Value->getAsObject())
    return failure("--try: simttry's answer is none");
  const json::Object &O = *Value->getAsObject();
  if (O.getString("verdict") == "cannot")
    return failure("--try: {0}", O.getString("text").value_or(""));
  return answerOf(O);
}

} // namespace

Expected<TrialAnswer> tryTexts(const Trial &T, const TrialStep &Step, ProcessesIn &Processes) {
  const std::string &Root = T.Folder;
  Expected<json::Object> Old = writeTexts(T.Before, Root + "/old");
  if (!Old)
    return Old.takeError();
  Expected<json::Object> New = writeTexts(Step.After, Root + "/new-" + std::to_string(Step.Number));
  if (!New)
    return New.takeError();
  json::Object Request{{"units", unitsOf(T.Units)},
                       {"before", std::move(*Old)},
                       {"after", std::move(*New)},
                       {"command", T.Options.Command},
                       {"directory", realPath(".")},
                       {"stdin", T.Options.Stdin.empty() ? "" : realPath(T.Options.Stdin)},
                       {"schedules", Step.Schedules},
                       {"link", json::Array(T.Options.Link)},
                       {"unfinished", json::Array(T.Unfinished)},
                       {"known", json::Array(T.Known)},
                       {"number", Step.Number},
                       {"progress", T.ShowsProgress},
                       {"folder", Root}};
  std::string Text;
  raw_string_ostream(Text) << json::Value(std::move(Request));
  if (Error E = write(Root + "/request.json", Text))
    return std::move(E);
  return run(Root + "/request.json", Root + "/answer.json", Processes);
}

} // namespace coopify
