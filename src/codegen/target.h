// What the driver knows of a target: facts that the earlier stages need, and what the target makes of the
// kernels of a file. Each target has a folder of its own; src/targets.h lists those of the tool.
#pragma once

#include "codegen/emit_options.h"
#include "codegen/text/edits.h"
#include "codegen/text/includes.h"
#include "model/kernel.h"
#include "nest/points_to/file_points_to.h"
#include "support/source_text.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace appyl {

/// The file whose kernels are emitted.
struct EmittedFile {
  Source source;
  Source muted;  // for what is left out where it cannot be done
  const Recorded& recorded;
  const SourceText& text;
  const std::vector<clang::Decl*>& topLevel;  // declarations of the main file
  FilePointsTo& pointsTo;
  EmitOptions options;
  bool explains = false;         // --explain
  bool dumpsProof = false;       // --dump=proof
  std::set<std::string>& names;  // identifiers that are in use
};

/// Emits one file: each kernel in their order, then what the file needs besides.
class FileEmitter {
 public:
  virtual ~FileEmitter() = default;

  /// The edits that turn the nest into its kernel; directive lines are taken out elsewhere. `source`: as in
  /// EmittedFile, or muted. nullopt: an error was reported.
  virtual std::optional<Edits> emit(const Kernel& kernel, const Source& source) = 0;

  /// Once, behind all kernels, if there was no error so far: changes `edits`, those of the kernels and of
  /// their directives. For a file without kernels, too.
  virtual void finish(const std::vector<Kernel>& kernels, Edits& edits) = 0;

  FileNeeds needs;          // in front of the file
  std::string explanation;  // for `--explain` and `--dump`
};

struct Target {
  const char* name = "";       // --target=name
  const char* infix = "";      // `x.cpp` becomes `x<infix>.cpp`, ...
  const char* extension = "";  // ... or `x<extension>`, where this is not empty and `x.cpp` is no header

  // What the stages in front are told.
  bool isDevice = false;        // blocks are those of threads and shared memory, not of caches
  bool blocksUnasked = false;   // loops without `block` get blocks where that saves traffic
  bool writesCpp = false;       // whatever the language of the source
  bool editsStatements = true;  // of bodies and of functions that kernels call; otherwise only heads of loops
  bool checksAccesses = false;  // when the program runs: a conflict that is proved is a warning until then
  bool readsHeaders = false;    // the code around what is copied from headers is asked for
  bool keepsPrograms = false;   // of tile statements, with their directives, where arrays do not suit loops
  bool expandsInside = false;   // a version more, for arrays that contain all that tiles reach
  /// Headers of the user in which the target edits functions without a directive, where that is needed.
  std::set<clang::FileID> (*headersToEdit)(const Source& source) = nullptr;
  std::size_t mostHeaders = SIZE_MAX;  // that may become text of the file

  std::unique_ptr<FileEmitter> (*open)(const EmittedFile& file);
};

}  // namespace appyl
