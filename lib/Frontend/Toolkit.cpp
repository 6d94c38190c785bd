#include "Frontend/Toolkit.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"

using namespace llvm;

namespace coopify {
namespace {

/// For --cuda-path and CUDA_PATH: as on a machine without a toolkit.
constexpr StringLiteral Embedded = "embedded";

std::string join(StringRef Dir, StringRef Tail) {
  SmallString<128> Path(Dir);
  sys::path::append(Path, Tail);
  return std::string(Path);
}

std::string readFile(vfs::FileSystem &FS, const std::string &Path) {
  auto Buffer = FS.getBufferForFile(Path);
  return Buffer ? (*Buffer)->getBuffer().str() : std::string();
}

/// What follows \p Key, up to the end of the number.
unsigned numberAfter(StringRef Text, StringRef Key) {
  size_t At = Text.find(Key);
  unsigned Number = 0;
  if (At != StringRef::npos)
    Text.substr(At + Key.size()).ltrim().consumeInteger(10, Number);
  return Number;
}

/// "13.0.88" as 13000 and 88.
std::pair<unsigned, unsigned> parseVersion(StringRef Text) {
  unsigned Part[3] = {0, 0, 0};
  for (unsigned &P : Part) {
    Text.consumeInteger(10, P);
    Text.consume_front(".");
  }
  return {Part[0] * 1000 + Part[1] * 10, Part[2]};
}

std::pair<unsigned, unsigned> versionFromJSON(StringRef Text, StringRef Component) {
  Expected<json::Value> Root = json::parse(Text);
  if (!Root) {
    consumeError(Root.takeError());
    return {0, 0};
  }
  const json::Object *O = Root->getAsObject();
  const json::Object *C = O ? O->getObject(Component) : nullptr;
  std::optional<StringRef> V = C ? C->getString("version") : std::nullopt;
  return V ? parseVersion(*V) : std::pair(0u, 0u);
}

/// cuda.h first: it is what the parser will see. version.json (11.1 and newer)
/// and version.txt (older) where it says nothing.
void readVersion(Toolkit &Kit, vfs::FileSystem &FS) {
  std::string Json = readFile(FS, join(Kit.Path, "version.json"));
  std::string Text = readFile(FS, join(Kit.Path, "version.txt"));
  size_t At = Text.find("CUDA Version ");
  unsigned FromText =
      At == std::string::npos ? 0 : parseVersion(StringRef(Text).substr(At + 13)).first;
  unsigned Version =
      numberAfter(readFile(FS, join(Kit.Path, "include/cuda.h")), "#define CUDA_VERSION");
  for (unsigned Other : {versionFromJSON(Json, "cuda").first, FromText})
    Version = Version ? Version : Other;
  if (Version)
    Kit.Version = Version;
  Kit.Build = versionFromJSON(Json, "cuda_nvcc").second;
}

bool isToolkit(StringRef Dir, vfs::FileSystem &FS) {
  return FS.exists(join(Dir, "include/cuda.h")) && FS.exists(join(Dir, "include/cuda_runtime.h"));
}

/// <root>/bin/nvcc, through links; Debian puts the program under
/// /usr/lib/nvidia-cuda-toolkit and its headers elsewhere, found as usual place.
std::string rootOfProgram(StringRef Nvcc, vfs::FileSystem &FS) {
  SmallString<128> Real;
  StringRef Path = FS.getRealPath(Nvcc, Real) ? Nvcc : StringRef(Real);
  return sys::path::parent_path(sys::path::parent_path(Path)).str();
}

SmallVector<std::string> candidates(const ToolkitSearch &Search, vfs::FileSystem &FS) {
  SmallVector<std::string> Dirs;
  for (StringRef Name : {"CUDA_PATH", "CUDA_HOME", "CUDA_ROOT"})
    if (std::optional<std::string> Value = Search.Env ? Search.Env(Name) : std::nullopt)
      Dirs.push_back(*Value);
  if (std::optional<std::string> Nvcc =
          Search.FindProgram ? Search.FindProgram("nvcc") : std::nullopt) {
    Dirs.push_back(rootOfProgram(*Nvcc, FS));
    Dirs.push_back(sys::path::parent_path(sys::path::parent_path(*Nvcc)).str());
  }
  // The last two are Debian's.
  for (StringRef Usual : {"/usr/local/cuda", "/opt/cuda", "/usr/lib/cuda", "/usr"})
    Dirs.push_back(Usual.str());
  return Dirs;
}

Toolkit makeToolkit(StringRef Dir, vfs::FileSystem &FS) {
  Toolkit Kit;
  Kit.Path = Dir.str();
  readVersion(Kit, FS);
  return Kit;
}

} // namespace

Expected<Toolkit> findToolkit(const ToolkitSearch &Search, vfs::FileSystem &FS) {
  if (Search.Flag == Embedded)
    return Toolkit();
  if (!Search.Flag.empty()) {
    if (isToolkit(Search.Flag, FS))
      return makeToolkit(Search.Flag, FS);
    return createStringError("no CUDA toolkit at '" + Search.Flag +
                             "': include/cuda.h and include/cuda_runtime.h are expected there; "
                             "--cuda-path=embedded parses with the headers inside coopify");
  }
  if (Search.Env && Search.Env("CUDA_PATH") == Embedded)
    return Toolkit();
  for (const std::string &Dir : candidates(Search, FS))
    if (!Dir.empty() && isToolkit(Dir, FS))
      return makeToolkit(Dir, FS);
  return Toolkit();
}

Expected<Toolkit> findToolkit(StringRef Flag) {
  auto Env = [](StringRef Name) { return sys::Process::GetEnv(Name); };
  auto Find = [](StringRef Name) -> std::optional<std::string> {
    ErrorOr<std::string> Path = sys::findProgramByName(Name);
    return Path ? std::optional(*Path) : std::nullopt;
  };
  return findToolkit({Flag.str(), Env, Find}, *vfs::getRealFileSystem());
}

} // namespace coopify
