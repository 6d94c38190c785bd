//===- DeviceRuntime.cpp - what kernels call of CUDA's runtime ------------===//
//
// clang makes of <<<>>> in device code a buffer of arguments and a call of cudaLaunchDevice()
// (CUDA guide, dynamic parallelism, device-side launch from PTX). Where in the buffer the arguments
// are is seen at the call; how the kernel takes them, from its stub on the host side or, of a
// template that only device code launches, from its body.
//
//===----------------------------------------------------------------------===//
#include "Units.h"

#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

#include <map>

using namespace llvm;

namespace {

constexpr StringLiteral Prefix = "simt_device_";

// What means something else in a kernel than on the host (lib/host/children).
constexpr StringLiteral Others[] = {"cudaGetParameterBuffer",
                                    "cudaLaunchDevice",
                                    "cudaDeviceSynchronize",
                                    "cudaGetLastError",
                                    "cudaPeekAtLastError",
                                    "cudaStreamCreateWithFlags",
                                    "cudaStreamDestroy",
                                    "cudaStreamWaitEvent",
                                    "cudaEventCreateWithFlags",
                                    "cudaEventRecord",
                                    "cudaEventDestroy",
                                    "cudaMemcpyAsync",
                                    "cudaMemcpy2DAsync",
                                    "cudaMemsetAsync",
                                    "cudaMalloc",
                                    "cudaFree"};

class LaunchSites {
public:
  explicit LaunchSites(Module &M) : M(M), Builder(M.getContext()) {}

  /// The call says where the arguments are, too.
  void extend(CallInst &Call) {
    SmallVector<Type *, 8> Types;
    SmallVector<Value *, 8> Values(Call.args());
    Values.push_back(siteOf(Call));
    for (Value *V : Values)
      Types.push_back(V->getType());
    const FunctionCallee To = M.getOrInsertFunction(
        (Prefix + "launch").str(), FunctionType::get(Call.getType(), Types, false));
    CallInst *New = CallInst::Create(To, Values, "", Call.getIterator());
    New->setDebugLoc(Call.getDebugLoc());
    Call.replaceAllUsesWith(New);
    Call.eraseFromParent();
  }

private:
  // A LaunchSite (lib/host/children/LaunchSite.h).
  Constant *siteOf(const CallInst &Call) {
    auto *Kernel = dyn_cast<Function>(Call.getArgOperand(0)->stripPointerCasts());
    std::vector<Constant *> Offsets;
    for (uint64_t Offset : offsetsIn(*Call.getArgOperand(1)))
      Offsets.push_back(Builder.getInt64(Offset));
    const std::string Name = Kernel ? demangle(Kernel->getName()) : "a kernel";
    Constant *Site = ConstantStruct::getAnon(
        {Builder.CreateGlobalString(Name, "", 0, &M), callerOf(Kernel),
         Builder.getInt64(Kernel ? simt::sharedBytes(*Kernel) : 0),
         Builder.getInt64(Offsets.size()), simt::makeTable(M, Offsets, "simt_offsets")});
    return new GlobalVariable(M, Site->getType(), /*isConstant=*/true, GlobalValue::InternalLinkage,
                              Site, "simt_launch_site");
  }

  static std::set<uint64_t> offsetsIn(const Value &Buffer) {
    std::set<uint64_t> Offsets;
    for (const User *U : Buffer.users())
      if (auto *Address = dyn_cast<GetElementPtrInst>(U))
        if (APInt Offset(64, 0);
            Address->accumulateConstantOffset(Address->getDataLayout(), Offset))
          Offsets.insert(Offset.getZExtValue());
    return Offsets;
  }

  Constant *callerOf(Function *Kernel) {
    Constant *Null = ConstantPointerNull::get(Builder.getPtrTy());
    if (!Kernel || !Kernel->hasWeakODRLinkage()) // the host side has a stub
      return Null;
    Function *&Caller = Callers[Kernel];
    if (!Caller)
      Caller = simt::launchOfKernel(*Kernel).Caller;
    return Caller ? Caller : Null;
  }

  Module &M;
  IRBuilder<> Builder;
  std::map<Function *, Function *> Callers;
};

} // namespace

void simt::bindDeviceRuntime(Module &M) {
  if (Function *Launch = M.getFunction("cudaLaunchDevice")) {
    LaunchSites Sites(M);
    for (User *U : make_early_inc_range(Launch->users()))
      if (auto *Call = dyn_cast<CallInst>(U); Call && Call->getCalledFunction() == Launch)
        Sites.extend(*Call);
  }
  for (StringRef Name : Others)
    if (Function *F = M.getFunction(Name); F && F->isDeclaration())
      F->setName(Prefix + Name);
}
