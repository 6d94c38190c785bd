//===- PtxMemory.cpp - loads, stores, atomics -----------------------------===//
//
// PTX ISA, data movement, and memory consistency model. Loads and stores become the program's own,
// before the TSan pass looks at those.
//
//===----------------------------------------------------------------------===//
#include "PtxTranslator.h"

#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace simt;

bool PtxTranslator::memory(const PtxInstruction &I) {
  const StringRef Name = I.part(0);
  if (Name == "ld" || Name == "ldu")
    return load(I);
  if (Name == "st")
    return store(I);
  if (Name == "atom" || Name == "red")
    return atomic(I);
  return Name == "prefetch" || Name == "prefetchu" || space(I);
}

// "[a]", "[a+16]", "[a + -4]". An address of shared memory may have 32 bits: it is a low one here.
Value *PtxTranslator::address(StringRef Operand) {
  if (!Operand.consume_front("[") || !Operand.consume_back("]"))
    return nullptr;
  auto [Base, Offset] = Operand.split('+');
  Value *Address = read(Base.trim());
  Value *Distance = Offset.empty() ? number(0, 64) : immediate(Offset.trim());
  if (!Address || !Distance)
    return nullptr;
  Address = Builder.CreateAdd(coerce(Address, {64}), Distance);
  return Builder.CreateIntToPtr(Address, Builder.getPtrTy());
}

// The parts of "{a,b}", or the operand alone, with as many as .v2 and .v4 say.
static std::vector<std::string> parts(const PtxInstruction &I, StringRef Operand) {
  const size_t Count = I.has("v2") ? 2 : I.has("v4") ? 4 : 1;
  if (Count > 1 && (!Operand.consume_front("{") || !Operand.consume_back("}")))
    return {};
  std::vector<std::string> Parts = splitOperands(Operand);
  return Parts.size() == Count ? Parts : std::vector<std::string>();
}

template <class Access> static void setOrder(Access &A, const PtxInstruction &I) {
  A.setVolatile(I.has("volatile") || I.has("cv") || I.has("wt"));
  if (I.has("acquire") || I.has("release"))
    A.setAtomic(I.has("acquire") ? AtomicOrdering::Acquire : AtomicOrdering::Release);
  else if (I.has("relaxed"))
    A.setAtomic(AtomicOrdering::Monotonic);
}

// A narrow value fills its register, by its sign.
bool PtxTranslator::load(const PtxInstruction &I) {
  const PtxType Type = ptxType(I.type());
  Value *Address = I.Operands.size() == 2 && !I.has("param") ? address(I.Operands[1]) : nullptr;
  if (!Address || !Type.Bits)
    return false;
  const std::vector<std::string> Parts = parts(I, I.Operands[0]);
  const Align Bytes(Type.Bits / 8);
  auto *T = Builder.getIntNTy(Type.Bits);
  for (size_t K = 0; K != Parts.size(); ++K) {
    LoadInst *L = Builder.CreateAlignedLoad(
        T, Builder.CreateConstInBoundsGEP1_32(T, Address, unsigned(K)), Bytes);
    setOrder(*L, I);
    write(Parts[K], Builder.CreateIntCast(L, Builder.getInt64Ty(), Type.IsSigned));
  }
  return !Parts.empty();
}

bool PtxTranslator::store(const PtxInstruction &I) {
  const PtxType Type = ptxType(I.type());
  Value *Address = I.Operands.size() == 2 ? address(I.Operands[0]) : nullptr;
  if (!Address || !Type.Bits)
    return false;
  const std::vector<std::string> Parts = parts(I, I.Operands[1]);
  auto *T = Builder.getIntNTy(Type.Bits);
  for (size_t K = 0; K != Parts.size(); ++K) {
    Value *V = read(Parts[K]);
    if (!V)
      return false;
    StoreInst *S = Builder.CreateAlignedStore(
        coerce(V, {Type.Bits}), Builder.CreateConstInBoundsGEP1_32(T, Address, unsigned(K)),
        Align(Type.Bits / 8));
    setOrder(*S, I);
  }
  return !Parts.empty();
}

static int operation(const PtxInstruction &I) {
  for (size_t K = 1; K + 1 < I.Name.size(); ++K) {
    const int Which = StringSwitch<int>(I.Name[K])
                          .Case("add", simt_add)
                          .Case("min", simt_min)
                          .Case("max", simt_max)
                          .Case("and", simt_and)
                          .Case("or", simt_or)
                          .Case("xor", simt_xor)
                          .Case("exch", simt_exch)
                          .Case("inc", simt_inc)
                          .Case("dec", simt_dec)
                          .Case("cas", simt_cas)
                          .Default(-1);
    if (Which >= 0)
      return Which;
  }
  return -1;
}

// atom.acquire.gpu.global.cas.b32 d, [a], b, c; red.shared.add.f32 [a], b.
bool PtxTranslator::atomic(const PtxInstruction &I) {
  const bool HasResult = I.part(0) == "atom";
  const int Kind = StringSwitch<int>(I.type())
                       .Case("s32", simt_i32)
                       .Cases("u32", "b32", simt_u32)
                       .Case("s64", simt_i64)
                       .Cases("u64", "b64", simt_u64)
                       .Case("f32", simt_f32)
                       .Case("f64", simt_f64)
                       .Case("b16", simt_u16)
                       .Default(-1);
  const int Which = operation(I);
  if (I.Operands.size() != 2u + HasResult + (Which == simt_cas) || Kind < 0 || Which < 0)
    return false;
  const PtxType Type{ptxType(I.type()).Bits};
  Value *Address = address(I.Operands[HasResult]), *A = input(I, 1 + HasResult, Type);
  Value *B = Which == simt_cas ? input(I, 2 + HasResult, Type) : number(0, 64);
  if (!Address || !A || !B)
    return false;
  if (I.has("release") || I.has("acq_rel"))
    call(I.has("cta") ? "simt_fence_block" : "simt_fence", {}, 0);
  Value *Old = call("simt_atomic",
                    {number(Which), number(Kind), Address, coerce(A, {64}), coerce(B, {64})}, 64);
  if (I.has("acquire") || I.has("acq_rel"))
    call(I.has("cta") ? "simt_fence_block" : "simt_fence", {}, 0);
  return !HasResult || give(I, coerce(Old, Type));
}

// One space has all memory: see prelude/spaces.h.
bool PtxTranslator::space(const PtxInstruction &I) {
  if (I.part(0) == "cvta")
    return give(I, input(I, 1, {64}));
  if (I.part(0) != "isspacep")
    return false;
  const int Which = StringSwitch<int>(I.part(1))
                        .Case("global", simt_global)
                        .Case("shared", simt_shared)
                        .Case("const", simt_constant)
                        .Case("local", simt_local)
                        .Default(-1);
  Value *A = input(I, 1, {64});
  if (!A || Which < 0)
    return false;
  Value *Space = call("simt_space_of", {Builder.CreateIntToPtr(A, Builder.getPtrTy())});
  return give(I, Builder.CreateICmpEQ(Space, number(Which)));
}
