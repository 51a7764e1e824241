#include "support/joined_headers.h"

#include <llvm/Support/Path.h>
#include <llvm/Support/Regex.h>

#include <algorithm>
#include <map>

namespace appyl {
namespace {

using namespace clang;
using llvm::StringRef;

/// What an `#include "..."` or `<...>` names; empty: the line is none.
StringRef includedBy(StringRef line) {
  line = line.ltrim();
  if (!line.consume_front("#")) return "";
  line = line.ltrim();
  if (!line.consume_front("include")) return "";
  line = line.ltrim();
  if (line.starts_with("\"")) return line.drop_front().split('"').first;
  return line.starts_with("<") ? line.drop_front().split('>').first : "";
}

bool isOnce(StringRef line) {
  llvm::SmallVector<StringRef> words;
  line.split(words, ' ', -1, /*KeepEmpty=*/false);
  return line.ltrim().starts_with("#") && line.contains("pragma") &&
         std::any_of(words.begin(), words.end(), [](StringRef word) { return word.trim() == "once"; });
}

class Joiner {
 public:
  Joiner(const SourceManager& sources, std::size_t most) : sources(sources), most(most) {
    for (unsigned k = 0; k < sources.local_sloc_entry_size(); ++k) {
      const SrcMgr::SLocEntry& entry = sources.getLocalSLocEntry(k);
      if (!entry.isFile() || entry.getFile().getIncludeLoc().isInvalid()) continue;
      const FileID file = sources.getFileID(SourceLocation::getFromRawEncoding(entry.getOffset()));
      const auto [includer, offset] = sources.getDecomposedLoc(entry.getFile().getIncludeLoc());
      if (!sources.getFileEntryRefForID(file) || sources.isInSystemHeader(startOf(file))) continue;
      entered.push_back(file);
      at[{includer, sources.getLineNumber(includer, offset)}] = file;
    }
  }

  std::optional<SourceText> join(const std::set<FileID>& wanted) {
    for (const FileID file : wanted) addWithIncluders(file);
    while (addThoseThatRepeat()) {
    }
    if (joined.empty() || isImpossible || joined.size() > most) return std::nullopt;
    write(sources.getMainFileID(), "", "");
    if (!textOf(sources.getMainFileID()).ends_with("\n")) result.text.pop_back();
    return std::move(result);
  }

 private:
  const SourceManager& sources;
  const std::size_t most;
  std::vector<FileID> entered;                       // the user's headers, in their order
  std::map<std::pair<FileID, unsigned>, FileID> at;  // by includer and line
  std::set<FileID> joined;
  bool isImpossible = false;
  SourceText result;

  SourceLocation startOf(FileID file) const { return sources.getLocForStartOfFile(file); }
  StringRef textOf(FileID file) const { return sources.getBufferData(file); }
  std::string pathOf(FileID file) const { return sources.getFileEntryRefForID(file)->getName().str(); }

  /// Has the header's text the same meaning elsewhere?
  bool canStandElsewhere(FileID file) const {
    static const llvm::Regex ofPlace("include_next|__FILE__|__BASE_FILE__|__INCLUDE_LEVEL__|__has_include");
    const std::string path = pathOf(file);
    const bool isOurs = llvm::sys::path::filename(llvm::sys::path::parent_path(path)) == "appyl";
    return !isOurs && !ofPlace.match(textOf(file));
  }

  void addWithIncluders(FileID file) {
    std::vector<FileID> chain;
    for (; file != sources.getMainFileID(); file = sources.getFileID(sources.getIncludeLoc(file))) {
      const bool isEntered = std::find(entered.begin(), entered.end(), file) != entered.end();
      if (!isEntered || !canStandElsewhere(file)) return;
      chain.push_back(file);
    }
    joined.insert(chain.begin(), chain.end());
  }

  template <class Visit>
  void forEachLine(FileID file, Visit visit) const {
    unsigned number = 0;
    const bool isSource = file == sources.getMainFileID();  // which has the numbers already
    const std::string numbered = isSource ? "" : withLineNumbers(textOf(file));
    for (StringRef rest = isSource ? textOf(file) : StringRef(numbered); !rest.empty();) {
      const std::size_t end = std::min(rest.find('\n'), rest.size() - 1) + 1;
      visit(rest.take_front(end).rtrim("\n"), ++number);
      rest = rest.drop_front(end);
    }
  }

  /// `#pragma once` has no effect in a source, so that no other file may include the header then.
  bool isOnceHeader(FileID file) const {
    bool found = false;
    forEachLine(file, [&](StringRef line, unsigned) { found |= isOnce(line); });
    return found;
  }

  bool mayName(StringRef included, FileID header) const {
    while (included.consume_front("./") || included.consume_front("../")) {
    }
    const std::string path = pathOf(header);
    return !included.empty() && (path == included || StringRef(path).ends_with("/" + included.str()));
  }

  bool addThoseThatRepeat() {
    const std::size_t before = joined.size();
    for (const FileID header : std::set<FileID>(joined))
      if (isOnceHeader(header))
        for (const FileID other : entered) {
          if (joined.count(other)) continue;
          bool repeats = false;
          forEachLine(other, [&](StringRef line, unsigned) { repeats |= mayName(includedBy(line), header); });
          if (!repeats) continue;
          addWithIncluders(other);
          isImpossible |= !joined.count(other);
        }
    return joined.size() > before && !isImpossible;
  }

  void add(StringRef line, unsigned number, const std::string& name) {
    result.text += line;
    result.text += '\n';
    result.lines.push_back(number);
    result.files.push_back(name);
  }

  /// `folder`: how files beside it are named in the source.
  void write(FileID file, const std::string& folder, const std::string& name) {
    const bool isSource = file == sources.getMainFileID();
    const std::string path = pathOf(file), own = llvm::sys::path::parent_path(path).str();
    const std::string beside = own.empty() ? "" : own + "/";
    forEachLine(file, [&](StringRef line, unsigned number) {
      const StringRef included = includedBy(line);
      const bool isBeside = !included.empty() && line.contains('"') &&
                            sources.getFileManager().getOptionalFileRef(beside + included.str());
      const auto entry = at.find({file, number});
      if (entry != at.end() && joined.count(entry->second)) {
        StringRef inner = llvm::sys::path::parent_path(included);
        std::string within = (isBeside ? folder : "") + inner.str();
        if (!within.empty() && within.back() != '/') within += '/';
        add("// " + included.str() + ":", number, name);
        return write(entry->second, within, pathOf(entry->second));
      }
      const bool isRepeated =
          !included.empty() && std::any_of(joined.begin(), joined.end(), [&](FileID each) {
            return isOnceHeader(each) && mayName(included, each);
          });
      if (isRepeated || (!isSource && isOnce(line))) return add("", number, name);
      if (!isSource && isBeside) {
        const std::size_t quote = line.find('"');
        return add((line.take_front(quote + 1) + folder + line.drop_front(quote + 1)).str(), number, name);
      }
      add(line, number, name);
    });
  }
};

}  // namespace

std::optional<SourceText> joinHeaders(const SourceManager& sources, const std::set<FileID>& wanted,
                                      std::size_t most) {
  return wanted.empty() ? std::nullopt : Joiner(sources, most).join(wanted);
}

}  // namespace appyl
