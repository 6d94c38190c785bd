// RUN: %{run-simt} | %FileCheck %s
// CHECK: coopify and the model: {{[0-9]+}} comparisons, 0 different
//
// `all` and binary_partition where threads that have left do not count.
#define COOPIFY_PRESENT_ONLY 1
#ifdef __CUDACC__

#include "sides.h"
namespace probe::tested {
#include "queries.inc"

#include "collectives.inc"

#include "places.inc"

#include "coalesced.inc"
} // namespace probe::tested

#else

#include "simt.h"
namespace probe::tested {
void partitions(records);
}

int main() {
  using probe::tested::partitions;
  probe::machine_test test(60000);
  test.lockstep({"partitions", partitions, 1, {50}, 1}, 1);
  test.adversarial({"partitions", partitions, 1, {40}, 3}, 1);
  return test.finish();
}

#endif
