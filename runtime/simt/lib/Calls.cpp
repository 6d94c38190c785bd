//===- Calls.cpp - what the prelude calls --------------------------------===//
#include "Fiber.h"
#include "Machine.h"

#include <cstdarg>
#include <cstdio>
#include <cstring>

using namespace simt;

// The caller is the kernel: the prelude's functions are inlined into it.
#define HERE reinterpret_cast<uintptr_t>(__builtin_return_address(0))

using u64 = unsigned long long;

static Thread &self() { return *TheMachine.Current; }

static Collective collective(Call Which, unsigned Operation, u64 Mask, u64 Value) {
  Collective C;
  C.Which = Which;
  C.Operation = Operation;
  C.Mask = Mask;
  C.Value = Value;
  return C;
}

// --- collectives -------------------------------------------------------------

// The c operand is the one that CUDA's headers build of a width.
static Collective shuffle(Call Which, simt_shuffle How, u64 Mask, u64 Value, unsigned B,
                          int Width) {
  int Lanes = TheMachine.WarpSize;
  Collective C = collective(Which, How, Mask, Value);
  C.B = B;
  C.Segment = uint8_t(Lanes - Width);
  C.Clamp = How == simt_up ? 0 : uint8_t(Lanes - 1);
  return C;
}

[[gnu::cold, gnu::noinline]] static void refuseWidth(const Collective &C, int Width,
                                                     uintptr_t Place) {
  int Lanes = TheMachine.WarpSize;
  self().Place = Place;
  TheMachine.reportHere(Kind::BadWidth, std::string(nameOf(C)) + " with width " +
                                            std::to_string(Width) + ", no power of two up to " +
                                            std::to_string(Lanes));
}

static inline void checkWidth(const Collective &C, int Width, uintptr_t Place) {
  if (Width <= 0 || Width > int(TheMachine.WarpSize) || (Width & (Width - 1)) != 0)
    refuseWidth(C, Width, Place);
}

extern "C" u64 simt_legacy_shuffle(simt_shuffle How, u64 Value, unsigned B, int Width) {
  Collective C = shuffle(Call::LegacyShuffle, How, 0, Value, B, Width);
  checkWidth(C, Width, HERE);
  return TheMachine.legacy(C, HERE);
}

extern "C" u64 simt_sync_shuffle(simt_shuffle How, u64 Mask, u64 Value, unsigned B, int Width) {
  Collective C = shuffle(Call::SyncShuffle, How, Mask, Value, B, Width);
  checkWidth(C, Width, HERE);
  return TheMachine.sync(C, HERE);
}

extern "C" unsigned simt_ptx_shuffle(simt_shuffle How, int IsSync, unsigned Value, unsigned B,
                                     unsigned C, unsigned Mask) {
  Collective Wanted =
      collective(IsSync ? Call::SyncShuffle : Call::LegacyShuffle, How, Mask, Value);
  Wanted.B = B, Wanted.Segment = uint8_t(C >> 8), Wanted.Clamp = uint8_t(C);
  return unsigned(IsSync ? TheMachine.sync(Wanted, HERE) : TheMachine.legacy(Wanted, HERE));
}

extern "C" u64 simt_legacy_vote(simt_vote How, int Predicate) {
  return TheMachine.legacy(collective(Call::LegacyVote, How, 0, Predicate != 0), HERE);
}

extern "C" u64 simt_sync_vote(simt_vote How, u64 Mask, int Predicate) {
  return TheMachine.sync(collective(Call::SyncVote, How, Mask, Predicate != 0), HERE);
}

extern "C" u64 simt_sync_match(simt_match How, u64 Mask, u64 Value) {
  return TheMachine.sync(collective(Call::SyncMatch, How, Mask, Value), HERE);
}

extern "C" u64 simt_sync_reduce(simt_op Operation, simt_type Type, u64 Mask, u64 Value) {
  Collective C = collective(Call::SyncReduce, Operation, Mask, Value);
  C.Type = Type;
  return TheMachine.sync(C, HERE);
}

extern "C" void simt_syncwarp(u64 Mask) {
  TheMachine.sync(collective(Call::SyncWarp, 0, Mask, 0), HERE);
}

extern "C" int simt_last_predicate() { return self().Predicate; }

extern "C" void simt_syncthreads() { TheMachine.barrier(simt_add, 0, HERE); }

extern "C" int simt_syncthreads_reduce(simt_op Operation, int Predicate) {
  return int(TheMachine.barrier(Operation, Predicate != 0, HERE));
}

extern "C" void simt_barrier(unsigned Id, unsigned Count) {
  TheMachine.namedBarrier(Call::NamedBarrier, Id, Count, simt_add, 0, HERE);
}

extern "C" void simt_barrier_arrive(unsigned Id, unsigned Count) {
  TheMachine.namedBarrier(Call::NamedArrive, Id, Count, simt_add, 0, HERE);
}

extern "C" int simt_barrier_reduce(simt_op Operation, unsigned Id, unsigned Count, int Predicate) {
  return int(
      TheMachine.namedBarrier(Call::NamedBarrier, Id, Count, Operation, Predicate != 0, HERE));
}

extern "C" int simt_is_cooperative() { return TheMachine.isCooperative(); }

extern "C" unsigned simt_grid_arrive() { return TheMachine.arriveAtGrid(); }

extern "C" int simt_grid_is_open(unsigned Ticket) { return TheMachine.isGridOpen(Ticket, HERE); }

extern "C" void simt_fence() { TheMachine.fence(HERE, FenceFor::Grid); }

extern "C" void simt_fence_block() { TheMachine.fence(HERE, FenceFor::Block); }

extern "C" void simt_sleep(unsigned Nanoseconds) { TheMachine.sleep(Nanoseconds, HERE); }

// --- where and when ----------------------------------------------------------

static unsigned axis(const Dim3 &D, unsigned Axis) {
  return Axis == 0 ? D.X : Axis == 1 ? D.Y : D.Z;
}

extern "C" unsigned simt_threadIdx(unsigned Axis) { return axis(self().Index, Axis); }
extern "C" unsigned simt_blockIdx(unsigned Axis) { return axis(TheMachine.BlockIndex, Axis); }
extern "C" unsigned simt_blockDim(unsigned Axis) { return axis(TheMachine.Block, Axis); }
extern "C" unsigned simt_gridDim(unsigned Axis) { return axis(TheMachine.Grid, Axis); }
extern "C" unsigned simt_laneid() { return self().Lane; }
extern "C" unsigned simt_warpid() { return self().Id / TheMachine.WarpSize; }
extern "C" long long simt_clock() { return TheMachine.clock(HERE); }

extern "C" u64 simt_lanemask(simt_lanes Which) {
  u64 All = ~0ull >> (64 - TheMachine.WarpSize), Own = 1ull << self().Lane, Less = Own - 1;
  switch (Which) {
  case simt_mask_eq:
    return Own;
  case simt_mask_lt:
    return Less;
  case simt_mask_le:
    return Less | Own;
  case simt_mask_gt:
    return All & ~(Less | Own);
  case simt_mask_ge:
    return All & ~Less;
  }
  return 0;
}

// --- memory ------------------------------------------------------------------

static size_t sizeOf(simt_type Type) {
  if (Type == simt_i64 || Type == simt_u64 || Type == simt_f64)
    return 8;
  return Type == simt_u16 || Type == simt_half_1 || Type == simt_bfloat_1 ? 2 : 4;
}

static Access kindOf(simt_op Update) {
  switch (Update) {
  case simt_min:
  case simt_max:
  case simt_cas:
    return Access::Bound;
  case simt_add:
  case simt_sub:
  case simt_inc:
  case simt_dec:
    return Access::Sum;
  default:
    return Access::Atomic;
  }
}

extern "C" u64 simt_atomic(simt_op Operation, simt_type Type, volatile void *Address, u64 A,
                           u64 B) {
  const size_t Size = sizeOf(Type);
  const uintptr_t Where = reinterpret_cast<uintptr_t>(Address);
  if (Where % Size)
    TheMachine.misaligned(Where, Size, Access::Atomic, HERE);
  TheMachine.access(Where, Size, kindOf(Operation), HERE);
  void *Memory = const_cast<void *>(Address);
  uint64_t Old = 0;
  memcpy(&Old, Memory, Size);
  uint64_t New = Operation == simt_cas ? (Old == A ? B : Old) : apply(Operation, Type, Old, A);
  memcpy(Memory, &New, Size);
  return Old;
}

// Memory that nobody named is global: the host's, too, as with CUDA's unified addresses.
extern "C" simt_space simt_space_of(const void *Address) {
  const auto Where = reinterpret_cast<uintptr_t>(Address);
  return TheMachine.isShared(Where) ? simt_shared : isStack(Where) ? simt_local : simt_global;
}

extern "C" void *simt_malloc(size_t Size) { return TheMachine.allocate(Size, HERE); }

extern "C" void simt_free(void *Memory) { TheMachine.release(Memory, HERE); }

// --- output and ends ---------------------------------------------------------

extern "C" int simt_printf(const char *Format, ...) {
  TheMachine.point(HERE);
  va_list Arguments;
  va_start(Arguments, Format);
  int Written = vprintf(Format, Arguments);
  va_end(Arguments);
  return Written;
}

extern "C" void simt_exit() { TheMachine.exitThread(); }

extern "C" void simt_parameter(const void *Object) {
  TheMachine.addParameter(reinterpret_cast<uintptr_t>(Object));
}

extern "C" void simt_trap() {
  self().Place = HERE;
  TheMachine.reportHere(Kind::Trap, "__trap()");
  TheMachine.abandon();
}

extern "C" void simt_assert_fail(const char *Condition) {
  self().Place = HERE;
  TheMachine.reportHere(Kind::Trap, std::string("assert(") + Condition + ") failed");
  TheMachine.abandon();
}
