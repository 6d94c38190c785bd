//===- Finding.h - what was decided about a site -----------------*- C++ -*-===//
#ifndef COOPIFY_RULES_FINDING_H
#define COOPIFY_RULES_FINDING_H

#include "Rules/Rule.h"

#include <string>

namespace coopify {

/// A site of the program with its one verdict, after the instances, passes and
/// units that saw it were merged (worst wins). What becomes of it is an Outcome.
struct Finding {
  std::string Check; ///< rule id
  Site Where;        ///< of the first instance
  Decision Verdict;
};

} // namespace coopify

#endif // COOPIFY_RULES_FINDING_H
