//===- Joins.cpp - where lanes join that a branch parts -------------------===//
#include "Joins.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace {

class Joins {
public:
  explicit Joins(Function &F);
  std::vector<unsigned> find();

private:
  bool sweep();
  unsigned nearest(unsigned Block) const;

  std::vector<std::vector<unsigned>> Next; ///< By block; the last number is the function's end.
  std::vector<BitVector> Behind; ///< The block and its post-dominators; all: not known yet.
};

// At -O0 a function returns from one block, which does nothing else if several ways lead to it. Of
// these the last in the source is a kernel's end; the others are early exits.
Joins::Joins(Function &F) {
  DenseMap<const BasicBlock *, unsigned> Numbers;
  std::vector<BasicBlock *> Blocks;
  for (BasicBlock &Block : F) {
    Numbers[&Block] = Blocks.size();
    Blocks.push_back(&Block);
  }
  const unsigned End = Blocks.size();
  // clang marks kernels so, and no other function of the device.
  const bool IsKernel = F.hasFnAttribute(Attribute::NoRecurse);
  Next.resize(End + 1);
  for (BasicBlock *Block : Blocks) {
    const unsigned Number = Numbers[Block];
    if (isa<ReturnInst>(Block->getTerminator()))
      Next[Number].push_back(End);
    for (BasicBlock *To : successors(Block)) {
      unsigned LastWay = 0;
      for (const BasicBlock *From : predecessors(To))
        LastWay = std::max(LastWay, Numbers[From]);
      const bool Exits = IsKernel && isa<ReturnInst>(To->front()) && Number < LastWay;
      if (!Exits)
        Next[Number].push_back(Numbers[To]);
    }
  }
  Behind.assign(End + 1, BitVector(End + 1, true));
  Behind[End].reset();
  Behind[End].set(End);
}

// What is behind all ways on; a way that does not lead to the end says nothing.
bool Joins::sweep() {
  bool Changed = false;
  for (unsigned Block = Next.size() - 1; Block-- > 0;) {
    BitVector All(Next.size(), true);
    for (unsigned To : Next[Block])
      All &= Behind[To];
    if (!All.all())
      All.set(Block);
    Changed |= All != Behind[Block];
    Behind[Block] = All;
  }
  return Changed;
}

// They are one behind the other, so the nearest has all others behind it.
unsigned Joins::nearest(unsigned Block) const {
  const unsigned End = Next.size() - 1;
  for (unsigned Candidate : Behind[Block].set_bits())
    if (Candidate != Block && Candidate != End && !Behind[Block].all() &&
        Behind[Candidate].count() + 1 == Behind[Block].count())
      return Candidate + 1;
  return 0;
}

std::vector<unsigned> Joins::find() {
  while (sweep())
    ;
  std::vector<unsigned> Found;
  for (unsigned Block = 0; Block + 1 < Next.size(); ++Block)
    Found.push_back(nearest(Block));
  return Found;
}

} // namespace

std::vector<unsigned> simt::findJoins(Function &F) { return Joins(F).find(); }
