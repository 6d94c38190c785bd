#include "Frontend/Command/PassArguments.h"

#include "Frontend/Command/DefaultLanguage.h"
#include "Frontend/ToolkitFiles.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <set>

using namespace llvm;

namespace coopify {

unsigned numberOf(StringRef Arch) {
  unsigned Number = 0;
  Arch.drop_front(std::min<size_t>(3, Arch.size())).consumeInteger(10, Number);
  return Number;
}

bool names(const Arguments &Args, StringRef Prefix) {
  return any_of(Args, [&](StringRef Arg) {
    return Arg.starts_with(Prefix) ||
           (Arg.starts_with("-") && Arg.drop_front().starts_with(Prefix));
  });
}

namespace {

constexpr unsigned FirstWithCCCL = 13000; ///< CUB and Thrust moved to include/cccl

std::string embedded(StringRef Folder) { return (EmbeddedRoot + "/" + Folder).str(); }

void define(Arguments &Args, StringRef Name, unsigned Value) {
  Args.push_back(("-D" + Name + "=" + Twine(Value)).str());
}

/// nvcc's own macros, as the user's files ask for them (NvccMacros.def).
void addNvccMacros(Arguments &Args, const ClangCommand &Command, const Toolkit &Kit) {
  constexpr unsigned FirstWithDiagnosticPragmas = 11050;
  if (!Command.IsNvcc)
    return;
  define(Args, "__QVCC__", 1);
  append_range(Args, hostMacros(Command.HostFlags, Command.Host));
  constexpr unsigned FirstWithAtomicBuiltins = 12080;
  if (Kit.Version >= FirstWithDiagnosticPragmas)
    define(Args, "__QVCC_DIAG_PRAGMA_SUPPORT__", 1);
  if (Kit.Version >= FirstWithAtomicBuiltins)
    define(Args, "__QUDACC_DEVICE_ATOMIC_BUILTINS__", 1);
}

/// What `nvcc --dryrun` passes; never __NVCC__: CUB and Thrust then want nvcc's
/// own extensions. In the user's files it is defined (SourceFixes.h).
void addVersionMacros(Arguments &Args, const Toolkit &Kit, bool Relocatable) {
  unsigned Major = Kit.Version / 1000, Minor = Kit.Version % 1000 / 10;
  define(Args, "__CUDACC_VER_MAJOR__", Major);
  define(Args, "__CUDACC_VER_MINOR__", Minor);
  define(Args, "__CUDACC_VER_BUILD__", Kit.Build);
  if (Kit.Version >= 11000) {
    define(Args, "__CUDA_API_VER_MAJOR__", Major);
    define(Args, "__CUDA_API_VER_MINOR__", Minor);
  }
  if (Relocatable)
    Args.push_back("-D__CUDACC_RDC__");
}

/// "750,800", as nvcc --dryrun has it.
std::string archList(ArrayRef<std::string> Archs) {
  std::set<unsigned> Numbers;
  for (StringRef Arch : Archs)
    Numbers.insert(numberOf(Arch) * 10);
  return join(map_range(Numbers, [](unsigned Number) { return std::to_string(Number); }), ",");
}

/// The runtime comes last: the user's own copy of it is the one that counts.
void addHeaders(Arguments &Args, const Toolkit &Kit) {
  if (Kit.embedded()) {
    for (StringRef Folder : {"shim", "cuda"}) // -I: before any toolkit a user's -I names
      Args.push_back("-I" + embedded(Folder));
    Args.insert(Args.end(), {"-include", "coopify_prelude.h"});
  } else {
    Args.insert(Args.end(), {"-I" + embedded("shim"), "-isystem", Kit.Path + "/include"});
    if (Kit.Version >= FirstWithCCCL)
      Args.insert(Args.end(), {"-isystem", Kit.Path + "/include/cccl"});
    Args.insert(Args.end(), {"-include", "coopify_begin.h", "-include",
                             "__clang_cuda_runtime_wrapper.h", "-include", "coopify_toolkit.h"});
  }
  Args.insert(Args.end(), {"-idirafter", embedded("late"), "-idirafter", embedded("runtime")});
}

/// The part that is the same for every language. -Wno-everything: clang makes
/// errors of warnings that nvcc does not have (narrowing, "x"NAME, register).
Arguments commonArguments(StringRef Language) {
  return {COOPIFY_CLANG,        "-x",
          Language.str(),       "-fsyntax-only",
          "-resource-dir",      COOPIFY_RESOURCE_DIR,
          "-Qunused-arguments", "-w",
          "-Wno-everything",    "-ferror-limit=0",
          "-fno-spell-checking"}; // another name may be another function
}

/// Of clang's, that MXMACA's compiler does not have.
constexpr StringLiteral MacrosOfHip[] = {"__HIP__",    "__HIPCC__",  "__HIP_DEVICE_COMPILE__",
                                         "__AMDGCN__", "__AMDGPU__", "__AMD__",
                                         "__GFX9__",   "__gfx90a__"};

} // namespace

StringRef clangHeaders() { return COOPIFY_RESOURCE_DIR "/include"; }

unsigned preludeHeaders(const Toolkit &Kit) { return Kit.embedded() ? 1 : 3; }

Arguments cudaArguments(const ClangCommand &Command, const Toolkit &Kit, StringRef Arch,
                        bool Host) {
  Arguments Args = commonArguments("cuda");
  Args.insert(Args.end(),
              {Host ? "--cuda-host-only" : "--cuda-device-only", "--cuda-gpu-arch=" + Arch.str(),
               "--no-cuda-version-check", "-nocudainc", "-nocudalib",
               // No toolkit is there: else the driver reads the megabyte of the machine's cuda.h
               // in each pass for a version that is given here (CudaInstallationDetector).
               "--cuda-path=" + EmbeddedRoot.str(),
               "-Xclang", // without it no <<<>>> parses
               "-target-sdk-version=" + std::to_string(Kit.Version / 1000) + "." +
                   std::to_string(Kit.Version % 1000 / 10),
               "-Xclang", "-fcuda-allow-variadic-functions"});
  // Whatever the command says: without it a launch in a kernel does not parse.
  Args.push_back("-fgpu-rdc");
  if (!names(Command.Args, "-std="))
    Args.push_back(("-std=" + defaultLanguage(Kit).Parsed).str());
  addVersionMacros(Args, Kit, Command.RelocatableDevice);
  addNvccMacros(Args, Command, Kit);
  if (Command.IsNvcc && !Host)
    define(Args, "CUQA_DOUBLE_MATH_FUNCTIONS", 1);
  if (Command.IsNvcc && Command.OpenArch.empty() && Command.Archs.size() > 1)
    Args.push_back("-D__CUDA_ARCH_LIST__=" + archList(Command.Archs));
  addHeaders(Args, Kit);
  return Args;
}

Arguments plainArguments(const ClangCommand &Command, StringRef Language, const Toolkit &Kit) {
  Arguments Args = commonArguments(Language);
  addNvccMacros(Args, Command, Kit);
  if (Command.IsNvcc)
    Args.insert(Args.end(), {"-include", embedded("shim/coopify_gcc_macros.h")});
  for (StringRef Name : {"__QNUC__", "__QNUC_MINOR__", "__QNUC_PATCHLEVEL__"})
    Args.push_back(("-D" + Name + "=__G" + Name.drop_front(3)).str());
  for (StringRef Name : {"builtin", "attribute"})
    Args.push_back(("-D__Qas_" + Name + "(x)=__has_" + Name + "(x)").str());
  Args.push_back("-DCUQA_VERSION=CUDA_VERSION");
  if (!Kit.embedded())
    Args.insert(Args.end(), {"-idirafter", Kit.Path + "/include"});
  else
    Args.insert(Args.end(), {"-idirafter", embedded("shim"), "-idirafter", embedded("cuda")});
  Args.insert(Args.end(), {"-idirafter", embedded("late"), "-idirafter", embedded("runtime")});
  return Args;
}

Arguments hipArguments(const ClangCommand &Command, Accelerator For, StringRef Arch,
                       unsigned WarpWidth, bool Host) {
  const bool Maca = For == Accelerator::Maca;
  Arguments Args = commonArguments("hip");
  Args.insert(Args.end(), {Host ? "--cuda-host-only" : "--cuda-device-only",
                           "--cuda-gpu-arch=" + Arch.str(), "-nogpuinc", "-nogpulib", "-fgpu-rdc",
                           "-DCOOPIFY_HIP_WARP_SIZE=" + std::to_string(WarpWidth)});
  if (Command.Wave64 && !Maca)
    Args.push_back(*Command.Wave64 ? "-mwavefrontsize64" : "-mno-wavefrontsize64");
  if (!names(Command.Args, "-std="))
    Args.push_back("-std=gnu++17");
  if (Maca) {
    for (StringRef Name : MacrosOfHip)
      Args.push_back(("-U" + Name).str());
    Args.insert(Args.end(), {"-D__MACA__=1", "-D__MACACC__=1"});
    if (!Host)
      Args.push_back("-D__MACA_DEVICE_COMPILE__=1");
    Args.push_back("-I" + embedded("maca"));
  }
  Args.insert(Args.end(),
              {"-isystem", COOPIFY_RESOURCE_DIR "/include/cuda_wrappers", "-I" + embedded("hip"),
               "-include", Maca ? "coopify_maca_prelude.h" : "coopify_hip_prelude.h", "-idirafter",
               embedded("runtime")});
  return Args;
}

} // namespace coopify
