// The canonical warp-synchronous tail, as legacy code has it, and with a sync
// after each statement, which orders the statements but not the reads and
// writes of one of them (semantics C; trap T26).
__global__ void tail(int *In, int *Out) {
  __shared__ int S[64];
  unsigned Id = threadIdx.x;
  S[Id] = In[blockIdx.x * blockDim.x + Id];
  __syncthreads();
  if (Id < 32) {
    volatile int *V = S;
    V[Id] += V[Id + 32];
    V[Id] += V[Id + 16];
    V[Id] += V[Id + 8];
    V[Id] += V[Id + 4];
    V[Id] += V[Id + 2];
    V[Id] += V[Id + 1];
  }
  if (Id == 0)
    Out[blockIdx.x] = S[0];
}

template <class T> __device__ T warpSum(T Value) {
  for (int Delta = warpSize / 2; Delta > 0; Delta /= 2)
    Value += __shfl_down(Value, Delta);
  return Value;
}

__global__ void shuffleSum(int *In, int *Out) {
  extern __shared__ int Partial[];
  unsigned Warp = threadIdx.x / warpSize;
  int Sum = warpSum(In[blockIdx.x * blockDim.x + threadIdx.x]);
  if (threadIdx.x % warpSize == 0)
    Partial[Warp] = Sum;
  __syncthreads();
  if (threadIdx.x == 0)
    for (unsigned I = 0; I < (blockDim.x + warpSize - 1) / warpSize; ++I)
      Out[blockIdx.x] = I ? Out[blockIdx.x] + Partial[I] : Partial[I];
}
