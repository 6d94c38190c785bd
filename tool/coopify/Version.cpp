#include "Version.h"

#include "Frontend/Command/PassArguments.h"
#include "Frontend/Toolkit.h"

#include "llvm/Config/llvm-config.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace coopify {

static bool hasClangHeaders() { return sys::fs::is_directory(clangHeaders()); }

Error printVersion(raw_ostream &OS, StringRef CudaPath) {
  // The first line is what scripts read.
  OS << "coopify " COOPIFY_VERSION " (LLVM " LLVM_VERSION_STRING ")\n";
  Expected<Toolkit> Kit = findToolkit(CudaPath);
  if (!Kit)
    return Kit.takeError();
  OS << formatv("CUDA {0}.{1}: {2}\n", Kit->Version / 1000, Kit->Version % 1000 / 10,
                Kit->embedded() ? "embedded headers" : Kit->Path);
  OS << formatv("clang's headers: {0}{1}\n", clangHeaders(), hasClangHeaders() ? "" : " (missing)");
  return Error::success();
}

Error checkClangHeaders() {
  if (hasClangHeaders())
    return Error::success();
  return createStringError(
      formatv("clang's own headers are not in {0}; on Debian they are in libclang-common-{1}-dev",
              clangHeaders(), LLVM_VERSION_MAJOR)
          .str());
}

} // namespace coopify
