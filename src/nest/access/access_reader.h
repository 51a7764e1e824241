// The walk over a nest, in several sources access_*.cpp: statements and declarations (accesses.cpp),
// conditions and what is known of variables (access_values.cpp), loops (access_loops.cpp, access_moving.cpp),
// expressions (access_expressions.cpp, chosen_pointers.cpp), calls (access_calls.cpp) and the algorithms of
// the library (access_ranges.cpp).
#pragma once

#include "directive/source.h"
#include "nest/access/access_recorder.h"
#include "nest/ast/call_instances.h"
#include "nest/scev/induction_variables.h"

#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>
#include <llvm/ADT/STLFunctionalExtras.h>

namespace appyl {

class AccessReader {
 public:
  AccessReader(LoopNest& nest, ScalarEvolution& symbols, const Source& source,
               std::vector<std::string>& paths)
      : nest(nest),
        symbols(symbols),
        source(source),
        places(symbols, source.ast),
        moving(nest, symbols, source),
        recorder(nest, symbols, source, paths) {}

  /// Fills the nest; false: an annotated loop has a form that is refused.
  bool run(const clang::ForStmt* root);

 private:
  LoopNest& nest;
  ScalarEvolution& symbols;
  Source source;
  PlaceReader places;
  MoveReader moving;
  AccessRecorder recorder;
  Position here;  // of the walk
  // `labelled`: from where a jump to a label is taken to come, the beginning of the innermost loop's body or
  // of the callee that is walked through. `chosen`: from where a jump to a `case` comes.
  struct Entry {
    Position position;
    const clang::Stmt* within = nullptr;
  };
  Entry labelled, chosen;

  bool hasInstances = false;                       // of the template around
  std::shared_ptr<const CallInstances> instances;  // made when they are first asked for
  std::set<const clang::Type*> elementTypes;       // that are open, and whose `x(i)` is assigned to
  std::set<const clang::Type*> resizedTypes;  // of the library, whose objects as a whole the nest changes
  bool good = true;
  const clang::Stmt* lastRead = nullptr;            // of loops and branches
  std::set<const clang::ValueDecl*> keptBy;         // what `lastRead` changes to a known value
  std::vector<const clang::FunctionDecl*> callees;  // that are being walked through
  const clang::Expr* outermostCall = nullptr;       // that led into them
  bool isObjectUsed = true;    // whether what it returns as `*this` is more than the object of another call
  Mode returned = Mode::Read;  // what becomes of the reference that the innermost of `callees` returns
  bool givesPlace = false;     // ... it is known, and only how it is found is to be read
  std::map<const clang::ValueDecl*, const clang::Expr*> atomicLooks;
  std::map<const clang::ValueDecl*, std::set<std::optional<ReductionOperator>>> atomicUpdates;  // operators
  bool isInAtomic = false;                          // what is read is the address of an atomic, not its value
  std::set<const clang::ValueDecl*> atomicTargets;  // of a std::atomic_ref

  // Statements and declarations.
  void readStatement(const clang::Stmt* statement);
  void readWhole(const clang::Expr* expression);
  void readReturned(const clang::Expr* value);
  void readCompound(const clang::CompoundStmt* compound);
  void readSwitch(const clang::SwitchStmt* choice);
  void comeBy(const clang::Stmt* statement);
  void from(Entry& entry, const clang::Stmt* within, llvm::function_ref<void()> body);
  void ownParts(const clang::DecompositionDecl* parts);
  void readParts(const clang::DecompositionDecl* parts);
  bool isOfFirst(const clang::VarDecl* variable) const;
  void readSizes(clang::QualType type);
  void readDeclaration(const clang::DeclStmt* declaration);
  void readDestructor(const clang::VarDecl* variable);

  // Conditions, and what is known of variables.
  using Body = llvm::function_ref<void()>;
  using Values = std::map<const clang::ValueDecl*, Polynomial>;
  /// What is known of a variable that moves.
  struct State {
    std::optional<Polynomial> value;  // of a number
    std::optional<AccessPath> place;  // of a pointer
  };
  void guarded(const std::vector<Constraint>& conditions, bool exact, Body body);
  void addGuards(const Conjunction& holding, const std::optional<PathCondition>& path);
  void addToPath(const Conjunction& holding, const std::optional<PathCondition>& path);
  void noteAssertion(const clang::Expr* condition);
  void noteUnreadAssertions(const clang::FunctionDecl* function);
  void assume(const clang::Expr* condition, bool value);
  void whereHolds(const clang::Expr* condition, bool value, Body read);
  void readIf(const clang::IfStmt* branch);
  std::set<const clang::ValueDecl*> changedBy(const clang::IfStmt* branch) const;
  void readBranch(const clang::Stmt* branch);
  void join(const clang::Expr* condition, const Values& before, const Values& yes, const Values& no);
  Values valuesOf(const std::set<const clang::ValueDecl*>& variables) const;
  void setAll(const Values& values);
  static bool isIn(const Moves& moves, const clang::ValueDecl* variable);
  void goOn(const Moves& moves);
  State stateOf(const clang::VarDecl* variable) const;
  void move(const clang::VarDecl* variable, State from, const std::optional<Polynomial>& amount);
  void noteValue(const clang::Stmt* statement);
  bool mentionsChange(const clang::Expr* expression, const clang::ValueDecl* variable) const;
  void forget(const clang::ValueDecl* variable);
  void forgetAssigned();
  void forgetChanged(const clang::Stmt* statement);

  // Loops.
  bool isWholeBody(const clang::Stmt* inner) const;
  void readLoop(const clang::ForStmt* statement, int parent, bool perfect);
  void readFurtherCondition(const clang::Expr* condition, const Loop& loop);
  std::optional<Polynomial> readStepSize(const Loop& loop);
  void readFirst(Loop& loop);
  void readEnd(Loop& loop);
  void readConvertedEnd(Loop& loop);
  void readOtherLoop(const clang::Stmt* statement);
  struct MovingLoop;
  std::optional<MovingLoop> movingLoop(const clang::Stmt* statement);
  bool comparesMoved(const clang::Expr* condition, MovingLoop& moving,
                     const std::set<const clang::ValueDecl*>& changed) const;
  bool setRange(MovingLoop& moving);
  void setStates(const MovingLoop& moving, const std::optional<Polynomial>& at);
  bool readMovingLoop(const clang::Stmt* statement);
  void readRange(const clang::CXXForRangeStmt* range, int index);
  void readElements(const clang::CXXForRangeStmt* range, const clang::Expr* object);
  void readElementsOfUser(const clang::CXXForRangeStmt* range, const clang::Expr* object,
                          const std::optional<AccessPath>& place,
                          llvm::function_ref<void(const AccessPath&)> touch);
  void inside(int index, Body body);

  // Expressions.
  void noteUpdate(const clang::Stmt* statement);
  void readExpression(const clang::Expr* expression, Mode mode);
  bool readAtomicExpression(const clang::Expr* expression);
  void readAssignment(const Assignment& assignment, const clang::Expr* whole);
  bool readPath(const clang::Expr* expression, Mode mode);
  void readWholeObject(const clang::Expr* expression, Mode mode);
  bool readParts(const clang::Expr* expression, Mode mode);
  void readConstruction(const clang::CXXConstructExpr* construct);
  void readConditional(const clang::AbstractConditionalOperator* conditional, Mode mode);
  void readLogical(const clang::BinaryOperator* logical);
  void noteGivenName(const AccessPath& place, const clang::Expr* expression);
  void noteThisGiven(const clang::Expr* argument, clang::QualType parameter);
  void noteWholeObject(const std::optional<AccessPath>& object, const clang::Expr* expression);
  void readCaptures(const clang::LambdaExpr* lambda);
  bool isOwnOptional(const clang::Expr* access) const;
  bool isUnfollowed(const clang::Expr* expression, Mode mode);
  bool isEndOfKnown(const clang::CallExpr* call);
  bool isReadThrough(const clang::CallExpr* call) const;
  bool isOpenCall(const clang::CallExpr* call) const;
  void readOpenCall(const clang::CallExpr* call);
  bool changesArguments(const clang::CallExpr* call);
  bool mayChangeArgument(const clang::CallExpr* call, unsigned argument);
  bool readChanged(const clang::Expr* given, bool isArrow);
  bool holdsElements(const clang::Expr* called) const;
  void noteElementTypes(const clang::Stmt* root);
  void noteResizedTypes(const clang::Stmt* root, std::set<const clang::FunctionDecl*>& seen);
  bool mayBeResized(const clang::Expr* object) const;
  bool isUnknownAlias(const clang::Expr* expression) const;
  void readAtomic(const clang::AtomicExpr* atomic);
  void notePlainUses(const clang::Stmt* root);
  enum class AtomicUse {
    Look,
    Update,
    OrderedUpdate  // what it gives depends on the updates before it
  };
  void noteAtomic(const clang::Expr* object, const clang::Expr* expression, AtomicUse use);

  // Pointers that are set in several places (chosen_pointers.cpp).
  std::map<const clang::VarDecl*, bool> followedAlone;
  bool isFollowedAlone(const clang::ValueDecl* pointer);
  bool addOrigins(const clang::Expr* value, std::vector<AccessPath>& origins);
  std::optional<std::vector<AccessPath>> originsOf(const clang::VarDecl* pointer);
  bool readByOrigins(const clang::Expr* expression, Mode mode);
  void readPointerValue(const clang::Expr* value);

  // Calls.
  void readCall(const clang::CallExpr* call, Mode mode = Mode::Read);
  void unknownCall(const std::string& why, const clang::Expr* call);
  void readIndices(const AccessPath& place);
  void readWayTo(const clang::Expr* result);
  void noteCopied(const clang::CallExpr* call, const clang::FunctionDecl* definition, std::size_t before);
  void leaveCallee(std::size_t before);
  void readCallee(const clang::CallExpr* call, const clang::FunctionDecl* definition,
                  const clang::Expr* object, unsigned shift);
  struct Passing {
    Conjunction holding;
    std::optional<PathCondition> path;  // where that is not exact
  };
  std::optional<Passing> conditionBehind(const clang::IfStmt* branch);
  std::map<const clang::SwitchCase*, Passing> sectionsOf(const clang::SwitchStmt* choice);
  std::map<const clang::SwitchCase*, Passing> sections;  // of the innermost switch around
  bool readAlgorithm(const clang::CallExpr* call);
  bool onlyLooks = false;  // an algorithm whose arguments are being read, at the ranges that it is given
  bool readFill(const clang::CallExpr* call);
  bool stepsOnly(const clang::VarDecl* iterator) const;
  std::optional<AccessPath> placeAt(const clang::Expr* iterator);
  bool staysInPlace(const clang::VarDecl* iterator) const;
  void readIterators(const clang::Expr* argument);
  void readGiven(const clang::Expr* argument, const clang::Expr* call);
  void noteCopies(const clang::FunctionDecl* definition, const clang::Expr* call);
  bool computesOnly(const clang::FunctionDecl* definition) const;
  AccessPath readTemporary(const clang::Expr* object, const clang::FunctionDecl* definition);
  std::string sharedChange(const clang::FunctionDecl* definition, bool isOwnObject) const;
  void readTileCall(const clang::CallExpr* call);
  void noteAtomicUpdate(Access& access, const clang::CallExpr* call, const std::string& name);
  void readTileArgument(const clang::Expr* argument, Mode mode, const clang::Expr* call);
  void readCallable(const clang::Expr* callable, const clang::Expr* call);
  void refuseLengthChange(const AccessPath& place, const clang::CallExpr* call, const clang::Expr* object);
  void readObject(const clang::CallExpr* call, const clang::CXXMethodDecl* method, const clang::Expr* object);
  bool readRange(const clang::Expr* argument, clang::QualType parameter);
  bool readPointerOfObject(const clang::Expr* pointer, bool isConst);
  bool readCastPointer(const clang::Expr* pointer, bool isConst);
  void readPlacement(const clang::CXXNewExpr* made);
  void readArgument(const clang::Expr* argument, clang::QualType parameter);
};

/// Which arguments of the library's algorithm are the ends of ranges that it does not change.
std::set<unsigned> rangesLookedAt(const clang::FunctionDecl* callee, unsigned arguments);

}  // namespace appyl
