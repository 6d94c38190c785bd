#include "Driver/ClangDatabase.h"

#include "Driver/Units/NamedSources.h"
#include "Driver/Units/ParsedProgram.h"
#include "Driver/Write/OutputFile.h"
#include "Driver/Write/Write.h"
#include "Frontend/ToolkitFiles.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <map>

using namespace llvm;

namespace coopify {
namespace {

/// What coopify says to clang for its own sake: who uses clang's tools wants to hear of warnings.
bool isOurOwn(StringRef Arg) {
  static constexpr StringLiteral Args[] = {"-w", "-Wno-everything", "-ferror-limit=0",
                                           "-fno-spell-checking"};
  return is_contained(Args, Arg) || Arg.starts_with("-D__CUDA_ARCH_LIST__="); // clang has its own
}

/// clang makes errors of them, and nvcc has none of them.
constexpr StringLiteral NoErrors[] = {
    "-Wno-c++11-narrowing", "-Wno-register", "-Wno-reserved-user-defined-literal",
    "-Wno-unknown-cuda-version", "-Wno-pragma-once-outside-header"};

struct Exported {
  std::string Folder, Database, Headers;

  explicit Exported(StringRef Asked) : Folder(realPath(Asked)) {
    Database = Folder + "/compile_commands.json";
    Headers = (Folder + "/" + ExportedFolder).str();
  }
  /// The embedded headers are files, there.
  std::string onDisk(StringRef Arg) const {
    const size_t At = Arg.find(EmbeddedRoot);
    return At == StringRef::npos
               ? Arg.str()
               : (Arg.take_front(At) + Headers + Arg.drop_front(At + EmbeddedRoot.size())).str();
  }
};

std::vector<std::string> argumentsOf(const Pass &P, const Exported &At) {
  std::vector<std::string> Out;
  const ArrayRef<std::string> All = ArrayRef(P.Args).drop_back(2); // "--" and the file
  for (auto [I, Arg] : enumerate(All))
    if (I >= P.OwnArgs || !isOurOwn(Arg))
      Out.push_back(At.onDisk(Arg));
  append_range(Out, NoErrors);
  Out.push_back(ExportedMark.str());
  Out.push_back(P.Args.back());
  return Out;
}

/// Of the passes of one command the first of a device: there are the kernels.
std::vector<const Pass *> onePerCommand(ArrayRef<UnitCommand> Commands,
                                        ArrayRef<std::vector<Pass>> Units) {
  std::vector<const Pass *> Out;
  for (const auto &[Unit, Passes] : zip(Commands, Units)) {
    if (!Unit.Selected)
      continue;
    auto Device = find_if(Passes, [](const Pass &P) { return P.Name != "host"; });
    if (Device != Passes.end())
      Out.push_back(&*Device);
    else if (!Passes.empty())
      Out.push_back(&Passes.front());
  }
  return Out;
}

/// Whether there is one of ours: then the headers beside it are as well.
Expected<bool> isOurs(const Exported &At) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> There = MemoryBuffer::getFile(At.Database);
  if (There && !(*There)->getBuffer().contains(ExportedMark) &&
      (*There)->getBuffer().trim() != "[]")
    return createStringError("--export-clang-database: '" + At.Database +
                             "' is another compile database; name a folder of its own");
  return bool(There);
}

Error writeHeaders(const Exported &At, bool Ours) {
  std::vector<FileChange> Changes;
  if (!Ours && sys::fs::exists(At.Headers))
    return createStringError("--export-clang-database: '" + At.Headers +
                             "' is there, and no database that was exported beside it; remove it, "
                             "or name another folder");
  auto Add = [&](const Twine &Path, StringRef Text) {
    FileChange Change{(At.Headers + "/" + Path).str(), "", Text.str(), true};
    ErrorOr<std::unique_ptr<MemoryBuffer>> There = MemoryBuffer::getFile(Change.Path);
    if (There && (*There)->getBuffer() == Text)
      return;
    Change.Fresh = !There;
    Change.Old = There ? (*There)->getBuffer().str() : "";
    Changes.push_back(std::move(Change));
  };
  for (const EmbeddedFile &File : embeddedFiles())
    Add(File.Path, File.Text);
  for (const EmbeddedFile &File : runtimeFiles())
    Add("runtime/" + File.Path, File.Text);
  if (Error E = makeFolders(Changes))
    return E;
  return replaceFiles(Changes);
}

void write(raw_ostream &OS, ArrayRef<const Pass *> Passes, const Exported &At) {
  json::OStream J(OS, /*IndentSize=*/2);
  J.array([&] {
    for (const Pass *P : Passes)
      J.object([&] {
        J.attribute("directory", P->Directory);
        J.attribute("file", P->Args.back());
        J.attribute("arguments", json::Array(argumentsOf(*P, At)));
      });
  });
  OS << '\n';
}

} // namespace

Expected<unsigned> exportClangDatabase(StringRef Folder, const RunOptions &Options) {
  const Exported At(Folder);
  Expected<FoundUnits> Found = findUnits(Options.Input);
  if (!Found)
    return Found.takeError();
  if (Error E = refuseHeaders(*Found, "--export-clang-database"))
    return std::move(E);
  Expected<bool> Ours = isOurs(At);
  if (!Ours)
    return Ours.takeError();
  Expected<std::vector<std::vector<Pass>>> Units = passesOfUnits(Found->Commands, Options.Parse);
  if (!Units)
    return Units.takeError();
  if (std::error_code EC = sys::fs::create_directories(At.Folder))
    return createStringError(EC, "--export-clang-database: cannot make '" + At.Folder +
                                     "': " + EC.message());
  if (Error E = writeHeaders(At, *Ours))
    return std::move(E);
  const std::vector<const Pass *> Passes = onePerCommand(Found->Commands, *Units);
  if (Error E = writeOutput(At.Database, [&](raw_ostream &OS) {
        write(OS, Passes, At);
        return Error::success();
      }))
    return std::move(E);
  return unsigned(Passes.size());
}

} // namespace coopify
