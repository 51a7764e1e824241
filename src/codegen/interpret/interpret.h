// Kernel -> C++ that runs its programs one after the other, in any order, and checks and records every access
// on the way. The body of the nest stays where it is; so do the functions that it calls.
#pragma once

#include "codegen/emit_options.h"
#include "codegen/interpret/called_functions.h"
#include "codegen/text/edits.h"
#include "directive/source.h"
#include "model/kernel.h"
#include "nest/ast/source_ranges.h"

#include <set>
#include <string>

namespace appyl {

/// What the kernels of one file have in common.
struct InterpretedFile {
  std::string name;                                        // of the source, without its folder
  std::vector<std::string> headers = {};                   // that are a part of it, with theirs
  std::set<std::string>& names;                            // identifiers that are in use
  std::vector<const clang::FunctionDecl*> functions = {};  // that kernels call, in the order of calls
  UnwatchedCalls unwatched = {};                           // calls whose accesses are not checked
  std::set<const clang::ValueDecl*> shared = {};           // globals and members that these change
  bool replacesNew = false;             // it has an `operator new` of its own for all of the program
  std::vector<FileRange> kernels = {};  // what has been rewritten
};

/// The edits that turn the nest into its interpreted kernel. nullopt: an error was reported.
std::optional<Edits> emitInterpreted(const Kernel& kernel, const EmitOptions& options, InterpretedFile& file,
                                     const Source& source);

/// What the file needs besides its kernels: checks in the functions that they call, and marks on memory
/// without values. `topLevel`: the file's declarations.
Edits completeInterpreted(InterpretedFile& file, const std::vector<clang::Decl*>& topLevel,
                          const Source& source);

}  // namespace appyl
