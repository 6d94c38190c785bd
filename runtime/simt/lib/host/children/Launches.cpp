//===- Launches.cpp - a kernel that launches another ----------------------===//
#include "Machine.h"
#include "host/Errors.h"
#include "host/Launch.h"
#include "host/children/Children.h"
#include "host/children/LaunchSite.h"

#include <cstring>
#include <map>

using namespace simt;
using namespace simt::host;

namespace {

// CUDA guide, dynamic parallelism (CDP1): nesting depth. What CUDA 12 does goes deeper.
constexpr unsigned MostDepth = 24;
constexpr size_t MostArguments = 4096;

// --- arguments ---------------------------------------------------------------

struct alignas(64) Buffer {
  char Bytes[MostArguments];
};

std::vector<Buffer *> &freeBuffers() {
  static std::vector<Buffer *> Free;
  return Free;
}

struct Arguments {
  Buffer Bytes;
  std::vector<void *> Pointers;
};

/// And the buffer is free again.
std::shared_ptr<Arguments> take(void *Given, const LaunchSite &Site) {
  auto Own = std::make_shared<Arguments>();
  memcpy(Own->Bytes.Bytes, Given, MostArguments);
  for (uint64_t I = 0; I != Site.Count; ++I)
    Own->Pointers.push_back(Own->Bytes.Bytes + Site.Offsets[I]);
  freeBuffers().push_back(static_cast<Buffer *>(Given));
  return Own;
}

// CUDA guide, dynamic parallelism: shared and local memory are the parent's alone, and pointers to
// them must not be given to a child. Nothing it computes would mean something.
void checkPointers(const Arguments &A, const std::string &Kernel) {
  for (size_t I = 0; I != MostArguments; I += sizeof(uintptr_t)) {
    uintptr_t Word;
    memcpy(&Word, A.Bytes.Bytes + I, sizeof Word);
    if (const char *What = TheMachine.ownMemoryAt(Word)) {
      TheMachine.reportHere(Kind::Misuse, Kernel + " is launched with a pointer to " + What +
                                              " of its parent, which it must not access");
      TheMachine.abandon();
    }
  }
}

// --- launches ----------------------------------------------------------------

/// A template's that only device code launches has no stub of the host's.
const Kernel *kernelAt(void *Function, const LaunchSite &Site) {
  if (const Kernel *K = findKernelAt(Function))
    return K;
  static std::map<void *, Kernel> Others;
  if (Site.Call)
    Others.insert({Function, {Site.Name, Function, Site.Call, {}, Site.StaticShared}});
  auto Found = Others.find(Function);
  return Found == Others.end() ? nullptr : &Found->second;
}

void runChild(const Kernel &K, const Shape &S, Arguments &A, Children &Parent) {
  const Launch Before = runningLaunch();
  Launch L = makeLaunch(K, S, Parent.number(), Parent.nextOrder());
  L.IsChild = true;
  Children Own(L, Parent);
  Parent.addName(K.Name);
  runGrid(L, K, S.Shared, A.Pointers.data(), Own);
  continueLaunch(Before);
}

cudaError_t errorOf(const Kernel *K, const Shape &S, const LaunchSite &Site) {
  if (!K || (!K->Sizes.empty() && K->Sizes.size() != Site.Count))
    return cudaErrorInvalidDeviceFunction;
  return Children::ofRunning().depth() + 1 > MostDepth ? cudaErrorLaunchMaxDepthExceeded
                                                       : check(*K, S);
}

} // namespace

extern "C" {
void *simt_device_cudaGetParameterBuffer(size_t, size_t Size) {
  if (Size > MostArguments)
    return nullptr;
  if (freeBuffers().empty())
    freeBuffers().push_back(new Buffer);
  Buffer *Given = freeBuffers().back();
  freeBuffers().pop_back();
  memset(Given->Bytes, 0, MostArguments);
  TheMachine.addParameter(reinterpret_cast<uintptr_t>(Given));
  return Given;
}

cudaError_t simt_device_launch(void *Function, void *Buffer, dim3 Grid, dim3 Block, unsigned Shared,
                               cudaStream_t Stream, const LaunchSite *Site) {
  const auto Place = reinterpret_cast<uintptr_t>(__builtin_return_address(0));
  TheMachine.point(Place);
  const Kernel *K = kernelAt(Function, *Site);
  const Shape S = {Grid, Block, Shared};
  const auto Own = take(Buffer, *Site);
  if (const cudaError_t Error = errorOf(K, S, *Site); Error != cudaSuccess) {
    launchedNothing(Site->Name, Error, Place);
    return deviceError(Error);
  }
  checkPointers(*Own, K->Name);
  Children &Parent = Children::ofRunning();
  return enqueueChild(Stream, [K, S, Own, &Parent] { runChild(*K, S, *Own, Parent); });
}
}
