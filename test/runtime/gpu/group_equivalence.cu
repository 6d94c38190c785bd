//===- group_equivalence.cu - coopify's groups against NVIDIA's on a GPU ---------------===//
//
// Runs the kernels of test/runtime/groups with the bundled groups and with NVIDIA's
// and compares all that is defined, each also with the model. Exits with 1 if
// anything differs. group_fallback_equivalence.cu is the same with the match fallback.
//
//===----------------------------------------------------------------------===//
#define COOPIFY_NATIVE_GROUPS 0
#include <cuda_fp16.h>

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include <cuda/barrier>

#include "../groups/compare.h"
#include "../groups/sides.h"

#include <cstdlib>
#include <future>

namespace probe {

PROBE_TYPE(__half, half)

namespace tested {
namespace cg = ::coopify;
namespace side {
using namespace coopify_side;
using half = __half;
} // namespace side
#include "../groups/kernels.inc"
} // namespace tested

namespace reference {
namespace cg = ::cooperative_groups;
namespace side {
constexpr bool is_nvidia = true;
using half = __half;

#define PROBE_LANE_MASK(name)                                                                      \
  __device__ inline unsigned name() {                                                              \
    unsigned mask;                                                                                 \
    asm("mov.u32 %0, %%" #name ";" : "=r"(mask));                                                  \
    return mask;                                                                                   \
  }
PROBE_LANE_MASK(lanemask_eq)
PROBE_LANE_MASK(lanemask_lt)
PROBE_LANE_MASK(lanemask_le)
PROBE_LANE_MASK(lanemask_gt)
PROBE_LANE_MASK(lanemask_ge)

template <typename G> __device__ word members(const G &g) {
  return cg::details::_coalesced_group_data_access::get_mask(g);
}
/// CUDA 13.0 declares thread_group::num_threads() and does not define it.
__device__ inline word num_threads(const cg::thread_group &g) { return g.size(); }

template <unsigned long N> using aligned_size_t = cuda::aligned_size_t<N>;
using small_tile_memory = cg::block_tile_memory<128>;
__device__ inline cg::thread_block block_with(small_tile_memory &memory) {
  return cg::this_thread_block(memory);
}
} // namespace side
#undef PROBE_RETURNS
#undef PROBE_TILE
#include "../groups/kernels.inc"
} // namespace reference

#define PROBE_CUDA(call)                                                                           \
  do {                                                                                             \
    const cudaError_t error = call;                                                                \
    if (error != cudaSuccess) {                                                                    \
      std::printf("%s: %s\n", #call, cudaGetErrorString(error));                                   \
      std::exit(2);                                                                                \
    }                                                                                              \
  } while (0)

using kernel_function = void (*)(records);

struct plan {
  const char *name;
  kernel_function tested, reference;
  dim3 grid, block;
  unsigned exits;
  bool cooperative;
};

template <typename T> struct device_array {
  T *data = nullptr;
  explicit device_array(size_t n) {
    PROBE_CUDA(cudaMalloc(&data, (n + 1) * sizeof(T)));
    PROBE_CUDA(cudaMemset(data, 0, (n + 1) * sizeof(T)));
  }
  ~device_array() { cudaFree(data); }
  template <typename Array> void fetch(Array &to) const {
    if (to.size() != 0)
      PROBE_CUDA(cudaMemcpy(to.data(), data, to.size() * sizeof(T), cudaMemcpyDeviceToHost));
  }
};

void start(const plan &p, kernel_function kernel, records to) {
  void *arguments[] = {&to};
  const void *function = reinterpret_cast<const void *>(kernel);
  if (p.cooperative)
    PROBE_CUDA(cudaLaunchCooperativeKernel(function, p.grid, p.block, arguments));
  else
    PROBE_CUDA(cudaLaunchKernel(function, p.grid, p.block, arguments));
  PROBE_CUDA(cudaDeviceSynchronize());
}

/// All records of a launch; a first one counts them.
record_arrays recorded(const plan &p, kernel_function kernel, unsigned seed) {
  const unsigned threads = p.grid.x * p.grid.y * p.grid.z * p.block.x * p.block.y * p.block.z;
  std::vector<unsigned char> source(65536);
  for (unsigned i = 0; i < source.size(); ++i)
    source[i] = source_byte(seed, i);
  unsigned capacity = 0;
  for (;;) {
    record_arrays result(threads, capacity);
    const device_array<unsigned> tags(result.tags.size()), counts(threads);
    const device_array<word> words(result.words.size());
    const device_array<unsigned char> bytes(source.size());
    PROBE_CUDA(cudaMemcpy(bytes.data, source.data(), source.size(), cudaMemcpyHostToDevice));
    start(p, kernel, {tags.data, words.data, counts.data, bytes.data, capacity, seed, p.exits});
    counts.fetch(result.counts);
    const unsigned most = *std::max_element(result.counts.begin(), result.counts.end());
    if (most <= capacity) {
      tags.fetch(result.tags);
      words.fetch(result.words);
      return result;
    }
    capacity = most;
  }
}

struct tallies {
  tally nvidia, ours, theirs;
  void add(const tallies &other) {
    nvidia.add(other.nvidia);
    ours.add(other.ours);
    theirs.add(other.theirs);
  }
};

std::string name_of(const plan &p, unsigned seed) {
  char text[200];
  std::snprintf(text, sizeof text, "%s<<<(%u,%u,%u), (%u,%u,%u)>>> exits %u seed %u", p.name,
                p.grid.x, p.grid.y, p.grid.z, p.block.x, p.block.y, p.block.z, p.exits, seed);
  return text;
}

tallies compared(const plan &p, unsigned seed, const record_arrays &tested,
                 const record_arrays &reference) {
  // After a cooperative launch the driver's workspace is there in ordinary launches too (H200,
  // CUDA 13.0): NVIDIA's is_valid() is then true in them.
  const launch_shape shape{{p.grid.x, p.grid.y, p.grid.z},
                           {p.block.x, p.block.y, p.block.z},
                           p.cooperative,
                           p.cooperative,
                           seed,
                           p.exits};
  tallies all;
  for (unsigned block = 0; block < shape.blocks(); ++block) {
    block_comparison ours(shape, block, name_of(p, seed), tested, all.ours);
    ours.with_reference(reference, all.nvidia);
    ours.run();
    block_comparison theirs(shape, block, "NVIDIA's " + name_of(p, seed), reference, all.theirs);
    theirs.accept_only_exact();
    theirs.run();
  }
  return all;
}

/// The model takes longer than the GPU.
std::future<tallies> compare(const plan &p, unsigned seed) {
  const auto tested = std::make_shared<record_arrays>(recorded(p, p.tested, seed));
  const auto reference = std::make_shared<record_arrays>(recorded(p, p.reference, seed));
  return std::async(std::launch::async, [=] { return compared(p, seed, *tested, *reference); });
}

#define PROBE_KERNEL(name) #name, tested::name, reference::name

std::vector<plan> all_plans() {
  std::vector<plan> plans;
  const dim3 shapes[] = {1, 31, 32, 33, 48, 64, 96, 100, 255, 256, {16, 16}, {8, 8, 4}, 1024};
  for (const dim3 &block : shapes) {
    plans.push_back({PROBE_KERNEL(blocks), {2, 3, 2}, block, 0, false});
    plans.push_back({PROBE_KERNEL(parts), 1, block, 0, false});
    plans.push_back({PROBE_KERNEL(tiles_of_tiles), 1, block, 0, false});
  }
  for (const dim3 &block : {dim3(1), dim3(33), dim3(64), dim3(100), dim3(16, 16), dim3(3, 7, 5)})
    for (unsigned exits = 0; exits < 4; ++exits) {
      plans.push_back({PROBE_KERNEL(blocks), 1, block, exits, false});
      plans.push_back({PROBE_KERNEL(tiles), 1, block, exits, false});
      plans.push_back({PROBE_KERNEL(tiles_of_tiles), 1, block, exits, false});
      plans.push_back({PROBE_KERNEL(parts), 1, block, exits, false});
      plans.push_back({PROBE_KERNEL(coalesced), 1, block, exits, false});
      plans.push_back({PROBE_KERNEL(partitions), 1, block, exits, false});
    }
  for (unsigned block : {32, 64, 96, 128})
    plans.push_back({PROBE_KERNEL(copies), 1, block, 0, false});
  for (const dim3 &block : {dim3(512), dim3(1024), dim3(64, 4, 2)})
    plans.push_back({PROBE_KERNEL(several_warps), 2, block, 0, false});
  plans.push_back({PROBE_KERNEL(two_tiles), 2, 128, 0, false});
  for (const dim3 &grid : {dim3(1), dim3(8), dim3(2, 2, 3)})
    plans.push_back({PROBE_KERNEL(grids), grid, {10, 10}, 0, true});
  return plans;
}

} // namespace probe

int main(int count, char **arguments) {
  const unsigned seeds = count > 1 ? std::atoi(arguments[1]) : 2;
  probe::tallies all;
  std::vector<std::future<probe::tallies>> comparisons;
  for (unsigned seed = 1; seed <= seeds; ++seed)
    for (const probe::plan &p : probe::all_plans())
      comparisons.push_back(probe::compare(p, seed));
  for (std::future<probe::tallies> &c : comparisons)
    all.add(c.get());
  all.nvidia.print("coopify and NVIDIA");
  all.ours.print("coopify and the model");
  all.theirs.print("NVIDIA and the model");
  return all.nvidia.different + all.ours.different + all.theirs.different != 0;
}
