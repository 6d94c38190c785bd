//===- Variables.cpp - the program's variables and functions --------------===//
#include "Variables.h"

#include "Symbols.h"

#include <algorithm>
#include <cxxabi.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <unordered_map>

using namespace simt;

namespace {

/// A file, as memory; null if it cannot be read.
class Mapped {
public:
  explicit Mapped(const char *Path) {
    const int File = open(Path, O_RDONLY | O_CLOEXEC);
    struct stat Status;
    if (File >= 0 && !fstat(File, &Status)) {
      Size = size_t(Status.st_size);
      Memory = mmap(nullptr, Size, PROT_READ, MAP_PRIVATE, File, 0);
    }
    if (File >= 0)
      close(File);
  }
  Mapped(const Mapped &) = delete;
  Mapped &operator=(const Mapped &) = delete;
  ~Mapped() {
    if (Memory != MAP_FAILED)
      munmap(Memory, Size);
  }
  const char *begin() const {
    return Memory == MAP_FAILED ? nullptr : static_cast<const char *>(Memory);
  }

private:
  void *Memory = MAP_FAILED;
  size_t Size = 0;
};

// "_ZZ6kernelPiE1S" is S of _Z6kernelPi: what stands between the second Z and an E (Itanium C++
// ABI, local-name). Templates have more of these; the longest that is a function counts.
const NamedPlace *ownerOf(const std::string &Variable,
                          const std::unordered_map<std::string, const NamedPlace *> &Functions) {
  if (Variable.compare(0, 3, "_ZZ"))
    return nullptr;
  for (size_t E = Variable.rfind('E'); E != std::string::npos && E > 3;
       E = Variable.rfind('E', E - 1))
    if (auto Found = Functions.find("_Z" + Variable.substr(3, E - 3)); Found != Functions.end())
      return Found->second;
  return nullptr;
}

void sort(std::vector<NamedPlace> &All) {
  std::sort(All.begin(), All.end(),
            [](const NamedPlace &A, const NamedPlace &B) { return A.Address < B.Address; });
}

} // namespace

std::string NamedPlace::name() const {
  int Status;
  char *Text = abi::__cxa_demangle(Mangled.c_str(), nullptr, nullptr, &Status);
  std::string Name = Text ? Text : Mangled;
  free(Text);
  const size_t Colon = Name.rfind("::"); // "kernel(int*)::S"
  return Colon == std::string::npos ? Name : Name.substr(Colon + 2);
}

const Variables &Variables::ofProgram() {
  static const Variables All = [] {
    Variables Made;
    const Module Mine = moduleOf(reinterpret_cast<uintptr_t>(&Variables::ofProgram));
    Made.read(Mine.Path.c_str(), Mine.Bias);
    sort(Made.Objects), sort(Made.Functions);
    Made.findOwners();
    return Made;
  }();
  return All;
}

void Variables::read(const char *Path, uintptr_t Bias) {
  const Mapped File(Path);
  if (!File.begin())
    return;
  auto *Header = reinterpret_cast<const ElfW(Ehdr) *>(File.begin());
  auto *Sections = reinterpret_cast<const ElfW(Shdr) *>(File.begin() + Header->e_shoff);
  for (unsigned I = 0; I < Header->e_shnum; ++I) {
    if (Sections[I].sh_type != SHT_SYMTAB)
      continue;
    const char *Names = File.begin() + Sections[Sections[I].sh_link].sh_offset;
    auto *Symbols = reinterpret_cast<const ElfW(Sym) *>(File.begin() + Sections[I].sh_offset);
    for (size_t N = 0; N < Sections[I].sh_size / sizeof *Symbols; ++N) {
      const ElfW(Sym) &S = Symbols[N];
      const unsigned Type = ELF64_ST_TYPE(S.st_info);
      if (S.st_shndx != SHN_UNDEF && S.st_size && (Type == STT_OBJECT || Type == STT_FUNC))
        (Type == STT_FUNC ? Functions : Objects)
            .push_back({S.st_value + Bias, S.st_size, Names + S.st_name});
    }
  }
}

void Variables::findOwners() {
  std::unordered_map<std::string, const NamedPlace *> ByName;
  for (const NamedPlace &F : Functions)
    ByName[F.Mangled] = &F;
  for (NamedPlace &V : Objects)
    V.Owner = ownerOf(V.Mangled, ByName);
}

const NamedPlace *Variables::last(const std::vector<NamedPlace> &In, uintptr_t Address) {
  auto After = std::upper_bound(In.begin(), In.end(), Address,
                                [](uintptr_t A, const NamedPlace &N) { return A < N.Address; });
  return After == In.begin() ? nullptr : &*std::prev(After);
}

const NamedPlace *Variables::function(uintptr_t Address) const {
  const NamedPlace *Found = last(Functions, Address);
  return Found && Found->holds(Address, 1) ? Found : nullptr;
}
