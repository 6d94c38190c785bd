// How long match-any takes: all algorithms side by side in one run, for 1 to 32 distinct keys in a
// warp, 32- and 64-bit keys, whole warps (a mask known when compiling) and partial ones. Prints
// milliseconds, checks that all algorithms agree (exit code 1 if not), and says of each promise of
// docs/runtime.md whether it holds in this run.
//
//   nvcc -O3 -std=c++17 -arch=sm_90 -I runtime/include test/runtime/gpu/match_bench.cu

#include "match_rivals.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

using u32 = unsigned;
using u64 = unsigned long long;
using address = unsigned long; // 64 bits too, with one upper half

namespace {

constexpr unsigned blocks = 1056, threads = 256, calls = 200;
constexpr unsigned lanes = blocks * threads;

/// The key of a class in a round: all classes differ in every round, in both halves of 64 bits.
template <typename Key> __device__ Key key_of(unsigned key_class, unsigned round) {
  return Key(key_class) * Key(0x9E3779B97F4A7C15ull) + round;
}

template <> __device__ address key_of<address>(unsigned key_class, unsigned round) {
  return 0x7f0012000000 + (round * 32 + key_class) * sizeof(int);
}

/// The classes of a lane in eight assignments of keys, a byte each. They take turns: with one
/// alone, the warps that happen to have a slow one would still run when the others have long ended.
using assignments = u64;

template <typename Rival, typename Key, bool Whole>
__global__ void run(const assignments *classes, const unsigned *masks, unsigned *results) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned members = Whole ? 0xffffffff : masks[thread / 32];
  assignments mine = classes[thread];
  unsigned result = 0;
  if (Whole || (members >> thread % 32 & 1) != 0)
    for (unsigned round = 0; round < calls; ++round) {
      result = result * 3 + Rival::match(members, key_of<Key>(mine & 0xff, round));
      mine = mine >> 8 | mine << 56;
    }
  results[thread] = result;
}

/// The classes of all lanes and the members of all warps.
struct input {
  std::vector<assignments> classes = std::vector<assignments>(lanes);
  std::vector<unsigned> masks = std::vector<unsigned>(lanes / 32);
};

class random_numbers {
public:
  unsigned below(unsigned bound) {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return unsigned(state >> 33) % bound;
  }

private:
  u64 state = 1;
};

/// How many lanes hold the keys: any number, or one of them all that the others leave over.
enum class shares { random, skewed };

/// The lanes of a warp in random order.
struct lane_order {
  unsigned lane[32];

  explicit lane_order(random_numbers &random) {
    for (unsigned i = 0; i < 32; ++i) {
      lane[i] = i;
      std::swap(lane[i], lane[random.below(i + 1)]);
    }
  }
};

/// `members` random lanes of each warp, and `keys` classes among them, none of them empty.
input random_input(unsigned members, unsigned keys, shares share) {
  input result;
  random_numbers random;
  for (unsigned warp = 0; warp < lanes / 32; ++warp) {
    const lane_order chosen(random);
    for (unsigned i = 0; i < members; ++i)
      result.masks[warp] |= 1u << chosen.lane[i];
    for (unsigned turn = 0; turn < 8; ++turn) {
      unsigned assigned = 0;
      for (unsigned lane : lane_order(random).lane)
        if ((result.masks[warp] >> lane & 1) != 0) {
          const unsigned others = share == shares::skewed ? 0 : random.below(keys);
          const u64 key_class = assigned < keys ? assigned : others;
          result.classes[warp * 32 + lane] |= key_class << 8 * turn;
          ++assigned;
        }
    }
  }
  return result;
}

void check(cudaError_t error) {
  if (error != cudaSuccess) {
    std::printf("%s\n", cudaGetErrorString(error));
    std::exit(2);
  }
}

/// The buffers on the device.
struct device_buffers {
  assignments *classes;
  unsigned *masks, *results;

  device_buffers() {
    check(cudaMalloc(&classes, lanes * sizeof(assignments)));
    check(cudaMalloc(&masks, lanes / 32 * sizeof(unsigned)));
    check(cudaMalloc(&results, lanes * sizeof(unsigned)));
  }
  void set(const input &from) {
    check(cudaMemcpy(classes, from.classes.data(), lanes * sizeof(assignments),
                     cudaMemcpyHostToDevice));
    check(cudaMemcpy(masks, from.masks.data(), from.masks.size() * sizeof(unsigned),
                     cudaMemcpyHostToDevice));
  }
  std::vector<unsigned> read() const {
    std::vector<unsigned> all(lanes);
    check(cudaMemcpy(all.data(), results, lanes * sizeof(unsigned), cudaMemcpyDeviceToHost));
    return all;
  }
};

/// The best of five runs: the least disturbed one.
template <typename Rival, typename Key, bool Whole> float milliseconds(const device_buffers &at) {
  cudaEvent_t start, stop;
  check(cudaEventCreate(&start));
  check(cudaEventCreate(&stop));
  float best = 1e9f;
  for (int i = 0; i < 5; ++i) {
    check(cudaEventRecord(start));
    run<Rival, Key, Whole><<<blocks, threads>>>(at.classes, at.masks, at.results);
    check(cudaEventRecord(stop));
    check(cudaEventSynchronize(stop));
    float time;
    check(cudaEventElapsedTime(&time, start, stop));
    best = std::min(best, time);
  }
  check(cudaGetLastError());
  return best;
}

using row = std::map<std::string, float>;
bool all_agree = true;

template <typename Rival, typename Key, bool Whole>
void measure(const device_buffers &at, std::vector<unsigned> &expected, row &times) {
  times[Rival::name()] = milliseconds<Rival, Key, Whole>(at);
  const std::vector<unsigned> results = at.read();
  if (expected.empty())
    expected = results;
  const bool agrees = results == expected;
  std::printf("%12.4f%s", double(times[Rival::name()]), agrees ? "" : "!");
  all_agree &= agrees;
}

template <typename Key> std::string title(bool whole, unsigned members, shares share) {
  const std::string bits = std::is_same<Key, address>::value ? "addresses"
                           : sizeof(Key) == 4                ? "32-bit keys"
                                                             : "64-bit keys";
  return bits + ", " + (whole ? "whole warps" : std::to_string(members) + " random lanes") +
         (share == shares::skewed ? ", all but one key held once" : "");
}

template <typename Key, bool Whole, typename... Rivals>
std::map<unsigned, row> table(device_buffers &at, unsigned members, shares share) {
  std::printf("\n%s, ms\nkeys", title<Key>(Whole, members, share).c_str());
  for (const char *name : {Rivals::name()...})
    std::printf("%12s", name);
  std::printf("\n");
  std::map<unsigned, row> rows;
  for (unsigned keys : {1, 2, 3, 4, 6, 8, 12, 16, 18, 20, 24, 28, 32}) {
    if (keys > members)
      break;
    at.set(random_input(members, keys, share));
    std::vector<unsigned> expected;
    std::printf("%4u", keys);
    const int in_order[] = {(measure<Rivals, Key, Whole>(at, expected, rows[keys]), 0)...};
    (void)in_order;
    std::printf("\n");
  }
  return rows;
}

/// The greatest of time(a) / time(b) over the rows with `from` to `to` keys.
double greatest_ratio(const std::map<unsigned, row> &rows, const char *a, const char *b,
                      unsigned from, unsigned to) {
  double greatest = 0;
  for (const auto &keys_and_row : rows)
    if (keys_and_row.first >= from && keys_and_row.first <= to)
      greatest = std::max(greatest, double(keys_and_row.second.at(a)) / keys_and_row.second.at(b));
  return greatest;
}

void promise(const char *text, double ratio, double bound) {
  std::printf("%s: %s: %.3f, at most %.3f\n", ratio <= bound ? "PASS" : "FAIL", text, ratio, bound);
}

void promises(const std::map<unsigned, row> &rows, bool long_keys) {
  promise("fallback / seed-loop, 1 key", greatest_ratio(rows, "fallback", "seed-loop", 1, 1),
          1. / 8);
  promise("fallback / seed-loop, any number of keys",
          greatest_ratio(rows, "fallback", "seed-loop", 1, 32), 1.1);
  promise("fallback / hardware, up to 8 keys", greatest_ratio(rows, "fallback", "hardware", 1, 8),
          3);
  if (long_keys)
    promise("fallback / hardware, 24 keys and more",
            greatest_ratio(rows, "fallback", "hardware", 24, 32), 1);
}

template <typename Key, bool Whole>
std::map<unsigned, row> all_rivals(device_buffers &at, unsigned members,
                                   shares share = shares::random) {
  using namespace rivals;
  return table<Key, Whole, hardware, seed_loop, peel, bit_slices, fallback, runtime>(at, members,
                                                                                     share);
}

} // namespace

int main() {
  device_buffers at;
  run<rivals::seed_loop, u32, true><<<blocks, threads>>>(at.classes, at.masks, at.results);
  promises(all_rivals<u32, true>(at, 32), false);
  promises(all_rivals<u64, true>(at, 32), true);
  promises(all_rivals<address, true>(at, 32), true);
  promises(all_rivals<u32, true>(at, 32, shares::skewed), false);
  promises(all_rivals<u64, true>(at, 32, shares::skewed), true);
  for (unsigned members : {32, 16, 8}) {
    all_rivals<u32, false>(at, members);
    all_rivals<u64, false>(at, members);
    all_rivals<address, false>(at, members);
  }
  std::printf("\n%s: all algorithms have the same results\n", all_agree ? "PASS" : "FAIL");
  return all_agree ? 0 : 1;
}
