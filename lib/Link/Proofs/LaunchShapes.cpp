//===- LaunchShapes.cpp -------------------------------------------------------===//
#include "Link/Proofs/LaunchShapes.h"
#include "Link/Merge/ExternalUsers.h"
#include "Link/Proofs/Callers.h"

#include "llvm/ADT/STLExtras.h"

using namespace coopify;
using llvm::StringRef;

using Dimensions = std::array<std::optional<int64_t>, 3>;

static bool wholeRows(const Dimensions &D) { return D[0] && *D[0] % warpWidth() == 0; }
static bool brokenRows(const Dimensions &D) { return D[0] && *D[0] % warpWidth() != 0; }

static ShapeFact::ValueTy laneIsThreadX(const Dimensions &D) {
  if ((D[1] == 1 && D[2] == 1) || wholeRows(D))
    return ShapeFact::Holds;
  bool Rows = D[1].value_or(1) > 1 || D[2].value_or(1) > 1;
  return Rows && brokenRows(D) ? ShapeFact::Fails : ShapeFact::Unknown;
}

static ShapeFact::ValueTy blockXMultipleOf32(const Dimensions &D) {
  return wholeRows(D) ? ShapeFact::Holds : brokenRows(D) ? ShapeFact::Fails : ShapeFact::Unknown;
}

static ShapeFact::ValueTy planesOfWarps(const Dimensions &D) {
  if (D[2] == 1 || wholeRows(D) || (D[1] && *D[1] % warpWidth() == 0))
    return ShapeFact::Holds;
  if (!D[0] || !D[1])
    return ShapeFact::Unknown;
  if (*D[0] * *D[1] % warpWidth() == 0)
    return ShapeFact::Holds;
  return D[2] ? ShapeFact::Fails : ShapeFact::Unknown;
}

static ShapeFact::ValueTy warpsByThreadX(const Dimensions &D) {
  if (D[1] == 1 && D[2] == 1)
    return ShapeFact::Holds;
  return D[1].value_or(1) > 1 || D[2].value_or(1) > 1 ? ShapeFact::Fails : ShapeFact::Unknown;
}

static ShapeFact::ValueTy warpsByThreadXY(const Dimensions &D) {
  return D[2] == 1              ? ShapeFact::Holds
         : D[2].value_or(1) > 1 ? ShapeFact::Fails
                                : ShapeFact::Unknown;
}

static ShapeFact::ValueTy warpsByThreadY(const Dimensions &D) {
  if (D[0] == warpWidth() && D[2] == 1)
    return ShapeFact::Holds;
  return D[0].value_or(warpWidth()) != warpWidth() || D[2].value_or(1) > 1 ? ShapeFact::Fails
                                                                           : ShapeFact::Unknown;
}

static ShapeFact::ValueTy oneWarp(const Dimensions &D) {
  int64_t Threads = 1;
  for (const std::optional<int64_t> &Size : D)
    Threads *= std::clamp<int64_t>(Size.value_or(1), 0, BlockWidth + 1);
  if (Threads > warpWidth())
    return ShapeFact::Fails;
  return llvm::is_contained(D, std::nullopt) ? ShapeFact::Unknown : ShapeFact::Holds;
}

namespace {
struct ShapeTexts {
  AtomKind Kind;
  ShapeFact::ValueTy (*Check)(const Dimensions &);
  const char *Proof;
  const char *Failure;
  ObstacleKind Shows = ObstacleKind::LaneDependent; ///< where it fails
};
} // namespace

static const ShapeTexts Shapes[] = {
    {AtomKind::LaneIsThreadX, laneIsThreadX, "1-D blocks or rows of whole warps",
     "threadIdx.x does not tell the lane"},
    {AtomKind::BlockXMultipleOf32, blockXMultipleOf32, "a blockDim.x that is a multiple of 32",
     "blockDim.x is not a multiple of 32"},
    {AtomKind::PlanesOfWarps, planesOfWarps, "one plane or planes of whole warps",
     "a warp has threads of several planes, whose x and y begin anew"},
    {AtomKind::WarpsByThreadX, warpsByThreadX, "1-D blocks, whose warps threadIdx.x / 32 numbers",
     "several warps have one threadIdx.x / 32", ObstacleKind::Unknown},
    {AtomKind::ThreadsByThreadX, warpsByThreadX,
     "1-D blocks, whose threads threadIdx.x tells apart", "several threads have one threadIdx.x",
     ObstacleKind::Unknown},
    {AtomKind::WarpsByThreadXY, warpsByThreadXY, "blocks of one plane",
     "warps of several planes have one threadIdx.y * blockDim.x + threadIdx.x",
     ObstacleKind::Unknown},
    {AtomKind::WarpsByThreadY, warpsByThreadY, "rows of one warp, which threadIdx.y numbers",
     "threadIdx.y does not number the warps", ObstacleKind::Unknown},
    {AtomKind::OneWarp, oneWarp, "blocks of one warp",
     "several warps, which are not shown to have elements of their own", ObstacleKind::Unknown},
};

static std::string shapeText(const Dimensions &D) {
  std::string Text;
  for (const std::optional<int64_t> &Size : D)
    Text += (Text.empty() ? "" : "x") + (Size ? std::to_string(*Size) : std::string("?"));
  return Text;
}

static std::string launched(const FunctionSummary &Kernel) {
  return "'" + Kernel.Name + "' is launched with ";
}

/// Of passes whose warps differ it has to hold in each.
static ShapeFact::ValueTy check(const ShapeTexts &Shape, const Dimensions &D) {
  if (!warpLanes().Differ)
    return Shape.Check(D);
  ShapeFact::ValueTy Worst = ShapeFact::Holds;
  for (unsigned Lanes : {SmallWarp, MaxWarpWidth}) {
    WarpWidthScope Warp(Lanes);
    Worst = std::max(Worst, Shape.Check(D));
  }
  return Worst;
}

/// Written for 32 lanes.
static std::string forWarp(StringRef Text) {
  std::string Out = Text.str();
  if (size_t At = Out.find("32"); warpWidth() != SmallWarp && At != std::string::npos)
    Out.replace(At, 2, std::to_string(warpWidth()));
  return Out;
}

void LaunchShapes::addKernel(AtomKind Kind, unsigned Kernel, ShapeFact &Fact) const {
  const ShapeTexts &Shape =
      *llvm::find_if(Shapes, [&](const ShapeTexts &S) { return S.Kind == Kind; });
  const FunctionSummary &K = P.Functions[Kernel];
  ShapeFact::ValueTy Worst = P.LaunchesOf[Kernel].empty() || UnknownCallers[Kernel]
                                 ? ShapeFact::Unknown
                                 : ShapeFact::Holds;
  std::vector<Location> Places;
  if (std::optional<ProofStep> Unseen = usedUnseen(P, K))
    Fact.Steps.push_back(*Unseen);
  for (unsigned Index : P.LaunchesOf[Kernel]) {
    const LaunchSite &L = P.Launches[Index];
    if (!L.Unseen.empty())
      Fact.Steps.push_back({L.Loc, "'" + K.Name + "' " + L.Unseen +
                                       " here, so that it may be launched with any blocks"});
    ShapeFact::ValueTy Value = check(Shape, L.Dims);
    Worst = std::max(Worst, Value);
    if (Value == ShapeFact::Fails && !Fact.Why)
      Fact.Why =
          Obstacle{Shape.Shows,
                   launched(K) + shapeText(L.Dims) + " blocks: " + forWarp(Shape.Failure), L.Loc};
    Places.push_back(L.Loc);
  }
  Fact.Value = std::max(Fact.Value, Worst);
  if (Worst == ShapeFact::Holds)
    Fact.Steps.push_back(
        {Places.front(), launched(K) + forWarp(Shape.Proof) + ": " + shortPlaces(Places)});
}

ShapeFact LaunchShapes::evaluate(AtomKind Kind, unsigned Function) const {
  ShapeFact Fact;
  bool AnyKernel = false;
  for (unsigned F : ancestors(P, Function)) {
    if (P.Functions[F].Kind == FunctionKind::Kernel) {
      AnyKernel = true;
      addKernel(Kind, F, Fact);
    } else if (UnknownCallers[F]) {
      Fact.Value = std::max(Fact.Value, ShapeFact::Unknown);
    }
  }
  if (!AnyKernel)
    Fact.Value = std::max(Fact.Value, ShapeFact::Unknown);
  return Fact;
}
