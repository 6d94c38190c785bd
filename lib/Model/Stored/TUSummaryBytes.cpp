//===- TUSummaryBytes.cpp ---------------------------------------------------===//
//
// The fields one behind the other, in the order of TUSummaryFields.def. A text
// that was there before is its number: most are paths and USRs.
//
//===----------------------------------------------------------------------===//
#include "Model/Stored/TUSummaryBytes.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/DataExtractor.h"
#include "llvm/Support/LEB128.h"
#include "llvm/Support/raw_ostream.h"

#include <type_traits>

namespace coopify {

#define ENUM(TYPE)
#define VALUE(NAME)
#define ENUM_END
#define STRUCT(TYPE) template <typename Visitor> static void visitFields(Visitor &Visit, TYPE &Of) {
#define FIELD(NAME) Visit(Of.NAME);
#define REQUIRED(NAME) Visit(Of.NAME);
#define END }
#include "Model/TUSummaryFields.def"

// In JSON places have no names of fields, so they are not in the list.
template <typename Visitor> static void visitFields(Visitor &Visit, Location &Of) {
  Visit(Of.File), Visit(Of.Offset), Visit(Of.Line), Visit(Of.Column);
}
template <typename Visitor> static void visitFields(Visitor &Visit, TextRange &Of) {
  Visit(Of.File), Visit(Of.Begin), Visit(Of.End);
}
template <typename Visitor> static void visitFields(Visitor &Visit, SkippedText &Of) {
  Visit(Of.Begin), Visit(Of.End);
}

namespace {

class Writer {
public:
  explicit Writer(llvm::raw_ostream &OS) : OS(OS) {}

  template <typename T>
    requires std::is_enum_v<T> || std::is_unsigned_v<T>
  void operator()(T &Number) {
    llvm::encodeULEB128(uint64_t(Number), OS);
  }
  void operator()(int64_t &Number) { llvm::encodeSLEB128(Number, OS); }
  void operator()(std::string &Text) { text(Text); }
  void operator()(PathName &Path) { text(Path); }
  void operator()(HeaderSet &Set) {
    for (GroupHeader H : AllGroupHeaders)
      OS << char(Set.has(H));
  }
  template <typename T> void operator()(std::optional<T> &Value) {
    OS << char(Value.has_value());
    if (Value)
      (*this)(*Value);
  }
  template <typename T> void operator()(std::vector<T> &Items) {
    llvm::encodeULEB128(Items.size(), OS);
    for (T &Item : Items)
      (*this)(Item);
  }
  template <typename T, size_t N> void operator()(std::array<T, N> &Items) {
    for (T &Item : Items)
      (*this)(Item);
  }
  template <typename T> void operator()(T &Struct) { visitFields(*this, Struct); }

private:
  void text(llvm::StringRef Text) {
    auto [Entry, New] = Known.try_emplace(Text, Known.size());
    llvm::encodeULEB128(Entry->second, OS);
    if (!New)
      return;
    llvm::encodeULEB128(Text.size(), OS);
    OS << Text;
  }

  llvm::raw_ostream &OS;
  llvm::StringMap<unsigned> Known;
};

/// After a failure all further values are 0, and lists empty.
class Reader {
public:
  explicit Reader(llvm::StringRef Bytes)
      : Data(Bytes, /*IsLittleEndian=*/true, /*AddressSize=*/8) {}

  bool done() {
    const bool Whole = Good && At && Data.eof(At);
    llvm::consumeError(At.takeError());
    return Whole;
  }

  template <typename T>
    requires std::is_enum_v<T> || std::is_unsigned_v<T>
  void operator()(T &Number) {
    Number = T(Data.getULEB128(At));
  }
  void operator()(int64_t &Number) { Number = Data.getSLEB128(At); }
  void operator()(std::string &Text) { Text = text(); }
  void operator()(PathName &Path) { Path = text(); }
  void operator()(HeaderSet &Set) {
    for (GroupHeader H : AllGroupHeaders)
      if (Data.getU8(At))
        Set |= {H};
  }
  template <typename T> void operator()(std::optional<T> &Value) {
    if (Data.getU8(At))
      (*this)(Value.emplace());
  }
  template <typename T> void operator()(std::vector<T> &Items) {
    const uint64_t Size = Data.getULEB128(At);
    // An item has a byte at least.
    if (!(Good &= Size <= Data.size()))
      return;
    Items.resize(Size);
    for (T &Item : Items)
      (*this)(Item);
  }
  template <typename T, size_t N> void operator()(std::array<T, N> &Items) {
    for (T &Item : Items)
      (*this)(Item);
  }
  template <typename T> void operator()(T &Struct) { visitFields(*this, Struct); }

private:
  llvm::StringRef text() {
    const uint64_t Number = Data.getULEB128(At);
    if (Number == Known.size())
      Known.push_back(Data.getBytes(At, Data.getULEB128(At)));
    else
      Good &= Number < Known.size();
    return Number < Known.size() ? Known[Number] : llvm::StringRef();
  }

  llvm::DataExtractor Data;
  llvm::DataExtractor::Cursor At{0};
  std::vector<llvm::StringRef> Known;
  bool Good = true;
};

} // namespace

std::string toBytes(const TUSummary &Unit) {
  std::string Out;
  llvm::raw_string_ostream OS(Out);
  Writer Write(OS);
  visitFields(Write, const_cast<TUSummary &>(Unit)); // one list of fields for both ways
  return Out;
}

std::optional<TUSummary> parseBytes(llvm::StringRef Bytes) {
  Reader Read(Bytes);
  TUSummary Unit;
  visitFields(Read, Unit);
  return Read.done() ? std::optional(std::move(Unit)) : std::nullopt;
}

} // namespace coopify
