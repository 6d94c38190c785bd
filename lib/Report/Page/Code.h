//===- Code.h - source lines in the page -------------------------*- C++ -*-===//
#ifndef COOPIFY_REPORT_PAGE_CODE_H
#define COOPIFY_REPORT_PAGE_CODE_H

#include "Report/FileDiff.h"
#include "Report/Report.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace coopify {

/// Bytes of a text that stand out.
struct Mark {
  size_t Begin, End;
};

class PageCode {
public:
  PageCode(llvm::raw_ostream &OS, const FullReport &Run, const Sources &Files)
      : OS(OS), Run(Run), Files(Files) {}

  /// What the finding's own edits make of their lines, with those of others there.
  void beforeAndAfter(const Result &R);
  /// The lines of a finding that changes nothing.
  void quote(const Site &S);
  /// One line.
  void line(const Location &Where);

private:
  /// A file before and after the run.
  struct View {
    std::string New;
    FileDiff Diff;
    std::vector<Mark> OldMarks, NewMarks;
  };
  const View *viewOf(llvm::StringRef Path);
  /// The changes from \p First to \p Last.
  void hunk(const SourceFile &File, const View &V, size_t First, size_t Last);
  void pair(llvm::StringRef Class, const SourceFile &File, const View &V, const LineChange &Lines);
  void numbered(llvm::StringRef Text, llvm::ArrayRef<llvm::StringRef> Lines, size_t First,
                llvm::ArrayRef<Mark> Marks);
  void marked(llvm::StringRef Text, llvm::StringRef Line, llvm::ArrayRef<Mark> Marks);

  llvm::raw_ostream &OS;
  const FullReport &Run;
  const Sources &Files;
  std::map<std::string, std::unique_ptr<View>, std::less<>> Views;
};

} // namespace coopify

#endif // COOPIFY_REPORT_PAGE_CODE_H
