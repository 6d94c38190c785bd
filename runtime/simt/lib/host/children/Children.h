//===- Children.h - the grids that a grid launches ---------------*- C++ -*-===//
//
// CUDA guide, dynamic parallelism. A grid has ended when those that it launched have. They are jobs
// in streams of its own; the seed says whether one runs at once, while the thread that launched it
// stands still, or when somebody waits for it, or when the grid's threads have ended. So does the
// order between streams.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_SIMT_HOST_CHILDREN_CHILDREN_H
#define COOPIFY_SIMT_HOST_CHILDREN_CHILDREN_H

#include "host/Findings.h"
#include "host/streams/Queues.h"

#include <set>
#include <string>

namespace simt::host {

class Children {
public:
  explicit Children(const Launch &Of);
  Children(const Launch &Of, Children &Parent);

  /// Of the grid whose thread runs.
  static Children &ofRunning();
  /// Runs the grid.
  Report ofGrid(const std::function<Report()> &Run);
  /// All that it launched, and then what it launched into cudaStreamTailLaunch.
  void finish();

  unsigned depth() const { return Depth; } ///< 0: what the host launched.
  uint64_t number() const { return Of.Number; }
  /// Each grid below one of the host's has a schedule of its own.
  uint64_t nextOrder();
  void addName(const std::string &Kernel);
  const std::set<std::string> &names() const { return Root->Names; }

  cudaStream_t openStream();
  bool closeStream(cudaStream_t Stream);
  /// The implicit stream is the block's. Null where there is none of that name.
  std::shared_ptr<StreamState> find(cudaStream_t Stream, unsigned Block);
  Point push(const std::shared_ptr<StreamState> &To, QueuedJob What, unsigned Block);
  void pushTail(Job What) { Tails.push_back(std::move(What)); }
  /// As the seed says, now or later.
  bool isAtOnce();
  /// What the block's threads launched so far.
  std::vector<Point> launchedBy(unsigned Block) const;
  void waitFor(std::vector<Point> For);

  /// Of a thread, as cudaGetLastError() has it.
  cudaError_t &lastError(unsigned Block, unsigned Thread) { return Errors[{Block, Thread}]; }

private:
  const Launch Of;
  Children *Root;
  unsigned Depth = 0;
  uint64_t Orders = 0;
  std::set<std::string> Names;
  StreamChoice Choice;
  std::map<unsigned, std::shared_ptr<StreamState>> Implicit;
  std::map<cudaStream_t, std::unique_ptr<CUstream_st>> Handles;
  std::map<unsigned, std::vector<Point>> Launched;
  std::vector<Job> Tails;
  std::map<std::pair<unsigned, unsigned>, cudaError_t> Errors;
  uint64_t LastId = 0;
};

/// What a function returns to the thread that runs: cudaGetLastError() knows it afterwards.
cudaError_t deviceError(cudaError_t Error);

/// Into a stream of the grid that runs, for its thread.
cudaError_t enqueueChild(cudaStream_t Stream, Job What, std::vector<Point> After = {},
                         Point *Reached = nullptr);

} // namespace simt::host

#endif
