#include "Report/Page/Markup.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/Unicode.h"

#include <algorithm>

using namespace coopify;

/// The length of the character that \p Text begins with; 0: it is none that can be shown.
static size_t visible(llvm::StringRef Text) {
  const size_t Size = std::min<size_t>(llvm::getNumBytesForUTF8(Text.front()), Text.size());
  const llvm::StringRef Character = Text.take_front(Size);
  if (Character == "\t" || Character == "\n")
    return Size;
  // Those of no width are marks that turn the text around, and accents.
  return llvm::sys::unicode::columnWidthUTF8(Character) >= 1 ? Size : 0;
}

llvm::raw_ostream &coopify::operator<<(llvm::raw_ostream &OS, Shown S) {
  for (llvm::StringRef Rest = S.Text; !Rest.empty();) {
    size_t Size = visible(Rest);
    if (Size == 0) {
      OS << "&lt;" << llvm::toHex(Rest.take_front(1)) << "&gt;";
      Size = 1;
    } else if (Rest.front() == '<') {
      OS << "&lt;";
    } else if (Rest.front() == '>') {
      OS << "&gt;";
    } else if (Rest.front() == '&') {
      OS << "&amp;";
    } else if (Rest.front() == '"') {
      OS << "&quot;";
    } else if (Rest.front() == '\'') {
      OS << "&#39;";
    } else {
      OS << Rest.take_front(Size);
    }
    Rest = Rest.drop_front(Size);
  }
  return OS;
}

/// A quote opens behind a blank or a bracket, and closes before what is no part of a word.
static size_t quoteEnd(llvm::StringRef Text, size_t Begin) {
  if (Begin > 0 && !llvm::StringRef(" (").contains(Text[Begin - 1]))
    return llvm::StringRef::npos;
  for (size_t End = Text.find('\'', Begin + 1); End != llvm::StringRef::npos;
       End = Text.find('\'', End + 1))
    if (End > Begin + 1 && (End + 1 == Text.size() || !llvm::isAlnum(Text[End + 1])))
      return End;
  return llvm::StringRef::npos;
}

llvm::raw_ostream &coopify::operator<<(llvm::raw_ostream &OS, Prose P) {
  llvm::StringRef Rest = P.Text;
  for (size_t Begin = Rest.find('\''); Begin != llvm::StringRef::npos;) {
    const size_t End = quoteEnd(Rest, Begin);
    if (End == llvm::StringRef::npos) {
      Begin = Rest.find('\'', Begin + 1);
      continue;
    }
    OS << Shown{Rest.take_front(Begin)} << "<code>" << Shown{Rest.slice(Begin + 1, End)}
       << "</code>";
    Rest = Rest.drop_front(End + 1);
    Begin = Rest.find('\'');
  }
  return OS << Shown{Rest};
}

std::string coopify::policyHash(llvm::StringRef Text) {
  return "'sha256-" + llvm::encodeBase64(llvm::SHA256::hash(llvm::arrayRefFromStringRef(Text))) +
         "'";
}
