//===- TemporaryFolder.h - files for one test --------------------*- C++ -*-===//
#ifndef COOPIFY_TEST_UNIT_DRIVER_TEMPORARYFOLDER_H
#define COOPIFY_TEST_UNIT_DRIVER_TEMPORARYFOLDER_H

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

namespace coopify {

/// A folder that goes away with the test. Its path is real.
class TemporaryFolder {
public:
  TemporaryFolder() {
    llvm::SmallString<128> Made, Real;
    llvm::sys::fs::createUniqueDirectory("coopify-test", Made);
    llvm::sys::fs::real_path(Made, Real);
    Path = Real.str().str();
  }
  ~TemporaryFolder() { llvm::sys::fs::remove_directories(Path); }
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;

  std::string operator/(llvm::StringRef Name) const { return Path + "/" + Name.str(); }

  std::string write(llvm::StringRef Name, llvm::StringRef Text) const {
    std::string File = *this / Name;
    llvm::sys::fs::create_directories(llvm::sys::path::parent_path(File));
    std::error_code Code;
    llvm::raw_fd_ostream(File, Code) << Text;
    return File;
  }

  static std::string read(llvm::StringRef File) {
    auto Buffer = llvm::MemoryBuffer::getFile(File);
    return Buffer ? (*Buffer)->getBuffer().str() : "<missing>";
  }

  /// How many entries the folder has: no temporary file may be left.
  unsigned entries() const {
    unsigned Count = 0;
    std::error_code Code;
    for (llvm::sys::fs::directory_iterator It(Path, Code), End; It != End && !Code;
         It.increment(Code))
      ++Count;
    return Count;
  }

  std::string Path;
};

} // namespace coopify

#endif // COOPIFY_TEST_UNIT_DRIVER_TEMPORARYFOLDER_H
