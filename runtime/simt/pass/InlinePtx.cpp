//===- InlinePtx.cpp - inline PTX becomes calls of the machine -----------===//
#include "InlinePtx.h"

#include "simt/prelude/machine_calls.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Regex.h"

using namespace llvm;

namespace {

// "$(.reg .pred p;  shfl.up.b32 $0$|p, $1, 1, 0;$)" -> "{.reg .pred p;shfl.up.b32 $0|p,$1,1,0;}":
// clang writes braces and bars as those of x86's asm dialects.
std::string normalise(StringRef Asm) {
  std::string Text;
  for (size_t I = 0; I < Asm.size(); ++I) {
    StringRef Rest = Asm.substr(I);
    if (Rest.starts_with("$(") || Rest.starts_with("$|") || Rest.starts_with("$)")) {
      Text += Rest[1] == '(' ? '{' : Rest[1] == ')' ? '}' : '|';
      ++I;
    } else if (isSpace(Asm[I])) {
      if (!Text.empty() && !StringRef(" ,;{").contains(Text.back()))
        Text += ' ';
    } else {
      if (StringRef(",;}|").contains(Asm[I]) && !Text.empty() && Text.back() == ' ')
        Text.pop_back();
      Text += Asm[I];
    }
  }
  return StringRef(Text).rtrim(" ;").str();
}

/// An asm statement on its way to become calls.
class Statement {
public:
  explicit Statement(CallBase &Call);
  bool replace();

private:
  bool match(StringRef Pattern);
  Value *operand(unsigned Group);
  Value *operandText(StringRef Text);
  Value *call(StringRef Name, ArrayRef<Value *> Arguments, bool IsVoid = false, unsigned Bits = 32);
  Value *number(uint64_t Value) { return Builder.getInt32(Value); }
  void finish(ArrayRef<Value *> Results);

  bool replaceRegister();
  bool replaceLaneArithmetic();
  bool replaceShuffle();
  bool replaceVote();
  bool replaceBarrier();
  bool replaceOther();

  CallBase &Call;
  IRBuilder<> Builder;
  std::string Text;
  unsigned Outputs;
  SmallVector<StringRef, 8> Groups;
};

Statement::Statement(CallBase &Call)
    : Call(Call), Builder(&Call),
      Text(normalise(cast<InlineAsm>(Call.getCalledOperand())->getAsmString())) {
  auto *Struct = dyn_cast<StructType>(Call.getType());
  Outputs = Struct ? Struct->getNumElements() : !Call.getType()->isVoidTy();
}

bool Statement::match(StringRef Pattern) {
  Groups.clear();
  return Regex(("^" + Pattern + "$").str()).match(Text, &Groups);
}

Value *Statement::operandText(StringRef Operand) {
  unsigned Number;
  if (Operand.consume_front("$")) {
    if (Operand.getAsInteger(10, Number) || Number < Outputs || Number - Outputs >= Call.arg_size())
      return number(0);
    return Call.getArgOperand(Number - Outputs);
  }
  Operand.getAsInteger(0, Number);
  return number(Number);
}

Value *Statement::operand(unsigned Group) { return operandText(Groups[Group]); }

Value *Statement::call(StringRef Name, ArrayRef<Value *> Arguments, bool IsVoid, unsigned Bits) {
  SmallVector<Type *, 6> Types;
  SmallVector<Value *, 6> Values;
  for (Value *Argument : Arguments) {
    Type *T = Argument->getType();
    Values.push_back(T->isFloatTy() ? Builder.CreateBitCast(Argument, Builder.getInt32Ty())
                                    : Argument);
    Types.push_back(Values.back()->getType());
  }
  Type *Result = IsVoid ? Builder.getVoidTy() : Builder.getIntNTy(Bits);
  auto *Type = FunctionType::get(Result, Types, false);
  return Builder.CreateCall(Call.getModule()->getOrInsertFunction(Name, Type), Values);
}

void Statement::finish(ArrayRef<Value *> Results) {
  Value *Whole = nullptr;
  if (Outputs == 1)
    Whole = Builder.CreateZExtOrTrunc(Results[0], Call.getType());
  if (Outputs > 1) {
    Whole = PoisonValue::get(Call.getType());
    for (unsigned I = 0; I < Outputs; ++I)
      Whole = Builder.CreateInsertValue(Whole, Results[I], I);
  }
  if (Whole)
    Call.replaceAllUsesWith(Whole);
  Call.eraseFromParent();
}

bool Statement::replaceRegister() {
  if (!match("mov\\.[usb](32|64) \\$0,%(laneid|warpid|clock|clock64|globaltimer|"
             "lanemask_(eq|lt|le|gt|ge))"))
    return false;
  if (Groups[2] == "laneid" || Groups[2] == "warpid") {
    finish(call(("simt_" + Groups[2]).str(), {}));
  } else if (Groups[3].empty()) {
    finish(call("simt_clock", {}, false, 64));
  } else {
    static const StringRef Masks[] = {"eq", "lt", "le", "gt", "ge"};
    unsigned Which = std::find(std::begin(Masks), std::end(Masks), Groups[3]) - Masks;
    finish(call("simt_lanemask", {number(Which)}, false, 64));
  }
  return true;
}

// What is computed of the lane's number in the same statement.
bool Statement::replaceLaneArithmetic() {
  if (!match("\\{\\.reg \\.[bu]32 ([a-z]+);mov\\.u32 [a-z]+,%laneid;(shl|shr|add|and)\\.[bu]32 "
             "\\$0,[a-z]+,([0-9]+);\\}"))
    return false;
  unsigned Number = 0;
  Groups[3].getAsInteger(10, Number);
  const auto Which = StringSwitch<Instruction::BinaryOps>(Groups[2])
                         .Case("shl", Instruction::Shl)
                         .Case("shr", Instruction::LShr)
                         .Case("add", Instruction::Add)
                         .Default(Instruction::And);
  finish(Builder.CreateBinOp(Which, call("simt_laneid", {}), number(Number)));
  return true;
}

#define OPERAND "(\\$?[0-9a-fxA-F]+)"

// With or without ".sync" and its mask, with or without the range predicate.
bool Statement::replaceShuffle() {
  bool HasPredicate = match("\\{\\.reg \\.pred ([a-z]+);shfl(\\.sync)?\\.(idx|up|down|bfly)\\.b32 "
                            "\\$0\\|[a-z]+," OPERAND "," OPERAND "," OPERAND "(," OPERAND ")?;"
                            "selp\\.[usb]32 \\$1,1,0,[a-z]+;\\}");
  if (!HasPredicate && !match("()shfl(\\.sync)?\\.(idx|up|down|bfly)\\.b32 "
                              "\\$0," OPERAND "," OPERAND "," OPERAND "(," OPERAND ")?"))
    return false;
  static const StringRef Kinds[] = {"idx", "up", "down", "bfly"};
  unsigned Kind = std::find(std::begin(Kinds), std::end(Kinds), Groups[3]) - Kinds;
  bool IsSync = !Groups[2].empty();
  if (IsSync != !Groups[8].empty() || Outputs != 1u + HasPredicate)
    return false;
  Value *Result = call("simt_ptx_shuffle", {number(Kind), number(IsSync), operand(4), operand(5),
                                            operand(6), IsSync ? operand(8) : number(0)});
  finish({Result, HasPredicate ? call("simt_last_predicate", {}) : nullptr});
  return true;
}

bool Statement::replaceVote() {
  if (match("activemask\\.b32 \\$0")) {
    finish(call("simt_legacy_vote", {number(simt_active), number(1)}, false, 64));
    return true;
  }
  if (!match("\\{\\.reg \\.pred ([a-z]+);setp\\.ne\\.[usb]32 [a-z]+," OPERAND ",0;"
             "vote(\\.sync)?\\.ballot\\.b32 \\$0,[a-z]+(," OPERAND ")?;\\}"))
    return false;
  Value *Predicate = operand(2);
  if (Groups[3].empty()) {
    finish(call("simt_legacy_vote", {number(simt_ballot), Predicate}, false, 64));
    return true;
  }
  Value *Mask = Builder.CreateZExt(operand(5), Builder.getInt64Ty());
  finish(call("simt_sync_vote", {number(simt_ballot), Mask, Predicate}, false, 64));
  return true;
}

// PTX ISA, bar: a number, and for how many threads.
#define BARRIER(WHICH) "(bar|barrier)(\\.cta)?\\." WHICH "(\\.aligned)?"

bool Statement::replaceBarrier() {
  if (match(BARRIER("(sync|arrive)") " " OPERAND "(," OPERAND ")?")) {
    const bool Waits = Groups[3] == "sync";
    if (Waits && Groups[5] == "0" && Groups[6].empty())
      call("simt_syncthreads", {}, true);
    else
      call(Waits ? "simt_barrier" : "simt_barrier_arrive",
           {operand(5), Groups[6].empty() ? number(0) : operand(7)}, true);
    finish({});
    return true;
  }
  const bool Counts =
      match("\\{\\.reg \\.pred ([a-z]+);setp\\.ne\\.[usb]32 [a-z]+," OPERAND
            ",0;" BARRIER("red\\.(popc)") "\\.u32 \\$0," OPERAND "(," OPERAND ")?,[a-z]+;\\}");
  if (!Counts &&
      !match("\\{\\.reg \\.pred ([a-z, ]+);setp\\.ne\\.[usb]32 [a-z]+," OPERAND
             ",0;" BARRIER("red\\.(and|or)") "\\.pred [a-z]+," OPERAND "(," OPERAND ")?,[a-z]+;"
                                             "selp\\.[usb]32 \\$0,1,0,[a-z]+;\\}"))
    return false;
  const unsigned Operation = Counts ? simt_add : Groups[5] == "and" ? simt_and : simt_or;
  finish({call("simt_barrier_reduce", {number(Operation), operand(7),
                                       Groups[8].empty() ? number(0) : operand(9), operand(2)})});
  return true;
}

bool Statement::replaceOther() {
  if (match("bar\\.warp\\.sync " OPERAND))
    call("simt_syncwarp", {Builder.CreateZExt(operand(1), Builder.getInt64Ty())}, true);
  else if (match("(membar\\.cta|fence\\.(.*\\.)?cta)"))
    call("simt_fence_block", {}, true);
  else if (match("(membar\\.(gl|sys)|fence\\..*)"))
    call("simt_fence", {}, true);
  else if (match("exit"))
    call("simt_exit", {}, true);
  else if (match("trap"))
    call("simt_trap", {}, true);
  else
    return false;
  finish({});
  return true;
}

bool Statement::replace() {
  return Text.empty() || replaceRegister() || replaceLaneArithmetic() || replaceShuffle() ||
         replaceVote() || replaceBarrier() || replaceOther();
}

} // namespace

void simt::replaceInlinePtx(Module &M) {
  for (Function &F : M)
    for (Instruction &I : make_early_inc_range(instructions(F))) {
      auto *Call = dyn_cast<CallBase>(&I);
      if (!Call || !Call->isInlineAsm())
        continue;
      std::string Text = normalise(cast<InlineAsm>(Call->getCalledOperand())->getAsmString());
      if (Statement(*Call).replace())
        continue;
      F.getContext().diagnose(DiagnosticInfoUnsupported(
          F, "the SIMT machine does not know this inline PTX: " + Text, Call->getDebugLoc()));
      Call->replaceAllUsesWith(PoisonValue::get(Call->getType()));
      Call->eraseFromParent(); // or the assembler would complain about it as well
    }
}
