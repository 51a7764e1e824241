// Contractions whose sums an iteration keeps in an array of its own, a row of them at a time:
//
//   double sum[n];
//   for (int j = 0; j < n; ++j) { sum[j] = 0; for (int k = 0; k < m; ++k) sum[j] += a[i][k] * b[k][j]; }
//   for (int j = 0; j < n; ++j) c[i][j] = sum[j];
//
// C is what they are stored in. That may be A: the iterations are independent, so that row i of C touches row
// i of A at most.
#include "model/contraction_reader.h"
#include "nest/privatization/updates.h"

#include <algorithm>

namespace appyl {

using namespace clang;

/// Of a loop's body takes the declaration of the row in front and the loop at the end that stores it.
void ContractionReader::takeRow(int here, std::vector<const Stmt*>& statements) {
  if (row.array || statements.size() < 3) return;
  const auto last = loopOf.find(statements.back());
  if (last == loopOf.end() || !isCounted(loop(last->second))) return;
  const std::vector<const Stmt*> body = statementsOf(loop(last->second).body);
  const auto* store = body.size() == 1 ? dyn_cast<Expr>(body.front()) : nullptr;
  const auto assignment = store ? asAssignment(store) : std::nullopt;
  if (!assignment || assignment->op != BO_Assign || !assignment->value) return;
  for (auto each = statements.begin(); each != statements.end(); ++each) {
    const auto* declaration = dyn_cast<DeclStmt>(*each);
    const auto* variable = declaration && declaration->isSingleDecl()
                               ? dyn_cast<VarDecl>(declaration->getSingleDecl())
                               : nullptr;
    if (!variable || !variable->getType()->isArrayType() || variable->isStaticLocal() ||
        !appyl::mentions(assignment->value, variable, source.directives))
      continue;
    row = {variable, here, last->second, accessAt(assignment->target), assignment->value};
    statements.erase(each);
    statements.pop_back();
    return;
  }
}

/// What C is, by the counters of the nest's other loops: its columns are those of the row.
bool ContractionReader::readRow() {
  if (nest.arrays[c->array].declaration != row.array || c->subscripts.size() != 1 || !c->subscripts[0] ||
      !row.store || !isRegular(*row.store) || !source.ast.hasSameType(bare(c->expr->getType()), found.sum) ||
      !source.ast.hasSameType(bare(row.store->expr->getType()), found.sum))
    return false;
  int columns = -1;
  for (const ContractionLevel& level : path)
    if (mentions(*c, level.loop)) {
      if (columns >= 0) return false;
      columns = level.loop;
    }
  if (columns < 0 || !isSameRange(loop(row.storeLoop), loop(columns))) return false;
  const auto factor = c->subscripts[0]->coefficient(symbol(columns));
  if (!factor || !factor->isConstant()) return false;
  found.c = operand(*row.store);
  for (Polynomial& each : found.c.subscripts)
    each = each.substitute(symbol(row.storeLoop), Polynomial::symbol(symbol(columns)));
  return true;
}

/// The sums of an iteration are those of a row, and all of A's row is read before C's is written.
bool ContractionReader::checkRow() {
  if (found.rows != row.loop) return false;
  const auto isTarget = [&](const Access* access) {
    return nest.arrays[access->array].declaration == nest.arrays[found.c.array].declaration;
  };
  found.isInPlace = isTarget(a);
  found.storeColumns = row.storeLoop;
  const auto isParallel = [&](int each) { return loop(each).parallel; };
  return !found.isInPlace ||
         (isParallel(found.rows) && std::all_of(found.batches.begin(), found.batches.end(), isParallel));
}

/// The row starts at what the loops give it, or at zeros.
bool ContractionReader::readStartOfRow() {
  if (hasStart) return found.start == Contraction::Start::Zero || found.start == Contraction::Start::Value;
  found.start = Contraction::Start::Zero;
  const auto* zeros = dyn_cast_or_null<InitListExpr>(row.array->getInit());
  return zeros && std::all_of(zeros->begin(), zeros->end(),
                              [&](const Stmt* each) { return isZero(cast<Expr>(each)); });
}

bool ContractionReader::readTailOfRow() {
  if (!isFragment(row.value)) return false;
  std::vector<QualType> types;
  const Access* stored = accessAt(uncast(row.value, types));
  const bool isSumItself =
      stored && isElement(*stored) &&
      std::all_of(types.begin(), types.end(), [&](const QualType& each) { return isSum(each); });
  if (!isSumItself) found.stored = row.value;
  return true;
}

}  // namespace appyl
