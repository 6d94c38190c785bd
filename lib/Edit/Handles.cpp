#include "Edit/Handles.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace coopify;

std::string coopify::takeName(llvm::StringSet<> &Taken, llvm::StringRef Wanted) {
  std::string Name = Wanted.str();
  // "tile82" would read as a tile of 82.
  llvm::StringRef Separator = !Wanted.empty() && llvm::isDigit(Wanted.back()) ? "_" : "";
  for (unsigned Number = 2; !Taken.insert(Name).second; ++Number)
    Name = (Wanted + Separator + llvm::Twine(Number)).str();
  return Name;
}

bool coopify::isTileNumber(llvm::StringRef Size) {
  return !Size.empty() && llvm::all_of(Size, llvm::isDigit);
}

std::string coopify::plainHandleName(const HandleRequest &Request) {
  if (Request.Kind == HandleRequest::Block)
    return "block";
  if (Request.Kind == HandleRequest::Lanes)
    return "lanes";
  if (Request.Size == warpSizeText())
    return "warp";
  return isTileNumber(Request.Size) ? "tile" + Request.Size : "tile";
}

static std::string tileOf(llvm::StringRef Size, llvm::StringRef Block, llvm::StringRef Groups) {
  // A '>' outside of parentheses would end the template argument list.
  bool Parenthesise = Size.contains('>') && !(Size.starts_with("(") && Size.ends_with(")"));
  std::string Argument = Parenthesise ? ("(" + Size + ")").str() : Size.str();
  return (Groups + "tiled_partition<" + Argument + ">(" + Block + ")").str();
}

// The lanes of the warp under their own numbers: the runtime header's, whoever's
// the other groups are.
static constexpr llvm::StringLiteral AllLanes = "coopify::masked_warp::full()";

static std::string wholeBlock(llvm::StringRef Groups) {
  return (Groups + "this_thread_block()").str();
}

/// What the handle is declared as, given an expression for the block.
static std::string valueOf(const HandleRequest &Request, llvm::StringRef Block,
                           llvm::StringRef Groups) {
  switch (Request.Kind) {
  case HandleRequest::Block:
    return wholeBlock(Groups);
  case HandleRequest::Lanes:
  case HandleRequest::Branch: // of a site; see BranchGroups
    return AllLanes.str();
  case HandleRequest::Tile:
    break;
  }
  return tileOf(Request.Size, Block, Groups);
}

std::string coopify::handleExpression(const HandleRequest &Request, llvm::StringRef Groups) {
  return valueOf(Request, wholeBlock(Groups), Groups);
}

/// As FunctionSummary::Handles spells its types.
static std::string typeOf(const HandleRequest &Request) {
  switch (Request.Kind) {
  case HandleRequest::Block:
    return "block";
  case HandleRequest::Lanes:
  case HandleRequest::Branch:
    return "masked_warp";
  case HandleRequest::Tile:
    break;
  }
  return "tile" + Request.Size;
}

bool BodyHandles::Order::operator()(const HandleRequest &A, const HandleRequest &B) const {
  auto Key = [](const HandleRequest &R) {
    unsigned Lanes = 0;
    if (R.Kind == HandleRequest::Tile)
      llvm::StringRef(R.Size).getAsInteger(10, Lanes);
    llvm::StringRef Size = R.Kind == HandleRequest::Tile ? R.Size : llvm::StringRef();
    return std::make_tuple(R.Kind, -static_cast<int64_t>(Lanes), Size);
  };
  return Key(A) < Key(B);
}

BodyHandles::BodyHandles(llvm::ArrayRef<const FunctionSummary *> Instances, bool TakesBlock,
                         bool TakesWarp)
    : F(*Instances.front()) {
  for (const FunctionSummary *Instance : Instances) {
    for (const std::string &Name : Instance->TakenNames)
      Taken.insert(Name);
    for (const Parameter &P : Instance->Params)
      Taken.insert(P.Name);
    for (const Handle &H : Instance->Handles)
      Taken.insert(H.Name);
    // The groups exist on the device only; a host pass over the same text would
    // call them too.
    CanDeclare &= Instance->HasBody && Instance->BodyBegin.valid() && !Instance->BodyInMacro &&
                  !Instance->LiteralsOnly && Instance->Kind != FunctionKind::HostDevice;
  }
  for (const Handle &H : F.Handles)
    if (H.AtTop && llvm::all_of(Instances, [&](const FunctionSummary *Instance) {
          return llvm::is_contained(Instance->Handles, H);
        }))
      Existing.push_back(H);
  if (TakesBlock)
    BlockParameter = takeName(Taken, "block");
  if (TakesWarp)
    WarpParameter = takeName(Taken, "warp");
}

const Handle *BodyHandles::existing(const HandleRequest &Request, const Location &At) const {
  auto Fits = [&](const Handle &H) {
    return H.Type == typeOf(Request) && H.Declared.File == At.File && H.Declared.End <= At.Offset &&
           (H.OfBlock || !Request.OfBlock);
  };
  auto It = llvm::find_if(Existing, Fits);
  return It == Existing.end() ? nullptr : &*It;
}

/// A site of the function may lie outside of its braces: a constructor's
/// initialiser, a default argument.
bool BodyHandles::canDeclareFor(const Location &At) const {
  return CanDeclare && At.File == F.BodyBegin.File && F.BodyBegin.End <= At.Offset &&
         (!F.Body.valid() || At.Offset < F.Body.End);
}

std::optional<std::string> BodyHandles::use(const HandleRequest &Request, const Location &At) {
  if (Request.Kind == HandleRequest::Block && !BlockParameter.empty())
    return BlockParameter;
  if (Request.Kind == HandleRequest::Tile && Request.Size == warpSizeText() && !Request.OfBlock &&
      !WarpParameter.empty())
    return WarpParameter;
  if (const Handle *H = existing(Request, At))
    return H->Name;
  if (!canDeclareFor(At))
    return std::nullopt;
  std::string &Name = Declared[Request];
  if (Name.empty())
    Name = takeName(Taken, plainHandleName(Request));
  return Name;
}

std::string BodyHandles::freshName(llvm::StringRef Wanted, const Location &At) {
  std::string &Name = Fresh[{At, Wanted.str()}];
  if (Name.empty())
    Name = takeName(Taken, Wanted);
  return Name;
}

std::string BodyHandles::blockAtTop(llvm::StringRef Groups) const {
  if (!BlockParameter.empty())
    return BlockParameter;
  HandleRequest Block{HandleRequest::Block, "", F.USR};
  if (auto It = Declared.find(Block); It != Declared.end())
    return It->second;
  // Of the handles that the code has only a parameter is there already.
  Location Top{F.BodyBegin.File, F.BodyBegin.Begin, 1, 1};
  if (const Handle *H = existing(Block, Top))
    return H->Name;
  return wholeBlock(Groups);
}

std::optional<Edit> BodyHandles::declarations(llvm::StringRef Groups, bool CRLF,
                                              llvm::StringRef Break) const {
  if (Declared.empty())
    return std::nullopt;
  llvm::StringRef Indent = llvm::StringRef(F.BodyIndent).ltrim("\r\n");
  std::string Block = blockAtTop(Groups);
  std::string Text;
  HeaderSet Needs;
  for (const auto &[Request, Name] : Declared) {
    Needs |= Request.needs();
    std::string Statement = "auto " + Name + " = " + valueOf(Request, Block, Groups) + ";";
    if (!Break.empty())
      Text += (Break + Statement).str();
    else if (F.OneLineBody) // "{ return x; }" or "{return x;}"
      Text += Indent.empty() ? Statement + " " : " " + Statement;
    else
      Text += ((CRLF ? "\r\n" : "\n") + Indent + Statement).str();
  }
  return Edit{F.BodyBegin, Text, Needs};
}
