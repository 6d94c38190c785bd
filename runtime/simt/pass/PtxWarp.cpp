//===- PtxWarp.cpp - special registers, collectives, barriers -------------===//
#include "PtxTranslator.h"

#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace simt;

bool PtxTranslator::warp(const PtxInstruction &I) {
  const StringRef Name = I.part(0);
  if (Name == "shfl")
    return shuffle(I);
  if (Name == "vote")
    return vote(I);
  if (Name == "match" || Name == "redux")
    return match(I);
  if (Name == "bar" || Name == "barrier")
    return barrier(I);
  return other(I);
}

// PTX ISA, special registers. Null where it is none, such as a register of the program's.
Value *PtxTranslator::special(StringRef Name) {
  if (Name == "laneid" || Name == "warpid")
    return call(("simt_" + Name).str(), {});
  if (Name == "clock" || Name == "clock64" || Name == "globaltimer")
    return call("simt_clock", {}, 64);
  if (Name == "clock_hi" || Name == "globaltimer_hi")
    return Builder.CreateLShr(call("simt_clock", {}, 64), 32);
  if (Name == "globaltimer_lo")
    return coerce(call("simt_clock", {}, 64), {32});
  if (Name == "nsmid")
    return number(4);
  if (Name == "smid") // blocks take turns on them
    return Builder.CreateAnd(call("simt_blockIdx", {number(0)}), 3);
  if (Name.consume_front("lanemask_")) {
    static const StringRef Masks[] = {"eq", "lt", "le", "gt", "ge"};
    const auto *Which = std::find(std::begin(Masks), std::end(Masks), Name);
    return Which == std::end(Masks)
               ? nullptr
               : call("simt_lanemask", {number(Which - std::begin(Masks))}, 64);
  }
  auto [Index, Axis] = Name.split('.');
  const size_t Number = StringRef("xyz").find(Axis);
  const StringRef Function = StringSwitch<StringRef>(Index)
                                 .Case("tid", "simt_threadIdx")
                                 .Case("ntid", "simt_blockDim")
                                 .Case("ctaid", "simt_blockIdx")
                                 .Case("nctaid", "simt_gridDim")
                                 .Default("");
  return Function.empty() || Axis.size() != 1 || Number > 2 ? nullptr
                                                            : call(Function, {number(Number)});
}

// shfl.sync.up.b32 d|p, a, b, c, mask.
bool PtxTranslator::shuffle(const PtxInstruction &I) {
  const bool IsSync = I.part(1) == "sync";
  const int Kind = StringSwitch<int>(I.part(1 + IsSync))
                       .Case("idx", simt_idx)
                       .Case("up", simt_up)
                       .Case("down", simt_down)
                       .Case("bfly", simt_bfly)
                       .Default(-1);
  if (Kind < 0 || I.Operands.size() != 4u + IsSync || I.type() != "b32")
    return false;
  Value *Result = call("simt_ptx_shuffle", {number(Kind), number(IsSync), word(I, 1), word(I, 2),
                                            word(I, 3), IsSync ? word(I, 4) : number(0)});
  if (!Result)
    return false;
  auto [To, IsInRange] = StringRef(I.Operands[0]).split('|');
  if (!IsInRange.empty())
    write(IsInRange, Builder.CreateIsNotNull(call("simt_last_predicate", {})));
  write(To, Result);
  return true;
}

// vote.sync.ballot.b32 d, !p, mask; vote.all.pred q, p.
bool PtxTranslator::vote(const PtxInstruction &I) {
  const bool IsSync = I.part(1) == "sync";
  const int Kind = StringSwitch<int>(I.part(1 + IsSync))
                       .Case("ballot", simt_ballot)
                       .Case("any", simt_any)
                       .Case("all", simt_all)
                       .Case("uni", simt_uni)
                       .Default(-1);
  Value *P = I.Operands.size() == 2u + IsSync ? predicate(I.Operands[1]) : nullptr;
  if (Kind < 0 || !P)
    return false;
  P = coerce(P, {32});
  Value *Result = IsSync ? call("simt_sync_vote", {number(Kind), input(I, 2, {64}), P}, 64)
                         : call("simt_legacy_vote", {number(Kind), P}, 64);
  return Result && give(I, Kind == simt_ballot ? Result : Builder.CreateIsNotNull(Result));
}

// match.all.sync.b64 d|p, a, mask; redux.sync.add.u32 d, a, mask.
bool PtxTranslator::match(const PtxInstruction &I) {
  const PtxType Type = ptxType(I.type());
  Value *A = input(I, 1, {Type.Bits}), *Mask = input(I, 2, {64});
  if (!A || !Mask || I.Operands.size() != 3)
    return false;
  A = coerce(A, {64});
  if (I.part(0) == "redux") {
    const int Which = StringSwitch<int>(I.part(2))
                          .Case("add", simt_add)
                          .Case("min", simt_min)
                          .Case("max", simt_max)
                          .Case("and", simt_and)
                          .Case("or", simt_or)
                          .Case("xor", simt_xor)
                          .Default(-1);
    const simt_type Kind = Type.IsSigned ? simt_i32 : simt_u32;
    return Which >= 0 && Type.Bits == 32 && !Type.IsFloat &&
           give(I, call("simt_sync_reduce", {number(Which), number(Kind), Mask, A}, 64));
  }
  const bool IsAll = I.part(1) == "all";
  auto [To, P] = StringRef(I.Operands[0]).split('|');
  write(To,
        call("simt_sync_match", {number(IsAll ? simt_match_all : simt_match_any), Mask, A}, 64));
  if (!P.empty())
    write(P, Builder.CreateIsNotNull(call("simt_last_predicate", {})));
  return true;
}

// PTX ISA, bar: a number, and for how many threads. bar.red.and.pred q, number, count, p.
bool PtxTranslator::barrier(const PtxInstruction &I) {
  const size_t Count = I.Operands.size();
  if (I.has("warp"))
    return Count == 1 && call("simt_syncwarp", {input(I, 0, {64})}, 0);
  if (I.has("cluster") || !Count)
    return false;
  if (I.has("sync") || I.has("arrive")) {
    if (I.has("sync") && Count == 1 && I.Operands[0] == "0")
      return call("simt_syncthreads", {}, 0);
    return call(I.has("sync") ? "simt_barrier" : "simt_barrier_arrive",
                {word(I, 0), Count > 1 ? word(I, 1) : number(0)}, 0);
  }
  if (!I.has("red") || Count < 3)
    return false;
  Value *P = predicate(I.Operands[Count - 1]);
  const int Which = I.has("popc") ? simt_add : I.has("and") ? simt_and : simt_or;
  Value *Result =
      P ? call("simt_barrier_reduce",
               {number(Which), word(I, 1), Count > 3 ? word(I, 2) : number(0), coerce(P, {32})})
        : nullptr;
  return Result && give(I, I.has("pred") ? Builder.CreateIsNotNull(Result) : Result);
}

bool PtxTranslator::other(const PtxInstruction &I) {
  const StringRef Name = I.part(0);
  if (Name == "activemask")
    return give(I, call("simt_legacy_vote", {number(simt_active), number(1)}, 64));
  if (Name == "membar" || Name == "fence")
    return call(I.has("cta") ? "simt_fence_block" : "simt_fence", {}, 0);
  if (Name == "exit")
    return call("simt_exit", {}, 0);
  if (Name == "trap" || Name == "brkpt")
    return call("simt_trap", {}, 0);
  if (Name == "nanosleep")
    return I.Operands.size() == 1 && call("simt_sleep", {word(I, 0)}, 0);
  return Name == "pmevent";
}
