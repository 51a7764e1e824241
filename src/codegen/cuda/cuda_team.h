// The text of a program that several threads run: the number of a thread, the barriers, and the declarations
// of the program's arrays. A team is a block, or one warp of a block:
//
//                      block                              warp
//     a thread         appyl::cuda::thread_number()       threadIdx.x
//     threads          128                                32
//     a barrier        __syncthreads();                   __syncwarp();
//     shared memory    __shared__ float t[n];             __shared__ float t_warps[4][n];
//                                                         auto& t = t_warps[threadIdx.y];
#pragma once

#include "codegen/cuda/cuda_plan.h"
#include "nest/privatization/updates.h"

namespace appyl {

class TeamText {
 public:
  TeamText(const Team& team, const CudaSetting& setting)
      : team(team), nest(setting.kernel.nest), setting(setting) {}

  /// `letter`: of the spread loop.
  std::string thread(char letter) const;
  std::string threads(char letter) const;
  std::string first() const;  // the condition that it is the first thread
  std::string barrier() const { return team.warps ? "__syncwarp();\n" : "__syncthreads();\n"; }

  /// The loop over the programs, of the dimension `letter` of the grid.
  std::string program(char letter) const;
  std::string programs(char letter) const;
  std::string blockSize() const;  // `dim3(...)` of the launch
  unsigned perBlock(char letter) const { return team.warps && letter == 'x' ? team.warps : 1; }

  /// The threads' own results of a reduction, combined into `target`.
  std::string combine(const CudaReduction& reduction, const std::string& target) const;

  /// Of an array of the program, instead of its declaration as it stands.
  std::vector<TextEdit> declaration(const clang::DeclStmt* statement) const;
  /// `t[j]` -> `t[j_own]`; `counters`: names by the loop.
  std::vector<TextEdit> ownElements(const std::map<int, std::string>& counters) const;
  /// `for (int j_own = 0; ...`, and what its body begins with: the counter of the iteration.
  std::pair<std::string, std::string> ownLoop(const SpreadLoop& loop, const std::string& own,
                                              const std::string& counterType, const std::string& bound) const;

  /// For people: `Each program is run by ...`.
  std::string describe() const;

 private:
  const Team& team;
  const LoopNest& nest;
  const CudaSetting& setting;

  unsigned count(char letter) const;
  std::string ownExtent(const clang::Expr* extent, char letter) const;
  bool isMentioned(const Loop& loop) const;
  std::string names(const std::set<const clang::VarDecl*>& variables) const;
};

}  // namespace appyl
