//===- Findings.cpp - findings as text and as JSON ------------------------===//
#include "host/Findings.h"

#include "Crash.h"
#include "Symbols.h"
#include "host/Settings.h"

#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

using namespace simt;
using namespace simt::host;

namespace {

Launch Running;
uint64_t Launches = 0; ///< That began.
uint64_t Steps = 0;    ///< Of all that ended.

std::string text(const Dim3 &D) {
  return std::to_string(D.X) + ", " + std::to_string(D.Y) + ", " + std::to_string(D.Z);
}

std::string describe(const Launch &L) {
  return L.Kernel + (L.IsChild ? ", launched by a kernel," : "") + " <<<(" + text(L.Grid) + "), (" +
         text(L.Block) + ")>>>, launch " + std::to_string(L.Number) + ", " +
         name(L.Machine.Schedule) + ", seed " + std::to_string(settings().Machine.Seed);
}

// "scale.cu:12" in two members; the start of a kernel has no line.
std::string placeAsJson(const Finding::Place &P) {
  const std::string Line = sourceLine(P.Address);
  const size_t Colon = Line.rfind(':');
  std::string Json = "{\"who\": " + quote(P.Who);
  if (Colon != std::string::npos)
    Json += ", \"file\": " + quote(Line.substr(0, Colon)) + ", \"line\": " + Line.substr(Colon + 1);
  return Json + "}";
}

std::string asJson(const Launch &L, const Finding &F) {
  std::string Places;
  for (const Finding::Place &P : F.Places)
    Places += (Places.empty() ? "" : ", ") + placeAsJson(P);
  return "\"kind\": " + quote(simt::name(F.What)) + ", \"text\": " + quote(F.Text) +
         (F.Memory ? ", \"memory\": " + quote(variable(F.Memory)) : "") +
         ", \"kernel\": " + quote(L.Kernel) + ", \"grid\": [" + text(L.Grid) + "], \"block\": [" +
         text(L.Block) + "], \"launch\": " + std::to_string(L.Number) + ", \"policy\": \"" +
         name(L.Machine.Schedule) + "\", \"seed\": " + std::to_string(settings().Machine.Seed) +
         ", \"places\": [" + Places + "]";
}

void append(const std::string &Members) {
  if (!settings().ReportFile.empty())
    addRow(settings().ReportFile, "SIMT_REPORT",
           "{" + Members + ", \"pid\": " + std::to_string(getpid()) + "}");
}

void endUnlessKeptGoing() {
  if (settings().KeepsGoing)
    return;
  fflush(nullptr); // what the program printed so far
  _exit(HasFindings);
}

void tell(const Launch &L, const Report &R) {
  fflush(stdout);
  fprintf(stderr, "simt: %s:\n%s", describe(L).c_str(), R.str().c_str());
  for (const Finding &F : R.Findings)
    append(asJson(L, F));
}

// The last line, if the program ends by itself.
void tellSummary() {
  if (Launches)
    append("\"launches\": " + std::to_string(Launches) + ", \"steps\": " + std::to_string(Steps));
}

void tellCrash(Finding F) {
  Report R;
  R.Findings.push_back(std::move(F));
  R.Completed = false;
  tell(Running, R);
  fflush(stdout);
  _exit(HasFindings);
}

} // namespace

std::string simt::host::quote(const std::string &Text) {
  std::string Quoted = "\"";
  for (char C : Text)
    if (C == '"' || C == '\\')
      Quoted += '\\', Quoted += C;
    else if (static_cast<unsigned char>(C) < ' ')
      Quoted += ' ';
    else
      Quoted += C;
  return Quoted + "\"";
}

// Opened for each line: a program may close descriptors that are not its own. One write at the end
// of the file is not mixed with those of other processes.
void simt::host::addRow(const std::string &File, const char *Variable, const std::string &Row) {
  const std::string Line = Row + "\n";
  const int Descriptor = open(File.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  if (Descriptor >= 0 && write(Descriptor, Line.data(), Line.size()) == ssize_t(Line.size())) {
    close(Descriptor);
    return;
  }
  perror(("simt: " + std::string(Variable) + "=" + File).c_str());
  _exit(HasBadSettings);
}

void simt::host::tellAtEnd() {
  atexit(tellSummary);
  pthread_atfork(nullptr, nullptr, [] { Launches = Steps = 0; }); // the child's own
}

void simt::host::beginLaunch(const Launch &L) {
  Launches += !L.IsChild;
  continueLaunch(L);
}

const Launch &simt::host::runningLaunch() { return Running; }

void simt::host::continueLaunch(const Launch &L) {
  Running = L;
  OnCrash = tellCrash;
}

void simt::host::endLaunch(const Report &R) {
  OnCrash = nullptr;
  Steps += R.Steps;
  if (R.ok())
    return;
  tell(Running, R);
  endUnlessKeptGoing();
}

void simt::host::tellOfHost(const Finding &F) {
  Report R;
  R.Findings.push_back(F);
  Launch OfHost{"the host's code", {}, {}, Running.Number, false, settings().Machine};
  fflush(stdout);
  fprintf(stderr, "simt: the host's code, after launch %llu:\n%s\n",
          static_cast<unsigned long long>(Running.Number), F.str().c_str());
  append(asJson(OfHost, F));
  endUnlessKeptGoing();
}
