// Block barriers that lanes of a warp reach separately, as code from before Volta has them: a barrier
// counted warps, whichever of their lanes executed it. Each kernel runs in one block of 32 x 3 threads
// and leaves a word for each thread. Warps 1 and 2 mostly stay whole; what they store before a barrier
// tells which barriers of warp 0 theirs were.
//
// lockstep.txt has the results of the SIMT machine (test/simt/divergent-barriers.test), run.py those of a GPU.
#define KERNEL extern "C" __global__ void
#define LANE (threadIdx.x)
#define WARP (threadIdx.y)
#define ID (threadIdx.x + 32 * threadIdx.y)
#define LOOP _Pragma("unroll 1") for // each iteration is to be the same code for all lanes

__device__ __forceinline__ unsigned vote() { // __ballot(1), which CUDA 13 has no more
  unsigned mask;
  asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; vote.ballot.b32 %0, p; }" : "=r"(mask) : "r"(1));
  return mask;
}
// What no compiler computes before it must.
__device__ __forceinline__ int late(const int *p) { return *(const volatile int *)p; }

// What the whole warps do meanwhile: at each visit warp 1 announces a number, which stays until its end.
__device__ __forceinline__ void announce(volatile int *number, int visits) {
  LOOP (int i = 1; i <= visits; ++i) {
    if (WARP == 1)
      *number = i;
    __syncthreads();
    __syncthreads();
  }
}
// Lanes of warp 0 come to a visit together with the others, and read the number.
__device__ __forceinline__ int visit(volatile int *number) {
  __syncthreads();
  const int seen = *number;
  __syncthreads();
  return seen;
}

// Groups of 8 lanes with iterations of their own, some of which pass the barrier by.
KERNEL groupsContinue(const int *in, int *out) {
  __shared__ int s[96];
  int sum = 0;
  s[ID] = late(in + ID);
  __syncthreads();
  LOOP (int i = ID >> 3; i < 36; i += 12) {
    if (late(in + i) % 3 == 0) {
      sum += 1000;
      continue;
    }
    sum += s[(ID + 8 * i) % 96];
    __syncthreads();
  }
  out[ID] = sum;
}

// A loop that starts at threadIdx.x, with a bound per row that is no multiple of the warp.
KERNEL rowsWithBounds(const int *in, int *out) {
  __shared__ volatile int s[3][32];
  int sum = 0;
  LOOP (int i = LANE; i < 40 + 13 * (int)WARP; i += 32) {
    s[WARP][LANE] = late(in + i);
    __syncthreads();
    sum += s[WARP][(LANE + 1) & 31];
  }
  __syncthreads();
  out[ID] = sum * 1000 + __popc(vote());
}

// Both arms of an if have a barrier: in each warp first the one, then the other.
KERNEL bothArms(const int *in, int *out) {
  __shared__ volatile int s[96];
  int seen;
  if (late(in + LANE) & 1) {
    s[ID] = ID + 100;
    __syncthreads();
    seen = s[(ID + 32) % 96];
  } else {
    s[ID] = ID + 200;
    __syncthreads();
    seen = s[(ID + 64) % 96];
  }
  out[ID] = seen;
}

// Warp 0 comes to two visits, of one half each; the other warps do not diverge.
KERNEL halvesInTurn(const int *in, int *out) {
  __shared__ volatile int number;
  int seen = 0;
  if (WARP)
    announce(&number, 2);
  else if (late(in + LANE) & 1)
    seen = visit(&number);
  else
    seen = 10 * visit(&number);
  out[ID] = seen;
}

// One half comes twice, the other once.
KERNEL twiceAndOnce(const int *in, int *out) {
  __shared__ volatile int number;
  int seen = 0;
  if (WARP) {
    announce(&number, 3);
  } else if (late(in + LANE) & 1) {
    seen = visit(&number);
    seen = 10 * seen + visit(&number);
  } else {
    seen = 100 * visit(&number);
  }
  out[ID] = seen;
}

// Lanes have iterations of their own around the barrier: as many visits as the longest loop.
KERNEL leavesOneByOne(const int *in, int *out) {
  __shared__ volatile int number;
  int seen = 0;
  if (WARP) {
    announce(&number, 4);
  } else {
    LOOP (int i = 0; i <= (late(in + LANE) & 3); ++i)
      seen = 10 * seen + visit(&number);
    seen = 100 * seen + __popc(vote());
  }
  out[ID] = seen;
}

// A break before the barrier: who leaves waits behind the loop for those who stay.
KERNEL breaksBefore(const int *in, int *out) {
  __shared__ volatile int number;
  int seen = 0;
  if (WARP) {
    announce(&number, 3);
  } else {
    LOOP (int i = 0; i < 3; ++i) {
      if ((late(in + LANE) & 3) == i)
        break;
      seen = 10 * seen + visit(&number);
    }
    seen = 100 * seen + __popc(vote());
  }
  out[ID] = seen;
}

// Lanes that have exited are not waited for, nor is a warp of which all have.
KERNEL exits(const int *in, int *out) {
  __shared__ volatile int s[96];
  s[ID] = late(in + ID);
  out[ID] = 0;
  if (WARP == 2 || LANE % 3 == 1)
    return;
  __syncthreads();
  out[ID] = s[(ID + 32) % 64] + (int)__popc(vote()) * 1000;
  if (LANE % 3 == 2 && WARP == 0)
    return;
  __syncthreads();
  out[ID] += (int)__popc(vote()) * 100000;
}

// A vote of the block by a part of a warp: lanes that are elsewhere have no say.
KERNEL votesOfSome(const int *in, int *out) {
  int first = 0, second = 0, third = 0;
  if (WARP) {
    LOOP (int i = 0; i < 2; ++i) {
      first = 100 * first + __syncthreads_count(LANE < 4);
      second = 2 * second + !!__syncthreads_and(1);
      third = 2 * third + !!__syncthreads_or(0);
    }
  } else if (late(in + LANE) & 1) {
    first = __syncthreads_count(1);
    second = !!__syncthreads_and(1);
    third = !!__syncthreads_or(0);
  } else {
    first = __syncthreads_count(LANE & 2);
    second = !!__syncthreads_and(LANE != 30 && LANE != 31 && LANE != 28);
    third = !!__syncthreads_or(LANE == 30 || LANE == 31 || LANE == 28);
  }
  out[ID] = 100 * first + 10 * second + third;
}

// Barriers at different places open each other.
KERNEL placesPairUp(const int *in, int *out) {
  __shared__ volatile int number;
  int seen = 0;
  if (WARP == 0) {
    number = 7;
    __syncthreads();
    __syncthreads();
  } else if (WARP == 1) {
    __syncthreads();
    seen = number;
    __syncthreads();
  } else if (late(in + LANE) & 1) {
    __syncthreads();
    seen = 10 * number;
  } else {
    __syncthreads();
    seen = 100 * number;
  }
  out[ID] = seen;
}

// A helper with a barrier, which groups of 16 lanes call as often as they need it.
__device__ __noinline__ int helps(volatile int *number, int times) {
  int seen = 0;
  LOOP (int i = 0; i < times; ++i)
    seen = 10 * seen + visit(number);
  return seen;
}
KERNEL helperPerGroup(const int *in, int *out) {
  __shared__ volatile int number;
  int seen = 0;
  if (WARP)
    announce(&number, 3);
  else if (LANE < 16)
    seen = helps(&number, 1 + (late(in) & 1));
  else
    seen = 100 * helps(&number, 2 - (late(in) & 1));
  out[ID] = seen;
}
