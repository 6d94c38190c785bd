#include "Model/WarpIntrinsics.h"

#include "llvm/ADT/STLExtras.h"

#include <vector>

using namespace coopify;

static constexpr WarpIntrinsic Intrinsics[] = {
#define WARP_INTRINSIC(NAME, FAMILY, SYNC, MAXARGS, VALUE, LANE, WIDTH, INDEXED, MEMBER, WAITS,    \
                       ORDERS, RESULT)                                                             \
  {#NAME,  WarpFamily::FAMILY, SYNC,           MAXARGS,           VALUE, LANE, WIDTH, INDEXED,     \
   MEMBER, WaitsFor::WAITS,    Orders::ORDERS, WarpResult::RESULT},
#include "Model/WarpIntrinsics.def"
};

llvm::ArrayRef<WarpIntrinsic> coopify::warpIntrinsics() {
  static const std::vector<WarpIntrinsic> Sorted = [] {
    std::vector<WarpIntrinsic> All(std::begin(Intrinsics), std::end(Intrinsics));
    llvm::sort(All, [](const auto &A, const auto &B) { return A.Name < B.Name; });
    return All;
  }();
  return Sorted;
}

static const WarpIntrinsic *lookUp(llvm::StringRef Name) {
  llvm::ArrayRef<WarpIntrinsic> All = warpIntrinsics();
  const auto *It =
      llvm::partition_point(All, [&](const WarpIntrinsic &I) { return I.Name < Name; });
  return It != All.end() && It->Name == Name ? It : nullptr;
}

const WarpIntrinsic *coopify::findWarpIntrinsic(llvm::StringRef Name) {
  if (const WarpIntrinsic *I = lookUp(Name))
    return I;
  llvm::StringRef Unscoped = Name;
  if (!Unscoped.consume_back("_block") && !Unscoped.consume_back("_system"))
    return nullptr;
  const WarpIntrinsic *I = lookUp(Unscoped);
  return I && I->Family == WarpFamily::Atomic ? I : nullptr;
}
