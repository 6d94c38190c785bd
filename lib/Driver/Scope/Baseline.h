//===- Baseline.h - findings that are known already --------------*- C++ -*-===//
//
// A finding is known again by what stays when lines move: its check, file and
// function, and the text of its line. Of equal ones there is a count.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_DRIVER_SCOPE_BASELINE_H
#define COOPIFY_DRIVER_SCOPE_BASELINE_H

#include "Driver/Units/SourceTexts.h"
#include "Link/ProgramFacts.h"
#include "Rules/Finding.h"

#include "llvm/Support/Error.h"

#include <map>
#include <string>
#include <vector>

namespace coopify {

struct BaselineKey {
  std::string File; ///< relative to the folder of the baseline
  std::string Check;
  std::string Function; ///< without template arguments; may be empty
  std::string Line;
  auto operator<=>(const BaselineKey &) const = default;
};

/// Findings with one key, by index, in the order of their places.
using FindingsByKey = std::map<BaselineKey, std::vector<size_t>>;

/// \p Folder is that of the baseline.
FindingsByKey keysOf(llvm::ArrayRef<Finding> Findings, llvm::ArrayRef<size_t> Indices,
                     const ProgramFacts &Facts, SourceTexts &Texts, llvm::StringRef Folder);

class Baseline {
public:
  Baseline() = default;
  explicit Baseline(const FindingsByKey &Found);

  static llvm::Expected<Baseline> read(llvm::StringRef Path);
  llvm::Error write(llvm::StringRef Path) const;

  size_t size() const;
  const std::map<BaselineKey, unsigned> &counts() const { return Counts; }

private:
  std::map<BaselineKey, unsigned> Counts;
};

} // namespace coopify

#endif // COOPIFY_DRIVER_SCOPE_BASELINE_H
