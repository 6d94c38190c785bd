// A library's header, found by -isystem: what its functions look at is for the reader to find out.
#pragma once
__device__ inline int libraryThread(int columns, int first) { return first + columns * (int)threadIdx.x; }
__device__ inline int librarySum(int a, int b) { return a + b; }
