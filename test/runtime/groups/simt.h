//===- simt.h - Runs the kernels on the CPU machine and asks the model ------------------===//
#ifndef COOPIFY_TEST_GROUPS_SIMT_H
#define COOPIFY_TEST_GROUPS_SIMT_H

#include "compare.h"

#include "simt/machine.h"

namespace probe {

struct plan {
  const char *name;
  void (*kernel)(records);
  simt::Dim3 grid, block;
  unsigned exits = 0;
  bool races = true; // looking for them takes long where warps wait in loops
};

/// Runs plans and keeps count of what differs from the model.
class machine_test {
public:
  explicit machine_test(unsigned capacity) : capacity(capacity) {}

  void lockstep(const plan &p, unsigned seed) { run(p, simt::Policy::Lockstep, seed); }
  void adversarial(const plan &p, unsigned seed) { run(p, simt::Policy::Adversarial, seed); }

  /// The exit code.
  int finish() const {
    against_model.print("coopify and the model");
    return against_model.different != 0 || against_model.compared == 0;
  }

private:
  void run(const plan &p, simt::Policy policy, unsigned seed) {
    record_arrays all(p.grid.count() * p.block.count(), capacity);
    alignas(16) static unsigned char bytes[65536];
    for (unsigned i = 0; i < sizeof(bytes); ++i)
      bytes[i] = source_byte(seed, i);
    simt::Config config;
    config.Schedule = policy;
    config.Seed = seed;
    config.CheckRaces = p.races;
    config.MaxSteps = 2'000'000'000;
    const simt::Report report = simt::launch(
        config, p.kernel, p.grid, p.block, 0,
        {all.tags.data(), all.words.data(), all.counts.data(), bytes, capacity, seed, p.exits});
    const std::string launch = std::string(p.name) + " " + std::to_string(p.block.X) + "x" +
                               std::to_string(p.block.Y) + "x" + std::to_string(p.block.Z) +
                               " exits " + std::to_string(p.exits) +
                               (policy == simt::Policy::Lockstep ? " lockstep" : " adversarial") +
                               " seed " + std::to_string(seed);
    if (!report.ok()) {
      std::printf("%s: %s\n", launch.c_str(), report.str().c_str());
      ++against_model.different;
    }
    compare(p, seed, launch, all);
  }

  void compare(const plan &p, unsigned seed, const std::string &launch, const record_arrays &all) {
    const launch_shape shape{{p.grid.X, p.grid.Y, p.grid.Z},
                             {p.block.X, p.block.Y, p.block.Z},
                             p.grid.count() == 1,
                             true,
                             seed,
                             p.exits};
    for (unsigned block = 0; block < shape.blocks(); ++block)
      block_comparison(shape, block, launch, all, against_model).run();
  }

  unsigned capacity;
  tally against_model;
};

} // namespace probe

#endif // COOPIFY_TEST_GROUPS_SIMT_H
