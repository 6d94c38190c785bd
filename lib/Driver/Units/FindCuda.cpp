#include "Driver/Units/FindCuda.h"

#include "Support/Failure.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using clang::tooling::CompileCommand;

namespace coopify {
namespace {

using Words = std::vector<std::string>;

/// The arguments of set(), as CMake reads them (cmake-language(7)).
class Arguments {
public:
  explicit Arguments(StringRef Text) : Rest(Text) {}

  /// Up to the ')' that ends the command; nullopt: there is none.
  std::optional<Words> take() {
    while (!Rest.empty()) {
      if (Rest.consume_front(")"))
        return std::move(Out);
      if (Rest.starts_with("#"))
        Rest = Rest.drop_while([](char C) { return C != '\n'; });
      else if (isSpace(Rest[0]) || Rest[0] == ';')
        Rest = Rest.drop_front();
      else if (!(Rest.starts_with("[") && takeBracket()) && !takeQuoted())
        takeUnquoted();
    }
    return std::nullopt;
  }

private:
  /// [==[...]==]: nothing in it means anything, but that a list is parted by semicolons.
  bool takeBracket() {
    const size_t Equals = Rest.drop_front().find_first_not_of('=');
    const std::string Fence(Equals == StringRef::npos ? 0 : Equals, '=');
    StringRef Inside = Rest;
    if (!Inside.consume_front("[" + Fence + "["))
      return false;
    const size_t End = Inside.find("]" + Fence + "]");
    if (End == StringRef::npos)
      return false;
    addList(Inside.take_front(End));
    Rest = Inside.drop_front(End + Fence.size() + 2);
    return true;
  }

  bool takeQuoted() {
    if (!Rest.consume_front("\""))
      return false;
    std::string Text;
    for (; !Rest.empty() && !Rest.consume_front("\""); Rest = Rest.drop_front())
      Text += escaped();
    addList(Text);
    return true;
  }

  /// Quotes in it are part of it, and keep what is between them together.
  void takeUnquoted() {
    std::string Word;
    bool Quoted = false;
    for (; !Rest.empty(); Rest = Rest.drop_front()) {
      if (!Quoted && (isSpace(Rest[0]) || Rest[0] == ';' || Rest[0] == ')'))
        break;
      Quoted ^= Rest[0] == '"';
      Word += escaped();
    }
    Out.push_back(std::move(Word));
  }

  char escaped() {
    if (Rest[0] == '\\' && Rest.size() > 1)
      Rest = Rest.drop_front();
    return Rest[0];
  }

  void addList(StringRef Text) {
    SmallVector<StringRef> All;
    Text.split(All, ';', -1, /*KeepEmpty=*/false);
    for (StringRef Word : All)
      Out.push_back(Word.str());
  }

  StringRef Rest;
  Words Out;
};

/// The first value of each variable that is set at the beginning of a line.
StringMap<Words> variablesOf(StringRef Text) {
  StringMap<Words> Out;
  for (StringRef Rest = Text; !Rest.empty(); Rest = Rest.split('\n').second) {
    StringRef Command = Rest;
    if (!Command.consume_front("set("))
      continue;
    const StringRef Name =
        Command.take_while([](char C) { return isAlnum(C) || C == '_' || C == '-'; });
    if (std::optional<Words> Values = Arguments(Command.drop_front(Name.size())).take())
      Out.try_emplace(Name, std::move(*Values));
  }
  return Out;
}

void append(Words &To, const Words &From, StringRef Before = "") {
  for (const std::string &Word : From)
    if (!StringRef(Word).contains("$<")) // CMake leaves none in what it has made
      To.push_back((Before + Word).str());
}

/// "x_generated_a.cu.o.Release.cmake" is of Release; without one the script takes Debug.
std::string configurationOf(StringRef Name) {
  const StringRef Stem = sys::path::stem(Name);
  const StringRef Ending = sys::path::extension(Stem);
  return Ending.empty() || Ending == ".o" || Ending == ".obj" ? "DEBUG"
                                                              : Ending.drop_front().upper();
}

/// In a target's folder: others may have such a name, too.
bool isScript(StringRef Path) {
  const StringRef Name = sys::path::filename(Path);
  return Name.contains("_generated_") && Name.ends_with(".cmake") && Path.contains(".dir/");
}

std::string contentsOf(const Twine &Path) {
  auto Buffer = MemoryBuffer::getFile(Path);
  return Buffer ? (*Buffer)->getBuffer().str() : "";
}

} // namespace

bool usesFindCuda(StringRef Folder) {
  return contentsOf(Folder + "/" + CMakeCacheName).find("\nCUDA_NVCC_FLAGS:") != std::string::npos;
}

std::optional<CompileCommand> commandOfScript(StringRef Text, StringRef Name, StringRef Folder) {
  const StringMap<Words> Set = variablesOf(Text);
  // A ';' in a name parts no list there: it is named in quotes.
  const auto One = [&](StringRef Of) { return join(Set.lookup(Of), ";"); };
  const auto Of = [&](const Twine &Variable) { return Set.lookup(Variable.str()); };
  for (StringRef Needed : {"source_file", "CUDA_NVCC_EXECUTABLE", "CUDA_NVCC_FLAGS", "format_flag",
                           "nvcc_flags", "CUDA_NVCC_INCLUDE_ARGS"})
    if (!Set.contains(Needed))
      return std::nullopt;
  const std::string Type = configurationOf(Name);
  // CMake before 3.9 says neither the folders so nor, in the name, the configuration: which flags
  // count is not known where those of one are others.
  const bool IsOld = !Set.contains("CUDA_NVCC_INCLUDE_DIRS");
  for (StringRef Other : {"DEBUG", "RELEASE", "RELWITHDEBINFO", "MINSIZEREL"})
    if (IsOld && !Of("CUDA_NVCC_FLAGS_" + Other).empty())
      return std::nullopt;
  CompileCommand Out;
  Out.Directory = Folder.str();
  Out.Filename = One("source_file");
  Out.CommandLine = {One("CUDA_NVCC_EXECUTABLE")};
  append(Out.CommandLine, Of("cuda_language_flag"));
  append(Out.CommandLine, Of("nvcc_flags"));
  append(Out.CommandLine, Of("CUDA_NVCC_FLAGS"));
  append(Out.CommandLine, Of("CUDA_NVCC_FLAGS_" + Type));
  append(Out.CommandLine, Of("CUDA_NVCC_COMPILE_DEFINITIONS"), "-D");
  append(Out.CommandLine, Of("CUDA_NVCC_INCLUDE_DIRS"), "-I");
  append(Out.CommandLine, Of("CUDA_NVCC_INCLUDE_ARGS")); // where there are no _DIRS
  for (const Words &Flags : {Of("CMAKE_HOST_FLAGS"), Of("CMAKE_HOST_FLAGS_" + Type)})
    for (const std::string &Flag : Flags)
      Out.CommandLine.insert(Out.CommandLine.end(), {"-Xcompiler", Flag});
  append(Out.CommandLine, Of("format_flag"));
  Out.CommandLine.insert(Out.CommandLine.end(), {"-DNVCC", Out.Filename});
  return Out;
}

Expected<std::vector<CompileCommand>> findCudaCommands(StringRef Folder) {
  std::vector<CompileCommand> Out;
  if (!usesFindCuda(Folder))
    return Out;
  std::error_code EC;
  // What a link leads to is not made by this build, and may lead back.
  for (sys::fs::recursive_directory_iterator It(Folder, EC, /*follow_symlinks=*/false), End;
       It != End && !EC; It.increment(EC)) {
    if (!isScript(It->path()))
      continue;
    std::optional<CompileCommand> Command =
        commandOfScript(contentsOf(It->path()), sys::path::filename(It->path()), Folder);
    if (!Command)
      return failure("'{0}' says what FindCUDA compiles, and is not understood; run cmake anew, or "
                     "name the sources with their flags behind --",
                     It->path());
    if (sys::fs::exists(Command->Filename))
      Out.push_back(std::move(*Command));
  }
  if (EC)
    return failure("cannot look through '{0}' for what FindCUDA compiles: {1}", Folder,
                   EC.message());
  llvm::sort(Out, [](const CompileCommand &A, const CompileCommand &B) {
    return std::tie(A.Filename, A.CommandLine) < std::tie(B.Filename, B.CommandLine);
  });
  return Out;
}

} // namespace coopify
