#include "Driver/Try/Processes.h"

#include "Support/Failure.h"

#include "llvm/Support/FileSystem.h"

#include <cerrno>
#include <chrono>
#include <cstring>
#include <spawn.h>
#include <sys/wait.h>
#include <vector>

extern char **environ;

using namespace llvm;

namespace coopify {
namespace {

constexpr int Woken = SIGTERM;

sigset_t endingSignals() {
  sigset_t Out;
  sigemptyset(&Out);
  for (int Signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT})
    sigaddset(&Out, Signal);
  return Out;
}

void awaitEnd(pid_t Group) {
  constexpr int MostTurns = 200;
  for (int Turn = 0; Turn < MostTurns && kill(-Group, 0) == 0; ++Turn)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
}

} // namespace

/// A handler may neither lock nor remove a folder: a thread waits for the signals instead.
ProcessesIn::ProcessesIn(std::string Folder) : Folder(std::move(Folder)), Watched(endingSignals()) {
  pthread_sigmask(SIG_BLOCK, &Watched, &Before);
  Watcher = std::thread([this] { watch(); });
}

ProcessesIn::~ProcessesIn() {
  {
    std::lock_guard Held(Lock);
    IsDone = true;
  }
  pthread_kill(Watcher.native_handle(), Woken);
  Watcher.join();
  pthread_sigmask(SIG_SETMASK, &Before, nullptr);
}

void ProcessesIn::watch() {
  int Signal = 0;
  if (sigwait(&Watched, &Signal) != 0)
    return;
  Lock.lock();
  if (IsDone)
    Lock.unlock();
  else
    endWith(Signal);
}

void ProcessesIn::endWith(int Signal) {
  if (Group != 0) {
    kill(-Group, SIGKILL);
    awaitEnd(Group);
  }
  sys::fs::remove_directories(Folder);
  pthread_sigmask(SIG_SETMASK, &Before, nullptr);
  raise(Signal); // what was to be done with it before
}

/// In a group of its own, which ends as one: the programs that it runs, too.
Expected<int> ProcessesIn::run(const std::string &Program, ArrayRef<std::string> Arguments) {
  std::vector<char *> Words = {const_cast<char *>(Program.c_str())};
  for (const std::string &Argument : Arguments)
    Words.push_back(const_cast<char *>(Argument.c_str()));
  Words.push_back(nullptr);
  posix_spawnattr_t How;
  posix_spawnattr_init(&How);
  posix_spawnattr_setflags(&How, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
  posix_spawnattr_setpgroup(&How, 0);
  posix_spawnattr_setsigmask(&How, &Before);
  pid_t Child = 0;
  {
    std::lock_guard Held(Lock);
    const int Why = posix_spawn(&Child, Program.c_str(), nullptr, &How, Words.data(), environ);
    posix_spawnattr_destroy(&How);
    if (Why != 0)
      return failure("cannot run '{0}': {1}", Program, std::strerror(Why));
    Group = Child;
  }
  int Status = 0;
  while (waitpid(Child, &Status, 0) == -1 && errno == EINTR)
    ;
  std::lock_guard Held(Lock);
  Group = 0;
  constexpr int BySignal = 128;
  return WIFEXITED(Status) ? WEXITSTATUS(Status) : BySignal + WTERMSIG(Status);
}

} // namespace coopify
