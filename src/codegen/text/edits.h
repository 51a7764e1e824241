// What a target hands to the write-back: replacements of ranges of the main file, by byte offset.
#pragma once

#include <string>
#include <vector>

namespace appyl {

/// Replaces `length` bytes at `offset` of the original file by `text`.
struct Edit {
  unsigned offset = 0;
  unsigned length = 0;
  std::string text;
};

/// Edits of one file: sorted by offset, not overlapping (insertions at one place keep their order).
using Edits = std::vector<Edit>;

}  // namespace appyl
