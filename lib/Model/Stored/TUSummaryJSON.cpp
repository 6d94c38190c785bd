//===- TUSummaryJSON.cpp ----------------------------------------------------===//
//
// The fields are listed once, in TUSummaryFields.def. encode() and decode() are
// found by argument-dependent lookup, hence static and not in an unnamed
// namespace.
//
//===----------------------------------------------------------------------===//
#include "Model/Stored/TUSummaryJSON.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"

#include <limits>

namespace json = llvm::json;

namespace coopify {

//===-- Values that are not structs ------------------------------------------===//

static json::Value encode(bool B) { return B; }
static json::Value encode(unsigned N) { return int64_t(N); }
static json::Value encode(int64_t N) { return N; }
static json::Value encode(SiteKind Kind) { return toString(Kind); }
static json::Value encode(ReasonId Id) { return toString(Id); }
static json::Value encode(GroupHeader H) { return pathOf(H); }

/// Sources need not be UTF-8 and JSON strings must: other bytes go as hex, so
/// that what is written into the user's file is what was read from it.
static json::Value encode(const std::string &S) {
  if (json::isUTF8(S))
    return S;
  return json::Object{{"Hex", llvm::toHex(S)}};
}

template <typename T> static json::Value encode(const std::optional<T> &O) {
  return O ? encode(*O) : json::Value(nullptr);
}

template <typename Range> static json::Value encodeAll(const Range &Items) {
  json::Array Out;
  for (const auto &Item : Items)
    Out.push_back(encode(Item));
  return Out;
}
template <typename T> static json::Value encode(const std::vector<T> &Items) {
  return encodeAll(Items);
}
template <typename T, size_t N> static json::Value encode(const std::array<T, N> &Items) {
  return encodeAll(Items);
}

static json::Value encode(HeaderSet Set) {
  std::vector<GroupHeader> Items;
  llvm::copy_if(AllGroupHeaders, std::back_inserter(Items),
                [&](GroupHeader H) { return Set.has(H); });
  return encode(Items);
}

static bool decode(const json::Value &V, bool &Out, json::Path P) {
  return json::fromJSON(V, Out, P);
}

static bool decode(const json::Value &V, int64_t &Out, json::Path P) {
  return json::fromJSON(V, Out, P);
}

static bool decode(const json::Value &V, unsigned &Out, json::Path P) {
  std::optional<int64_t> N = V.getAsInteger();
  if (!N || *N < 0 || *N > std::numeric_limits<unsigned>::max()) {
    P.report("expected unsigned integer");
    return false;
  }
  Out = unsigned(*N);
  return true;
}

template <typename Id>
static bool decodeId(const json::Value &V, Id &Out, json::Path P,
                     std::optional<Id> (*Parse)(llvm::StringRef)) {
  std::optional<llvm::StringRef> Text = V.getAsString();
  std::optional<Id> Known = Text ? Parse(*Text) : std::nullopt;
  if (!Known) {
    P.report("not one of its values");
    return false;
  }
  Out = *Known;
  return true;
}

static bool decode(const json::Value &V, SiteKind &Out, json::Path P) {
  return decodeId(V, Out, P, parseSiteKind);
}

static bool decode(const json::Value &V, ReasonId &Out, json::Path P) {
  return decodeId(V, Out, P, parseReasonId);
}

static bool decode(const json::Value &V, GroupHeader &Out, json::Path P) {
  return decodeId(V, Out, P, parseGroupHeader);
}

static bool decode(const json::Value &V, std::string &Out, json::Path P) {
  const json::Object *O = V.getAsObject();
  if (!O)
    return json::fromJSON(V, Out, P);
  std::optional<llvm::StringRef> Hex = O->getString("Hex");
  if (Hex && O->size() == 1 && llvm::tryGetFromHex(*Hex, Out))
    return true;
  P.report("expected string");
  return false;
}

static bool decode(const json::Value &V, PathName &Out, json::Path P) {
  if (std::optional<llvm::StringRef> Text = V.getAsString()) {
    Out = *Text;
    return true;
  }
  std::string Text;
  const bool Good = decode(V, Text, P);
  Out = Text;
  return Good;
}

template <typename T>
static bool decode(const json::Value &V, std::optional<T> &Out, json::Path P) {
  if (V.kind() == json::Value::Null) {
    Out.reset();
    return true;
  }
  return decode(V, Out.emplace(), P);
}

template <typename T> static bool decode(const json::Value &V, std::vector<T> &Out, json::Path P) {
  const json::Array *A = V.getAsArray();
  if (!A) {
    P.report("expected array");
    return false;
  }
  Out.assign(A->size(), T());
  for (auto [I, Item] : llvm::enumerate(*A))
    if (!decode(Item, Out[I], P.index(I)))
      return false;
  return true;
}

template <typename T, size_t N>
static bool decode(const json::Value &V, std::array<T, N> &Out, json::Path P) {
  std::vector<T> Items;
  if (!decode(V, Items, P))
    return false;
  if (Items.size() != N) {
    P.report("wrong number of elements");
    return false;
  }
  llvm::copy(Items, Out.begin());
  return true;
}

static bool decode(const json::Value &V, HeaderSet &Out, json::Path P) {
  std::vector<GroupHeader> Items;
  if (!decode(V, Items, P))
    return false;
  for (GroupHeader H : Items)
    Out |= {H};
  return true;
}

//===-- Places: most of a summary, so without names ---------------------------===//

static json::Value encode(const Location &L) {
  return json::Array{encode(L.File), encode(L.Offset), encode(L.Line), encode(L.Column)};
}
static json::Value encode(const TextRange &R) {
  return json::Array{encode(R.File), encode(R.Begin), encode(R.End)};
}
static json::Value encode(const SkippedText &T) {
  return json::Array{encode(T.Begin), encode(T.End)};
}

/// The elements of \p V, which are as many as \p Out.
template <typename... T> static bool decodeEach(const json::Value &V, json::Path P, T &...Out) {
  const json::Array *A = V.getAsArray();
  if (!A || A->size() != sizeof...(T)) {
    P.report("expected array of the parts of a place");
    return false;
  }
  size_t I = 0;
  auto Take = [&](auto &Each) {
    const size_t At = I++;
    return decode((*A)[At], Each, P.index(unsigned(At)));
  };
  return (Take(Out) && ...);
}

static bool decode(const json::Value &V, Location &Out, json::Path P) {
  return decodeEach(V, P, Out.File, Out.Offset, Out.Line, Out.Column);
}
static bool decode(const json::Value &V, TextRange &Out, json::Path P) {
  return decodeEach(V, P, Out.File, Out.Begin, Out.End);
}
static bool decode(const json::Value &V, SkippedText &Out, json::Path P) {
  return decodeEach(V, P, Out.Begin, Out.End);
}

//===-- Structs --------------------------------------------------------------===//

template <typename T>
static void put(json::Object &O, llvm::StringLiteral Name, const T &Value, const T &Default) {
  if (!(Value == Default))
    O.try_emplace(Name, encode(Value));
}

namespace {

/// Reads the fields of one object. A missing one keeps its default; one that
/// nobody asked for is an error, since a default would silently stand for it.
class FieldReader {
public:
  FieldReader(const json::Value &V, json::Path P) : O(V.getAsObject()), P(P) {
    if (!O)
      fail("expected object");
  }

  template <typename T> void field(llvm::StringLiteral Name, T &Out) {
    const json::Value *V = Good ? O->get(Name) : nullptr;
    if (!V)
      return;
    Read.push_back(Name);
    Good = decode(*V, Out, P.field(Name));
  }

  template <typename T> void required(llvm::StringLiteral Name, T &Out) {
    if (Good && !O->get(Name)) {
      P.field(Name).report("missing value");
      Good = false;
    }
    field(Name, Out);
  }

  void skip(llvm::StringLiteral Name) { Read.push_back(Name); }

  bool done() {
    if (!Good || Read.size() == O->size())
      return Good;
    std::vector<llvm::StringRef> Unknown;
    for (const auto &Entry : *O)
      if (!llvm::is_contained(Read, llvm::StringRef(Entry.first)))
        Unknown.push_back(Entry.first);
    if (Unknown.empty())
      return true;
    P.field(*llvm::min_element(Unknown)).report("unknown field");
    return false;
  }

private:
  void fail(llvm::StringLiteral Message) {
    P.report(Message);
    Good = false;
  }

  const json::Object *O;
  json::Path P;
  llvm::SmallVector<llvm::StringRef, 32> Read; ///< each once
  bool Good = true;
};

template <typename E> class EnumReader {
public:
  EnumReader(const json::Value &V, json::Path P, E &Out) : Text(V.getAsString()), P(P), Out(Out) {}
  void value(llvm::StringLiteral Name, E Value) {
    if (Text != Name)
      return;
    Out = Value;
    Good = true;
  }
  bool done() {
    if (!Good)
      P.report("not one of its values");
    return Good;
  }

private:
  std::optional<llvm::StringRef> Text;
  json::Path P;
  E &Out;
  bool Good = false;
};

} // namespace

/// FormatVersion stands beside the fields of the outermost object.
static constexpr llvm::StringLiteral VersionField = "FormatVersion";

// A value that the list lacks is a warning here; written as nothing it could not be read again.
#define ENUM(TYPE)                                                                                 \
  static json::Value encode(TYPE In) {                                                             \
    using E = TYPE;                                                                                \
    switch (In) {
#define VALUE(NAME)                                                                                \
  case E::NAME:                                                                                    \
    return #NAME;
#define ENUM_END                                                                                   \
  }                                                                                                \
  llvm_unreachable("no value of its type");                                                        \
  }
#define STRUCT(TYPE)                                                                               \
  static json::Value encode(const TYPE &In) {                                                      \
    json::Object Out;                                                                              \
    const TYPE Default;
#define FIELD(NAME) put(Out, #NAME, In.NAME, Default.NAME);
#define REQUIRED(NAME) Out.try_emplace(#NAME, encode(In.NAME));
#define END                                                                                        \
  return Out;                                                                                      \
  }
#include "Model/TUSummaryFields.def"

/// A list item by item: as one value an object of few fields takes kilobytes.
template <typename T>
static void stream(json::OStream &J, llvm::StringLiteral Name, const T &Value, const T &Default) {
  if (!(Value == Default))
    J.attribute(Name, encode(Value));
}
template <typename T>
static void stream(json::OStream &J, llvm::StringLiteral Name, const std::vector<T> &Items,
                   const std::vector<T> &Default) {
  if (!(Items == Default))
    J.attributeArray(Name, [&] {
      for (const T &Item : Items)
        J.value(encode(Item));
    });
}

#define ENUM(TYPE) [[maybe_unused]] static void stream(json::OStream &, TYPE) {
#define VALUE(NAME)
#define ENUM_END }
#define STRUCT(TYPE)                                                                               \
  [[maybe_unused]] static void stream(json::OStream &J, const TYPE &In) {                          \
    const TYPE Default;
#define FIELD(NAME) stream(J, #NAME, In.NAME, Default.NAME);
#define REQUIRED(NAME) J.attribute(#NAME, encode(In.NAME));
#define END }
#include "Model/TUSummaryFields.def"

#define ENUM(TYPE)                                                                                 \
  static bool decode(const json::Value &V, TYPE &Out, json::Path P) {                              \
    using E = TYPE;                                                                                \
    EnumReader<E> R(V, P, Out);
#define VALUE(NAME) R.value(#NAME, E::NAME);
#define ENUM_END                                                                                   \
  return R.done();                                                                                 \
  }
#define STRUCT(TYPE)                                                                               \
  static bool decode(const json::Value &V, TYPE &Out, json::Path P) {                              \
    FieldReader R(V, P);                                                                           \
    if constexpr (std::is_same_v<TYPE, TUSummary>)                                                 \
      R.skip(VersionField);
#define FIELD(NAME) R.field(#NAME, Out.NAME);
#define REQUIRED(NAME) R.required(#NAME, Out.NAME);
#define END                                                                                        \
  return R.done();                                                                                 \
  }

#include "Model/TUSummaryFields.def"

//===-- The file -------------------------------------------------------------===//

llvm::json::Value toJSON(const TUSummary &Unit) {
  json::Value Out = encode(Unit);
  (*Out.getAsObject())[VersionField] = int64_t(TUSummary::FormatVersion);
  return Out;
}

void writeJSON(json::OStream &J, const TUSummary &Unit) {
  J.object([&] {
    J.attribute(VersionField, int64_t(TUSummary::FormatVersion));
    stream(J, Unit);
  });
}

static llvm::Error checkVersion(const json::Value &V) {
  const json::Object *O = V.getAsObject();
  std::optional<int64_t> Found = O ? O->getInteger(VersionField) : std::nullopt;
  if (!Found)
    return llvm::createStringError("TUSummary.FormatVersion: expected integer; this is not a "
                                   "coopify summary");
  if (*Found != int64_t(TUSummary::FormatVersion))
    return llvm::createStringError("TUSummary.FormatVersion: the file has version %lld, this "
                                   "coopify reads %u; extract it again",
                                   (long long)*Found, TUSummary::FormatVersion);
  return llvm::Error::success();
}

llvm::Expected<TUSummary> parseTUSummary(llvm::StringRef Text) {
  llvm::Expected<json::Value> V = json::parse(Text);
  if (!V)
    return V.takeError();
  return decodeTUSummary(*V);
}

llvm::Expected<TUSummary> decodeTUSummary(const json::Value &V) {
  if (llvm::Error E = checkVersion(V))
    return E;
  TUSummary Unit;
  json::Path::Root Root("TUSummary");
  if (!decode(V, Unit, Root))
    return Root.getError();
  return Unit;
}

} // namespace coopify
