// How the process gets its memory.
#pragma once

namespace appyl {

/// For a process in which one thread at a time allocates, a lot and for a short time, as Clang's parser does:
/// one heap for all threads, which grows by large steps and in huge pages. Page by page, growing takes a
/// third of a translation. Called before the first thread is started; does nothing where the C library is
/// another than glibc.
void growHeapInLargeSteps();

}  // namespace appyl
