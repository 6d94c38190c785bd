#include "Extract/Files/LiteralMap.h"

#include "Model/PTX.h"

using namespace coopify;
using llvm::StringRef;

/// R"delimiter( ... )delimiter": only line ends change, to "\n".
static std::optional<LiteralMap> mapRaw(StringRef Spelled) {
  size_t Open = Spelled.find('(');
  size_t Close = Spelled.rfind(')');
  if (Open == StringRef::npos || Close == StringRef::npos || Close < Open)
    return std::nullopt;
  LiteralMap Map;
  for (size_t I = Open + 1; I < Close; ++I) {
    if (Spelled.substr(I).starts_with("\r\n"))
      continue;
    Map.Bytes += Spelled[I];
    Map.At.push_back(I);
  }
  return Map;
}

static std::optional<char> escaped(char C) {
  static constexpr StringRef Names = "ntrabfv\\\"'?", Meant = "\n\t\r\a\b\f\v\\\"'?";
  size_t At = Names.find(C);
  return At == StringRef::npos ? std::nullopt : std::optional(Meant[At]);
}

/// Past a backslash and the line end after it; 0 if \p At is no such place.
static size_t continuedLine(StringRef Spelled, size_t At) {
  StringRef Rest = Spelled.substr(At);
  if (Rest.starts_with("\\\r\n"))
    return At + 3;
  return Rest.starts_with("\\\n") ? At + 2 : 0;
}

std::optional<LiteralMap> coopify::mapLiteral(StringRef Spelled) {
  StringRef Prefix = Spelled.take_until([](char C) { return C == '"'; });
  if (Prefix.size() == Spelled.size())
    return std::nullopt;
  if (Prefix == "R" || Prefix == "u8R")
    return mapRaw(Spelled);
  if ((!Prefix.empty() && Prefix != "u8") || Spelled.size() < Prefix.size() + 2 ||
      !Spelled.ends_with("\""))
    return std::nullopt;
  LiteralMap Map;
  for (size_t I = Prefix.size() + 1; I + 1 < Spelled.size(); ++I) {
    if (size_t Next = continuedLine(Spelled, I)) {
      I = Next - 1;
      continue;
    }
    Map.At.push_back(I);
    if (Spelled[I] != '\\') {
      Map.Bytes += Spelled[I];
      continue;
    }
    std::optional<char> Meant = escaped(Spelled[++I]);
    if (!Meant)
      return std::nullopt;
    Map.Bytes += *Meant;
  }
  return Map;
}

std::optional<unsigned> coopify::warpOpInLiteral(StringRef Spelled) {
  std::optional<LiteralMap> Map = mapLiteral(Spelled);
  PTXWarpOps Found = findPTXWarpOps(Map ? StringRef(Map->Bytes) : Spelled);
  if (Found.Ops.empty())
    return std::nullopt;
  unsigned At = Found.Ops.front().Begin;
  return Map ? Map->At[At] : At;
}
