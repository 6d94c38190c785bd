//===- PtxText.cpp - instructions of an asm statement ---------------------===//
#include "PtxText.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>

using namespace llvm;
using simt::PtxInstruction;

bool PtxInstruction::has(StringRef Part) const {
  return std::find(Name.begin() + 1, Name.end(), Part) != Name.end();
}

static std::string withoutComments(StringRef Asm) {
  std::string Text;
  while (!Asm.empty()) {
    if (Asm.starts_with("//"))
      Asm = Asm.drop_until([](char C) { return C == '\n'; });
    else if (Asm.starts_with("/*"))
      Asm = Asm.substr(std::min(Asm.find("*/", 2), Asm.size() - 2) + 2);
    else
      Text += Asm.front(), Asm = Asm.drop_front();
  }
  return Text;
}

std::string simt::normalisePtx(StringRef Asm) {
  const std::string Plain = withoutComments(Asm);
  std::string Text;
  for (size_t I = 0; I < Plain.size(); ++I) {
    StringRef Rest = StringRef(Plain).substr(I);
    if (Rest.starts_with("$(") || Rest.starts_with("$|") || Rest.starts_with("$)")) {
      Text += Rest[1] == '(' ? '{' : Rest[1] == ')' ? '}' : '|';
      ++I;
    } else if (isSpace(Plain[I])) {
      if (!Text.empty() && !StringRef(" ,;{").contains(Text.back()))
        Text += ' ';
    } else {
      if (StringRef(",;}|").contains(Plain[I]) && !Text.empty() && Text.back() == ' ')
        Text.pop_back();
      Text += Plain[I];
    }
  }
  return StringRef(Text).rtrim(" ;").str();
}

std::vector<std::string> simt::splitOperands(StringRef Text) {
  std::vector<std::string> Operands;
  unsigned Depth = 0;
  size_t Start = 0;
  for (size_t I = 0; I <= Text.size(); ++I) {
    const char C = I == Text.size() ? ',' : Text[I];
    Depth += C == '{' || C == '[';
    Depth -= C == '}' || C == ']';
    if (C != ',' || (Depth && I != Text.size()))
      continue;
    if (const StringRef Operand = Text.slice(Start, I).trim(); !Operand.empty())
      Operands.push_back(Operand.str());
    Start = I + 1;
  }
  return Operands;
}

static PtxInstruction parseOne(StringRef Text) {
  PtxInstruction I;
  I.Text = Text.str();
  if (Text.consume_front("@")) {
    I.IsGuardNegated = Text.consume_front("!");
    auto [Guard, Rest] = Text.split(' ');
    I.Guard = Guard.str(), Text = Rest;
  }
  const auto [Name, Operands] = Text.split(' ');
  SmallVector<StringRef, 8> Parts;
  Name.split(Parts, '.', -1, /*KeepEmpty=*/false);
  for (StringRef Part : Parts)
    I.Name.push_back(Part.split("::").first.str()); // "shared::cta" is another word for "shared"
  I.Operands = simt::splitOperands(Operands);
  return I;
}

// Where an instruction ends: not the braces of its operands.
static size_t endOf(StringRef Text) {
  unsigned Depth = 0;
  for (size_t I = 0; I < Text.size(); ++I) {
    if (Text[I] == ';' || (Text[I] == '}' && Depth == 0))
      return I;
    Depth += Text[I] == '{';
    Depth -= Text[I] == '}';
  }
  return Text.size();
}

std::optional<std::vector<PtxInstruction>> simt::parsePtx(StringRef Text) {
  std::vector<PtxInstruction> Instructions;
  for (Text = Text.ltrim(" ;{}"); !Text.empty(); Text = Text.ltrim(" ;{}")) {
    const StringRef One = Text.take_front(endOf(Text)).trim();
    Text = Text.substr(endOf(Text));
    if (One.starts_with(".reg"))
      continue;
    if (One.split(' ').first.ends_with(":"))
      return std::nullopt;
    Instructions.push_back(parseOne(One));
  }
  return Instructions;
}
