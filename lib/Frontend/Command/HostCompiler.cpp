#include "Frontend/Command/HostCompiler.h"

#include "Frontend/SourceFixes.h"

#include "llvm/ADT/MapVector.h"

using namespace llvm;

namespace coopify {

namespace {
constexpr StringLiteral LeftAlone = "?";
struct HostMacro {
  StringLiteral Flag, Name, OfGCC, OfClang;
};
struct NamedCompiler {
  StringLiteral Part;
  HostCompiler Host;
};
} // namespace

static constexpr HostMacro HostMacros[] = {
#define LEFT_ALONE LeftAlone
#define HOST_MACRO(FLAG, NAME, GCC, CLANG) {FLAG, NAME, GCC, CLANG},
#include "Frontend/Command/HostMacros.def"
};
static constexpr NamedCompiler HostCompilers[] = {
#define HOST_COMPILER(PART, CLANG) {PART, CLANG ? HostCompiler::Clang : HostCompiler::GCC},
#include "Frontend/Command/HostMacros.def"
};

std::optional<HostCompiler> hostCompiler(StringRef Path) {
  const StringRef Trimmed = Path.trim("\"'").rtrim("/\\");
  const StringRef Name = Trimmed.substr(Trimmed.find_last_of("/\\") + 1);
  for (const NamedCompiler &C : HostCompilers)
    if (Name.contains(C.Part))
      return C.Host;
  return std::nullopt;
}

/// -DNAME=VALUE or, where nobody defines it, -UNAME: as directives ask for it.
static std::string says(StringRef Name, StringRef Value, HostCompiler Host) {
  const std::string Asked = nameInDirectives(Name, Host).value_or(Name.str());
  return Value.empty() ? "-U" + Asked : "-D" + Asked + "=" + Value.str();
}

std::vector<std::string> hostMacros(ArrayRef<std::string> Flags, HostCompiler Host) {
  MapVector<StringRef, StringRef> Values;
  auto Take = [&](StringRef Flag) {
    for (const HostMacro &M : HostMacros)
      if (StringRef Value = Host == HostCompiler::GCC ? M.OfGCC : M.OfClang;
          M.Flag == Flag && Value != LeftAlone)
        Values[M.Name] = Value;
  };
  Take("");
  for (StringRef Flag : Flags)
    Take(Flag);
  std::vector<std::string> Out;
  for (auto [Name, Value] : Values)
    Out.push_back(says(Name, Value, Host));
  return Out;
}

std::vector<std::string> renamedMacros(ArrayRef<std::string> Args, HostCompiler Host) {
  std::vector<std::string> Out;
  for (size_t I = 0; I < Args.size(); ++I) {
    StringRef Arg = Args[I];
    if (!Arg.starts_with("-D") && !Arg.starts_with("-U"))
      continue;
    const bool Apart = Arg.size() == 2 && I + 1 < Args.size();
    const StringRef Said = Apart ? StringRef(Args[++I]) : Arg.drop_front(2);
    const size_t End = std::min(Said.find_first_of("=("), Said.size());
    if (std::optional<std::string> Asked = nameInDirectives(Said.take_front(End), Host))
      Out.push_back((Arg.take_front(2) + *Asked + Said.drop_front(End)).str());
  }
  return Out;
}

} // namespace coopify
