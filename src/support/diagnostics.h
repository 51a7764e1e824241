// What the tool says to its user about the source: one thin layer over Clang's own diagnostics engine, so
// that carets, notes, fix-its and colours come free. Every message stands in diagnostics.def with its name; a
// stage that has reported an error returns nullopt, which means "already reported".
#pragma once

#include "support/original_source.h"

#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/SourceLocation.h>
#include <llvm/ADT/StringRef.h>

#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace appyl {

enum class Diag {
#define APPYL_DIAGNOSTIC(id, severity, name, text) id,
#include "support/diagnostics.def"
};

/// Which `--legality` is in force: what becomes of conflicts, and of loops that cannot be decided.
enum class LegalityMode { Check, Strict, Off };

struct DiagnosticSettings {
  bool tellsRemarks = false;  // -Rappyl
  /// The program shows conflicts between iterations when it runs, so that a proved one is only a warning.
  bool showsConflicts = false;
};

class Diagnostics {
 public:
  explicit Diagnostics(clang::DiagnosticsEngine& engine, DiagnosticSettings settings = {})
      : engine(engine), settings(settings) {}

  /// Messages are about a text that replaces the user's. They name places in the user's text; where its lines
  /// differ, without ranges, and without changes other than new clauses.
  void standFor(OriginalSource source) { original.emplace(std::move(source)); }

  /// The place that a message about `where` names.
  clang::SourceLocation placeOf(clang::SourceLocation where) {
    return original ? original->placeOf(where) : where;
  }

  /// Reports `id` at `where`. `arguments` fill %0, %1, ... of its text; ranges are underlined.
  void report(Diag id, clang::SourceLocation where, std::vector<std::string> arguments = {},
              std::vector<clang::SourceRange> ranges = {}, std::vector<clang::FixItHint> fixIts = {});

  /// While it lives, only errors are reported, with their notes.
  class OnlyErrors {
   public:
    explicit OnlyErrors(Diagnostics& diags) : diags(diags) { diags.onlyErrors = true; }
    ~OnlyErrors() { diags.onlyErrors = diags.isMuted = false; }
    OnlyErrors(const OnlyErrors&) = delete;

   private:
    Diagnostics& diags;
  };

  /// While it lives, nothing is reported: something is only tried.
  class Silence {
   public:
    explicit Silence(Diagnostics& diags) : diags(diags), before(std::exchange(diags.isSilent, true)) {}
    ~Silence() { diags.isSilent = before; }
    Silence(const Silence&) = delete;

   private:
    Diagnostics& diags;
    bool before;
  };

  bool showsConflicts() const { return settings.showsConflicts; }
  bool hasErrors() const { return errors > 0; }
  unsigned errorCount() const { return errors; }

 private:
  clang::DiagnosticsEngine& engine;
  DiagnosticSettings settings;
  bool onlyErrors = false;
  bool isSilent = false;
  bool isMuted = false;  // the last message was not told, nor are its notes
  unsigned errors = 0;   // ours; Clang's own stand in the engine
  std::optional<OriginalSource> original;
  std::set<std::tuple<unsigned, Diag, std::vector<std::string>>> told;  // but notes

  bool isInSight(clang::SourceLocation part, clang::SourceLocation place) const;
};

}  // namespace appyl
