//===- InlinePtx.cpp - inline PTX becomes calls of the machine -----------===//
#include "InlinePtx.h"

#include "PtxTranslator.h"

#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

static std::string textOf(const CallBase &Call) {
  return simt::normalisePtx(cast<InlineAsm>(Call.getCalledOperand())->getAsmString());
}

// The empty one is a barrier to the compiler alone.
static void replace(CallBase &Call) {
  const std::string Text = textOf(Call);
  if (Text.empty())
    return;
  std::string Unknown = simt::PtxTranslator(Call).translate(Text);
  if (Unknown.empty())
    return;
  Call.getContext().diagnose(DiagnosticInfoUnsupported(
      *Call.getFunction(), "the SIMT machine does not know this inline PTX: " + Unknown,
      Call.getDebugLoc()));
  Call.replaceAllUsesWith(PoisonValue::get(Call.getType()));
  Call.eraseFromParent(); // or the assembler would complain about it as well
}

void simt::replaceInlinePtx(Module &M) {
  std::vector<CallBase *> Found;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I); Call && Call->isInlineAsm())
        Found.push_back(Call);
  for (CallBase *Call : Found)
    replace(*Call);
}
