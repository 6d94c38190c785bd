//===- KnownBodies.h - functions that another pass has analysed --*- C++ -*-===//
//
// Both passes of a CUDA unit read the bodies of its device functions. Where they read the same text
// the device's, which compiles them, says what is in them, and the host's need not look again.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_EXTRACT_KNOWNBODIES_H
#define COOPIFY_EXTRACT_KNOWNBODIES_H

#include "Model/TUSummary.h"

#include "llvm/ADT/ArrayRef.h"

#include <map>
#include <memory>

namespace coopify {

/// What one pass found in the bodies of functions that devices alone run.
class KnownBodies {
public:
  struct Body {
    FunctionSummary Declared; ///< what all but its body shows
    FunctionSummary Found;
    std::vector<Site> Sites;
    std::vector<ParseNote> Notes;
  };
  void add(Body B);
  void setText(llvm::ArrayRef<FileFacts> Files, llvm::ArrayRef<LibraryFile> Libraries,
               bool HasErrors);
  /// Each file with the same arms of its #ifs, and no error.
  bool isOfText(llvm::ArrayRef<FileFacts> Files, llvm::ArrayRef<LibraryFile> Libraries) const;
  /// Of the function that is declared so in a pass over the same text; nullptr: not known.
  const Body *of(const FunctionSummary &Declared) const;

private:
  using Text = std::map<std::string, std::vector<SkippedText>>;
  static Text textOf(llvm::ArrayRef<FileFacts> Files, llvm::ArrayRef<LibraryFile> Libraries);

  bool HasErrors = true;
  Text Of;
  std::map<std::string, std::unique_ptr<Body>> ByUSR; ///< nullptr: there are several
};

/// What a pass may take from others, and where it puts what it finds.
struct BodyFacts {
  std::vector<const KnownBodies *> Known;
  KnownBodies *Keep = nullptr; ///< nullptr: nobody asks for it
};

} // namespace coopify

#endif // COOPIFY_EXTRACT_KNOWNBODIES_H
