//===- harness.h - what the harnesses of test/simt share ---------*- C++ -*-===//
#ifndef COOPIFY_TEST_SIMT_HARNESS_H
#define COOPIFY_TEST_SIMT_HARNESS_H

#include "simt/machine.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

using simt::Config;
using simt::Kind;
using simt::Policy;
using simt::Report;

inline int Failures = 0;

/// A harness ends with `return finish();`: it fails if any check did.
inline int finish() {
  printf("%s\n", Failures ? "FAILED" : "all equal");
  return Failures != 0;
}

inline void check(bool Condition, const std::string &What) {
  if (Condition)
    return;
  if (++Failures <= 20)
    fprintf(stderr, "not so: %s\n", What.c_str());
}

template <class T> void equal(T Actual, T Expected, const std::string &What) {
  check(Actual == Expected,
        What + " is " + std::to_string(Actual) + ", not " + std::to_string(Expected));
}

inline void ok(const Report &R, const std::string &What) { check(R.ok(), What + ":\n" + R.str()); }

inline Config lockstep() { return {}; }

inline Config fair() {
  Config C;
  C.Schedule = Policy::Fair;
  return C;
}

inline Config adversarial(uint64_t Seed) {
  Config C;
  C.Schedule = Policy::Adversarial;
  C.Seed = Seed;
  return C;
}

/// Lockstep, fair, and that many adversarial schedules.
inline std::vector<Config> schedules(unsigned Seeds) {
  std::vector<Config> All = {lockstep(), fair()};
  for (unsigned Seed = 0; Seed < Seeds; ++Seed)
    All.push_back(adversarial(Seed));
  return All;
}

inline std::string name(const Config &C) {
  return C.Schedule == Policy::Lockstep ? "lockstep"
         : C.Schedule == Policy::Fair   ? "fair"
                                        : "seed " + std::to_string(C.Seed);
}

#endif
