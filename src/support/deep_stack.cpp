#include "support/deep_stack.h"

#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <mutex>
#include <string>

namespace appyl {
namespace {

constexpr std::size_t wanted = std::size_t(1) << 30, least = std::size_t(1) << 23;
// So large that no function's frame can step over it.
constexpr std::size_t guard = std::size_t(1) << 20;

struct Guarded {
  char* begin;          // of the memory that is not to be touched
  std::string message;  // for who touches it
};
thread_local const Guarded* guarded = nullptr;
struct sigaction previous;

/// An overflow ends the program: there is nothing to return to. Other faults are as without this handler.
void onFault(int, siginfo_t* info, void*) {
  const char* const place = static_cast<const char*>(info->si_addr);
  if (guarded && guarded->begin <= place && place < guarded->begin + guard) {
    const std::string& message = guarded->message;
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, message.data(), message.size());
    ::_exit(1);
  }
  ::sigaction(SIGSEGV, &previous, nullptr);  // the instruction is tried again, and fails as it would have
}

struct Task {
  llvm::function_ref<void()> work;
  const Guarded& place;
};

void* enter(void* argument) {
  const Task& task = *static_cast<const Task*>(argument);
  // The handler cannot run on the stack that is full.
  std::array<char, 1 << 16> own;
  stack_t mine{}, before{};
  mine.ss_sp = own.data();
  mine.ss_size = own.size();
  ::sigaltstack(&mine, &before);
  guarded = &task.place;
  task.work();
  guarded = nullptr;
  ::sigaltstack(&before, nullptr);
  return nullptr;
}

void watchFaults() {
  static std::once_flag once;
  std::call_once(once, [] {
    struct sigaction ours {};
    ours.sa_sigaction = onFault;
    ours.sa_flags = SA_SIGINFO | SA_ONSTACK;
    ::sigemptyset(&ours.sa_mask);
    ::sigaction(SIGSEGV, &ours, &previous);
  });
}

/// False where there is no such stack.
bool runOnStack(std::size_t size, llvm::StringRef source, llvm::function_ref<void()> work) {
  void* const memory = ::mmap(nullptr, size + guard, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED) return false;
  char* const begin = static_cast<char*>(memory);
  const Guarded place{begin, source.str() + ": error: the source is nested too deeply [appyl-unsupported]\n"};
  Task task{work, place};
  pthread_attr_t attributes;
  ::pthread_attr_init(&attributes);
  pthread_t thread;
  const bool isStarted = ::mprotect(begin, guard, PROT_NONE) == 0 &&
                         ::pthread_attr_setstack(&attributes, begin + guard, size) == 0 &&
                         ::pthread_create(&thread, &attributes, enter, &task) == 0;
  if (isStarted) ::pthread_join(thread, nullptr);
  ::pthread_attr_destroy(&attributes);
  ::munmap(memory, size + guard);
  return isStarted;
}

}  // namespace

void runOnDeepStack(llvm::StringRef source, llvm::function_ref<void()> work) {
  watchFaults();
  for (std::size_t size = wanted; size >= least; size /= 2)
    if (runOnStack(size, source, work)) return;
  work();
}

}  // namespace appyl
