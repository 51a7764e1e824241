// One access at a time into the nest: which array it belongs to, its subscripts and the conditions under
// which it happens.
#pragma once

#include "directive/source.h"
#include "nest/access/access_paths.h"
#include "nest/scev/lengths.h"

namespace appyl {

enum class Mode { Read, Write, Update };

/// The current position of the walk over a nest.
struct Position {
  int loop = -1;  // the innermost loop around
  std::vector<Constraint> guards;
  bool guardsExact = true;
  std::optional<Cases> cases = Cases{{}};  // that make them exact; nullopt: nothing does
  std::optional<PathCondition> path = PathCondition{};
};

/// `a[].x`, `this->grid.cells`: an array by the variable or field and the path to its elements.
std::string arrayName(const clang::ValueDecl* root, llvm::StringRef path);

class AccessRecorder {
 public:
  AccessRecorder(LoopNest& nest, ScalarEvolution& symbols, const Source& source,
                 std::vector<std::string>& paths)
      : nest(nest), symbols(symbols), paths(paths), context(source.ast), lengths(nest, symbols, source) {}

  void record(const AccessPath& place, Mode mode, const clang::Expr* expression, const Position& here);
  /// Something that may touch any element; `why`, for people.
  void recordWhole(const AccessPath& place, Mode mode, const clang::Expr* expression, const std::string& why,
                   const Position& here);
  /// What happens to memory at `at` is not known.
  void unknown(const std::string& why, const clang::Expr* at);

  /// Once all of the nest is read.
  void addSizes();
  /// The object's value is read as a whole, with all that the nest writes of it. Null: the current object's.
  void copied(const clang::ValueDecl* object, const clang::Expr* expression, const Position& here);
  void addCopies();

  std::map<const clang::ValueDecl*, int> scopes;  // of variables declared inside the nest: their loop
  std::set<const clang::ValueDecl*>
      temporaries;  // reference parameters that refer to a value made for a call
  std::map<const clang::Expr*, ReductionOperator> updateMentions;  // in what has the form of an update

 private:
  void unknownOrigin(const AccessPath& place, const clang::Expr* at);
  LoopNest& nest;
  ScalarEvolution& symbols;
  std::vector<std::string>& paths;
  const clang::ASTContext& context;
  std::map<std::pair<const clang::ValueDecl*, std::string>, int> arrayIndices;
  LengthReader lengths;
  std::vector<const clang::Expr*> firstAccesses;  // of the arrays
  struct Copy {
    const clang::ValueDecl* object = nullptr;
    const clang::Expr* expression = nullptr;
    Position position;
    std::size_t before = 0;  // the next access
  };
  std::vector<Copy> copies;

  bool isStoredIn(const clang::ValueDecl* object, const Array& array, llvm::StringRef path) const;

  static void onlyForProof(Access& access);
  bool isForeign(const AccessPath& place, Mode mode, const clang::Expr* expression) const;
  bool isStill(const clang::ValueDecl* array, const clang::VariableArrayType* type) const;
  bool mayShareByte(const AccessPath& place) const;
  int arrayOf(const AccessPath& place, const clang::Expr* expression);
  std::vector<std::optional<Polynomial>> extentsOf(const AccessPath& place);
};

}  // namespace appyl
