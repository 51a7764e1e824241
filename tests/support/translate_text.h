// What the tests of the stages share: a source as a string goes through the whole tool, and what a stage
// prints comes back as a string. Sources include no standard header where they can do without, since parsing
// is all that such a test costs.
#pragma once

#include "translate.h"

#include <string>

namespace appyl::test {

enum class Language { C, Cpp };

struct Translated {
  bool ok = false;
  std::string text;         // the code or the JSON
  std::string explanation;  // what --explain and --dump print
  std::string diagnostics;  // a line each: `3:5: error: ...`; no carets
};

Translated translateText(const std::string& source, const Options& options = {},
                         Language language = Language::Cpp);

/// What a stage prints, or the diagnostics where the source is refused.
std::string directivesOf(const std::string& source, Language language = Language::Cpp);
std::string tilesOf(const std::string& source, Language language = Language::Cpp);
std::string loopsOf(const std::string& source, Language language = Language::Cpp);
std::string modelOf(const std::string& source, Language language = Language::Cpp);

/// The generated code, or the diagnostics where the source is refused.
std::string codeOf(const std::string& source, const Options& options = {}, Language language = Language::Cpp);

/// The generated code without the comments that describe each kernel.
std::string bare(const std::string& source, Language language = Language::Cpp, const Options& options = {});

/// Errors, warnings, notes and (with -Rappyl) remarks.
std::string diagnosticsOf(const std::string& source, const Options& options = {},
                          Language language = Language::Cpp);

/// The lines of `text` that contain `part`, without their indentation.
std::string linesWith(const std::string& text, const std::string& part);

bool contains(const std::string& text, const std::string& part);

}  // namespace appyl::test
