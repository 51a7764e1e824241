#include "as_cpp/as_cpp.h"

namespace appyl {

using namespace clang;

CppText writeAsCpp(const std::vector<Decl*>& declarations, const ASTContext& context) {
  CppText result;
  CppEdits edits(context, result.obstacles);
  edits.renamed = writeWords(edits);
  writeTags(declarations, edits);
  writeConversions(declarations, edits);
  writeInitialisers(declarations, edits);
  writeDeclarations(declarations, edits);
  const FileRange whole{0, static_cast<unsigned>(edits.text.size())};
  for (const FileRange& each : edits.madeOfText)
    if (edits.changes(each))
      edits.refuse(
          edits.sources.getLocForStartOfFile(edits.sources.getMainFileID())
              .getLocWithOffset(static_cast<int>(each.begin)),
          "the output is C++, for which names or conversions change here, of which a macro makes a string "
          "or a name");
  result.text = edits.edited(whole);
  return result;
}

}  // namespace appyl
