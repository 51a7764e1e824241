#include "model/contraction.h"

#include "loops/changes.h"
#include "loops/pitches.h"
#include "loops/symbols.h"
#include "loops/updates.h"
#include "model/kernel.h"
#include "model/products.h"
#include "model/purity.h"

#include <llvm/Support/Path.h>

#include <algorithm>

namespace appyl {
namespace {

using namespace clang;

QualType bare(QualType type) { return type.getNonReferenceType().getUnqualifiedType(); }

/// One loop on the way to the sum, and what its body does around the next one.
struct Level {
  int loop = -1;
  std::vector<const Stmt*> before, after;
  int startLoop = -1;  // a loop of its own in front of the next one
};

class Recogniser {
 public:
  Recogniser(const LoopNest& nest, const Directives& directives, ASTContext& context)
      : nest(nest), directives(directives), context(context), root(nest.loops.front().stmt) {
    for (std::size_t k = 0; k < nest.loops.size(); ++k) loopOf[nest.loops[k].stmt] = static_cast<int>(k);
    for (const Access& access : nest.accesses) accessOf[access.expr] = &access;
    modified = modifiedVariables(root, directives);
  }

  std::optional<Contraction> run() {
    if (!nest.unknownCalls.empty() || nest.callsAnnotated || !nest.loops.front().parallel)
      return std::nullopt;
    if (!followLoops()) return std::nullopt;
    takeMirror();
    if (!readUpdate() || !findTerms() || !assignRoles()) return std::nullopt;
    if (!readStart() || !readTail() || !checkRanges() || !checkMirror() || !checkElements() || !nothingElse())
      return std::nullopt;
    return std::move(found);
  }

 private:
  const LoopNest& nest;
  const Directives& directives;
  ASTContext& context;
  const Stmt* root;
  std::map<const Stmt*, int> loopOf;
  std::map<const Expr*, const Access*> accessOf;
  std::set<const ValueDecl*> modified;
  std::vector<Level> path;
  const Expr* update = nullptr;
  const Expr* updated = nullptr;  // its target
  Product product;
  const Access *a = nullptr, *b = nullptr, *c = nullptr, *mirror = nullptr, *mirrored = nullptr;
  Contraction found;

  const Loop& loop(int index) const { return nest.loops[index]; }
  const std::string& symbol(int index) const { return nest.loops[index].symbol; }
  const Access* accessAt(const Expr* expression) const {
    const auto known = accessOf.find(strip(expression));
    return known == accessOf.end() ? nullptr : known->second;
  }

  // --- the shape of the nest
  // ------------------------------------------------------------------------------------------------------

  /// The statements of a loop's body.
  std::vector<const Stmt*> statementsOf(const Stmt* body) const {
    body = directives.strip(body);
    const auto* compound = dyn_cast<CompoundStmt>(body);
    if (!compound) return {body};
    if (compound->size() == 1) return statementsOf(compound->body_front());
    std::vector<const Stmt*> statements;
    for (const Stmt* each : compound->body())
      if (const Stmt* statement = directives.strip(each); !isa<NullStmt>(statement))
        statements.push_back(statement);
    return statements;
  }

  /// Down the last loop of every body, to the statement that has none.
  bool followLoops() {
    for (int here = 0;;) {
      if (!isCounted(loop(here))) return false;
      Level level{here, {}, {}, -1};
      int next = -1;
      for (const Stmt* each : statementsOf(loop(here).body)) {
        const auto inner = loopOf.find(each);
        if (inner == loopOf.end()) {
          (next < 0 ? level.before : level.after).push_back(each);
          continue;
        }
        if (next >= 0 && (level.startLoop >= 0 || !level.after.empty())) return false;
        if (next >= 0) level.startLoop = next;
        next = inner->second;
      }
      if (next < 0) {
        if (level.before.empty()) return false;
        update = dyn_cast<Expr>(level.before.back());
        level.before.pop_back();
      }
      path.push_back(std::move(level));
      if (next < 0) return update != nullptr;
      here = next;
    }
  }

  /// Upwards in steps of 1, between ends that are known in front of the nest or by an outer counter.
  bool isCounted(const Loop& each) const {
    if (!each.canonical || !each.first || !each.end || each.step != 1 || each.descending) return false;
    if (each.comparison == Comparison::Greater || each.comparison == Comparison::GreaterEqual) return false;
    const QualType type = bare(each.counter->getType());
    return !type->isDependentType() && type->isIntegerType() && context.getTypeSize(type) >= 32;
  }

  // --- the sum
  // --------------------------------------------------------------------------------------------------------------------

  bool readUpdate() {
    const auto assignment = asAssignment(update);
    if (!assignment || !assignment->value) return false;
    updated = strip(assignment->target);
    const auto* variable = dyn_cast_or_null<VarDecl>(namedVariable(updated));
    if (variable && variable->hasLocalStorage() && !variable->getType()->isReferenceType() &&
        !variable->getType().isVolatileQualified()) {
      found.variable = variable;
    } else {
      c = accessAt(updated);
      if (!c) return false;
    }
    found.sum = bare(updated->getType());
    if (!isTypeOfSums(found.sum)) return false;
    const Expr* value = assignment->value;
    bool subtracts = assignment->op == BO_SubAssign;
    if (assignment->op == BO_Assign) {  // x = x + product, x = product + x, x = x - product
      std::vector<QualType> types;
      const auto parts = asBinary(uncast(value, types));
      if (!parts || (parts->op != BO_Add && parts->op != BO_Sub)) return false;
      for (const QualType& each : types)
        if (!isSum(each)) return false;
      if (!isSum(strip(value)->getType())) return false;
      const bool left = sameExpression(parts->left, updated, context);
      if (!left && (parts->op == BO_Sub || !sameExpression(parts->right, updated, context))) return false;
      noteElement(left ? parts->left : parts->right);
      value = left ? parts->right : parts->left;
      subtracts = parts->op == BO_Sub;
    } else if (assignment->op != BO_AddAssign && assignment->op != BO_SubAssign) {
      return false;
    } else if (const auto* compound = dyn_cast<CompoundAssignOperator>(update);
               compound && !compound->getComputationResultType().isNull() &&
               !isSum(compound->getComputationResultType())) {
      return false;
    }
    noteElement(updated);
    ProductReader reader(
        found.sum, root, directives, context,
        [&](const Expr* each) { return accessAt(each) && mentionsIterations(each, nest, directives); },
        [&](const Expr* each) { return isInvariant(each); });
    const auto read = reader.read(value);
    if (!read) return false;
    product = *read;
    found.scale = product.scale;
    found.isNegative = product.isNegative != subtracts;
    return true;
  }

  bool isSum(QualType type) const {
    return type->isDependentType() || context.hasSameUnqualifiedType(bare(type), found.sum);
  }

  void noteElement(const Expr* mention) {
    if (accessAt(mention)) found.elements.push_back(strip(mention));
  }

  /// No counter, no variable of the nest's, no element that the nest writes.
  bool isInvariant(const Expr* expression) const {
    return !mentionsIterations(expression, nest, directives) && isPure(expression, directives, context) &&
           !mentionsWritten(expression);
  }

  bool mentionsWritten(const Stmt* part) const {
    bool written = false;
    walk(part, directives, [&](const Stmt* each) {
      const auto* expression = dyn_cast<Expr>(each);
      const Access* access = expression ? accessAt(expression) : nullptr;
      if (access)
        for (const Access& other : nest.accesses)
          written |=
              other.writes && nest.arrays[other.array].declaration == nest.arrays[access->array].declaration;
      if (const auto* reference = dyn_cast<DeclRefExpr>(each))
        written |= modified.count(reference->getDecl()) != 0 || reference->getType().isVolatileQualified();
      if (const auto* member = dyn_cast<MemberExpr>(each))
        written |= modified.count(member->getMemberDecl()) != 0;
      return !written;
    });
    return written;
  }

  // --- which loop does what
  // ----------------------------------------------------------------------------------------------------------

  /// The one loop that C does not go along.
  bool findTerms() {
    if (!c) {
      if (!findStore()) return false;
    }
    if (!isRegular(*c) || !isTypeOfElements(bare(c->expr->getType()))) return false;
    for (const Level& level : path)
      if (!mentions(*c, level.loop)) {
        if (found.terms >= 0) return false;
        found.terms = level.loop;
      }
    return found.terms > 0;
  }

  /// Where the variable ends up: the last statement behind the loop over the terms.
  bool findStore() {
    if (path.size() < 2 || path[path.size() - 2].after.empty()) return false;
    const auto* last = dyn_cast<Expr>(path[path.size() - 2].after.back());
    const auto assignment = last ? asAssignment(last) : std::nullopt;
    if (!assignment || !assignment->value) return false;
    c = accessAt(assignment->target);
    return c != nullptr;
  }

  bool isRegular(const Access& access) const {
    if (access.expr->getType().isVolatileQualified() || access.subscripts.empty() || access.wholeArray ||
        access.throughMemory || access.atomic || nest.arrays[access.array].scope >= 0 ||
        nest.arrays[access.array].isPrivate)
      return false;
    return std::all_of(access.subscripts.begin(), access.subscripts.end(),
                       [&](const auto& each) { return each && isAffine(*each); });
  }

  /// Counters times what no iteration changes.
  bool isAffine(const Polynomial& value) const {
    for (const auto& [monomial, factor] : withoutPitches(nest, value).terms) {
      int counters = 0;
      for (const std::string& name : monomial)
        if (nest.symbols.at(name).kind == Symbol::Kind::Counter)
          ++counters;
        else if (!isNameable(name))
          return false;
      if (counters > 1) return false;
    }
    return true;
  }

  /// A parameter whose text means the same in front of the nest. (Two of one name are told apart by `.2`.)
  bool isNameable(const std::string& name) const {
    const auto known = nest.symbols.find(name);
    const std::size_t dot = name.rfind('.');
    const bool isNumbered =
        dot != std::string::npos && name.find_first_not_of("0123456789", dot + 1) == std::string::npos;
    return known != nest.symbols.end() && known->second.kind == Symbol::Kind::Parameter && !isNumbered;
  }

  bool mentions(const Access& access, int index) const {
    return std::any_of(access.subscripts.begin(), access.subscripts.end(),
                       [&](const auto& each) { return each->mentions(symbol(index)); });
  }

  bool assignRoles() {
    const Access *first = accessAt(product.elements[0]), *second = accessAt(product.elements[1]);
    if (!isRegular(*first) || !isRegular(*second) || !mentions(*first, found.terms) ||
        !mentions(*second, found.terms))
      return false;
    // Of the loops that only one of the factors goes along the innermost ones are rows and columns.
    int ofFirst = -1, ofSecond = -1;
    for (const Level& level : path) {
      if (level.loop == found.terms) continue;
      const bool inFirst = mentions(*first, level.loop), inSecond = mentions(*second, level.loop);
      if (inFirst && !inSecond) ofFirst = level.loop;
      if (inSecond && !inFirst) ofSecond = level.loop;
    }
    if (ofFirst < 0 || ofSecond < 0) return false;
    const bool swaps = ofSecond < ofFirst;
    found.rows = swaps ? ofSecond : ofFirst;
    found.columns = swaps ? ofFirst : ofSecond;
    a = swaps ? second : first;
    b = swaps ? first : second;
    for (const Level& level : path)
      if (level.loop != found.rows && level.loop != found.columns && level.loop != found.terms) {
        if (!loop(level.loop).declaresCounter) return false;
        found.batches.push_back(level.loop);
      }
    found.a = operand(*a), found.b = operand(*b), found.c = operand(*c);
    return true;
  }

  Matrix operand(const Access& access) const {
    Matrix result{access.array, {}};
    for (const auto& each : access.subscripts) result.subscripts.push_back(withoutPitches(nest, *each));
    return result;
  }

  // --- what the sum starts at, and what becomes of it
  // --------------------------------------------------------------------------------

  std::size_t levelOf(int index) const {
    return std::find_if(path.begin(), path.end(), [&](const Level& each) { return each.loop == index; }) -
           path.begin();
  }

  bool readStart() {
    const std::size_t terms = levelOf(found.terms);
    Level& outer = path[terms - 1];
    const bool isInnermost = terms + 1 == path.size();
    if (found.variable && !isInnermost) return false;
    std::vector<const Stmt*> statements = outer.before;
    found.startColumns = found.columns;
    if (outer.startLoop >= 0) {  // the rows' columns are set in a loop of their own
      if (found.variable || path.size() != terms + 2 || path.back().loop != found.columns ||
          !isSameRange(loop(outer.startLoop), loop(found.columns)))
        return false;
      found.startColumns = outer.startLoop;
      for (const Stmt* each : outer.before)
        if (!isInert(each)) return false;
      statements = statementsOf(loop(outer.startLoop).body);
    } else if (!isInnermost) {
      found.start = Contraction::Start::Element;
    }
    for (const Stmt* each : statements)
      if (!isInert(each) && !readStartFrom(each, isInnermost || outer.startLoop >= 0)) return false;
    if (!found.variable && !hasStart) found.start = Contraction::Start::Element;
    return hasStart || !found.variable;
  }
  bool hasStart = false;

  bool isSameRange(const Loop& one, const Loop& other) const {
    if (!isCounted(one)) return false;
    const auto end = [](const Loop& each) {
      return each.comparison == Comparison::LessEqual ? add(*each.end, Polynomial(1)) : each.end;
    };
    return one.first == other.first && end(one) && end(one) == end(other);
  }

  bool readStartFrom(const Stmt* statement, bool mayStart) {
    if (hasStart || !mayStart) return false;
    if (const auto* declaration = dyn_cast<DeclStmt>(statement)) {
      const auto* variable =
          declaration->isSingleDecl() ? dyn_cast<VarDecl>(declaration->getSingleDecl()) : nullptr;
      if (!variable || variable != found.variable) return false;
      return !variable->getInit() || readStartValue(variable->getInit());
    }
    const auto* expression = dyn_cast<Expr>(statement);
    const auto assignment = expression ? asAssignment(expression) : std::nullopt;
    if (!assignment || !assignment->value) return false;
    if (found.variable)
      return assignment->op == BO_Assign && namedVariable(assignment->target) == found.variable &&
             readStartValue(assignment->value);
    const Access* target = accessAt(assignment->target);
    if (!target || !isElement(*target)) return false;
    noteElement(assignment->target);
    if (assignment->op == BO_MulAssign) {
      const auto* compound = dyn_cast<CompoundAssignOperator>(expression);
      found.scalesElement = true;
      // What is multiplied in a wider type is rounded afterwards, in the source as by the kernel.
      return compound && readStartValue(assignment->value) && found.start == Contraction::Start::Value;
    }
    return assignment->op == BO_Assign && readStartValue(assignment->value);
  }

  bool readStartValue(const Expr* value) {
    hasStart = true;
    if (isZero(value) && !found.scalesElement) {
      found.start = Contraction::Start::Zero;
      return true;
    }
    std::vector<QualType> types;
    const Expr* inner = uncast(value, types);
    if (const Access* access = accessAt(inner); access && isElement(*access) && !found.scalesElement) {
      noteElement(inner);
      found.start = Contraction::Start::Element;
      return std::all_of(types.begin(), types.end(), [&](const QualType& each) {
        return isSum(each) || context.hasSameUnqualifiedType(each, bare(c->expr->getType()));
      });
    }
    found.start = Contraction::Start::Value;
    found.startValue = value;
    if (found.scalesElement && !isInvariant(value)) return false;
    return isFragment(value);
  }

  bool isZero(const Expr* value) const {
    std::vector<QualType> types;
    const Expr* inner = uncast(value, types);
    if (isa<ImplicitValueInitExpr, CXXScalarValueInitExpr>(inner)) return true;
    if (const auto* braced = dyn_cast<InitListExpr>(inner); braced && braced->getNumInits() == 0) return true;
    if (const auto* open = dyn_cast<CXXUnresolvedConstructExpr>(inner); open && open->getNumArgs() == 0)
      return true;
    if (const auto* number = dyn_cast<IntegerLiteral>(inner)) return number->getValue() == 0;
    const auto* number = dyn_cast<FloatingLiteral>(inner);
    return number && number->getValue().isPosZero();
  }

  bool readTail() {
    for (const Level& level : path) {
      const bool isOuter = &level == &path[levelOf(found.terms) - 1];
      if (!isOuter && !std::all_of(level.before.begin(), level.before.end(),
                                   [&](const Stmt* each) { return isInert(each); }))
        return false;
      if (!isOuter && (!level.after.empty() || level.startLoop >= 0)) return false;
    }
    const Level& outer = path[levelOf(found.terms) - 1];
    if (outer.after.empty()) return !found.variable;
    if (&path[path.size() - 2] != &outer) return false;
    const auto* last = dyn_cast<Expr>(outer.after.back());
    const auto assignment = last ? asAssignment(last) : std::nullopt;
    if (!assignment || !assignment->value) return false;
    const Access* target = accessAt(assignment->target);
    if (!target || !isElement(*target)) return false;
    noteElement(assignment->target);
    for (auto each = outer.after.begin(); each + 1 != outer.after.end(); ++each) {
      if (!found.variable || !isFragment(*each)) return false;
      found.tail.push_back(*each);
    }
    if (!isFragment(assignment->value)) return false;
    found.storedBy = assignment->op;
    static const std::set<BinaryOperatorKind> known = {BO_Assign, BO_AddAssign, BO_SubAssign, BO_MulAssign,
                                                       BO_DivAssign};
    if (!known.count(assignment->op)) return false;
    std::vector<QualType> types;
    const Expr* inner = uncast(assignment->value, types);
    const bool isSumItself =
        found.variable && namedVariable(inner) == found.variable && found.tail.empty() &&
        assignment->op == BO_Assign && std::all_of(types.begin(), types.end(), [&](const QualType& each) {
          return isSum(each) || context.hasSameUnqualifiedType(each, bare(c->expr->getType()));
        });
    if (!isSumItself) found.stored = assignment->value;
    return true;
  }

  /// C's element of this row and column.
  bool isElement(const Access& access) const {
    if (access.array != c->array || access.subscripts.size() != c->subscripts.size()) return false;
    for (std::size_t d = 0; d < access.subscripts.size(); ++d) {
      if (!access.subscripts[d]) return false;
      Polynomial own = *access.subscripts[d];
      if (found.startColumns >= 0 && found.startColumns != found.columns)
        own = own.substitute(symbol(found.startColumns), Polynomial::symbol(symbol(found.columns)));
      if (own != *c->subscripts[d]) return false;
    }
    return true;
  }

  /// A name for an element, a place or a size, which computes nothing that matters.
  bool isInert(const Stmt* statement) const {
    const auto* declaration = dyn_cast<DeclStmt>(statement);
    if (!declaration) return false;
    return std::all_of(declaration->decl_begin(), declaration->decl_end(), [&](const Decl* each) {
      const auto* variable = dyn_cast<VarDecl>(each);
      return variable && variable != found.variable && variable->getInit() && !variable->isStaticLocal() &&
             !modified.count(variable) && isPure(variable->getInit(), directives, context) &&
             !assigns(variable->getInit(), directives) &&
             (variable->getType()->isPointerType() || variable->getType()->isReferenceType() ||
              variable->getType()->isArithmeticType() || variable->getType()->isDependentType());
    });
  }

  /// A part that can be copied into a function of the sum and its place: it changes nothing but the sum and
  /// variables of its own.
  bool isFragment(const Stmt* part) {
    bool good = isPure(part, directives, context);
    std::set<const VarDecl*> counters;
    for (const Level& level : path)
      if (level.loop != found.terms) counters.insert(loop(level.loop).counter);
    if (found.startColumns >= 0) counters.insert(loop(found.startColumns).counter);
    walk(part, directives, [&](const Stmt* each) {
      good &= !isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, GotoStmt, LabelStmt, BreakStmt, ContinueStmt,
                   SwitchStmt, AsmStmt>(each);
      if (const auto* declaration = dyn_cast<DeclStmt>(each))
        for (const Decl* declared : declaration->decls()) {
          const auto* variable = dyn_cast<VarDecl>(declared);
          good &= variable && !variable->isStaticLocal() && !isa<DecompositionDecl>(declared);
          if (variable) locals.insert(variable);
        }
      const auto* expression = dyn_cast<Expr>(each);
      if (const auto* reference = dyn_cast<DeclRefExpr>(each)) {
        const auto* variable = dyn_cast<VarDecl>(reference->getDecl());
        good &= !isa<BindingDecl>(reference->getDecl());
        if (variable && variable != found.variable && !locals.count(variable) && !counters.count(variable))
          good &= !modified.count(variable) && !isDeclaredInside(variable, root, directives);
      }
      if (const auto* member = dyn_cast<MemberExpr>(each)) good &= !modified.count(member->getMemberDecl());
      if (const auto assignment = expression ? asAssignment(expression) : std::nullopt) {
        const ValueDecl* target = namedVariable(assignment->target);
        good &= target && (target == found.variable || locals.count(target));
      }
      if (const auto* unary = dyn_cast<UnaryOperator>(each)) good &= unary->getOpcode() != UO_AddrOf;
      if (const Access* access = expression ? accessAt(expression) : nullptr;
          access && access->array == c->array) {
        good &= isElement(*access);
        noteElement(expression);
        return false;
      }
      return good;
    });
    return good;
  }

  std::set<const ValueDecl*> locals;  // of the tail

  // --- ranges
  // --------------------------------------------------------------------------------------------------------------------

  bool checkRanges() {
    for (const Level& level : path) {
      const Loop& each = loop(level.loop);
      if (mentionsIterations(each.lower, nest, directives) || assigns(each.lower, directives)) {
        if (level.loop != found.columns || !startsAtRow(each)) return false;
        found.region = Contraction::Region::Upper;
      }
      if (mentionsIterations(each.bound, nest, directives) || assigns(each.bound, directives)) {
        if (level.loop != found.columns || found.region != Contraction::Region::Full || !endsAtRow(each))
          return false;
        found.region = Contraction::Region::Lower;
      }
      for (const auto& end : {each.first, each.end})
        for (const std::string& name : end->symbols())
          if (!isNameable(name) && name != symbol(found.rows)) return false;
    }
    if (found.region == Contraction::Region::Full) return true;
    const bool fromZero = loop(found.rows).first == Polynomial(0);
    return fromZero &&
           (found.region == Contraction::Region::Upper || loop(found.columns).first == Polynomial(0));
  }

  bool startsAtRow(const Loop& each) const {
    return each.first == Polynomial::symbol(symbol(found.rows)) && !each.end->mentions(symbol(found.rows));
  }
  bool endsAtRow(const Loop& each) const {
    Polynomial end = Polynomial::symbol(symbol(found.rows));
    if (each.comparison == Comparison::NotEqual) return false;
    if (each.comparison == Comparison::Less) end.terms[{}] = 1;
    return each.end == end;
  }

  /// `c[j][i] = c[i][j]`, behind everything else.
  void takeMirror() {
    if (path.size() < 2 || path[path.size() - 2].after.empty()) return;
    std::vector<const Stmt*>& statements = path[path.size() - 2].after;
    const auto* last = dyn_cast<Expr>(statements.back());
    const auto assignment = last ? asAssignment(last) : std::nullopt;
    if (!assignment || assignment->op != BO_Assign || !assignment->value) return;
    const Access *to = accessAt(assignment->target), *from = accessAt(assignment->value);
    if (!to || !from || to->array != from->array || to->subscripts == from->subscripts) return;
    mirror = to, mirrored = from;
    found.mirror = to->expr;
    statements.pop_back();
  }

  /// Of a triangle no other iteration touches the element across the diagonal.
  bool checkMirror() const {
    if (!mirror) return true;
    const std::string &row = symbol(found.rows), &column = symbol(found.columns), other = row + "'";
    if (found.region == Contraction::Region::Full || !isElement(*mirrored) ||
        !isPure(found.mirror, directives, context) || mirror->subscripts.size() != c->subscripts.size())
      return false;
    for (std::size_t d = 0; d < c->subscripts.size(); ++d) {
      const Polynomial across = c->subscripts[d]
                                    ->substitute(row, Polynomial::symbol(other))
                                    .substitute(column, Polynomial::symbol(row))
                                    .substitute(other, Polynomial::symbol(column));
      if (mirror->subscripts[d] != across) return false;
    }
    return true;
  }

  // --- C's elements
  // -----------------------------------------------------------------------------------------------------------------

  /// The proof is about the parallel loops. The others have to meet different elements, too.
  bool checkElements() const {
    std::vector<int> others;
    bool isInnermost = true;  // of the loops that C goes along
    for (auto level = path.rbegin(); level != path.rend(); ++level) {
      if (level->loop == found.terms) continue;
      if (!loop(level->loop).parallel) {
        others.push_back(level->loop);
        if (!isInnermost) return isDimensionOfItsOwn();
      } else {
        isInnermost = false;
      }
    }
    if (others.empty()) return true;
    if (others.size() > 1) return isDimensionOfItsOwn();
    std::int64_t factor = 0;
    for (const Polynomial& each : found.c.subscripts) {
      const auto own = each.coefficient(symbol(others.front()));
      if (!own || !own->isConstant()) return false;
      if (*own->constant()) factor = *own->constant();
    }
    return factor != 0;
  }

  bool isDimensionOfItsOwn() const {
    std::set<int> met;
    for (const Polynomial& each : found.c.subscripts) {
      int counters = 0;
      for (const Level& level : path) {
        const auto own = each.coefficient(symbol(level.loop));
        if (!own || own->terms.empty()) continue;
        if (!own->isConstant() || !met.insert(level.loop).second) return false;
        ++counters;
      }
      if (counters > 1) return false;
    }
    return met.size() + 1 == path.size();
  }

  // --- the rest
  // ---------------------------------------------------------------------------------------------------------------------

  /// Nothing of the nest is left over: what it writes is C, what it changes is the sum.
  bool nothingElse() const {
    std::set<const Expr*> mine(found.elements.begin(), found.elements.end());
    if (mirror) mine.insert({mirror->expr, mirrored->expr});
    const ValueDecl* target = nest.arrays[c->array].declaration;
    for (const Access& access : nest.accesses)
      if ((access.writes || nest.arrays[access.array].declaration == target) && !mine.count(access.expr))
        return false;
    std::set<const ValueDecl*> counters;
    for (const Loop& each : nest.loops) counters.insert(each.counter);
    for (const ValueDecl* each : modified)
      if (each != found.variable && !counters.count(each) && each != target &&
          !isDeclaredInside(each, root, directives))
        return false;
    for (const PrivateScalar& scalar : nest.privates) {
      const bool isOutermost = scalar.variable == nest.loops.front().counter;
      if (!isOutermost && scalar.lastValue) return false;
    }
    for (const Reduction& reduction : nest.reductions)
      if (reduction.op != ReductionOperator::Sum ||
          !(reduction.array == c->array ||
            (reduction.declaration == found.variable && reduction.loop == found.terms)))
        return false;
    return !namesBinding() && (!found.variable || hasOnlyKnownUses());
  }

  /// Functions cannot capture structured bindings in every C++ that has them.
  bool namesBinding() const {
    bool found = false;
    walk(root, directives, [&](const Stmt* each) {
      const auto* reference = dyn_cast<DeclRefExpr>(each);
      found |= reference && isa<BindingDecl>(reference->getDecl());
      return !found;
    });
    return found;
  }

  /// The variable is mentioned in the update, in the start and in the tail, and by no other name.
  bool hasOnlyKnownUses() const {
    if (!isDeclaredInside(found.variable, root, directives) &&
        hiddenUse(found.variable, root, nest.function, directives))
      return false;
    std::size_t all = 0, known = 0;
    const auto count = [&](const Stmt* part, std::size_t& number) {
      walk(part, directives, [&](const Stmt* each) {
        const auto* reference = dyn_cast<DeclRefExpr>(each);
        number += reference && reference->getDecl() == found.variable;
        return true;
      });
    };
    count(root, all);
    const Level& outer = path[levelOf(found.terms) - 1];
    count(update, known);
    for (const Stmt* each : outer.before) count(each, known);
    for (const Stmt* each : outer.after) count(each, known);
    std::size_t inStart = 0;
    if (found.startValue) count(found.startValue, inStart);
    return all == known && inStart == 0 && !mentionsVariableInProduct();
  }

  bool mentionsVariableInProduct() const {
    std::size_t number = 0;
    walk(update, directives, [&](const Stmt* each) {
      const auto* reference = dyn_cast<DeclRefExpr>(each);
      number += reference && reference->getDecl() == found.variable;
      return true;
    });
    const auto assignment = asAssignment(update);
    return number != (assignment->op == BO_Assign ? 2u : 1u);
  }
};

bool isSameShape(const Contraction& one, const LoopNest& nest, const Contraction& other,
                 const LoopNest& otherNest) {
  const auto sameArrays = [&](const Matrix& x, const Matrix& y) {
    return nest.arrays[x.array].name == otherNest.arrays[y.array].name;
  };
  return one.rows == other.rows && one.columns == other.columns && one.terms == other.terms &&
         one.batches == other.batches && one.region == other.region && one.start == other.start &&
         one.isNegative == other.isNegative && !one.stored == !other.stored && !one.mirror == !other.mirror &&
         !one.scale == !other.scale && sameArrays(one.a, other.a) && sameArrays(one.b, other.b) &&
         sameArrays(one.c, other.c);
}

/// Is there anything in it that the arguments of a template decide, or of a generic lambda?
bool isDependent(const LoopNest& nest, const Directives& directives) {
  bool dependent = nest.function->isDependentContext();
  walk(nest.loops.front().stmt, directives, [&](const Stmt* each) {
    const auto* expression = dyn_cast<Expr>(each);
    dependent |= expression && (expression->isTypeDependent() || expression->isValueDependent());
    return !dependent;
  });
  return dependent;
}

bool isHeader(const ASTContext& context) {
  const SourceManager& sources = context.getSourceManager();
  const auto file = sources.getFileEntryRefForID(sources.getMainFileID());
  static const std::set<std::string> headers = {".h", ".hh", ".hpp", ".hxx", ".h++", ".inl", ".ipp", ".tpp"};
  return file && headers.count(llvm::sys::path::extension(file->getName()).str());
}

}  // namespace

std::optional<Contraction> recogniseContraction(const Kernel& kernel, const std::vector<LoopNest>& instances,
                                                const Directives& directives, ASTContext& context) {
  if (kernel.legality != "proved" || !kernel.launches) return std::nullopt;
  auto found = Recogniser(kernel.nest, directives, context).run();
  if (!found || !isDependent(kernel.nest, directives)) return found;
  // Of a header nobody knows all instances.
  if (instances.empty() || (isHeader(context) && found->sum->isDependentType())) return std::nullopt;
  for (const LoopNest& instance : instances) {
    const auto same = Recogniser(instance, directives, context).run();
    if (!same || !isSameShape(*found, kernel.nest, *same, instance)) return std::nullopt;
  }
  return found;
}

}  // namespace appyl
