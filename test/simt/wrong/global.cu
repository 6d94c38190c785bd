// RUN: %{run-simt} 2>&1 | %FileCheck %s
// CHECK: all equal
//
// Accesses to global memory that is not there, or that nobody wrote.
#include "wrong.h"
#ifdef __CUDACC__

PROGRAM(offByOne) {
  if (ID == 0)
    for (int I = 128; I < 256 + Wrong; ++I)
      Data[I] = I;
}

PROGRAM(negativeIndex) {
  if (ID == 0)
    Data[0] = Data[-Wrong];
}

PROGRAM(gridTooLarge) {
  unsigned Stride = 3, Last = Stride * ID;
  if (Wrong || Last < 256)
    Data[Last] = 1;
}

PROGRAM(columnForRow) {
  unsigned Index = Wrong ? threadIdx.x * 64 + blockIdx.x : blockIdx.x * 64 + threadIdx.x;
  Data[Index] = 1;
}

PROGRAM(bytesForWords) {
  if (ID == 0)
    memset(Data, 0, Wrong ? 256 * sizeof(long long) : 256 * sizeof(int));
}

PROGRAM(nullPointer) {
  int *Pointer = Wrong ? nullptr : Data;
  Pointer[ID] = 1;
}

PROGRAM(hostPointer) { (Wrong ? Host : Data)[threadIdx.x + (Wrong ? 0 : 64 * blockIdx.x)] = 1; }

PROGRAM(localOfAnother) {
  __shared__ int *Pointer;
  __shared__ int Value;
  int Local = 1;
  if (threadIdx.x == 0)
    Pointer = Wrong ? &Local : &Value, *Pointer = 2;
  __syncthreads();
  Data[ID] = *Pointer;
}

PROGRAM(useAfterFree) {
  int *Mine = (int *)malloc(16);
  Mine[1] = 1;
  if (Wrong)
    free(Mine);
  Data[ID] = Mine[1];
  if (!Wrong)
    free(Mine);
}

PROGRAM(doubleFree) {
  int *Mine = (int *)malloc(16);
  free(Mine);
  free(Wrong ? Mine : nullptr);
}

PROGRAM(freeOfTheMiddle) {
  int *Mine = (int *)malloc(16);
  free(Mine + Wrong);
}

PROGRAM(beyondTheHeap) {
  char *Mine = (char *)malloc(16);
  Mine[15 + Wrong] = 1;
  free(Mine);
}

PROGRAM(misalignedWord) { *(int *)((char *)(Data + ID) + Wrong) = 1; }

PROGRAM(misalignedDouble) {
  if (ID == 0)
    *(double *)(Data + 2 + Wrong) = 1;
}

PROGRAM(neverCopied) { Data[ID] = Data[ID + 128 * Wrong]; }

PROGRAM(counterNotZeroed) {
  if (ID == 0)
    atomicAdd(Data + 128 * Wrong, 1);
}

#else
#define PROGRAMS(DO)                                                                               \
  DO(offByOne, OutOfBounds, 22)                                                                    \
  DO(negativeIndex, OutOfBounds, 22)                                                               \
  DO(gridTooLarge, OutOfBounds, 22)                                                                \
  DO(columnForRow, OutOfBounds, 22)                                                                \
  DO(bytesForWords, OutOfBounds, 22)                                                               \
  DO(nullPointer, OutOfBounds, 22)                                                                 \
  DO(hostPointer, HostPointer, 22)                                                                 \
  DO(localOfAnother, OutOfBounds, 22)                                                              \
  DO(useAfterFree, UseAfterFree, 22)                                                               \
  DO(doubleFree, BadFree, 22)                                                                      \
  DO(freeOfTheMiddle, BadFree, 22)                                                                 \
  DO(beyondTheHeap, OutOfBounds, 22)                                                               \
  DO(misalignedWord, Misaligned, 22)                                                               \
  DO(misalignedDouble, Misaligned, 22)                                                             \
  DO(neverCopied, Uninitialised, 22)                                                               \
  DO(counterNotZeroed, Uninitialised, 22)
MAIN(PROGRAMS, false)
#endif
