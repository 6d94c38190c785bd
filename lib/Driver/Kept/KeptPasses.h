//===- KeptPasses.h - what earlier runs have found ---------------*- C++ -*-===//
//
// The summary of a pass is kept, by its command and the program that made it, with all that the
// parse asked of the disk. A later run takes it where that is as it was.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_DRIVER_KEPT_KEPTPASSES_H
#define COOPIFY_DRIVER_KEPT_KEPTPASSES_H

#include "Driver/Units/ParsedProgram.h"
#include "Frontend/Preludes/Preludes.h"
#include "Frontend/Preludes/ReadFiles.h"

#include "llvm/Support/JSON.h"

#include <atomic>
#include <string>

namespace coopify {

/// Thread-safe. Whatever is wrong with the store, a pass is parsed then.
class KeptPasses {
public:
  /// \p Maker tells programs apart that may find something else in the same text.
  KeptPasses(CacheStore Store, std::string Maker);

  /// Fills \p P but for ParsedPass::Calls; false: it is to be parsed. \p Beside tells apart what
  /// other passes have found that it may take (KnownBodies).
  bool load(ParsedPass &P, llvm::StringRef Beside);
  /// \p Read by the parse of \p P, which began at \p Since; \p Asked is the command as load() has
  /// it: what was parsed in the end may be another one. Sets ParsedPass::Digest.
  void save(ParsedPass &P, const Pass &Asked, llvm::StringRef Beside, const ReadFiles &Read,
            llvm::sys::TimePoint<> Since);

  /// What a question of \p Kind about \p P, which a parse answers, was answered; nullopt: it is to
  /// be asked.
  std::optional<llvm::json::Value> answer(llvm::StringRef Kind, const Pass &P);
  void keep(llvm::StringRef Kind, const Pass &P, llvm::json::Value Answer, const ReadFiles &Read,
            llvm::sys::TimePoint<> Since);

  /// That the edits of \p Overlay brought nothing new to a program of passes with \p Digests, by
  /// parses that have \p Read, is kept, too.
  bool isKnownClean(llvm::ArrayRef<std::string> Digests, const FileOverlay &Overlay);
  void saveClean(llvm::ArrayRef<std::string> Digests, const FileOverlay &Overlay,
                 const ReadFiles &Read, llvm::sys::TimePoint<> Since);

  /// That what was loaded is used, too.
  void countTaken(unsigned Passes) { Taken += Passes; }
  unsigned taken() const { return Taken; }

private:
  std::string keyOf(llvm::StringRef Kind, const Pass &P, llvm::StringRef Beside = "") const;

  const CacheStore Store;
  const std::string Maker;
  FilesNow Disk;
  std::atomic<unsigned> Taken = 0;
};

} // namespace coopify

#endif // COOPIFY_DRIVER_KEPT_KEPTPASSES_H
