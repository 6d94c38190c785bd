//===- MultiDevice.cpp - launches on several devices at once ---------------===//

#include "Extract/Launches/Launches.h"

using namespace clang;

namespace coopify {

void multiDeviceLaunches(llvm::ArrayRef<const CallExpr *> Calls, const SourceText &Text,
                         std::vector<Site> &Sites) {
  for (const CallExpr *Call : Calls) {
    const FunctionDecl *F = Call->getDirectCallee();
    const StringRef Name = F && F->getIdentifier() ? F->getName() : "";
    if ((Name != "cudaLaunchCooperativeKernelMultiDevice" &&
         Name != "cuLaunchCooperativeKernelMultiDevice") ||
        !Text.isToolkit(F) || !Text.isUserFile(Call->getBeginLoc()))
      continue;
    Site S;
    S.Kind = SiteKind::MultiGrid;
    S.Name = Name.str();
    S.Loc = Text.expansion(Call->getBeginLoc());
    S.Range = Text.fileRange(Call->getSourceRange());
    S.Macro = Text.macroUse(Call->getBeginLoc(), Call->getEndLoc());
    S.Preset =
        Refusal{ReasonId::MultiDevice, "CUDA 13 has no launch on several devices at once", S.Loc,
                "launch the kernel on each device by cudaLaunchCooperativeKernel, in a stream of "
                "its own, and order what the devices tell each other by events or NCCL"};
    Sites.push_back(std::move(S));
  }
}

} // namespace coopify
