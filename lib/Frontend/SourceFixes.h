//===- SourceFixes.h - what nvcc accepts and clang does not ------*- C++ -*-===//
//
// Repairs in memory that keep every byte's place, so that offsets of the AST
// are offsets of the file (shared facts: "What a tolerant parser must cover").
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_FRONTEND_SOURCEFIXES_H
#define COOPIFY_FRONTEND_SOURCEFIXES_H

#include "Frontend/Command/HostCompiler.h"

#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <atomic>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>

namespace coopify {

struct SourceFixes {
  std::string Text;          ///< as long as the input
  unsigned LaunchTokens = 0; ///< "<< <" and ">> >"
  unsigned AsmRegisters = 0; ///< "%laneid" in an asm with operands
  unsigned count() const { return LaunchTokens + AsmRegisters; }
};

/// Whether \p Text begins with the name of a special register of PTX (ISA, "Special
/// Registers"): not 0, r1, h2, [name] or "=", which may follow a '%' too.
bool isSpecialRegister(llvm::StringRef Text);

/// nullopt: nothing to repair.
std::optional<SourceFixes> fixSource(llvm::StringRef Text);

/// The name that stands for \p Word where a directive asks for it (NvccMacros.def); nullopt: the
/// same.
std::optional<std::string> nameInDirectives(llvm::StringRef Word, HostCompiler Host);

/// \p Text with directives that ask for the compiler answered as by nvcc in front of \p Host
/// (NvccMacros.def): __NVCC__ is defined, and with gcc __clang__ is not. As long as \p Text;
/// nullopt: it does not ask.
std::optional<std::string> asNvccReads(llvm::StringRef Text, HostCompiler Host = HostCompiler::GCC);

/// What #if and code may compare __CUDA_ARCH__ with.
struct ArchTests {
  bool Any = false;           ///< it is asked for more than whether it is defined
  bool Sides = false;         ///< it is named at all: host and device are other texts
  std::set<unsigned> Numbers; ///< 750, also of directives that ask something else
  void add(llvm::StringRef Text);
};

/// Repairs the user's files as they are opened.
class TolerantFileSystem : public llvm::vfs::ProxyFileSystem {
public:
  /// \p AsNvcc: in front of which compiler. \p Replaced: the real paths of files whose text is not
  /// that of the disk, whichever link names them.
  TolerantFileSystem(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS,
                     std::optional<HostCompiler> AsNvcc, llvm::StringSet<> Replaced = {})
      : ProxyFileSystem(std::move(FS)), AsNvcc(AsNvcc), Replaced(std::move(Replaced)) {}
  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &Path) override;
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(const llvm::Twine &Path) override;

  /// Number of repairs by file, as it was opened.
  std::map<std::string, unsigned> fixes() const;
  /// With which numbers the files may compare __CUDA_ARCH__; none if they do not ask.
  std::set<unsigned> archsTested() const;
  bool sidesTested() const;
  /// A directive asks which C++ it is.
  bool languageTested() const { return Language; }
  /// A file asked for the compiler, and was told that it is nvcc.
  bool askedForCompiler() const { return Asked; }

private:
  std::string behindLinks(const llvm::Twine &Path) const;

  const std::optional<HostCompiler> AsNvcc;
  const llvm::StringSet<> Replaced;
  std::atomic<bool> Asked = false, Language = false;
  mutable std::mutex Lock;
  std::map<std::string, unsigned> Fixes;
  ArchTests Tests;
};

} // namespace coopify

#endif // COOPIFY_FRONTEND_SOURCEFIXES_H
