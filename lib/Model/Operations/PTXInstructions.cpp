#include "Model/Operations/PTXInstructions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace coopify;
using llvm::StringRef;

namespace {
enum class MaskOperand { None, First, Last };
struct Row {
  StringRef Root, Modifiers;
  PTXKind Kind;
  WaitsFor Waits;
  Orders Memory;
  MaskOperand Mask;
};
} // namespace

static const Row Rows[] = {
#define PTX_INSTRUCTION(ROOT, MODIFIERS, KIND, WAITS, ORDERS, MASK)                                \
  {#ROOT, MODIFIERS, PTXKind::KIND, WaitsFor::WAITS, Orders::ORDERS, MaskOperand::MASK},
#define PTX_OF_ONE_LANE(ROOT)                                                                      \
  {#ROOT, "", PTXKind::OneLane, WaitsFor::Nobody, Orders::Nothing, MaskOperand::None},
#include "Model/Operations/PTXInstructions.def"
};

std::string coopify::withoutComments(StringRef Asm) {
  std::string Text = Asm.str();
  for (size_t I = 0; I + 1 < Text.size(); ++I) {
    if (Text[I] != '/' || (Text[I + 1] != '/' && Text[I + 1] != '*'))
      continue;
    bool Line = Text[I + 1] == '/';
    size_t End = Line ? Text.find('\n', I) : Text.find("*/", I + 2);
    End = End == std::string::npos ? Text.size() : Line ? End : End + 2;
    std::fill(Text.begin() + I, Text.begin() + End, ' ');
    I = End - 1;
  }
  return Text;
}

//===- Instructions -------------------------------------------------------===//

/// The operands of one instruction: commas in braces, brackets or parentheses are theirs.
static std::vector<std::string> operands(StringRef Text) {
  std::vector<std::string> Out;
  int Depth = 0;
  size_t Begin = 0;
  for (size_t I = 0; I <= Text.size(); ++I) {
    if (I < Text.size() && StringRef("{[(").contains(Text[I]))
      ++Depth;
    if (I < Text.size() && StringRef("}])").contains(Text[I]))
      --Depth;
    if (I < Text.size() && (Text[I] != ',' || Depth > 0))
      continue;
    StringRef Operand = Text.slice(Begin, I).trim();
    if (!Operand.empty() || !Out.empty() || I < Text.size())
      Out.push_back(Operand.str());
    Begin = I + 1;
  }
  return Out;
}

/// One statement without its ';', of an asm or of a line of it.
static std::optional<PTXInstruction> instruction(StringRef Text) {
  // A block's braces, which stand before or behind it, and labels.
  for (;;) {
    Text = Text.ltrim("{} \t\r\n").rtrim();
    size_t Colon = Text.find(':');
    // ':' is also in an address space's name, "a::b", but not in front of an opcode.
    if (Colon == StringRef::npos || Text.substr(Colon).starts_with("::") ||
        Text.take_front(Colon).find_first_of(" \t\n,") != StringRef::npos)
      break;
    Text = Text.drop_front(Colon + 1);
  }
  if (Text.empty() || Text.starts_with(".")) // a directive
    return std::nullopt;
  PTXInstruction I;
  if (Text.consume_front("@")) {
    I.Guarded = true;
    Text = Text.drop_until([](char C) { return llvm::isSpace(C); }).ltrim();
  }
  StringRef Opcode = Text.take_while(
      [](char C) { return llvm::isAlnum(C) || C == '_' || C == '.' || C == ':' || C == '%'; });
  StringRef Rest = Text.drop_front(Opcode.size());
  if (Rest.empty() || llvm::isSpace(Rest.front()))
    I.Opcode = Opcode.str();
  // The brace that closes the block around, where the last ';' was left out.
  if (Rest.count('}') > Rest.count('{'))
    Rest = Rest.rtrim().drop_back();
  I.Operands = operands(Rest.trim());
  return I;
}

std::vector<PTXInstruction> coopify::ptxInstructions(StringRef Asm) {
  const std::string Text = withoutComments(Asm);
  llvm::SmallVector<StringRef> Statements;
  StringRef(Text).split(Statements, ';');
  std::vector<PTXInstruction> Out;
  for (StringRef Each : Statements)
    if (auto I = instruction(Each))
      Out.push_back(std::move(*I));
  return Out;
}

//===- Meanings -----------------------------------------------------------===//

static const Row *find(StringRef Opcode) {
  llvm::SmallVector<StringRef> Parts, Wanted;
  Opcode.split(Parts, '.');
  for (const Row &R : Rows) {
    Wanted.clear();
    if (!R.Modifiers.empty())
      R.Modifiers.split(Wanted, '.');
    if (R.Root == Parts[0] && llvm::all_of(Wanted, [&](StringRef M) {
          return llvm::is_contained(llvm::drop_begin(Parts), M);
        }))
      return &R;
  }
  return nullptr;
}

bool coopify::isOfOneLane(StringRef Root) {
  const Row *R = find(Root);
  return R && R->Kind == PTXKind::OneLane;
}

bool coopify::writesNoMemory(StringRef Root) {
  static constexpr llvm::StringLiteral Stores[] = {
#define PTX_STORES(ROOT) #ROOT,
#include "Model/Operations/PTXInstructions.def"
  };
  return find(Root) && !llvm::is_contained(Stores, Root);
}

std::optional<uint64_t> coopify::ptxNumber(StringRef Operand) {
  Operand = Operand.trim();
  bool Negative = Operand.consume_front("-");
  Operand.consume_back("U");
  uint64_t N = 0;
  if (Operand.empty() || Operand.getAsInteger(0, N))
    return std::nullopt;
  return Negative ? 0 - N : N;
}

PTXMeaning coopify::meaningOf(const PTXInstruction &I) {
  PTXMeaning M;
  const Row *R = find(I.Opcode);
  if (!R)
    return M;
  M.Kind = R->Kind;
  M.Waits = R->Waits;
  M.Memory = R->Memory;
  if (R->Mask != MaskOperand::None && !I.Operands.empty())
    M.Mask = R->Mask == MaskOperand::First ? I.Operands.front() : I.Operands.back();
  if (M.Kind != PTXKind::BlockBarrier)
    return M;
  // bar.sync a{, b}; bar.red.popc d, a{, b}, p; bar.red.and p, a{, b}, q
  bool Reduces = StringRef(I.Opcode).contains(".red");
  size_t At = Reduces ? 1 : 0;
  if (At < I.Operands.size())
    M.Number = ptxNumber(I.Operands[At]);
  M.Whole = I.Operands.size() == (Reduces ? 3 : 1);
  return M;
}
