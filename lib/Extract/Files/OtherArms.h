//===- OtherArms.h - what an edit would do to other configurations -*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_FILES_OTHERARMS_H
#define COOPIFY_EXTRACT_FILES_OTHERARMS_H

#include "Analysis/Convergence/FunctionView.h"
#include "Model/Site.h"

#include <string>
#include <vector>

namespace coopify {

/// Why the parts of \p S must stay: a directive would go with one of them; an arm of an #if ends
/// between them, so that one configuration has the first and another one the last; or text of an
/// arm says one of \p Names, variables that are declared no more then.
std::optional<Refusal> brokenArms(const FunctionView &View, const Site &S,
                                  const std::vector<std::string> &Names);

} // namespace coopify

#endif // COOPIFY_EXTRACT_FILES_OTHERARMS_H
