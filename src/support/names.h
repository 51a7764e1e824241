// What may be a part of a name, in C++ as compilers take it: any character that is none of ASCII, and `$`.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <cctype>
#include <set>
#include <string>

namespace appyl {

inline bool isOfName(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return std::isalnum(byte) || c == '_' || c == '$' || byte >= 0x80;
}

/// Does the text hold the word, not as a part of a longer name?
inline bool holdsWord(llvm::StringRef text, llvm::StringRef word) {
  for (std::size_t at = text.find(word); at != llvm::StringRef::npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !isOfName(text[at - 1])) && (end == text.size() || !isOfName(text[end]))) return true;
  }
  return false;
}

/// The text with something else in place of the word.
inline std::string replaceWord(llvm::StringRef text, llvm::StringRef word, llvm::StringRef other) {
  std::string result;
  while (!text.empty()) {
    const llvm::StringRef name = text.take_while(isOfName);
    const llvm::StringRef next = name.empty() ? text.take_front(1) : name;
    result += name == word ? other : next;
    text = text.drop_front(next.size());
  }
  return result;
}

/// All words of the text, so that generated names clash with none.
inline std::set<std::string> identifiersOf(llvm::StringRef text) {
  std::set<std::string> names;
  for (; !text.empty(); text = text.drop_while([](char c) { return !isOfName(c); })) {
    const llvm::StringRef name = text.take_while(isOfName);
    if (!name.empty()) names.insert(name.str());
    text = text.drop_front(name.size());
  }
  return names;
}

}  // namespace appyl
