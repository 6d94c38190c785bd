#include "Frontend/TokenWatchers.h"

#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/DenseMap.h"

#include <mutex>
#include <vector>

using namespace llvm;

namespace coopify {
namespace {

using Watcher = unique_function<void(const clang::Token &)>;

/// Of one preprocessor, which owns it.
class Watchers : public clang::PPCallbacks {
public:
  explicit Watchers(const clang::Preprocessor &PP) : PP(PP) {}
  ~Watchers() override {
    std::lock_guard Guard(Lock);
    All.erase(&PP);
  }
  static void add(clang::Preprocessor &PP, Watcher W) {
    std::lock_guard Guard(Lock);
    auto [It, New] = All.try_emplace(&PP, nullptr);
    if (New) {
      auto Owned = std::make_unique<Watchers>(PP);
      It->second = Owned.get();
      PP.setTokenWatcher([Told = Owned.get()](const clang::Token &T) {
        for (Watcher &W : Told->Own)
          W(T);
      });
      PP.addPPCallbacks(std::move(Owned));
    }
    It->second->Own.push_back(std::move(W));
  }

private:
  const clang::Preprocessor &PP;
  std::vector<Watcher> Own;
  static std::mutex Lock;
  static DenseMap<const clang::Preprocessor *, Watchers *> All;
};

std::mutex Watchers::Lock;
DenseMap<const clang::Preprocessor *, Watchers *> Watchers::All;

} // namespace

void addTokenWatcher(clang::Preprocessor &PP, Watcher W) { Watchers::add(PP, std::move(W)); }

} // namespace coopify
