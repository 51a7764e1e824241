#include "codegen/openmp/interchange.h"

#include "codegen/text/nest_text.h"

namespace appyl {

using namespace clang;

void interchangeLoops(const Kernel& kernel, const OpenMPPlan& plan, const std::map<int, LoopText>& texts,
                      const LanePragmas& lanes, const Source& source, std::vector<TextEdit>& edits) {
  const auto statementOf = [&](const Axis& axis) { return cast<ForStmt>(kernel.nest.loops[axis.loop].stmt); };
  std::vector<TextEdit> headers;
  std::string counters, closing;
  for (std::size_t place = 0; place < plan.order.size(); ++place) {
    const Axis& axis = kernel.grid[plan.order[place]];
    const auto text = texts.find(axis.loop);
    std::string header;
    if (plan.stripped == plan.order[place]) {
      header = text->second.blockHeader + " {\n";
      for (const std::string& line : text->second.inBlock) header += line + "\n";
      closing += "\n}";
    }
    if (!lanes[place].empty()) header += (header.empty() ? "\n" : "") + lanes[place] + "\n";
    header += text != texts.end()
                  ? text->second.header
                  : editedPart(*headerRange(statementOf(axis), source.ast), edits, source.ast);
    headers.push_back({*headerRange(statementOf(kernel.grid[place]), source.ast), header});
    if (text != texts.end())
      for (const std::string& line : text->second.inBody) counters += line + "\n";
  }
  for (const TextEdit& header : headers)
    std::erase_if(edits, [&](const TextEdit& edit) { return isInside(edit.range, {header.range}); });
  if (!counters.empty()) {
    headers.back().text += " {\n" + counters;
    closing += "\n}";
  }
  const unsigned end = statementRange(statementOf(kernel.grid.back()), source)->end;
  if (!closing.empty()) edits.push_back({{end, end}, closing});
  edits.insert(edits.end(), headers.begin(), headers.end());
}

}  // namespace appyl
