//===- FileFacts.h - what the files of a pass are like ------------*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_FILES_FILEFACTS_H
#define COOPIFY_EXTRACT_FILES_FILEFACTS_H

#include "Extract/Collector.h"
#include "Extract/Files/PreprocessorRecord.h"

namespace coopify {

struct FilesOfUnit {
  std::vector<FileFacts> Users;
  std::vector<LibraryFile> Libraries; ///< sorted
};

/// Of each of the user's files: where an include goes, and what names of groups it has.
FilesOfUnit fileFacts(const clang::ASTContext &Context, const SourceText &Text,
                      const Recording &Record, const Collector &Found);

} // namespace coopify

#endif // COOPIFY_EXTRACT_FILES_FILEFACTS_H
