//===- Queues.cpp - streams and their jobs --------------------------------===//
#include "host/streams/Queues.h"

#include "Thread.h"
#include "host/Settings.h"

#include <algorithm>

using namespace simt;
using namespace simt::host;

// Each object that is compiled with --default-stream=per-thread says so (prelude/keywords.h).
extern "C" const unsigned __start_simt_per_thread[] __attribute__((weak, visibility("hidden")));

static thread_local bool InJob = false;
static thread_local LaunchClock ClockOfJob;
static thread_local std::shared_ptr<StreamState> PerThread;

// Never gone: another thread may use it while the program ends.
Queues &simt::host::queues() {
  static Queues &All = *new Queues;
  return All;
}

bool simt::host::isInJob() { return InJob; }
LaunchClock simt::host::clockOfJob() { return ClockOfJob; }
bool simt::host::areStreamsInterleaved() { return !settings().StreamsInOrder; }

// --- streams -----------------------------------------------------------------

std::shared_ptr<StreamState> Queues::make(unsigned Flags, int Priority) {
  auto Made = std::make_shared<StreamState>();
  Made->Flags = Flags, Made->Priority = Priority, Made->Id = ++LastId;
  std::erase_if(Streams, [](const std::shared_ptr<StreamState> &S) {
    return S.use_count() == 1 && S->Done == S->Given;
  });
  Streams.push_back(Made);
  return Made;
}

// The per-thread stream is a blocking one (CUDA Runtime API, stream synchronization behavior).
std::shared_ptr<StreamState> Queues::find(cudaStream_t Stream) {
  const bool IsPerThread =
      Stream == cudaStreamPerThread || (!Stream && __start_simt_per_thread != nullptr);
  if (IsPerThread && !PerThread)
    PerThread = make(0, 0);
  if (IsPerThread)
    return PerThread;
  if (!Stream || Stream == cudaStreamLegacy)
    return Legacy;
  auto Found = Handles.find(Stream);
  return Found == Handles.end() ? nullptr : Found->second->State;
}

cudaStream_t Queues::open(unsigned Flags, int Priority) {
  auto Handle = std::make_unique<CUstream_st>();
  Handle->State = make(Flags, Priority);
  const cudaStream_t Stream = Handle.get();
  Handles[Stream] = std::move(Handle);
  return Stream;
}

// What it was given is still done (CUDA Runtime API, cudaStreamDestroy).
bool Queues::close(cudaStream_t Stream) { return Handles.erase(Stream); }

// --- jobs --------------------------------------------------------------------

// A job of the legacy default stream comes after all that blocking streams were given before, and
// theirs after those of it (CUDA Runtime API, stream synchronization behavior).
std::vector<Point> Queues::orderOfLegacy(const StreamState &To) const {
  std::vector<Point> After;
  if (&To != Legacy.get() && To.isBlocking())
    After.push_back({Legacy, Legacy->Given, Legacy->Clock});
  if (&To == Legacy.get())
    for (const auto &S : Streams)
      if (S != Legacy && S->isBlocking())
        After.push_back({S, S->Given, S->Clock});
  return After;
}

Point Queues::push(StreamState &To, QueuedJob What, const std::shared_ptr<StreamState> &Stream) {
  for (Point &P : orderOfLegacy(To))
    What.After.push_back(std::move(P));
  auto Clock = std::make_shared<StreamClock>(OfHost);
  for (const Point &P : What.After)
    if (P.Clock)
      join(*Clock, *P.Clock);
  if (To.Clock)
    join(*Clock, *To.Clock);
  (*Clock)[To.Id] = ++To.Given;
  std::erase_if(What.After, isReached);
  What.Clock = To.Clock = Clock;
  To.Queue.push_back(std::move(What));
  return {Stream, To.Given, Clock};
}

void Queues::orderHost(const std::vector<Point> &Reached) {
  for (const Point &P : Reached)
    if (P.Clock)
      join(OfHost, *P.Clock);
}

std::vector<Point> Queues::given(const StreamState &By) const {
  std::vector<Point> Found;
  for (const auto &S : Streams)
    if (S.get() == &By || (&By == Legacy.get() && S->isBlocking()))
      Found.push_back({S, S->Given, S->Clock});
  return Found;
}

std::vector<Point> Queues::given() const {
  std::vector<Point> Found;
  for (const auto &S : Streams)
    Found.push_back({S, S->Given, S->Clock});
  return Found;
}

bool Queues::isIdle() const {
  return std::all_of(Streams.begin(), Streams.end(),
                     [](const auto &S) { return S->Done == S->Given; });
}

// That may be done before anybody waits for it.
std::vector<StreamState *> Queues::ready() const {
  std::vector<StreamState *> Found;
  for (const auto &S : Streams)
    if (isReady(*S) && S->Queue.front().Kind != JobKind::HostFunction)
      Found.push_back(S.get());
  return Found;
}

// --- who is next, and when ----------------------------------------------------

// Half of the seeds do nothing that nobody waits for.
bool Queues::isLate() const { return mix(settings().Machine.Seed + 7) % 2; }

StreamState *Queues::next(const std::vector<Point> &For) {
  const auto Ready = areStreamsInterleaved() && !isLate() ? ready() : std::vector<StreamState *>();
  return Ready.empty() ? Choice.towards(For) : Choice.among(Ready);
}

void Queues::perform(StreamState &S, Held &Guard) {
  QueuedJob What = std::move(S.Queue.front());
  S.Queue.pop_front();
  Runs = InJob = true;
  ClockOfJob = {0, S.Id, S.Done + 1, What.Clock};
  Guard.unlock();
  if (!Drops || What.Kind == JobKind::Device)
    What.Do();
  What.Do = nullptr;
  Guard.lock();
  Runs = InJob = false;
  ++S.Done;
  if (What.Kind != JobKind::Device) // it told the host something
    join(OfHost, *What.Clock);
  Changed.notify_all();
}

void Queues::waitFor(std::vector<Point> For, Held &Guard) {
  for (;;) {
    std::erase_if(For, isReached);
    if (For.empty())
      return;
    if (Runs) // another thread does
      Changed.wait(Guard);
    else
      perform(*next(For), Guard);
  }
}

void Queues::advance(Held &Guard) {
  while (!areStreamsInterleaved() && !isIdle()) // the host's functions may have added some
    waitFor(given(), Guard);
  if (!areStreamsInterleaved())
    return;
  watchIdleHost();
  for (uint64_t Left = isLate() ? 0 : Choice.random() % 3; Left && !Runs; --Left)
    if (const auto Ready = ready(); !Ready.empty())
      perform(*Choice.among(Ready), Guard);
}

void Queues::advanceTo(const Point &P, Held &Guard) {
  if (!Runs)
    perform(*needed(P), Guard);
}
