// Expressions -> polynomials over the nest's symbols. One ScalarEvolution serves one nest: it names counters
// and parameters, looks through local variables that are set once (`const int at = i * n + j;`), and
// registers every symbol in the nest.
#pragma once

#include "directive/source.h"
#include "nest/ast/visible_names.h"
#include "nest/ir/symbol_names.h"
#include "nest/points_to/bindings.h"

#include <utility>

namespace appyl {

/// Constraints that all hold where a condition is true, or where it is false.
struct Conjunction {
  std::vector<Constraint> constraints;
  bool isExact = true;  // each part of the condition could be expressed
};

class ScalarEvolution {
 public:
  ScalarEvolution(LoopNest& nest, const clang::Stmt* root, const Source& source);

  /// The counter's symbol; called once per canonical loop before its body is read.
  /// `counted`: see Loop.
  std::string addCounter(const clang::VarDecl* counter, int loop, bool counted);
  /// What a variable is at the head of each turn of a loop that is `counted`, or how far a pointer is from
  /// where it began.
  std::string addTurn(const clang::VarDecl* variable, int loop);
  /// The lanes of a slice of that many elements.
  std::string addLane(const Polynomial& size);
  /// What `view.size()` is from here on; nullopt: not known.
  void setSize(const clang::VarDecl* view, const std::optional<Polynomial>& size) { sizes[view] = size; }
  void leaveLoop(const clang::VarDecl* counter);  // from here on its value is not that of an iteration

  /// Parameters of an inlined function or lambda stand for their arguments; nullopt: a value that is not
  /// known.
  void bind(const clang::ValueDecl* parameter, const std::optional<Polynomial>& value);
  /// From here on `variable`, which the nest changes, has the value of `value`; until `forget`.
  void assign(const clang::ValueDecl* variable, const clang::Expr* value);
  void forget(const clang::ValueDecl* variable) { bindings.erase(variable), assigned.erase(variable); }
  /// Control may come here by a jump: all that `assign` has made known is forgotten.
  void forgetAssigned();
  /// What `assign` and `declare` have made known of a variable that the nest changes.
  std::optional<Polynomial> valueOf(const clang::ValueDecl* variable) const;
  void setValue(const clang::ValueDecl* variable, const Polynomial& value);
  /// A local variable of the nest with an initialiser: its value is that of here, wherever it is used.
  void declare(const clang::VarDecl* variable);

  /// nullopt when the value is no polynomial over symbols (`why` then says what stands in the way).
  /// A value that the nest may change becomes an Opaque symbol.
  std::optional<Polynomial> read(const clang::Expr* expression);
  /// Likewise, converted to `type`; nullopt also where the conversion may change the value.
  std::optional<Polynomial> readAs(const clang::Expr* expression, clang::QualType type);

  /// The value of a subscript, provided that its own arithmetic does not wrap around: that is taken for
  /// granted, and checked in front of the nest. nullopt: the arithmetic does wrap around.
  std::optional<Polynomial> readUnwrapped(const clang::Expr* expression);

  /// `condition` as constraints that hold when it is `value`.
  Conjunction readCondition(const clang::Expr* condition, bool value);

  bool isCounter(const clang::ValueDecl* variable) const;  // of a loop around

  /// `yes` where `condition` holds, else `no`; nullopt where it is not said by polynomials.
  std::optional<Polynomial> choose(const clang::Expr* condition, const Polynomial& yes, const Polynomial& no);
  /// value % divisor, as a symbol of its own
  Polynomial remainder(const Polynomial& value, std::int64_t divisor);

  /// What holds where `condition` is `value`, in the order in which its parts are evaluated; nullopt where a
  /// part cannot be expressed, or has many cases.
  std::optional<PathCondition> readPath(const clang::Expr* condition, bool value);

  /// May the variable change while the nest runs?
  bool isModified(const clang::ValueDecl* variable) const;
  /// Does the function or lambda that declares the variable change it?
  bool isChangedInItsFunction(const clang::ValueDecl* variable) const;
  /// The variables and members that a function or lambda changes itself.
  const std::set<const clang::ValueDecl*>& modifiedIn(const clang::FunctionDecl* function) const;
  /// May the variable change anywhere in the function?
  bool isReassigned(const clang::ValueDecl* variable) const;
  /// Other code may change it: through a pointer, a reference, a lambda.
  bool isAddressTaken(const clang::ValueDecl* variable) const { return addressTaken.count(variable); }
  bool isReassigned(const clang::Expr* expression) const;  // ... what it is made of
  /// The initialiser of a variable in front of the nest still has the value that it had there: what changes
  /// of it are counters of loops around both.
  bool isInitialStill(const clang::VarDecl* variable) const;
  /// A reference or pointer in front of the nest still is what its initialiser says.
  bool isBoundStill(const clang::VarDecl* name) const { return bound.isStill(name); }
  /// What the function changes, but not between the declaration of `variable` and the end of the nest; or of
  /// its scope, where it is declared in the nest, or in a function that the nest calls.
  std::set<const clang::ValueDecl*> settledSince(const clang::VarDecl* variable) const;
  /// The copies that a lambda has of variables are what these are where `object`, the lambda, is called;
  /// otherwise one that may not be. What it begins itself, `[k = i]`, is not asked for.
  const clang::ValueDecl* outdatedCopy(const clang::FunctionDecl* lambda, const clang::Expr* object) const;
  /// A local variable of a function or lambda that the nest calls: nothing at the loop can name it.
  bool isHidden(const clang::ValueDecl* variable) const;
  /// Is the variable declared in the nest's function, in front of the nest?
  bool isMadeInFront(const clang::ValueDecl* variable) const;
  bool isOfNest(const clang::ValueDecl* variable) const {
    const auto* part = llvm::dyn_cast_or_null<clang::BindingDecl>(variable);
    return declaredInside.count(part ? part->getDecomposedDecl() : variable) != 0;
  }
  bool isInner(const clang::ValueDecl* variable) const {  // ... or of an iteration
    return isOfNest(variable) || isHidden(variable);
  }
  /// Has the expression the same value wherever in the function it stands, but for `counters`?
  bool isSettled(const clang::Expr* expression, const std::set<const clang::ValueDecl*>& counters = {}) const;
  bool isOfParameters(const Polynomial& value) const { return !holdsOpaque(value); }
  /// Of one side of a comparison, which is `value` in plain integers: may it be another number there, since it is
  /// compared as an unsigned one?
  bool mayBeHuge(const clang::Expr* side, const std::optional<Polynomial>& value) const;
  /// Is it made of parameters and counters, not of quotients of these? Those of `counted` loops may occur.
  bool isOfCounters(const Polynomial& value) const;
  /// max(value, 0), of parameters; `where`: in whose place it is asked.
  Polynomial notBelowZero(const Polynomial& value, const clang::Expr* where);
  /// Has the expression the same value wherever in an iteration it stands?
  bool isStable(const clang::Expr* expression) const;
  /// Does no part of the expression change while the nest runs, but for counters?
  bool isInvariant(const clang::Expr* expression) const;

  /// The object whose members a member function names, for the time that it is walked through.
  struct Object {
    SymbolName name;  // as the loop's function would write it: `out.`, `p->grid.`; empty: it cannot
    std::vector<const clang::ValueDecl*> parts;  // the variable, and the members of it that lead there
    const clang::ValueDecl* ofNest = nullptr;    // an object of the nest, see `bindMember`
    bool isPointedTo = false;
  };
  /// How the loop's function names a field of an object: by itself, or by a public function that returns it;
  /// empty: in no way.
  std::string nameOutside(const clang::FieldDecl* field) const;
  /// The value, from here on, of a member of an object of the nest; no code changes the member.
  void bindMember(const clang::ValueDecl* owner, const clang::FieldDecl* member, const Polynomial& value) {
    members.insert_or_assign({owner, member}, value);
  }
  void forgetMembers(const clang::ValueDecl* owner) {
    std::erase_if(members, [&](const auto& known) { return known.first.first == owner; });
  }
  void copyMembers(const clang::ValueDecl* owner, const clang::ValueDecl* source) {
    for (const auto& [member, value] : std::map(members))
      if (member.first == source) members.insert_or_assign({owner, member.second}, value);
  }
  /// `name`, a reference or pointer that a function is given, means the object; nullopt: the current object
  /// of the nest's own function.
  void bindObject(const clang::ValueDecl* name, std::optional<Object> meant) {
    boundObjects.insert_or_assign(name, std::move(meant));
  }
  void forgetObject(const clang::ValueDecl* name) { boundObjects.erase(name); }
  /// nullopt: the current object of the nest's own function. Returns the one before.
  std::optional<Object> enter(std::optional<Object> next) { return std::exchange(object, std::move(next)); }

  /// How the nest's function writes a variable in front of the nest: `n`, `this->n` and `::n` where a
  /// variable of its own hides it, and with a number, which no code can have, where it cannot.
  SymbolName visibleName(const clang::ValueDecl* variable) const;

 private:
  std::optional<std::set<const clang::ValueDecl*>> changedSince(const clang::VarDecl* variable,
                                                                bool areElements = false) const;

  LoopNest& nest;
  const clang::Stmt* root;
  std::set<const clang::ValueDecl*>
      modified;  // what may change while the nest runs; anything else is a parameter
  std::set<const clang::ValueDecl*> declaredInside;
  std::set<const clang::ValueDecl*> reassigned;  // somewhere in the function
  std::set<const clang::ValueDecl*> advanced;    // by a loop around the nest
  Source source;
  std::map<const clang::ValueDecl*, std::string> names;  // of counters and parameters
  std::map<std::vector<const clang::ValueDecl*>, std::string> memberNames;  // of an object's, by its parts
  std::map<const clang::ValueDecl*, Polynomial> bindings;
  std::map<std::pair<const clang::ValueDecl*, const clang::ValueDecl*>, Polynomial> members;
  std::map<std::pair<const clang::VarDecl*, unsigned>, Polynomial> elements;  // of tables of the nest
  std::map<const clang::VarDecl*, bool> tables;
  std::map<const clang::ValueDecl*, std::optional<Polynomial>> sizes;   // of views of the nest
  std::map<const clang::VarDecl*, std::optional<Polynomial>> initials;  // of those in front of the nest
  std::set<const clang::ValueDecl*> assigned;                      // those in `bindings` that `assign` made
  const std::set<const clang::ValueDecl*>& addressTaken;           // see nest/modref/mod_ref.h
  std::set<const clang::ValueDecl*> writtenMemory;
  mutable Bindings bound;
  VisibleNames visible;
  std::map<std::string, std::vector<const clang::Decl*>> meanings;  // of the texts that are symbols
  std::optional<Object> object;
  std::map<const clang::ValueDecl*, std::optional<Object>> boundObjects;
  mutable std::map<const clang::DeclContext*, std::set<const clang::ValueDecl*>> changedIn;  // by function
  int depth = 0;  // of local variables looked through

  const clang::Stmt* outermostLoopAround(const clang::Stmt* nest) const;
  bool isNameable(const clang::Expr* expression) const;
  bool isStablePart(const clang::Stmt* part) const;
  bool mayWrap(const clang::BinaryOperator* binary, const Polynomial& left, const Polynomial& right) const;

  struct Compared;
  std::optional<Compared> readComparison(const clang::Expr* condition, bool value);
  struct UnsignedRange;
  std::optional<UnsignedRange> readUnsignedRange(const clang::Expr* condition);
  const clang::Expr* conditionNamed(const clang::Expr* condition) const;
  std::vector<Constraint> holdEitherWay(const clang::ConditionalOperator& choice);
  bool takenToFit(const Polynomial& value, clang::QualType type) const;
  bool staysApart(const Polynomial& value, const Polynomial& bound, clang::QualType type) const;
  bool takenAsUnsigned(const Polynomial& value, clang::QualType type) const;
  bool hasLargeStep(const Polynomial& value, std::int64_t limit) const;

  std::string nameInFront(const clang::Expr* expression) const;
  std::string uniqueName(const SymbolName& wanted, const Symbol& symbol);
  Polynomial symbolFor(const clang::Expr* expression, Symbol::Kind kind);
  Polynomial derived(const clang::Expr* whole, const Symbol& symbol);
  Polynomial derived(const clang::Expr* whole, const SymbolName& wanted, const Symbol& symbol);
  bool isComputed(const clang::VarDecl* variable) const;
  bool isUniform(const Symbol& symbol) const;
  std::optional<Polynomial> readMember(const clang::Expr* expression, const clang::ValueDecl* field);
  bool isTable(const clang::VarDecl* array);
  bool isSettledTable(const clang::Expr* value, const clang::VarDecl* array) const;
  void declareTable(const clang::VarDecl* array);
  std::optional<Polynomial> readElement(const clang::ArraySubscriptExpr* element);
  bool holdsOpaque(const Polynomial& value) const;  // what the nest may change
  std::optional<Polynomial> initialOf(const clang::VarDecl* local, bool isInner);
  std::optional<Polynomial> readVariable(const clang::Expr* expression, const clang::ValueDecl* variable);
  std::optional<Polynomial> readGetter(const clang::CXXMemberCallExpr* call);
  std::optional<Polynomial> readOperand(const clang::Expr* operand, const clang::BinaryOperator* whole);
  std::optional<Polynomial> readGiven(const clang::CallExpr* call, unsigned argument);
  std::optional<Polynomial> wrapped(std::optional<Polynomial> sum, clang::QualType type) const;
  std::optional<Polynomial> readCall(const clang::CallExpr* call);
  std::optional<Polynomial> readAbsolute(const clang::CallExpr* call);
  std::optional<Polynomial> readIndexFunction(const clang::CallExpr* call);
  std::vector<const clang::Decl*> declarationsIn(const clang::Expr* expression) const;
  std::optional<std::optional<Object>> ownerOf(const clang::CXXMemberCallExpr* call) const;
  std::optional<std::optional<Object>> boundObject(const clang::Expr* expression) const;
  std::optional<Polynomial> readQuotient(const clang::BinaryOperator* binary, Symbol::Kind kind,
                                         std::optional<std::int64_t> divisor);
  std::optional<Polynomial> readDivision(const clang::BinaryOperator* binary);
  std::optional<Polynomial> readByParameter(const clang::BinaryOperator* binary, const Polynomial& divisor);
  struct Digits {
    Polynomial of, higher;
  };
  std::optional<Digits> remainderRead(const Polynomial& value,
                                      const std::pair<const Monomial, std::int64_t>& divisor) const;
  Polynomial quotientOf(const Polynomial& operand, const Polynomial& by, bool isUnsigned);
  std::optional<Polynomial> readMinMax(const clang::Expr* whole, const clang::Expr* left,
                                       const clang::Expr* right, bool minimum);
  std::optional<Polynomial> readClamp(const clang::CallExpr* call);
  std::optional<Polynomial> readBlockCount(const clang::CallExpr* call);
  std::optional<Polynomial> readBitwise(const clang::BinaryOperator* binary);
  std::optional<Polynomial> readConditional(const clang::ConditionalOperator* conditional);
  std::optional<Polynomial> readNegation(const clang::UnaryOperator* unary);
  struct BareCondition {
    const clang::Expr* condition = nullptr;
    bool value = true;
  };
  BareCondition bareCondition(const clang::Expr* condition, bool value) const;
  std::optional<Cases> readCases(const clang::Expr* condition, bool value);
  bool mayBeReordered(const Cases& cases) const;
};

/// `a`, `b`, `c` of `a && b && c` or of `a || b || c`, which are deep inside one another where they are many.
std::vector<const clang::Expr*> operandsOf(const clang::BinaryOperator* logical);

constexpr std::size_t mostCases = 8;        // of one access
constexpr std::size_t mostConditions = 24;  // on the way to it

/// All of the conditions as one; nullopt where there are many cases.
std::optional<Cases> casesOf(const PathCondition& path);

/// What holds in a case of `one` and in a case of `other`; nullopt where there are many.
std::optional<Cases> both(Cases one, const Cases& other);

/// Does every value that a subscript can sensibly have survive the conversion?
bool keepsValue(clang::QualType from, clang::QualType to, const clang::ASTContext& context);

/// Is it unsigned arithmetic?
bool wrapsAround(clang::QualType type);

/// Of what is no integer, and of 64 bits: INT64_MAX.
std::int64_t greatestOf(clang::QualType type, const clang::ASTContext& context);

/// The whole of a macro whose text is an operator and its operands, without parentheses around:
/// `#define WIDTH w > 4 ? 64 : 32`. Beside another operator `WIDTH` means something else.
bool isBareMacro(const clang::Stmt* statement, const clang::ASTContext& context);

/// The text of an expression on one line, as written where possible; that of a bare macro in parentheses.
std::string textOf(const clang::Stmt* statement, const clang::ASTContext& context);

}  // namespace appyl
