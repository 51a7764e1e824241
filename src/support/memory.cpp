#include "support/memory.h"

#ifdef __GLIBC__
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>
#endif

#include <cstdint>
#include <cstdlib>

namespace appyl {

void growHeapInLargeSteps() {
#ifdef __GLIBC__
  constexpr int step = 64 << 20;
  ::mallopt(M_ARENA_MAX, 1);
  ::mallopt(M_TOP_PAD, step);
  ::mallopt(M_TRIM_THRESHOLD, 2 * step);
  ::mallopt(M_MMAP_THRESHOLD, step / 2);
  // More than the heap has so far, so that it grows now; what is reserved takes no memory before it is used.
  const auto before = reinterpret_cast<std::uintptr_t>(::sbrk(0));
  std::free(std::malloc(1 << 20));
  const auto after = reinterpret_cast<std::uintptr_t>(::sbrk(0));
  constexpr std::uintptr_t hugePage = 2 << 20;
  const std::uintptr_t begin = (before + hugePage - 1) / hugePage * hugePage;
  if (begin < after) ::madvise(reinterpret_cast<void*>(begin), after - begin, MADV_HUGEPAGE);
#endif
}

}  // namespace appyl
