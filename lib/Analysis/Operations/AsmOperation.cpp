//===- AsmOperation.cpp ---------------------------------------------------===//

#include "Analysis/Operations/AsmOperation.h"

#include "Model/Operations/PTXInstructions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace coopify {

static OperationKind kindOf(const PTXMeaning &M, bool Guarded) {
  switch (M.Kind) {
  case PTXKind::OneLane:
    return OperationKind::None;
  case PTXKind::Fence:
    return OperationKind::Fence;
  case PTXKind::Shuffle:
  case PTXKind::Collective:
    return OperationKind::Collective;
  case PTXKind::WarpBarrier:
    return OperationKind::WarpBarrier;
  case PTXKind::ClusterBarrier:
    return OperationKind::ClusterBarrier;
  case PTXKind::Unknown:
    return OperationKind::Unknown;
  case PTXKind::BlockBarrier:
    break;
  }
  // Barrier 0 of all threads is that of __syncthreads(); one that reduces is no plain wait.
  bool Zero = M.Waits == WaitsFor::Numbered && M.Whole && M.Number == 0u && !Guarded;
  return Zero ? OperationKind::BlockBarrier : OperationKind::NamedBarrier;
}

/// "%3" of \p Asm; null: it is written out, or has a name.
static const Expr *operand(const GCCAsmStmt *Asm, StringRef Text) {
  unsigned N = 0;
  if (!Text.consume_front("%") || Text.getAsInteger(10, N))
    return nullptr;
  if (N < Asm->getNumOutputs())
    return Asm->getOutputExpr(N);
  N -= Asm->getNumOutputs();
  return N < Asm->getNumInputs() ? Asm->getInputExpr(N) : nullptr;
}

/// A number that stands there, or in the place of "%3".
static std::optional<uint32_t> maskValue(StringRef Text, const Expr *Operand) {
  if (const auto *N = Operand ? dyn_cast<IntegerLiteral>(Operand->IgnoreParenImpCasts()) : nullptr)
    return uint32_t(N->getValue().getLimitedValue());
  auto Written = ptxNumber(Text);
  return Written ? std::optional(uint32_t(*Written)) : std::nullopt;
}

static Operation single(const GCCAsmStmt *Asm, const PTXInstruction &I) {
  Operation O;
  PTXMeaning M = meaningOf(I);
  bool Reduces = StringRef(I.Opcode).contains(".red");
  O.Kind = kindOf(M, I.Guarded);
  if (O.Kind == OperationKind::BlockBarrier && Reduces)
    O.Kind = OperationKind::NamedBarrier;
  O.Name = O.Kind == OperationKind::BlockBarrier ? "bar.sync 0" : I.Opcode;
  O.Waits = O.Kind == OperationKind::BlockBarrier ? WaitsFor::Block : M.Waits;
  O.Memory = M.Memory;
  O.ShufflesInAsm = M.Kind == PTXKind::Shuffle;
  if (M.Waits == WaitsFor::Mask) {
    O.Mask = operand(Asm, M.Mask);
    O.Lanes = maskValue(M.Mask, O.Mask);
  }
  if (I.Guarded && O.Waits != WaitsFor::Nobody) { // not all who come execute it
    O.Waits = WaitsFor::Anybody;
    O.Memory = Orders::Nothing;
  }
  return O;
}

/// What decides, of two in one statement. A barrier is not lost behind what is unknown.
static unsigned rank(OperationKind K) {
  switch (K) {
  case OperationKind::NamedBarrier:
    return 9;
  case OperationKind::GridBarrier:
    return 8;
  case OperationKind::ClusterBarrier:
    return 7;
  case OperationKind::BlockBarrier:
    return 6;
  case OperationKind::GroupBarrier:
    return 5;
  case OperationKind::WarpBarrier:
    return 4;
  case OperationKind::Unknown:
    return 3;
  case OperationKind::Collective:
    return 2;
  case OperationKind::Fence:
    return 1;
  default:
    return 0;
  }
}

/// An asm that is not volatile may be moved, and deleted where nobody wants its outputs; without
/// the clobber "memory", accesses may move past it (CUDA, "Inline PTX Assembly", 1.3; GCC,
/// "Extended Asm": one without outputs is volatile).
static bool ordersMemory(const GCCAsmStmt *Asm) {
  bool Stays = Asm->isVolatile() || Asm->getNumOutputs() == 0;
  for (unsigned I = 0; Stays && I < Asm->getNumClobbers(); ++I)
    if (Asm->getClobber(I) == "memory")
      return true;
  return false;
}

Operation asmOperation(const GCCAsmStmt *Asm) {
  Operation All;
  bool Unknown = false, Jumps = false;
  for (const PTXInstruction &I : ptxInstructions(Asm->getAsmString())) {
    Operation O = single(Asm, I);
    Unknown |= O.Kind == OperationKind::Unknown;
    Jumps |= I.Opcode == "bra" || I.Opcode == "brx" || I.Opcode == "call";
    bool Shuffles = All.ShufflesInAsm || O.ShufflesInAsm;
    if (rank(O.Kind) > rank(All.Kind))
      All = O;
    All.ShufflesInAsm = Shuffles;
  }
  if (!ordersMemory(Asm))
    All.Memory = Orders::Nothing;
  // Jumps may pass a wait by, as a guard does.
  if (Unknown || (Jumps && All.Waits != WaitsFor::Nobody)) {
    All.Waits = WaitsFor::Anybody;
    All.Memory = Orders::Nothing;
    All.OperandsFirst = false;
  }
  return All;
}

bool movesRegister(const GCCAsmStmt *Asm, StringRef Register) {
  if (Asm->getNumOutputs() != 1 || Asm->getNumInputs() != 0)
    return false;
  QualType T = Asm->getOutputExpr(0)->getType();
  const auto *B = T->getAs<BuiltinType>();
  if (!B || (B->getKind() != BuiltinType::Int && B->getKind() != BuiltinType::UInt))
    return false;
  std::string Code = Asm->getAsmString();
  llvm::erase_if(Code, [](char C) { return llvm::isSpace(C); });
  static constexpr llvm::StringLiteral Types[] = {"u32", "s32", "b32"};
  return llvm::any_of(Types, [&](StringRef Type) {
    return Code == ("mov." + Type + "%0,%%" + Register + ";").str();
  });
}

} // namespace coopify
