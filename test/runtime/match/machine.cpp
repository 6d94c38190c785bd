// match and masked_warp on the CPU machine: random masks, exits and keys, under lockstep, fair and
// adversarial schedules. Prints what is wrong, and the count of answers that were checked.
#include "oracle.h"

#include <simt/machine.h>

namespace probe {
template <typename T> void match_kernel(const lane_input *in, match_output *out);
template <typename T> void masked_kernel(const lane_input *in, masked_output *out);
} // namespace probe

using namespace probe;

static unsigned long long asked = 0, wrong = 0;

/// The answers of one kernel under one schedule.
template <typename Output>
static std::vector<Output> answers(const simt::Config &config, const std::vector<lane_input> &in,
                                   void (*kernel)(const lane_input *, Output *)) {
  std::vector<Output> out(in.size(), Output{});
  const simt::Report report = simt::launch(config, kernel, {unsigned(in.size() / lanes)}, {lanes},
                                           0, in.data(), out.data());
  if (!report.ok()) {
    std::printf("%s\n", report.str().c_str());
    ++wrong;
  }
  return out;
}

template <typename T> static void check(const char *type, bool has_intrinsics, unsigned warps) {
  findings found(type);
  const simt::Policy policies[] = {simt::Policy::Lockstep, simt::Policy::Fair,
                                   simt::Policy::Adversarial, simt::Policy::Adversarial};
  unsigned seed = sizeof(T);
  for (simt::Policy policy : policies) {
    simt::Config config;
    config.Schedule = policy;
    config.Seed = ++seed;
    const auto in = random_warps(warps, sizeof(T), std::is_same_v<T, bool>, seed);
    check_match(in, answers(config, in, match_kernel<T>), sizeof(T), has_intrinsics, found);
    check_masked_warp(in, answers(config, in, masked_kernel<T>), sizeof(T), has_intrinsics, found);
  }
  asked += found.asked;
  wrong += found.wrong;
}

int main() {
#define CHECK_INTRINSIC(T) check<T>(#T, true, 40);
#define CHECK_OTHER(T) check<T>(#T, false, 40);
  PROBE_INTRINSIC_TYPES(CHECK_INTRINSIC)
  PROBE_OTHER_TYPES(CHECK_OTHER)
  std::printf("%u lanes: %llu answers, %llu wrong\n", lanes, asked, wrong);
  return wrong != 0;
}
