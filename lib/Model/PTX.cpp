#include "Model/PTX.h"

#include "Model/Operations/PTXInstructions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace coopify;
using llvm::StringRef;

static bool isWord(char C) { return llvm::isAlnum(C) || C == '_' || C == '$'; }

/// The opcodes that gain a member mask, with the number of their operands.
static unsigned legacyOperands(StringRef Opcode) {
  if (Opcode == "shfl.up.b32" || Opcode == "shfl.down.b32" || Opcode == "shfl.bfly.b32" ||
      Opcode == "shfl.idx.b32")
    return 4;
  if (Opcode == "vote.all.pred" || Opcode == "vote.any.pred" || Opcode == "vote.uni.pred" ||
      Opcode == "vote.ballot.b32")
    return 2;
  return 0;
}

static StringRef opcodeAt(StringRef Text, size_t At) {
  return Text.substr(At).take_while([](char C) { return isWord(C) || C == '.'; });
}

static bool hasSync(StringRef Opcode) {
  llvm::SmallVector<StringRef> Parts;
  Opcode.split(Parts, '.');
  return llvm::is_contained(Parts, "sync");
}

static std::vector<PTXWarpOp> mentions(StringRef Text) {
  std::vector<PTXWarpOp> Ops;
  for (size_t I = 0; I < Text.size(); ++I) {
    StringRef Rest = Text.substr(I);
    if (!Rest.starts_with("shfl.") && !Rest.starts_with("vote."))
      continue;
    if (I > 0 && (isWord(Text[I - 1]) || Text[I - 1] == '.' || Text[I - 1] == '%'))
      continue;
    StringRef Opcode = opcodeAt(Text, I);
    if (!hasSync(Opcode))
      Ops.push_back({Opcode.str(), unsigned(I), unsigned(I + 4), 0, false});
  }
  return Ops;
}

namespace {

/// Statement by statement. Knows just enough to be sure of what it accepts.
class AsmParser {
public:
  AsmParser(StringRef Text, std::vector<PTXWarpOp> &Ops) : Text(Text), Ops(Ops) {}

  /// The first obstacle, or "".
  std::string parse();

private:
  std::string statement(size_t Begin, size_t End);
  std::string instruction(size_t Begin, size_t End, bool Guarded);
  std::string warpOp(PTXWarpOp &Op, size_t Begin, size_t End, bool Guarded);
  size_t endOfStatement(size_t At) const;
  size_t skipBlanks(size_t At, size_t End) const {
    while (At < End && llvm::isSpace(Text[At]))
      ++At;
    return At;
  }

  StringRef Text;
  std::vector<PTXWarpOp> &Ops;
};

} // namespace

std::string AsmParser::parse() {
  int Depth = 0;
  for (size_t At = skipBlanks(0, Text.size()); At < Text.size(); At = skipBlanks(At, Text.size())) {
    if (Text[At] == '{' || Text[At] == '}') {
      Depth += Text[At++] == '{' ? 1 : -1;
      if (Depth < 0)
        return "it closes a block that another asm opened";
      continue;
    }
    if (Text.drop_front(std::min(Text.find_first_of(":;{}", At), Text.size())).starts_with(":"))
      return "it holds a label";
    size_t End = endOfStatement(At);
    if (End == StringRef::npos)
      return "a statement in it has no ';'";
    if (std::string Why = statement(At, End); !Why.empty())
      return Why;
    At = End + 1;
  }
  return Depth ? "it opens a block that another asm closes" : "";
}

/// Of its ';'. Braces inside of a statement hold a vector of registers.
size_t AsmParser::endOfStatement(size_t At) const {
  bool InVector = false;
  for (; At < Text.size(); ++At) {
    if (Text[At] == ';')
      return InVector ? StringRef::npos : At;
    if (Text[At] == '{' || Text[At] == '}') {
      if (InVector == (Text[At] == '{'))
        return StringRef::npos;
      InVector = !InVector;
    }
  }
  return StringRef::npos;
}

std::string AsmParser::statement(size_t Begin, size_t End) {
  if (Begin == End)
    return "";
  if (Text[Begin] == '.')
    return opcodeAt(Text, Begin) == ".reg" ? "" : "it holds '" + opcodeAt(Text, Begin).str() + "'";
  bool Guarded = Text[Begin] == '@';
  if (Guarded) {
    ++Begin;
    while (Begin < End && !llvm::isSpace(Text[Begin]))
      ++Begin;
    Begin = skipBlanks(Begin, End);
  }
  return instruction(Begin, End, Guarded);
}

std::string AsmParser::instruction(size_t Begin, size_t End, bool Guarded) {
  StringRef Opcode = opcodeAt(Text.take_front(End), Begin);
  auto Op = llvm::find_if(Ops, [&](const PTXWarpOp &O) { return O.Begin == Begin; });
  if (Op != Ops.end())
    return warpOp(*Op, Begin + Opcode.size(), End, Guarded);
  StringRef Root = Opcode.take_until([](char C) { return C == '.'; });
  bool Synced = (Root == "shfl" || Root == "vote") && hasSync(Opcode);
  if (Synced || isOfOneLane(Root))
    return "";
  if (Opcode.empty())
    return "a part of it is no instruction";
  return "it holds '" + Opcode.str() + "', which is not known to concern one lane only";
}

static bool isOperand(StringRef Text) {
  return !Text.empty() &&
         llvm::all_of(Text, [](char C) { return isWord(C) || StringRef("%|![]-.").contains(C); });
}

std::string AsmParser::warpOp(PTXWarpOp &Op, size_t Begin, size_t End, bool Guarded) {
  if (Guarded)
    return "'" + Op.Opcode + "' runs under a predicate, so some lanes may leave it out";
  unsigned Wanted = legacyOperands(Op.Opcode);
  if (Wanted == 0)
    return "'" + Op.Opcode + "' is no shuffle or vote of the PTX ISA";
  llvm::SmallVector<StringRef> Operands;
  Text.slice(Begin, End).split(Operands, ',');
  if (Operands.size() != Wanted ||
      !llvm::all_of(Operands, [](StringRef O) { return isOperand(O.trim()); }))
    return "the operands of '" + Op.Opcode + "' are not what the PTX ISA says";
  Op.End = unsigned(Begin + Text.slice(Begin, End).rtrim().size());
  Op.Spaced = llvm::isSpace(Operands.back().front());
  return "";
}

PTXWarpOps coopify::findPTXWarpOps(StringRef Asm) {
  PTXWarpOps Found;
  std::string Text = withoutComments(Asm);
  Found.Ops = mentions(Text);
  if (Found.Ops.empty())
    return Found;
  Found.Obstacle = AsmParser(Text, Found.Ops).parse();
  if (Found.Obstacle.empty() &&
      llvm::any_of(Found.Ops, [](const PTXWarpOp &O) { return O.End == 0; }))
    Found.Obstacle = "a part of it is no instruction";
  return Found;
}
