// CUDA kernels on a CPU, without a toolkit: what a translated `.cu` needs to compile as plain C++ and to run
// the very same kernels.
//
//   g++ -x c++ -std=c++20 -I<include> -include appyl/cuda/emulation.hpp x.cu -lboost_context
//
// Blocks run on several CPU threads, with real atomics between them; the threads of a block are fibers on one
// of these, from the first barrier on. APPYL_ORDER=row_major|reversed|shuffled:<seed> permutes blocks and
// threads, APPYL_THREADS bounds the CPU threads (default: all). A barrier or warp operation that not all of
// its threads reach is reported with kernel, block, thread and source line, and the launch fails with
// cudaErrorLaunchFailure.
#pragma once

#define APPYL_CUDA_EMULATED 1

#include <appyl/cuda/emulation/api.hpp>
#include <appyl/cuda/emulation/device.hpp>
#include <appyl/cuda/emulation/launch.hpp>
#include <appyl/cuda/emulation/types.hpp>
