//===- ParsedProgram.h - the parsed units of one run -------------*- C++ -*-===//
//
//   UnitCommand...  --parseProgram()-->  ParsedProgram
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_DRIVER_UNITS_PARSEDPROGRAM_H
#define COOPIFY_DRIVER_UNITS_PARSEDPROGRAM_H

#include "Driver/Units/SourceTexts.h"
#include "Driver/Units/Units.h"
#include "Extract/CallMeanings.h"
#include "Extract/KnownBodies.h"
#include "Frontend/ParseUnit.h"
#include "Support/CpuTime.h"

#include "llvm/ADT/StringSet.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace coopify {

/// What tells a unit's command from others, whichever of its passes this is.
std::vector<std::string> commandOf(const Pass &P);

/// One parse, and what Verify needs to repeat it and to compare.
struct ParsedPass {
  Pass Command;
  bool Selected = true;                      ///< asked for; else only context of the others
  std::vector<std::string> OnlyHeaders = {}; ///< not empty: of its files these were asked for
  bool Ran = false;
  std::string WhyNot;
  bool NoSource = false;            ///< of one that did not run: its source is missing or no text
  bool OverTime = false;            ///< see ParseOutcome
  std::vector<std::string> MayRead; ///< of one that did not run; empty: any file
  std::vector<ParseError> Errors;
  std::vector<std::string> Files;                ///< of the user, that it reads
  std::vector<std::vector<SkippedText>> Skipped; ///< of each of these
  std::vector<LibraryFile> Libraries;            ///< that it reads as well
  TUSummary Summary;
  std::set<unsigned> ArchsTested;    ///< see ParseOutcome
  bool SidesTested = false;          ///< see ParseOutcome
  bool LanguageTested = false;       ///< see ParseOutcome
  std::optional<CallMeanings> Calls; ///< nullopt: not parsed in this run
  std::string Digest;                ///< of what is kept of it (KeptPasses.h); empty: nothing is
  PassCost Cost;
  std::shared_ptr<KnownBodies> Bodies; ///< for the other passes of the unit, while they are parsed

  bool reads(llvm::StringRef File) const;
};

/// What the preprocessor reads of a pass.
struct FilesRead {
  llvm::StringSet<> Files; ///< real paths
  bool Ran = false;        ///< false: it could not be preprocessed at all
  /// False: not preprocessed, or a header was not found that may include anything.
  bool All = false;
};

/// By the command's directory and the pass's arguments.
using FilesOfPasses = std::map<std::pair<std::string, std::vector<std::string>>, FilesRead>;

struct ParsedProgram {
  std::vector<ParsedPass> Passes;     ///< CUDA; in the order of the units
  std::vector<Pass> Others;           ///< not selected, or not CUDA: may share headers
  FilesOfPasses FilesOfOthers;        ///< of CUDA, as far as there was a question
  std::vector<TUSummary> HeaderUsers; ///< who else uses the headers; see HeaderUsers.h
  std::vector<std::string> NotRead;   ///< sources for a GPU beside the units that no unit reads
  std::string ToolkitPath;            ///< empty: embedded
  unsigned ToolkitVersion = 0;        ///< as CUDA_VERSION; 0: embedded
  ExtraFlags Extra;                   ///< that the units were read with
  std::string Database;               ///< that the units are all of; empty: none
  std::vector<std::string> Databases; ///< with --link: those that units are of

  /// Hands the summaries over to Link.
  std::vector<TUSummary> takeSummaries();
  /// One line for each unit that gave no summary.
  std::vector<std::string> failures() const;
  bool nothingRan() const;
  /// One line for each selected unit that was read and of which nothing could be parsed.
  std::vector<std::string> unparsed() const;
  /// Whether there is such a unit, or one whose source is missing or no text.
  bool lacksUnits() const;
  /// What a selected unit reads: other files are not to be edited.
  llvm::StringSet<> selectedFiles() const;
};

/// Parses and extracts every pass of the selected CUDA units. A unit that
/// fails, even by a crash, is in the result with its reason. An error only
/// for what concerns all units (no such toolkit).
llvm::Expected<ParsedProgram> parseProgram(llvm::ArrayRef<UnitCommand> Units,
                                           const ParseOptions &Options, SourceTexts &Texts);

/// The passes of each unit's command, none of them parsed.
llvm::Expected<std::vector<std::vector<Pass>>> passesOfUnits(llvm::ArrayRef<UnitCommand> Units,
                                                             const ParseOptions &Options);

/// With --link: those of \p Units that were not extracted become \p Program.Others.
llvm::Error addOtherUnits(ParsedProgram &Program, llvm::ArrayRef<UnitCommand> Units,
                          ParseOptions Options);

/// Parses and extracts \p Passes from \p First on, and adds and parses those for architectures that
/// they may be compiled for as well, and that what they read tells apart.
void parsePasses(std::vector<ParsedPass> &Passes, size_t First, const ParseOptions &Options,
                 SourceTexts &Texts);

} // namespace coopify

#endif // COOPIFY_DRIVER_UNITS_PARSEDPROGRAM_H
