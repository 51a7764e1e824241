// The loops of a staged nest as text: what stands for a program's iterations along a dimension of the grid
// and for the blocks of the staged loop.
#pragma once

#include "codegen/cuda/cuda_plan.h"

namespace appyl {

class StagedLoops {
 public:
  /// `body`: the edits of the nest's text.
  StagedLoops(const CudaSetting& setting, const CudaPlan& plan, const std::vector<TextEdit>& body)
      : setting(setting), kernel(setting.kernel), staged(*plan.staged), body(body) {}

  /// null for a loop inside the staged one.
  const StagedLoop* find(int loop) const;

  std::string blockText(const StagedLoop& each) const;  // iterations of a block
  std::string wideBlock(const StagedLoop& each) const;  // ... as a long long
  std::string blocksText(int blocks) const;             // iterations of so many blocks of the staged loop

  /// All iterations, in the kernel, as a long long.
  std::string countOf(const ThreadLoop& each) const;
  std::string countOf(const Loop& loop) const;

  /// The counter's value in the iteration with the number, as a long long.
  std::string counterAt(const StagedLoop& each, const std::string& number) const;

  /// Declares how many iterations the block has.
  std::string hereText(const StagedLoop& each, const std::string& count) const;

 private:
  const CudaSetting& setting;
  const Kernel& kernel;
  const StagedPlan& staged;
  const std::vector<TextEdit>& body;

  std::string lowerOf(const Loop& loop) const;
};

}  // namespace appyl
