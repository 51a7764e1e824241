// Room for what calls itself: Clang's parser and the walks over its tree go as deep as a source is nested.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/StringRef.h>

namespace appyl {

/// Runs `work` in a thread of its own, with a stack of 1 GB, of which only what is used takes memory, or with
/// as much as there is. Where not even that is enough, the program ends with status 1 and an error about
/// `source`.
void runOnDeepStack(llvm::StringRef source, llvm::function_ref<void()> work);

}  // namespace appyl
