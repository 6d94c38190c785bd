#include "Report/LineDiff.h"

#include <algorithm>

using namespace coopify;

using Lines = llvm::ArrayRef<llvm::StringRef>;

namespace {

/// The table of longest common subsequences of two pieces of text.
class Common {
public:
  Common(Lines Old, Lines New) : Width(New.size() + 1), Length((Old.size() + 1) * Width) {
    for (size_t I = Old.size(); I-- > 0;)
      for (size_t J = New.size(); J-- > 0;)
        Length[I * Width + J] =
            Old[I] == New[J] ? at(I + 1, J + 1) + 1 : std::max(at(I + 1, J), at(I, J + 1));
  }
  unsigned at(size_t I, size_t J) const { return Length[I * Width + J]; }

private:
  size_t Width;
  std::vector<unsigned> Length;
};

} // namespace

/// Above this the table would be large; then the whole piece is one change.
static constexpr size_t MaxTable = 4 << 20;

static void append(std::vector<LineChange> &Out, LineChange C) {
  if (C.OldBegin == C.OldEnd && C.NewBegin == C.NewEnd)
    return;
  if (!Out.empty() && Out.back().OldEnd == C.OldBegin && Out.back().NewEnd == C.NewBegin) {
    Out.back().OldEnd = C.OldEnd;
    Out.back().NewEnd = C.NewEnd;
  } else {
    Out.push_back(C);
  }
}

/// \p At is where the two pieces begin.
static void diffPiece(Lines Old, Lines New, LineChange At, std::vector<LineChange> &Out) {
  if ((Old.size() + 1) * (New.size() + 1) > MaxTable)
    return append(Out, At);
  const Common Table(Old, New);
  size_t I = 0, J = 0;
  while (I < Old.size() || J < New.size()) {
    size_t OldAt = At.OldBegin + I, NewAt = At.NewBegin + J;
    if (I < Old.size() && J < New.size() && Old[I] == New[J]) {
      ++I, ++J;
    } else if (J == New.size() || (I < Old.size() && Table.at(I + 1, J) >= Table.at(I, J + 1))) {
      append(Out, {OldAt, OldAt + 1, NewAt, NewAt});
      ++I;
    } else {
      append(Out, {OldAt, OldAt, NewAt, NewAt + 1});
      ++J;
    }
  }
}

std::vector<LineChange> coopify::diffLines(Lines Old, Lines New) {
  size_t Begin = 0, Shorter = std::min(Old.size(), New.size());
  while (Begin < Shorter && Old[Begin] == New[Begin])
    ++Begin;
  size_t Tail = 0;
  while (Tail < Shorter - Begin && Old[Old.size() - 1 - Tail] == New[New.size() - 1 - Tail])
    ++Tail;
  std::vector<LineChange> Out;
  LineChange All{Begin, Old.size() - Tail, Begin, New.size() - Tail};
  diffPiece(Old.slice(Begin, All.OldEnd - Begin), New.slice(Begin, All.NewEnd - Begin), All, Out);
  return Out;
}
