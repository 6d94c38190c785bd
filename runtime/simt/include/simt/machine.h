//===- machine.h - runs CUDA kernels on the CPU ------------------*- C++ -*-===//
//
// The host side of the SIMT machine: plain C++. A harness declares the kernels
// that simtcc compiled as ordinary functions and launches them:
//
//   void scale(float *Data, int Size);           // __global__ in scale.cu
//   simt::Report Result = simt::launch({}, scale, {2}, {64}, 0, Data, Size);
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_SIMT_MACHINE_H
#define COOPIFY_SIMT_MACHINE_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

namespace simt {

struct Dim3 {
  unsigned X = 1, Y = 1, Z = 1;
  Dim3(unsigned X = 1, unsigned Y = 1, unsigned Z = 1) : X(X), Y(Y), Z(Z) {}
  unsigned count() const { return X * Y * Z; }
};

enum class Policy {
  Lockstep,    ///< Pre-Volta: lanes at the lowest program point move together.
  Fair,        ///< Independent threads, one step each in turn.
  Adversarial, ///< Independent threads, as the seed says.
};

/// Whom a block barrier waits for.
enum class Barrier {
  ByPolicy,  ///< Warps in lockstep, threads otherwise.
  PerThread, ///< Every thread that has not exited (sm_70 and later).
  PerWarp,   ///< Some lane of every warp (before sm_70).
};

struct Config {
  Policy Schedule = Policy::Lockstep;
  uint64_t Seed = 1;
  unsigned WarpSize = 0; ///< 0: what the kernels were compiled for.
  uint64_t MaxSteps = 20'000'000;
  Barrier BlockBarrier = Barrier::ByPolicy;
  /// Lockstep: the seed says which warp goes on and for how long. What then differs from seed to
  /// seed depends on the order of the warps, which no GPU promises.
  bool ShuffleWarps = false;
  /// Lockstep: lanes of a warp are ordered only by the steps that they make together. So two lanes
  /// that write one place in one step race, and so do those on different sides of a branch: which
  /// of them is first is for the hardware to say. For code that must mean something by itself.
  bool CheckLanes = false;
  /// The blocks run together, in turns, and may wait for each other; else one after the other.
  bool Cooperative = false;
  /// Adversarial, and lockstep with ShuffleWarps, under half of the seeds: threads see what other
  /// warps store late and out of order, where nothing orders it.
  bool LateStores = true;
  bool CheckRaces = true;
  bool CheckSameValue = true; ///< Report races also where both write the same value each time.
  /// Report races of plain reads with atomic updates also where they are meant (docs/simt.md).
  bool CheckHints = true;
  /// Find accesses to memory that is neither the kernel's own nor one that simt/memory.h knows, and
  /// races on what it knows. Off, a kernel may be given any memory of the host's.
  bool CheckMemory = false;
  /// Report reads of shared memory that no thread of the block wrote and, with CheckMemory, of
  /// device memory that nobody did.
  bool CheckUninitialised = false;
  /// Report a block barrier that threads reach at different calls or in different iterations of a
  /// loop. Never where barriers count warps: hardware of that kind runs such programs.
  bool CheckDivergentBarriers = true;
  unsigned MaxFindings = 20; ///< Later ones are dropped.
};

enum class Kind {
  Deadlock,
  DivergentCollective, ///< Lanes that name each other wait at different calls.
  BadMask,             ///< A mask that does not name the caller.
  BadWidth,            ///< A shuffle's width that is no power of two, or too large.
  BadBarrier,          ///< A number that no barrier has, or a number of threads that cannot be.
  Race,                ///< On shared memory, or on global memory of simt/memory.h.
  OutOfShared,         ///< An access beyond a shared variable, or beyond the dynamic shared memory.
  OutOfBounds,         ///< Where no memory is that the kernel may access.
  UseAfterFree,        ///< To memory that was freed.
  HostPointer,         ///< To memory of the host's.
  Misaligned,          ///< At no multiple of its size.
  Uninitialised,       ///< A read of what nobody wrote.
  BadFree,             ///< Of what is free already, or was never allocated.
  StepBound,           ///< The kernel did not end in Config::MaxSteps steps.
  CallDepth,           ///< Recursion that would overflow a thread's stack.
  Trap,                ///< __trap() or a failed assert.
  Crash,               ///< A bad access or division, or a full stack; of whole programs only.
  Misuse,              ///< The launch itself is wrong.
};

const char *name(Kind K);

struct Finding {
  /// Somebody and the code address at which they stand.
  struct Place {
    std::string Who;
    uintptr_t Address = 0;
    static constexpr uintptr_t Unknown = ~uintptr_t(0);
  };
  Kind What;
  std::string Text;
  std::vector<Place> Places;
  uintptr_t Memory = 0; ///< The address that was accessed, where that is the point.

  /// With source lines, one line per place.
  std::string str() const;
};

struct Report {
  std::vector<Finding> Findings;
  uint64_t Steps = 0;
  uint64_t LegacyCalls = 0; ///< Of shuffles and votes without a mask.
  uint64_t Trace = 0;       ///< Tells schedules apart: equal for equal runs.
  /// A block barrier opened for threads at different calls or in different iterations, or for a
  /// warp of which some lanes were elsewhere. A finding only with CheckDivergentBarriers.
  bool BarriersDiverged = false;
  bool Completed = true;

  bool ok() const { return Completed && Findings.empty(); }
  bool has(Kind K) const;
  std::string str() const;
};

/// Runs \p Body in each thread of the grid.
Report run(const Config &C, Dim3 Grid, Dim3 Block, size_t DynamicShared, void (*Body)(void *),
           void *Context);

/// Of a kernel it is known that its shared variables are no other's; launch() says so itself.
void registerKernel(const void *Address);

/// The arguments are converted and copied per thread, as a launch does.
template <class... Parameters>
Report launch(const Config &C, void (*Kernel)(Parameters...), Dim3 Grid, Dim3 Block,
              size_t DynamicShared, std::type_identity_t<Parameters>... Arguments) {
  registerKernel(reinterpret_cast<const void *>(Kernel));
  auto Call = [&] { Kernel(Arguments...); };
  auto Body = [](void *Context) { (*static_cast<decltype(Call) *>(Context))(); };
  return run(C, Grid, Block, DynamicShared, Body, &Call);
}

} // namespace simt

#endif
