//===- Includes.h - which other units read a header --------------*- C++ -*-===//
#ifndef COOPIFY_DRIVER_UNITS_INCLUDES_H
#define COOPIFY_DRIVER_UNITS_INCLUDES_H

#include "Driver/Units/ParsedProgram.h"

namespace coopify {

/// The files that \p P reads, by preprocessing alone.
FilesRead filesRead(const Pass &P, KeptPasses *Kept);

/// Of those of \p Passes that were not asked for before: adds their files to \p Known.
void preprocess(llvm::ArrayRef<const Pass *> Passes, const ParseOptions &Options,
                FilesOfPasses &Known);

/// Which of some passes read a header. They are preprocessed when that is first asked for.
class Readers {
public:
  Readers(llvm::ArrayRef<Pass> Passes, const ParseOptions &Options)
      : Passes(Passes), Options(Options) {}

  /// Those that read one of \p Headers, by index, each with those of the headers that it reads.
  std::map<size_t, std::vector<std::string>> of(llvm::ArrayRef<std::string> Headers);

private:
  llvm::ArrayRef<Pass> Passes;
  const ParseOptions &Options;
  std::vector<FilesRead> Files; ///< of each pass, once there was a question
};

} // namespace coopify

#endif // COOPIFY_DRIVER_UNITS_INCLUDES_H
