//===- Launch.cpp - a kernel on the machine -------------------------------===//
#include "host/Launch.h"

#include "host/Errors.h"
#include "host/Findings.h"
#include "host/Settings.h"
#include "host/Textures.h"
#include "host/Trace.h"
#include "host/Units.h"
#include "host/children/Children.h"
#include "host/streams/Streams.h"

#include "simt/memory.h"

#include <atomic>
#include <cstring>
#include <memory>
#include <utility>

using namespace simt;
using namespace simt::host;

namespace {

/// A launch's arguments, for as long as it may wait in its stream: the caller's are gone then.
class Copies {
public:
  Copies(const std::vector<uint32_t> &Sizes, void **Arguments) {
    for (size_t I = 0; I != Sizes.size(); ++I)
      Pointers.push_back(Sizes[I] ? copy(Arguments[I], Sizes[I]) : Arguments[I]);
  }
  void **pointers() { return Pointers.data(); }
  /// Else one of them is still the caller's.
  bool isWhole() const { return Memory.size() == Pointers.size(); }

private:
  struct alignas(64) Piece { // of what alignment a parameter may want
    char Bytes[64];
  };

  void *copy(const void *Argument, size_t Size) {
    Memory.push_back(std::make_unique<Piece[]>((Size + sizeof(Piece) - 1) / sizeof(Piece)));
    return memcpy(Memory.back().get(), Argument, Size);
  }

  std::vector<std::unique_ptr<Piece[]>> Memory;
  std::vector<void *> Pointers;
};

struct Call {
  const Kernel &K;
  void **Arguments;
};

void callKernel(void *Context) {
  const Call &C = *static_cast<Call *>(Context);
  C.K.Call(C.K.Address, C.Arguments);
}

Dim3 toMachine(const dim3 &D) { return {D.x, D.y, D.z}; }

// The n-th launch has the n-th schedule of the seed.
Config configOf(const Shape &S, uint64_t Order) {
  Config C = settings().Machine;
  C.Seed += (Order - 1) * 1'000'003;
  C.Cooperative = S.IsCooperative;
  return C;
}

// What the machine gives up is what a GPU would not have finished. Where it goes on after a race,
// so does the program.
cudaError_t errorOf(const Report &R) {
  if (R.Completed)
    return cudaSuccess;
  for (const Finding &F : R.Findings)
    if (F.What == Kind::Trap && F.Text.starts_with("assert"))
      return cudaErrorAssert;
  return R.has(Kind::StepBound) ? cudaErrorLaunchTimeout : cudaErrorLaunchFailure;
}

// Once: variables stay where they are.
void registerVariables() {
  static const bool Done = [] {
    eachVariable([](const std::string &Name, const Variable &V) {
      registerMemory(V.Address, V.Size, Memory::Symbol, Name, {"", Finding::Place::Unknown});
    });
    return true;
  }();
  (void)Done;
}

void runKernel(const Kernel &K, const Shape &S, void **Arguments, uint64_t Number) {
  const std::lock_guard Lock(machineLock());
  registerVariables();
  const Launch L = makeLaunch(K, S, Number, Number);
  Children Own(L);
  if (areStreamsInterleaved()) {
    LaunchClock Clock = clockOfJob();
    Clock.Number = Number;
    TheLaunches.next(std::move(Clock));
  }
  runGrid(L, K, S.Shared, Arguments, Own);
  trace(L, Own.names());
}

bool isWithin(const dim3 &D, unsigned X, unsigned Y, unsigned Z) {
  return D.x && D.y && D.z && D.x <= X && D.y <= Y && D.z <= Z;
}

// What <<<>>> said, until the stub asks for it; and where, until it launches.
thread_local struct {
  Shape S;
  cudaStream_t Stream;
  uintptr_t Place, PlaceOfStub;
} Configured;

cudaError_t launchStub(const void *Stub, const Shape &S, void **Arguments, cudaStream_t Stream) {
  const Kernel *K = findKernel(Stub);
  return K ? launch(*K, S, Arguments, Stream) : done(cudaErrorInvalidDeviceFunction);
}

// The stub drops what this returns.
cudaError_t launchByStub(const void *Stub, const Shape &S, void **Arguments, cudaStream_t Stream) {
  const uintptr_t Place = std::exchange(Configured.PlaceOfStub, 0);
  const Kernel *K = findKernel(Stub);
  if (const cudaError_t Error = K ? check(*K, S) : cudaSuccess; Place && Error != cudaSuccess)
    launchedNothing(K->Name, Error, Place);
  return launchStub(Stub, S, Arguments, Stream);
}

} // namespace

cudaError_t simt::host::check(const Kernel &K, const Shape &S) {
  if (!isWithin(S.Grid, MostGridX, MostGridYZ, MostGridYZ) ||
      !isWithin(S.Block, MostThreads, MostThreads, MostThreadsZ) ||
      S.Block.x * S.Block.y * S.Block.z > MostThreads)
    return cudaErrorInvalidConfiguration;
  const size_t Most = K.MostDynamicShared ? K.MostDynamicShared : DefaultShared - K.StaticShared;
  if (S.Shared > Most)
    return cudaErrorInvalidValue;
  const uint64_t Blocks = uint64_t(S.Grid.x) * S.Grid.y * S.Grid.z;
  if (Blocks > MostGridX)
    return cudaErrorInvalidConfiguration;
  return S.IsCooperative && Blocks > Multiprocessors * BlocksPerMultiprocessor
             ? cudaErrorCooperativeLaunchTooLarge
             : cudaSuccess;
}

Launch simt::host::makeLaunch(const Kernel &K, const Shape &S, uint64_t Number, uint64_t Order) {
  return {K.Name, toMachine(S.Grid), toMachine(S.Block), Number, false, configOf(S, Order)};
}

void simt::host::runGrid(const Launch &L, const Kernel &K, size_t Shared, void **Arguments,
                         Children &Own) {
  Call C{K, Arguments};
  beginLaunch(L);
  const Report R =
      Own.ofGrid([&] { return simt::run(L.Machine, L.Grid, L.Block, Shared, callKernel, &C); });
  endLaunch(R);
  if (const cudaError_t Error = errorOf(R); Error != cudaSuccess)
    return breakDevice(Error); // what it launched is lost
  Own.finish();
}

cudaError_t simt::host::launch(const Kernel &K, const Shape &S, void **Arguments,
                               cudaStream_t Stream) {
  if (const cudaError_t Error = check(K, S); Error != cudaSuccess)
    return done(Error);
  if (!isStream(Stream))
    return done(cudaErrorInvalidResourceHandle);
  static std::atomic<uint64_t> LastNumber = 0;
  const uint64_t Number = ++LastNumber;
  auto Own = std::make_shared<Copies>(K.Sizes, Arguments);
  auto Run = [&K, S, Own, Number, Bind = currentBindings()] {
    Bind();
    runKernel(K, S, Own->pointers(), Number);
  };
  Point Reached;
  const cudaError_t Error = enqueue(Stream, Run, JobKind::Device, &Reached);
  return Own->isWhole() ? Error : wait({Reached});
}

extern "C" {
unsigned __cudaPushCallConfiguration(dim3 Grid, dim3 Block, size_t Shared, void *Stream) {
  Configured = {{Grid, Block, Shared},
                static_cast<cudaStream_t>(Stream),
                reinterpret_cast<uintptr_t>(__builtin_return_address(0)),
                0};
  return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3 *Grid, dim3 *Block, size_t *Shared, void *Stream) {
  *Grid = Configured.S.Grid, *Block = Configured.S.Block, *Shared = Configured.S.Shared;
  *static_cast<cudaStream_t *>(Stream) = Configured.Stream;
  Configured.PlaceOfStub = Configured.Place;
  return cudaSuccess;
}

cudaError_t cudaLaunchKernel(const void *Stub, dim3 Grid, dim3 Block, void **Arguments,
                             size_t Shared, cudaStream_t Stream) {
  return launchByStub(Stub, {Grid, Block, Shared}, Arguments, Stream);
}

cudaError_t cudaLaunchCooperativeKernel(const void *Stub, dim3 Grid, dim3 Block, void **Arguments,
                                        size_t Shared, cudaStream_t Stream) {
  return launchStub(Stub, {Grid, Block, Shared, true}, Arguments, Stream);
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *Config, const void *Stub,
                                void **Arguments) {
  Shape S = {Config->gridDim, Config->blockDim, Config->dynamicSmemBytes};
  for (unsigned I = 0; I != Config->numAttrs; ++I)
    if (Config->attrs[I].id == cudaLaunchAttributeCooperative)
      S.IsCooperative = Config->attrs[I].val.cooperative;
    else if (Config->attrs[I].id == cudaLaunchAttributeClusterDimension)
      return done(cudaErrorNotSupported);
  return launchStub(Stub, S, Arguments, Config->stream);
}
}
