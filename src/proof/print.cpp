// The proof as text: one line per parallel loop, then what it takes for granted, then indices outside their
// arrays.
#include "proof/proof.h"
#include "proof/witness.h"

namespace appyl {
namespace {

std::string parametersText(const std::map<std::string, std::int64_t>& parameters) {
  std::string text;
  const char* separator = ", for ";
  for (const auto& [name, value] : parameters) {
    text += separator + name + " = " + std::to_string(value);
    separator = ", ";
  }
  return text;
}

std::string conflictText(const Conflict& conflict) {
  return "conflict: " + conflict.sentence + parametersText(conflict.parameters);
}

struct VerdictText {
  const LoopNest& nest;

  std::string operator()(const Independent&) const { return "independent"; }
  std::string operator()(const Reduced& reduced) const {
    std::string text = "independent but for the reduction of ";
    const char* separator = "";
    for (int index : reduced.reductions) {
      text += separator + nest.reductions[static_cast<std::size_t>(index)].name;
      separator = ", ";
    }
    return text;
  }
  std::string operator()(const Conflict& conflict) const { return conflictText(conflict); }
  std::string operator()(const Unknown& unknown) const { return "unknown: " + unknown.why; }
};

}  // namespace

std::string print(const Proof& proof, const LoopNest& nest) {
  std::string text;
  for (const LoopProof& each : proof.loops) {
    const std::string loop = "loop " + nest.loops[static_cast<std::size_t>(each.loop)].symbol + ": ";
    text += loop + std::visit(VerdictText{nest}, each.verdict) + "\n";
    for (const Conflict& conflict : each.moreConflicts) text += loop + conflictText(conflict) + "\n";
  }
  for (const Assumption& assumption : proof.assumptions) text += "assumes " + assumption.text + "\n";
  for (const OutOfBounds& finding : proof.outOfBounds) {
    const Access& access = nest.accesses[static_cast<std::size_t>(finding.where.access)];
    const std::string at = proving::iterationText(nest, access.loop, finding.where);
    text += "index " + std::to_string(finding.index) + " of '" +
            nest.arrays[static_cast<std::size_t>(access.array)].name + "' is outside its extent " +
            std::to_string(finding.extent) + (at.empty() ? "" : ", in iteration " + at) +
            parametersText(finding.parameters) + "\n";
  }
  return text;
}

}  // namespace appyl
