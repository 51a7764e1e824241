// Tiles as text: their declarations, what loads them, and their elements in place of an array's.
#pragma once

#include "codegen/cuda/cuda_staged_loops.h"

namespace appyl {

class TileWriter {
 public:
  TileWriter(const CudaSetting& setting, const CudaPlan& plan, const std::vector<TextEdit>& body)
      : setting(setting),
        kernel(setting.kernel),
        nest(kernel.nest),
        plan(plan),
        staged(*plan.staged),
        staging(*staged.staging),
        loops(setting, plan, body) {}

  std::vector<TextEdit> edits() const;  // elements of tiles for elements of arrays
  std::string declarations() const;
  std::string loads() const;  // of one block, by all threads together
  /// The type of a tile whose rows lie along the loop, so that neighbouring elements are loaded together;
  /// empty where there is none.
  std::string typeAlong(const StagedLoop& loop) const;
  std::string bytesText() const;  // that the launch asks for; 0 where the declarations are enough

 private:
  const CudaSetting& setting;
  const Kernel& kernel;
  const LoopNest& nest;
  const CudaPlan& plan;
  const StagedPlan& staged;
  const Staging& staging;
  const StagedLoops loops;

  bool isDynamic() const;
  std::string elementType(const Tile& tile) const;
  std::string extentsText(const Tile& tile) const;
  std::vector<std::string> tileTypes() const;
  std::int64_t innerFirst(int loop) const;
  std::int64_t innerLast(int loop) const;
  std::string elementText(std::size_t k, const TileAccess& access) const;
  std::string startText(const TileDimension& dimension) const;
  std::string countText(const TileDimension& dimension) const;
  std::string loadText(std::size_t k) const;
  std::string inArray(const clang::Expr* element, std::vector<std::string>& coordinates) const;
};

}  // namespace appyl
