// A C source -> the same source in the words that C and C++ have in common, and that mean the same in both:
// for targets whose output is C++. What C does by itself is written out (conversions of pointers and
// enumerations, the function that a call means, the size of a character), what C++ does not have is written
// in another way (designators, tentative and old-style definitions), and C++'s words get other names. No line
// becomes another one.
#pragma once

#include "as_cpp/text.h"

#include <optional>
#include <string>
#include <vector>

namespace appyl {

/// A part of the source that cannot be written so that it is C++ with the same meaning.
struct NotCpp {
  clang::SourceLocation where;
  std::string what;
};

struct CppText {
  std::string text;
  std::vector<NotCpp> obstacles;
};

/// `declarations`: the user's, in all files. The text is that of the main file.
CppText writeAsCpp(const std::vector<clang::Decl*>& declarations, const clang::ASTContext& context);

// The parts of it, each of which adds to the edits and the obstacles.

/// Words of C++ that are names here, and C's own spelling of words that both have. Returns the new names.
std::map<std::string, std::string> writeWords(CppEdits& edits);

/// Tags that would hide other names in C++.
void writeTags(const std::vector<clang::Decl*>& declarations, CppEdits& edits);

/// Conversions that C++ does not make, or makes in another way.
void writeConversions(const std::vector<clang::Decl*>& declarations, CppEdits& edits);

/// Initialisers with designators, and literals of structures and arrays, once everything inside them has been
/// written.
void writeInitialisers(const std::vector<clang::Decl*>& declarations, CppEdits& edits);

/// Definitions and declarations that C++ does not have, or has with another meaning.
void writeDeclarations(const std::vector<clang::Decl*>& declarations, CppEdits& edits);

}  // namespace appyl
