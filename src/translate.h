// The driver of one source file: its text and compile command come in, the translated text (or the model)
// goes out.
#pragma once

#include "targets.h"

#include "model/auto_blocks.h"
#include "model/staging.h"
#include "support/diagnostics.h"

#include <clang/Tooling/CompilationDatabase.h>
#include <llvm/Support/raw_ostream.h>

#include <cstdint>
#include <string>
#include <vector>

namespace appyl {

enum class Emit { Code, Model };
enum class DumpStage { None, Directives, Tiles, Loops, Model, Proof, Times };

struct Options {
  const Target* target = targets().front();
  Emit emit = Emit::Code;
  DumpStage dump = DumpStage::None;
  LegalityMode legality = LegalityMode::Check;
  std::int64_t blockSize = 128;  // --block-size
  bool explain = false;          // --explain: the model as text
  bool remarks = false;          // -Rappyl
  bool deterministic = false;
  bool aliasGuard = false;
  bool checksModel = false;  // --check-model
  bool appylCompat = false;
  bool strictFloat = false;  // --fp=strict
  bool allowsTf32 = false;   // --fast-math=tf32
  bool lineDirectives = false;
  Architecture architecture;  // --cuda-arch
  bool colour = false;        // diagnostics in colour
  TunedBlocks tuned;          // of this source's kernels, for `block(auto)`
  std::string tuneFile;       // where they come from; empty: nowhere
};

/// A loop with `block(auto)`, and how many iterations were chosen for a block of it.
struct AutoBlock {
  std::string kernel, loop;
  std::int64_t size = 0;
};

struct Translation {
  bool ok = false;                    // false: an error was reported, `text` is empty
  std::string text;                   // the code or the JSON
  std::string explanation;            // --explain, --dump: for standard error
  std::vector<AutoBlock> autoBlocks;  // in the order of the kernels
  bool hasKernels = false;
  std::vector<std::string>
      dependencies;  // every file that was read, the source first, as the compiler opened them
};

/// Translates `source` as `command` compiles it (command line already adjusted for Clang). Diagnostics go to
/// `diagnostics`, in Clang's format. Safe to call from several threads at once.
Translation translate(const Options& options, const clang::tooling::CompileCommand& command,
                      const std::string& source, llvm::raw_ostream& diagnostics);

}  // namespace appyl
