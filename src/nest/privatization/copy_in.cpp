#include "nest/privatization/copy_in.h"

#include "nest/ast/ast.h"
#include "nest/dataflow/escape.h"

#include <algorithm>

namespace appyl {

using namespace clang;

/// A private copy of it can only be made of the one in front of the loop.
static bool hasNoDefault(const VarDecl* variable) {
  const auto* record = variable->getType().getNonReferenceType()->getAsCXXRecordDecl();
  return record && record->hasDefinition() && !record->hasDefaultConstructor();
}

/// An inner loop sets it before it is read: an iteration that reaches no such loop needs no value of it.
static bool isSetByLoops(const LoopNest& nest, const PrivateScalar& scalar) {
  return !scalar.byClause && nest.opaqueEffects.empty() &&
         llvm::any_of(nest.loops, [&](const Loop& loop) { return loop.counter == scalar.variable; });
}

bool copiesIn(const LoopNest& nest, const PrivateScalar& scalar) {
  if (hasNoDefault(scalar.variable)) return true;
  // The last iteration writes all of an array whose last value is kept, unless `firstValue` says otherwise.
  const bool isArray = scalar.variable->getType().getNonReferenceType()->isArrayType();
  return hasValueBefore(scalar.variable, nest) && ((scalar.lastValue && !isArray) ||
                                                   (scalar.firstValue && !isSetByLoops(nest, scalar)));
}

bool copiesInNamed(const LoopNest& nest, const VarDecl* variable) {
  const QualType type = variable->getType().getNonReferenceType();
  const bool mayBeObject = type->isRecordType() || (type->isDependentType() && !type->isArrayType());
  return mayBeObject || (type->isScalarType() && hasValueBefore(variable, nest));
}

static const CXXRecordDecl* classOf(const VarDecl* variable) {
  QualType type = variable->getType().getNonReferenceType();
  while (const ArrayType* array = type->getAsArrayTypeUnsafe()) type = array->getElementType();
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  return record && record->hasDefinition() && !record->isDependentContext() ? record : nullptr;
}

static bool isUsable(const CXXMethodDecl* method) {
  return !method->isDeleted() && method->getAccess() == AS_public;
}

/// `std::unique_ptr`, a mutex, whatever holds one: Sema has declared the functions that a member deletes.
static bool canBeCopied(const CXXRecordDecl* record) {
  return record->needsImplicitCopyConstructor() ||
         llvm::any_of(record->ctors(), [](const CXXConstructorDecl* each) {
           return each->isCopyConstructor() && isUsable(each);
         });
}

static bool canBeAssigned(const CXXRecordDecl* record) {
  return record->needsImplicitCopyAssignment() ||
         llvm::any_of(record->methods(), [](const CXXMethodDecl* each) {
           return each->isCopyAssignmentOperator() && isUsable(each);
         });
}

bool checkCopies(const LoopNest& nest, const Source& source) {
  const auto refuse = [&](const VarDecl* variable) {
    source.diags.report(Diag::Unsupported, nest.loops.front().stmt->getBeginLoc(),
                        {"'" + variable->getNameAsString() +
                         "', of which each iteration would have its own, has a type that cannot be copied; "
                         "declare it in the loop"});
    return false;
  };
  for (const PrivateScalar& scalar : nest.privates)
    if (const CXXRecordDecl* record = classOf(scalar.variable))
      if ((copiesIn(nest, scalar) && !canBeCopied(record)) || (scalar.lastValue && !canBeAssigned(record)))
        return refuse(scalar.variable);
  for (const VarDecl* variable : namedByClauses(nest, 0, /*inside=*/true))
    if (const CXXRecordDecl* record = classOf(variable);
        record && copiesInNamed(nest, variable) && !canBeCopied(record))
      return refuse(variable);
  return true;
}

bool isDeclaredIn(const Loop& loop, const VarDecl* variable) {
  return variable->getASTContext().getSourceManager().isBeforeInTranslationUnit(loop.stmt->getBeginLoc(),
                                                                                variable->getLocation());
}

std::vector<const VarDecl*> namedByClauses(const LoopNest& nest, int loop, bool inside) {
  std::vector<const VarDecl*> named;
  for (std::size_t k = 0; k < nest.loops.size(); ++k) {
    const Directive* directive = nest.loops[k].directive;
    if (!directive || (inside ? !isAround(nest, loop, static_cast<int>(k)) : static_cast<int>(k) != loop))
      continue;
    for (const Clause& clause : directive->clauses)
      if (clause.kind == ClauseKind::Private)
        for (const ClauseArgument& argument : clause.arguments) {
          const auto* variable = dyn_cast_or_null<VarDecl>(namedVariable(argument.expressions.front()));
          if (variable && !isDeclaredIn(nest.loops[loop], variable) &&
              std::ranges::find(named, variable) == named.end())
            named.push_back(variable);
        }
  }
  return named;
}

}  // namespace appyl
