//===- WordsOfIncludes.cpp ------------------------------------------------===//

#include "Extract/Files/WordsOfIncludes.h"

#include "Model/Output/GroupHeaders.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace coopify {

/// Where \p Of includes, itself or by others, the file of \p Inner.
static std::optional<unsigned> includeOf(const SourceManager &SM, FileID Of, FileID Inner) {
  while (Inner.isValid() && Inner != Of) {
    const SourceLocation At = SM.getExpansionLoc(SM.getIncludeLoc(Inner));
    if (At.isInvalid())
      return std::nullopt;
    const auto [File, Offset] = SM.getDecomposedLoc(At);
    if (File == Of)
      return Offset;
    Inner = File;
  }
  return std::nullopt;
}

static bool isOfHalfTypes(StringRef Path) {
  const StringRef Name = llvm::sys::path::filename(Path);
  return Name == "cuda_fp16.h" || Name == "cuda_bf16.h";
}

std::vector<unsigned> includesOfWords(const SourceManager &SM, FileID Of,
                                      llvm::ArrayRef<SourceLocation> Macros) {
  std::vector<unsigned> Out;
  for (SourceLocation At : Macros)
    if (auto Offset = includeOf(SM, Of, SM.getFileID(SM.getExpansionLoc(At)));
        Offset && !llvm::is_contained(Out, *Offset))
      Out.push_back(*Offset);
  if (Out.empty())
    return Out;
  for (unsigned I = 1; I < SM.local_sloc_entry_size(); ++I) {
    const SrcMgr::SLocEntry &Entry = SM.getLocalSLocEntry(I);
    if (!Entry.isFile() || !isOfHalfTypes(Entry.getFile().getName()))
      continue;
    const FileID ID = SM.getFileID(SourceLocation::getFromRawEncoding(Entry.getOffset()));
    if (auto Offset = includeOf(SM, Of, ID))
      llvm::erase(Out, *Offset);
  }
  return Out;
}

/// Where the unit comes to NVIDIA's header for the first time.
static SourceLocation beginOfGroups(const SourceManager &SM) {
  for (unsigned I = 1; I < SM.local_sloc_entry_size(); ++I) {
    const SrcMgr::SLocEntry &Entry = SM.getLocalSLocEntry(I);
    if (Entry.isFile() &&
        llvm::sys::path::filename(Entry.getFile().getName()) == pathOf(GroupHeader::Groups))
      return SourceLocation::getFromRawEncoding(Entry.getOffset());
  }
  return {};
}

bool isBelowWords(const SourceManager &SM, FileID Header, unsigned Offset,
                  llvm::ArrayRef<SourceLocation> Macros) {
  const SourceLocation Here = SM.getLocForStartOfFile(Header).getLocWithOffset(Offset);
  auto IsAbove = [&](SourceLocation At) {
    return !SM.isWrittenInCommandLineFile(At) && SM.isBeforeInTranslationUnit(At, Here);
  };
  if (llvm::none_of(Macros, IsAbove))
    return false;
  const SourceLocation Groups = beginOfGroups(SM);
  return Groups.isInvalid() || !IsAbove(Groups);
}

} // namespace coopify
