// One custom diagnostic of Clang's engine per line of diagnostics.def; the name in brackets is appended here
// and nowhere else.
#include "support/diagnostics.h"

namespace appyl {
namespace {

struct Description {
  clang::DiagnosticsEngine::Level severity;
  const char* name;
  const char* text;
};

constexpr auto error = clang::DiagnosticsEngine::Error;
constexpr auto warning = clang::DiagnosticsEngine::Warning;
constexpr auto note = clang::DiagnosticsEngine::Note;
constexpr auto remark = clang::DiagnosticsEngine::Remark;

/// What interpreting the program shows.
bool isShownByRunning(Diag id) {
  return id == Diag::ScalarCarried || id == Diag::ScalarConditionalLast || id == Diag::ArrayConflict ||
         id == Diag::ReductionMissing || id == Diag::LengthChanged || id == Diag::OutOfBounds ||
         id == Diag::OutOfBoundsAlways;
}

const Description descriptions[] = {
#define APPYL_DIAGNOSTIC(id, severity, name, text) {severity, name, text},
#include "support/diagnostics.def"
};

}  // namespace

void Diagnostics::report(Diag id, clang::SourceLocation where, std::vector<std::string> arguments,
                         std::vector<clang::SourceRange> ranges, std::vector<clang::FixItHint> fixIts) {
  if (isSilent) return;
  const Description& description = descriptions[static_cast<int>(id)];
  const auto severity = settings.showsConflicts && isShownByRunning(id) ? warning : description.severity;
  if (severity == remark && !settings.tellsRemarks) return;
  if (severity != note) isMuted = onlyErrors && severity != error;
  if (isMuted) return;
  if (severity == error) ++errors;
  if (severity != note) isMuted = !told.insert({where.getRawEncoding(), id, arguments}).second;
  if (isMuted) return;
  std::string text = description.text;
  if (*description.name) text += std::string(" [appyl-") + description.name + "]";
  const unsigned custom =
      engine.getDiagnosticIDs()->getCustomDiagID(static_cast<clang::DiagnosticIDs::Level>(severity), text);
  const clang::SourceLocation place = placeOf(where);
  std::vector<clang::FixItHint> beside, elsewhere;
  for (const clang::FixItHint& fixIt : fixIts)
    (isInSight(fixIt.RemoveRange.getBegin(), place) ? beside : elsewhere).push_back(fixIt);
  {
    auto builder = engine.Report(place, custom);
    for (const std::string& argument : arguments) builder << argument;
    if (place != where) {
      for (const clang::FixItHint& fixIt : fixIts)
        if (const auto end = original->endOfDirective(fixIt.RemoveRange.getBegin()); end.isValid())
          if (isInSight(end, place)) builder << clang::FixItHint::CreateInsertion(end, fixIt.CodeToInsert);
      return;
    }
    for (clang::SourceRange range : ranges)
      if (isInSight(range.getBegin(), place)) builder << clang::CharSourceRange::getTokenRange(range);
    for (const clang::FixItHint& fixIt : beside) builder << fixIt;
  }
  for (const clang::FixItHint& fixIt : elsewhere)
    report(Diag::ClauseHere, fixIt.RemoveRange.getBegin(), {}, {}, {fixIt});
}

/// Clang shows no more lines of the source than this at once, and numbers them wrongly where a range is
/// further away.
bool Diagnostics::isInSight(clang::SourceLocation part, clang::SourceLocation place) const {
  constexpr unsigned mostLines = 12;
  if (!part.isValid() || !place.isValid()) return true;
  const clang::SourceManager& sources = engine.getSourceManager();
  const unsigned one = sources.getExpansionLineNumber(part), other = sources.getExpansionLineNumber(place);
  return (one > other ? one - other : other - one) < mostLines;
}

}  // namespace appyl
