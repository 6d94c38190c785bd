// match and masked_warp on a GPU: random masks, exits, keys and out-of-range arguments, against the
// intrinsics where the type has them, and against ../match/oracle.h.
#include "../match/kernels.h"
#include "../match/oracle.h"

#include <cstdlib>
#include <type_traits>

using namespace probe;

namespace {

constexpr unsigned warps = 4096, seeds = 25;
unsigned long long asked = 0, wrong = 0;

void check(cudaError_t error) {
  if (error != cudaSuccess) {
    std::printf("%s\n", cudaGetErrorString(error));
    std::exit(2);
  }
}

/// Memory on the device, copied from and to vectors.
template <typename T> class device_vector {
public:
  explicit device_vector(const std::vector<T> &from) : size(from.size()) {
    check(cudaMalloc(&data, size * sizeof(T)));
    check(cudaMemcpy(data, from.data(), size * sizeof(T), cudaMemcpyHostToDevice));
  }
  ~device_vector() { cudaFree(data); }
  device_vector(const device_vector &) = delete;
  std::vector<T> read() const {
    std::vector<T> to(size);
    check(cudaMemcpy(to.data(), data, size * sizeof(T), cudaMemcpyDeviceToHost));
    return to;
  }
  T *data;

private:
  std::size_t size;
};

/// Four warps a block, so that lanes of other warps are around.
template <typename Output>
std::vector<Output> answers(const std::vector<lane_input> &in,
                            void (*kernel)(const lane_input *, Output *)) {
  const device_vector<lane_input> inputs(in);
  const device_vector<Output> outputs(std::vector<Output>(in.size(), Output{}));
  kernel<<<unsigned(in.size() / (4 * lanes)), 4 * lanes>>>(inputs.data, outputs.data);
  check(cudaDeviceSynchronize());
  return outputs.read();
}

template <typename T> void check_type(const char *type, bool has_intrinsics) {
  findings found(type);
  for (unsigned seed = 0; seed < seeds; ++seed) {
    const auto in =
        random_warps(warps, sizeof(T), std::is_same<T, bool>::value, seed * 100 + sizeof(T));
    check_match(in, answers(in, match_kernel<T>), sizeof(T), has_intrinsics, found);
    check_masked_warp(in, answers(in, masked_kernel<T>), sizeof(T), has_intrinsics, found);
  }
  asked += found.asked;
  wrong += found.wrong;
}

} // namespace

int main() {
#define CHECK_INTRINSIC(T) check_type<T>(#T, true);
#define CHECK_OTHER(T) check_type<T>(#T, false);
  PROBE_INTRINSIC_TYPES(CHECK_INTRINSIC)
  PROBE_OTHER_TYPES(CHECK_OTHER)
  std::printf("%llu answers, %llu wrong\n", asked, wrong);
  return wrong != 0;
}
