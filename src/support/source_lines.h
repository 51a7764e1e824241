// Lines as the user counts them, whatever has been done to the text since.
#pragma once

#include <clang/Basic/SourceManager.h>

#include <string>
#include <utility>

namespace appyl {

inline unsigned lineOf(clang::SourceLocation location, const clang::SourceManager& sources) {
  const clang::PresumedLoc place =
      sources.getPresumedLoc(sources.getExpansionLoc(location), /*UseLineDirectives=*/true);
  return place.isValid() ? place.getLine() : 0;
}

/// A file and a line in it.
using FilePlace = std::pair<std::string, unsigned>;

inline FilePlace placeInFile(clang::SourceLocation location, const clang::SourceManager& sources) {
  const clang::PresumedLoc place =
      sources.getPresumedLoc(sources.getExpansionLoc(location), /*UseLineDirectives=*/true);
  return place.isValid() ? FilePlace(place.getFilename(), place.getLine()) : FilePlace();
}

}  // namespace appyl
