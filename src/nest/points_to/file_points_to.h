// What the names of a file may have been made of. Its functions are read once, for all nests of the file.
#pragma once

#include "directive/source.h"
#include "nest/points_to/return_aliases.h"
#include "nest/points_to/swaps.h"

namespace appyl {

class FilePointsTo {
 public:
  /// What is said of their names: `madeOf` and `swapped` of PointsTo, by the body of a function and the
  /// innermost lambda in it around the nest.
  using Bodies = std::map<std::pair<const clang::Stmt*, const clang::Stmt*>,
                          std::pair<std::map<Name, Names>, std::map<Name, Names>>>;

  FilePointsTo(const Source& source) : source(source), results(source), exchanges(source) {}

  /// What the function around the nest says of its names, and what all other functions say of members and
  /// globals. The result refers to this object.
  PointsTo of(const LoopNest& nest);

 private:
  Source source;
  bool isRead = false;  // by the first call of of()
  PointsToFacts facts;
  ReturnAliases results;
  Swaps exchanges;
  Bodies bodies;

  void read(const clang::DeclContext* scope);
  void readFunction(const clang::FunctionDecl* function);
};

}  // namespace appyl
