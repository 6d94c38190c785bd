#include "Driver/Units/FindCuda.h"

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

/// The elements of a list as CMake reads its arguments (cmake-language(7)): quoted, in brackets, or
/// parted by white space and semicolons.
Words elementsOf(StringRef Value) {
  Words Out;
  if (Value.trim().starts_with("[==[")) {
    SmallVector<StringRef> All;
    Value.trim().drop_front(4).split("]==]").first.split(All, ';', -1, /*KeepEmpty=*/false);
    for (StringRef Word : All)
      Out.push_back(Word.str());
    return Out;
  }
  std::string Word;
  bool Quoted = false;
  const auto End = [&] {
    if (!Word.empty())
      Out.push_back(std::move(Word));
    Word.clear();
  };
  for (size_t I = 0; I < Value.size(); ++I) {
    if (Value[I] == '\\' && I + 1 < Value.size())
      Word += Value[++I];
    else if (Value[I] == '"')
      Quoted = !Quoted;
    else if (Value[I] == ';' || (!Quoted && isSpace(Value[I])))
      End();
    else
      Word += Value[I];
  }
  End();
  return Out;
}

/// The first value of each variable that stands in a line of its own: set(NAME value) # kind
StringMap<Words> variablesOf(StringRef Text) {
  StringMap<Words> Out;
  SmallVector<StringRef> Lines;
  Text.split(Lines, '\n');
  for (StringRef Line : Lines) {
    Line = Line.trim();
    const size_t Comment = Line.find(") # "); // which may have parentheses, too
    const size_t End = Comment == StringRef::npos ? Line.rfind(')') : Comment;
    StringRef Inside = Line.take_front(End);
    if (End == StringRef::npos || !Inside.consume_front("set("))
      continue;
    const auto [Name, Value] = Inside.split(' ');
    Out.try_emplace(Name, elementsOf(Value));
  }
  return Out;
}

void append(Words &To, const Words &From, StringRef Before = "") {
  for (const std::string &Word : From)
    if (!StringRef(Word).contains("$<")) // CMake leaves none in what it has made
      To.push_back((Before + Word).str());
}

std::string valueInCache(StringRef Cache, StringRef Name) {
  SmallVector<StringRef> Lines;
  Cache.split(Lines, '\n');
  for (StringRef Line : Lines)
    if (Line.consume_front(Name) && Line.starts_with(":"))
      return Line.split('=').second.trim().str();
  return "";
}

bool isScript(StringRef Name) { return Name.contains("_generated_") && Name.ends_with(".cmake"); }

} // namespace

std::optional<CompileCommand> commandOfScript(StringRef Text, StringRef BuildType,
                                              StringRef Folder) {
  const StringMap<Words> Set = variablesOf(Text);
  const auto Of = [&](const Twine &Name) { return Set.lookup(Name.str()); };
  const Words Source = Of("source_file"), Compiler = Of("CUDA_NVCC_EXECUTABLE");
  if (Source.size() != 1 || Compiler.size() != 1)
    return std::nullopt;
  const std::string Type = BuildType.empty() ? "DEBUG" : BuildType.upper();
  CompileCommand Out;
  Out.Directory = Folder.str();
  Out.Filename = Source.front();
  Out.CommandLine = Compiler;
  append(Out.CommandLine, Of("nvcc_flags"));
  append(Out.CommandLine, Of("CUDA_NVCC_FLAGS"));
  append(Out.CommandLine, Of("CUDA_NVCC_FLAGS_" + Type));
  append(Out.CommandLine, Of("CUDA_NVCC_COMPILE_DEFINITIONS"), "-D");
  append(Out.CommandLine, Of("CUDA_NVCC_INCLUDE_DIRS"), "-I");
  for (const Words &Flags : {Of("CMAKE_HOST_FLAGS"), Of("CMAKE_HOST_FLAGS_" + Type)})
    for (const std::string &Flag : Flags)
      Out.CommandLine.insert(Out.CommandLine.end(), {"-Xcompiler", Flag});
  Out.CommandLine.insert(Out.CommandLine.end(), {"-DNVCC", "-c", Source.front()});
  return Out;
}

std::vector<CompileCommand> findCudaCommands(StringRef Folder) {
  std::vector<CompileCommand> Out;
  auto Cache = MemoryBuffer::getFile(Folder + "/CMakeCache.txt");
  if (!Cache || !(*Cache)->getBuffer().contains("\nCUDA_NVCC_FLAGS:"))
    return Out;
  const std::string Type = valueInCache((*Cache)->getBuffer(), "CMAKE_BUILD_TYPE");
  std::error_code EC;
  for (sys::fs::recursive_directory_iterator It(Folder, EC), End; It != End && !EC;
       It.increment(EC)) {
    if (!isScript(sys::path::filename(It->path())))
      continue;
    auto Script = MemoryBuffer::getFile(It->path());
    if (std::optional<CompileCommand> Command =
            Script ? commandOfScript((*Script)->getBuffer(), Type, Folder) : std::nullopt)
      Out.push_back(std::move(*Command));
  }
  llvm::sort(Out, [](const CompileCommand &A, const CompileCommand &B) {
    return std::tie(A.Filename, A.CommandLine) < std::tie(B.Filename, B.CommandLine);
  });
  return Out;
}

} // namespace coopify
