#include "Support/PathName.h"

#include "llvm/Support/Allocator.h"
#include "llvm/Support/StringSaver.h"

#include <mutex>

namespace coopify {

llvm::StringRef PathName::held(llvm::StringRef Path) {
  if (Path.empty())
    return {};
  // Never freed: findings outlive everything, and threads may end after main().
  static auto *Held = new llvm::BumpPtrAllocator;
  static auto *All = new llvm::UniqueStringSaver(*Held);
  static std::mutex Busy;
  const std::lock_guard Lock(Busy);
  return All->save(Path);
}

} // namespace coopify
