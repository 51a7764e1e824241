#include "writeback/style.h"

#include "support/names.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/SourceMgr.h>

#include <algorithm>
#include <array>

namespace appyl {
namespace {

namespace path = llvm::sys::path;
using clang::format::FormatStyle;
using llvm::StringRef;

/// Without `..`: those folders are not around the file.
std::string absolute(StringRef file) {
  llvm::SmallString<256> result(file);
  llvm::sys::fs::make_absolute(result);
  path::remove_dots(result, /*remove_dot_dot=*/true);
  return result.str().str();
}

bool hasOwnStyle(StringRef folder) {
  for (StringRef parent = path::parent_path(folder); !parent.empty(); parent = path::parent_path(parent))
    if (llvm::sys::fs::exists(parent + "/.clang-format") || llvm::sys::fs::exists(parent + "/_clang-format"))
      return true;
  return false;
}

/// The translation goes on in any case.
void tellAsWarning(const llvm::SMDiagnostic& message, void*) {
  llvm::SMDiagnostic warning(*message.getSourceMgr(), message.getLoc(), message.getFilename(),
                             message.getLineNo(), message.getColumnNo(), llvm::SourceMgr::DK_Warning,
                             message.getMessage(), message.getLineContents(), message.getRanges());
  warning.print(nullptr, llvm::errs(), /*ShowColors=*/false);
}

/// What one more level of nesting adds: tabs, or the commonest number of blanks by which a line is further in
/// than the line before it that opens a block.
void readOffIndentation(StringRef text, FormatStyle& style) {
  std::array<unsigned, 9> widths{};
  unsigned tabs = 0;
  size_t opener = StringRef::npos;  // indentation of the line before, if it opens a block
  for (StringRef line : llvm::split(text, '\n')) {
    const StringRef code = line.trim();
    if (code.empty() || code.starts_with("#") || code.starts_with("*")) continue;
    const size_t indentation = line.size() - line.ltrim(" \t").size();
    if (opener != StringRef::npos && indentation > opener) {
      if (line.starts_with("\t"))
        ++tabs;
      else if (indentation - opener < widths.size())
        ++widths[indentation - opener];
    }
    opener = code.ends_with("{") && !code.starts_with("namespace") ? indentation : StringRef::npos;
  }
  const auto commonest = std::max_element(widths.begin(), widths.end());
  if (tabs > *commonest) {
    style.UseTab = FormatStyle::UT_ForIndentation;
    style.IndentWidth = style.TabWidth = style.ContinuationIndentWidth = 8;
  } else if (*commonest > 0) {
    style.IndentWidth = commonest - widths.begin();
  }
}

/// `int* p` or `int *p`.
void readOffPointers(StringRef text, FormatStyle& style) {
  int left = 0, right = 0;
  for (size_t at = text.find_first_of("*&"); at != StringRef::npos; at = text.find_first_of("*&", at + 1)) {
    if (at == 0 || at + 1 == text.size()) continue;
    const char before = text[at - 1], after = text[at + 1];
    left += (isOfName(before) || before == '>') && after == ' ';
    right += before == ' ' && llvm::isAlpha(after);
  }
  style.PointerAlignment = left > right ? FormatStyle::PAS_Left : FormatStyle::PAS_Right;
}

/// Whether opening braces stand on lines of their own, and whether a loop or an `if` has its one statement on
/// its own line.
void readOffLines(StringRef text, FormatStyle& style) {
  int bracesAlone = 0, shortLoops = 0, shortIfs = 0;  // each against its opposite
  for (StringRef line : llvm::split(text, '\n')) {
    const StringRef code = line.trim();
    if (code.ends_with("{")) bracesAlone += code == "{" ? 1 : -1;
    const int isShort = code.ends_with(";") ? 1 : code.ends_with(")") ? -1 : 0;
    if (code.starts_with("for (") || code.starts_with("for(")) shortLoops += isShort;
    if (code.starts_with("if (") || code.starts_with("if(")) shortIfs += isShort;
  }
  if (bracesAlone > 0) style.BreakBeforeBraces = FormatStyle::BS_Allman;
  style.AllowShortLoopsOnASingleLine = shortLoops > 0;
  if (shortIfs > 0) style.AllowShortIfStatementsOnASingleLine = FormatStyle::SIS_WithoutElse;
}

}  // namespace

FormatStyle styleFor(StringRef text, StringRef source) {
  const std::string file = absolute(source);
  FormatStyle style;
  bool own = hasOwnStyle(file);
  if (own) {
    // Keys of a later clang-format are passed over; of a file that cannot be read nothing counts.
    auto found = clang::format::getStyle("file", file, "LLVM", text, nullptr, /*AllowUnknownOptions=*/true,
                                         tellAsWarning);
    own = bool(found);
    if (found)
      style = *found;
    else
      llvm::consumeError(found.takeError());
  }
  if (!own) {
    style = clang::format::getLLVMStyle();
    style.ColumnLimit = 100;
    readOffIndentation(text, style);
    readOffPointers(text, style);
    readOffLines(text, style);
  }
  // Only white space changes: tokens that are added in one line and not in another would not fit together.
  style.InsertBraces = style.RemoveBracesLLVM = style.RemoveSemicolon = false;
  style.RemoveParentheses = FormatStyle::RPS_Leave;
  style.QualifierAlignment = FormatStyle::QAS_Leave;
  style.InsertTrailingCommas = FormatStyle::TCS_None;
  style.FixNamespaceComments = style.InsertNewlineAtEOF = false;
  style.SortUsingDeclarations = FormatStyle::SUD_Never;
  style.IntegerLiteralSeparator = {};
  style.SeparateDefinitionBlocks = FormatStyle::SDS_Leave;
  const size_t newline = text.find('\n');
  const bool crlf = newline != StringRef::npos && newline > 0 && text[newline - 1] == '\r';
  style.LineEnding = crlf ? FormatStyle::LE_CRLF : FormatStyle::LE_LF;
  return style;
}

}  // namespace appyl
