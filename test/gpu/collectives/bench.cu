// Times what coopify makes of the kernels of legacy.cu beside the same by hand, in turns.
//
//   bench [MOST]   exit code 1 if results differ, or if a median ratio is above MOST
#include <algorithm>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define BENCH
namespace by_hand {
#include "by_hand.cu"
}
namespace rewritten {
#include "rewritten.cu"
}

constexpr int Blocks = 2112, Threads = 64, Rounds = 200, Turns = 201;

static void check(cudaError_t Error) {
  if (Error == cudaSuccess)
    return;
  std::printf("%s\n", cudaGetErrorString(Error));
  std::exit(2);
}

template <typename T> using Kernel = void (*)(const T *, T *, int);

template <typename T> static float milliseconds(Kernel<T> Run, const T *In, T *Out) {
  cudaEvent_t Start, Stop;
  check(cudaEventCreate(&Start));
  check(cudaEventCreate(&Stop));
  check(cudaEventRecord(Start));
  Run<<<Blocks, Threads>>>(In, Out, Rounds);
  check(cudaEventRecord(Stop));
  check(cudaEventSynchronize(Stop));
  float Time = 0;
  check(cudaEventElapsedTime(&Time, Start, Stop));
  check(cudaEventDestroy(Start));
  check(cudaEventDestroy(Stop));
  return Time;
}

static double median(std::vector<double> Values) {
  std::nth_element(Values.begin(), Values.begin() + Values.size() / 2, Values.end());
  return Values[Values.size() / 2];
}

template <typename T>
static bool compare(const char *Name, Kernel<T> Hand, Kernel<T> New, double Most) {
  const size_t Count = size_t(Blocks) * Threads;
  std::vector<T> Host(Count), A(Count), B(Count);
  unsigned Seed = 1;
  for (T &Each : Host)
    Each = T((Seed = Seed * 1664525u + 1013904223u) >> 8) / T(1 << 12);
  T *In, *OutHand, *OutNew;
  check(cudaMalloc(&In, Count * sizeof(T)));
  check(cudaMalloc(&OutHand, Count * sizeof(T)));
  check(cudaMalloc(&OutNew, Count * sizeof(T)));
  check(cudaMemcpy(In, Host.data(), Count * sizeof(T), cudaMemcpyHostToDevice));
  std::vector<double> TimesHand, TimesNew, Ratios;
  for (int Turn = -10; Turn < Turns; ++Turn) {
    // One first, then the other one.
    double H = 0, N = 0;
    if (Turn & 1)
      N = milliseconds(New, In, OutNew);
    H = milliseconds(Hand, In, OutHand);
    if (!(Turn & 1))
      N = milliseconds(New, In, OutNew);
    if (Turn < 0)
      continue;
    TimesHand.push_back(H);
    TimesNew.push_back(N);
    Ratios.push_back(N / H);
  }
  check(cudaMemcpy(A.data(), OutHand, Count * sizeof(T), cudaMemcpyDeviceToHost));
  check(cudaMemcpy(B.data(), OutNew, Count * sizeof(T), cudaMemcpyDeviceToHost));
  bool Equal = std::memcmp(A.data(), B.data(), Count * sizeof(T)) == 0;
  double Ratio = median(Ratios);
  std::printf("| %s | %.4f | %.4f | %.3f | %s |\n", Name, median(TimesHand), median(TimesNew),
              Ratio, Equal ? "equal" : "DIFFER");
  check(cudaFree(In));
  check(cudaFree(OutHand));
  check(cudaFree(OutNew));
  return Equal && Ratio <= Most;
}

int main(int Count, char **Arguments) {
  double Most = Count > 1 ? std::atof(Arguments[1]) : 1.05;
  cudaDeviceProp Device;
  check(cudaGetDeviceProperties(&Device, 0));
  std::printf("%s, %d blocks of %d threads, %d rounds; medians of %d turns\n\n", Device.name, Blocks,
              Threads, Rounds, Turns);
  std::printf("| kernel | by hand, ms | rewritten, ms | ratio | results |\n|---|---|---|---|---|\n");
  bool Good = compare<int>("tailOfInts", by_hand::tailOfInts, rewritten::tailOfInts, Most);
  Good &= compare<float>("tailOfFloats", by_hand::tailOfFloats, rewritten::tailOfFloats, Most);
  Good &= compare<int>("treeOfInts", by_hand::treeOfInts, rewritten::treeOfInts, Most);
  Good &= compare<float>("treeOfFloats", by_hand::treeOfFloats, rewritten::treeOfFloats, Most);
  Good &= compare<int>("scanOfInts", by_hand::scanOfInts, rewritten::scanOfInts, Most);
  std::printf("\n%s\n", Good ? "all within the limit" : "not as it should be");
  return !Good;
}
