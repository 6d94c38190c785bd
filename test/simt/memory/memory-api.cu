// RUN: %{run-simt} 2>&1 | %FileCheck %s
//
// What the host does with memory: include/simt/memory.h.
#ifdef __CUDACC__

__global__ void sum(int *Data, int *Out, int Size) {
  for (int I = 0; I < Size; ++I)
    *Out += Data[I];
}

#else
#include "harness.h"
#include "simt/memory.h"

#include <cstring>

using simt::Memory;

void sum(int *Data, int *Out, int Size);

// Each call is at a line of its own.
#define BY(NAME) {NAME, here()}
__attribute__((noinline)) static uintptr_t here() {
  return reinterpret_cast<uintptr_t>(__builtin_return_address(0));
}

static int *allocate(Memory What = Memory::Device) {
  return static_cast<int *>(simt::allocate(40, What, BY("cudaMalloc")));
}

static void print(const char *Name, const std::optional<simt::Finding> &F) {
  printf("%s: %s", Name, F ? F->str().c_str() : "fine\n");
}

static void frees() {
  // CHECK: once: fine
  // CHECK-NEXT: null: fine
  int *Data = allocate();
  print("once", simt::release(Data, Memory::Device, BY("cudaFree")));
  print("null", simt::release(nullptr, Memory::Device, BY("cudaFree")));
  // CHECK-NEXT: twice: bad free: allocation 1 is free already
  // CHECK-NEXT: cudaFree at memory-api.cu:[[#@LINE+3]]
  // CHECK-NEXT: allocated by cudaMalloc at memory-api.cu:
  // CHECK-NEXT: freed by cudaFree at memory-api.cu:[[#@LINE-5]]
  print("twice", simt::release(Data, Memory::Device, BY("cudaFree")));
  // CHECK-NEXT: unknown: bad free: 0x{{[0-9a-f]+}} is no allocation
  int OnStack = 0;
  print("unknown", simt::release(&OnStack, Memory::Device, BY("cudaFree")));
  // CHECK: middle: bad free: 0x{{[0-9a-f]+}} is byte 4 of allocation 2, not its start
  Data = allocate();
  print("middle", simt::release(Data + 1, Memory::Device, BY("cudaFree")));
  // CHECK: kind: bad free: allocation 2 is device memory, which cudaFreeHost does not free
  print("kind", simt::release(Data, Memory::Pinned, BY("cudaFreeHost")));
  simt::release(Data, Memory::Device, {"cudaFree"});
}

static void copies() {
  int *Data = allocate();
  // CHECK: copy: fine
  print("copy", simt::checkRange(Data, 40, true, BY("cudaMemcpy")));
  // CHECK-NEXT: long: out of bounds: bytes 0-43 of allocation 3, which has 40 bytes
  // CHECK-NEXT: cudaMemcpy writes 44 bytes at memory-api.cu:[[#@LINE+1]]
  print("long", simt::checkRange(Data, 44, true, BY("cudaMemcpy")));
  // CHECK: inRedZone: out of bounds: bytes 44-47 of allocation 3
  print("inRedZone", simt::checkRange(Data + 11, 4, false, BY("cudaMemcpy")));
  int OnStack = 0;
  // CHECK: ofTheHost: fine
  print("ofTheHost", simt::checkRange(&OnStack, 4, false, BY("cudaMemcpy")));
  simt::release(Data, Memory::Device, {"cudaFree"});
  // CHECK: freed: use after free: bytes 0-3 of allocation 3
  // CHECK: freed by cudaFree{{$}}
  print("freed", simt::checkRange(Data, 4, false, BY("cudaMemcpy")));
}

static Report run(int *Data, int Size) {
  static int *Out = static_cast<int *>(simt::allocate(4, Memory::Managed, {"cudaMallocManaged"}));
  simt::Config C;
  C.CheckMemory = C.CheckUninitialised = true;
  return simt::launch(C, sum, 1, 1, 0, Data, Out, Size);
}

static void launch(const char *Name, int *Data, int Size) {
  const Report R = run(Data, Size);
  printf("%s: %s", Name, R.ok() ? "fine\n" : R.Findings[0].str().c_str());
}

static void contents() {
  int *A = allocate(), *B = allocate();
  simt::markWritten(A, 20);
  // CHECK: written: fine
  launch("written", A, 5);
  // CHECK: unwritten: uninitialised read: allocation [[#A:]]+20
  launch("unwritten", A, 6);
  simt::markCopied(B + 1, A, 24);
  // CHECK: notCopied: uninitialised read: allocation [[#A+1]]+0
  launch("notCopied", B, 1);
  // CHECK: copied: fine
  launch("copied", B + 1, 5);
  // CHECK: copiedUnwritten: uninitialised read: allocation [[#A+1]]+24
  launch("copiedUnwritten", B + 1, 6);
  // Long ones, from and to places that differ in their last bits or do not.
  for (int To : {1, 2, 3})
    for (int From : {1, 3}) {
      int *C = allocate(), *D = allocate();
      simt::markWritten(C + From, 4 * 5);
      simt::markCopied(D + To, C + From - 1, 4 * 7);
      check(run(D + To + 1, 5).ok(), "what was written is after a copy");
      check(run(D + To, 1).has(Kind::Uninitialised), "what was not is not");
      check(run(D + To + 6, 1).has(Kind::Uninitialised), "nor behind it");
    }
  // CHECK: managed: fine
  launch("managed", allocate(Memory::Managed), 10);
}

// Memory of somebody else's, until that is gone.
static void registered() {
  std::vector<int> Own(10), Host(10);
  // CHECK: notRegistered: host pointer
  launch("notRegistered", Own.data(), 10);
  simt::registerMemory(Own.data(), 40, Memory::Pinned, "", BY("cudaHostRegister"));
  // CHECK: registered: fine
  launch("registered", Own.data(), 10);
  // CHECK: beyond: out of bounds: bytes 40-43 of allocation
  // CHECK: allocated by cudaHostRegister at
  launch("beyond", Own.data(), 11);
  print("unregister", simt::release(Own.data(), Memory::Pinned, BY("cudaHostUnregister")));
  // CHECK: unregistered: use after free
  launch("unregistered", Own.data(), 10);
  simt::registerMemory(Own.data(), 20, Memory::Pinned, "", BY("cudaHostRegister"));
  // CHECK: again: fine
  launch("again", Own.data(), 5);
  simt::registerMemory(Own.data() + 1, 20, Memory::Pinned, "", BY("cudaHostRegister"));
  // CHECK: overlapped: out of bounds: 4 bytes before allocation
  launch("overlapped", Own.data(), 5);
  static int Symbol[4];
  simt::registerMemory(Symbol, 16, Memory::Symbol, "Symbol", {""});
  // CHECK: symbol: fine
  launch("symbol", Symbol, 4);
}

int main() {
  frees();
  copies();
  contents();
  registered();
  // CHECK: live: 17
  printf("live: %zu\n", simt::liveAllocations().size());
  int *Data = allocate();
  check(reinterpret_cast<uintptr_t>(Data) % 256 == 0, "is aligned");
  check(!simt::allocate(0, Memory::Device, {"cudaMalloc"}), "no bytes are no memory");
  check(simt::allocationAt(Data + 9)->Address == reinterpret_cast<uintptr_t>(Data), "is found");
  check(!simt::allocationAt(Data + 10), "is not found");
  auto FirstOf = [](uint64_t Seed) {
    simt::seedAllocations(Seed);
    return *allocate();
  };
  check(FirstOf(7) == FirstOf(7), "contents replay");
  check(FirstOf(7) != FirstOf(8), "contents differ");
  check(*allocate() != *allocate(), "contents differ from one to the next");
  return finish(); // CHECK: all equal
}
#endif
