#include "Driver/Units/Progress.h"

#include "Driver/Units/Units.h"
#include "Report/Paths.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace coopify {

/// "about 40 s left"; empty where there is nothing to tell it from.
static std::string timeLeft(const ReadingState &S) {
  constexpr double Enough = 1, Minute = 60;
  if (S.Done == 0 || S.Done >= S.Total || S.Seconds < Enough)
    return "";
  const double Left = S.Seconds / double(S.Done) * double(S.Total - S.Done);
  return Left < 2 * Minute ? formatv(", about {0} s left", unsigned(Left) + 1).str()
                           : formatv(", about {0} min left", unsigned(Left / Minute + 0.5)).str();
}

std::string progressText(const ReadingState &S, unsigned Columns) {
  std::string Text = formatv("{0} of {1} {2}", S.Done, S.Total, S.Total == 1 ? "unit" : "units");
  if (S.AtWork > 1)
    Text += formatv(", {0} at work", S.AtWork);
  Text += timeLeft(S);
  StringRef File = S.File;
  constexpr StringLiteral Between = ": ", Cut = "...";
  // The last column stays free: some terminals begin a line behind it.
  const size_t Room = Columns > Text.size() ? Columns - Text.size() - 1 : 0;
  if (File.empty() || Room < Between.size() + Cut.size() + 1)
    return StringRef(Text).take_front(Columns == 0 ? 0 : Columns - 1).str();
  const size_t ForFile = Room - Between.size();
  if (File.size() <= ForFile)
    return (Text + Between + File).str();
  return (Text + Between + Cut + File.take_back(ForFile - Cut.size())).str();
}

/// Back to the line's beginning, and nothing on it.
static constexpr StringLiteral ClearLine = "\r\33[K";

Progress::Progress(ProgressKind Kind, size_t Units, size_t Passes)
    : Kind(Kind), Units(Units), Passes(Passes) {}

Progress::~Progress() {
  if (Kind == ProgressKind::Live)
    errs() << ClearLine;
}

void Progress::show() {
  if (Kind != ProgressKind::Live)
    return;
  constexpr unsigned UsualColumns = 80;
  const unsigned Columns = sys::Process::StandardErrColumns();
  const std::chrono::duration<double> Time = std::chrono::steady_clock::now() - Since;
  const std::string File =
      AtWork.empty() ? std::string() : displayPath(AtWork.front(), realPath("."));
  const ReadingState Now = {UnitsDone, AtWork.size(), Units, Time.count(), File};
  // At once, or another program's output may come in between.
  errs() << (ClearLine + progressText(Now, Columns == 0 ? UsualColumns : Columns)).str();
}

void Progress::unitBegins(StringRef File) {
  std::lock_guard Lock(Mutex);
  AtWork.push_back(File.str());
  show();
}

/// "[3/40] /src/a.cu (sm_70)", in the order of completion.
void Progress::passDone(const Pass &P) {
  std::lock_guard Lock(Mutex);
  ++PassesDone;
  if (Kind == ProgressKind::Lines)
    errs() << formatv("[{0}/{1}] {2} ({3})\n", PassesDone, Passes, P.File, P.Name).str();
}

void Progress::unitDone(StringRef File) {
  std::lock_guard Lock(Mutex);
  ++UnitsDone;
  if (auto It = llvm::find(AtWork, File); It != AtWork.end())
    AtWork.erase(It);
  show();
}

} // namespace coopify
