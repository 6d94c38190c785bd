//===- ZeroPages.h - large tables of which little is used --------*- C++ -*-===//
#ifndef COOPIFY_SIMT_ZEROPAGES_H
#define COOPIFY_SIMT_ZEROPAGES_H

#include <cstddef>
#include <sys/mman.h>
#include <utility>

namespace simt {

/// That many zeros of T, which must not mind being made of zeros: the system gives memory to the
/// pages that are touched.
template <class T> class ZeroPages {
public:
  ZeroPages() = default;
  ZeroPages(ZeroPages &&Other) : Memory(std::exchange(Other.Memory, nullptr)), Count(Other.Count) {}
  ZeroPages &operator=(ZeroPages &&Other) {
    std::swap(Memory, Other.Memory), std::swap(Count, Other.Count);
    return *this;
  }
  ~ZeroPages() {
    if (Memory)
      munmap(Memory, Count * sizeof(T));
  }

  explicit operator bool() const { return Memory; }
  /// False if the system has no room for it.
  bool make(size_t NewCount) {
    void *Made = mmap(nullptr, NewCount * sizeof(T), PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (Made == MAP_FAILED)
      return false;
    Memory = static_cast<T *>(Made), Count = NewCount;
    return true;
  }
  /// Zeros again.
  void clear() {
    if (Memory)
      madvise(Memory, Count * sizeof(T), MADV_DONTNEED);
  }
  T &operator[](size_t Index) const { return Memory[Index]; }

private:
  T *Memory = nullptr;
  size_t Count = 0;
};

} // namespace simt

#endif
