//===- ScaleWarps.cpp -------------------------------------------------------===//
//
// Walks all fields of a summary, as TUSummaryFields.def lists them.
//
//===----------------------------------------------------------------------===//
#include "Model/Warps/ScaleWarps.h"

#include <array>
#include <optional>
#include <type_traits>

namespace coopify {

template <typename T>
  requires(std::is_arithmetic_v<T> || std::is_enum_v<T>)
static void scale(T &) {}
static void scale(std::string &) {}
static void scale(HeaderSet &) {}
static void scale(Location &) {}
static void scale(TextRange &) {}
static void scale(SkippedText &) {}

template <typename T> static void scale(std::optional<T> &);
template <typename T> static void scale(std::vector<T> &);
template <typename T, size_t N> static void scale(std::array<T, N> &);

static void scaleWidth(unsigned &Lanes) { Lanes = Lanes == SmallWarp ? MaxWarpWidth : Lanes; }

#define ENUM(NAME)
#define VALUE(NAME)
#define ENUM_END
#define STRUCT(NAME) static void scaleFields(NAME &);
#define FIELD(NAME)
#define REQUIRED(NAME)
#define END
#include "Model/TUSummaryFields.def"

template <typename T>
  requires std::is_class_v<T>
static void scale(T &Value) {
  scaleFields(Value);
  if constexpr (std::is_same_v<T, Uniformity>)
    scaleWidth(Value.UniformOver);
  else if constexpr (std::is_same_v<T, Requirement>)
    scaleWidth(Value.Width);
  else if constexpr (std::is_same_v<T, Site>)
    Value.Lanes = Value.Lanes == SmallWarp ? MaxWarpWidth : Value.Lanes;
  else if constexpr (std::is_same_v<T, Atom>)
    if (Value.Kind == AtomKind::ParamLaneAffine)
      scaleWidth(Value.Lanes);
}

#define ENUM(NAME)
#define VALUE(NAME)
#define ENUM_END
#define STRUCT(NAME) static void scaleFields(NAME &Value) {
#define FIELD(NAME) scale(Value.NAME);
#define REQUIRED(NAME) scale(Value.NAME);
#define END }
#include "Model/TUSummaryFields.def"

template <typename T> static void scale(std::optional<T> &Value) {
  if (Value)
    scale(*Value);
}
template <typename T> static void scale(std::vector<T> &Values) {
  for (auto &&Value : Values)
    scale(Value);
}
template <typename T, size_t N> static void scale(std::array<T, N> &Values) {
  for (T &Value : Values)
    scale(Value);
}

WarpLanes warpsOf(const std::vector<TUSummary> &Units) {
  WarpLanes Out{0};
  for (const TUSummary &Unit : Units) {
    if (Unit.Pass == "host" || Unit.Pass == "c++" || Unit.Unread)
      continue;
    const llvm::StringRef Pass = Unit.Pass;
    Out.OnlyCuda &= !Pass.starts_with("gfx") && Pass != "maca";
    Out.Differ |= Out.Width && Out.Width != Unit.WarpWidth;
    Out.Width = std::max(Out.Width, Unit.WarpWidth);
  }
  for (const TUSummary &Unit : Units) // without a device pass
    Out.Width = Out.Width ? Out.Width : Unit.Pass == "host" ? Unit.WarpWidth : 0;
  Out.Width = Out.Width ? Out.Width : SmallWarp;
  return Out;
}

void scaleWarps(TUSummary &Unit) { scale(Unit); }

} // namespace coopify
