//===- StreamChoice.cpp - which stream is next ----------------------------===//
#include "host/Settings.h"
#include "host/streams/Queues.h"

#include "Thread.h"

#include <algorithm>

using namespace simt;
using namespace simt::host;

bool simt::host::isReady(const StreamState &S) {
  return !S.Queue.empty() &&
         std::all_of(S.Queue.front().After.begin(), S.Queue.front().After.end(), isReached);
}

StreamState *simt::host::needed(const Point &P) {
  StreamState *S = P.Stream.get();
  while (!isReady(*S)) {
    const std::vector<Point> &After = S->Queue.front().After;
    S = std::find_if_not(After.begin(), After.end(), isReached)->Stream.get();
  }
  return S;
}

uint64_t StreamChoice::random() { return mix(settings().Machine.Seed ^ mix(State++)); }

// The seed ranks the streams: were each choice free, a stream that has two jobs left would seldom
// be overtaken by one with three. One choice in four is.
StreamState *StreamChoice::among(const std::vector<StreamState *> &Of) {
  if (random() % 4 == 0)
    return Of[random() % Of.size()];
  auto Rank = [](const StreamState *S) { return mix(settings().Machine.Seed ^ mix(S->Id)); };
  return *std::max_element(Of.begin(), Of.end(), [&](const StreamState *A, const StreamState *B) {
    return Rank(A) < Rank(B);
  });
}

StreamState *StreamChoice::towards(const std::vector<Point> &Unreached) {
  if (!areStreamsInterleaved())
    return needed(Unreached.front());
  std::vector<StreamState *> Wanted;
  for (const Point &P : Unreached)
    Wanted.push_back(P.Stream.get());
  const StreamState *Next = among(Wanted);
  return needed(*std::find_if(Unreached.begin(), Unreached.end(),
                              [&](const Point &P) { return P.Stream.get() == Next; }));
}
