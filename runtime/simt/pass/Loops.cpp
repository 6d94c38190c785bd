//===- Loops.cpp - the loops of a function, as its source has them --------===//
#include "Loops.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/CFG.h"

#include <algorithm>

using namespace llvm;

namespace {

struct Range {
  unsigned First, Last;
  bool contains(unsigned Block) const { return First <= Block && Block <= Last; }
};

class FunctionLoops {
public:
  explicit FunctionLoops(Function &F);
  std::vector<simt::BlockMark> marks() const;

private:
  void findRanges();
  bool nestRanges();
  uint32_t depth(unsigned Block) const;
  bool isEnteredFromDeeper(unsigned Block) const;

  std::vector<BasicBlock *> Blocks;
  DenseMap<const BasicBlock *, unsigned> Numbers;
  std::vector<Range> Ranges; ///< By first block, one per first block.
};

FunctionLoops::FunctionLoops(Function &F) {
  for (BasicBlock &Block : F) {
    Numbers[&Block] = Blocks.size();
    Blocks.push_back(&Block);
  }
  findRanges();
  while (nestRanges())
    ;
}

void FunctionLoops::findRanges() {
  for (unsigned To = 0; To < Blocks.size(); ++To) {
    unsigned Last = 0;
    bool IsHead = false;
    for (const BasicBlock *From : predecessors(Blocks[To]))
      if (unsigned Number = Numbers.lookup(From); Number >= To) {
        IsHead = true;
        Last = std::max(Last, Number);
      }
    if (IsHead)
      Ranges.push_back({To, Last});
  }
}

// Jumps by goto may make ranges that cut into each other; the outer one grows.
bool FunctionLoops::nestRanges() {
  for (Range &Outer : Ranges)
    for (const Range &Inner : Ranges)
      if (Outer.First < Inner.First && Inner.First <= Outer.Last && Outer.Last < Inner.Last) {
        Outer.Last = Inner.Last;
        return true;
      }
  return false;
}

uint32_t FunctionLoops::depth(unsigned Block) const {
  return std::count_if(Ranges.begin(), Ranges.end(),
                       [&](const Range &Loop) { return Loop.contains(Block); });
}

bool FunctionLoops::isEnteredFromDeeper(unsigned Block) const {
  for (const BasicBlock *From : predecessors(Blocks[Block]))
    for (const Range &Loop : Ranges)
      if (Loop.contains(Numbers.lookup(From)) && !Loop.contains(Block))
        return true;
  return false;
}

std::vector<simt::BlockMark> FunctionLoops::marks() const {
  std::vector<simt::BlockMark> Marks;
  for (unsigned Block = 0; Block < Blocks.size(); ++Block) {
    auto Head = std::find_if(Ranges.begin(), Ranges.end(),
                             [&](const Range &Loop) { return Loop.First == Block; });
    if (Head != Ranges.end())
      Marks.push_back({Blocks[Block], true, depth(Block), uint32_t(Head - Ranges.begin())});
    else if (isEnteredFromDeeper(Block))
      Marks.push_back({Blocks[Block], false, depth(Block), 0});
  }
  return Marks;
}

} // namespace

std::vector<simt::BlockMark> simt::findBlockMarks(Function &F) { return FunctionLoops(F).marks(); }
