#include "nest/privatization/private_arrays.h"

#include "nest/access/accesses.h"
#include "nest/ast/array_types.h"
#include "nest/ast/library.h"
#include "nest/dataflow/coverage.h"
#include "nest/dataflow/definite_assignment.h"
#include "nest/dataflow/escape.h"
#include "nest/dataflow/liveness.h"
#include "nest/points_to/points_to.h"
#include "nest/privatization/scalars.h"

#include <clang/AST/ParentMapContext.h>
#include <llvm/ADT/STLFunctionalExtras.h>

#include <algorithm>

namespace appyl {
namespace {

using namespace clang;

class PrivateArrayFinder {
 public:
  PrivateArrayFinder(const LoopNest& nest, int array, const ASTContext& context)
      : nest(nest), array(array), context(context) {}

  /// Is every read preceded, in its own iteration of the root, by a write of the same element?
  bool isFilledFirst() const {
    bool writes = false;
    for (std::size_t k = 0; k < nest.accesses.size(); ++k) {
      const Access& access = nest.accesses[k];
      if (access.array != array) continue;
      if ((access.wholeArray && access.writes && access.followed.empty()) || access.reduction >= 0)
        return false;
      writes |= access.writes;
      if (access.reads && !access.overwrites && !isCovered(k)) return false;
    }
    return writes;
  }

  bool isRead() const {
    return llvm::any_of(nest.accesses,
                        [&](const Access& access) { return access.array == array && access.reads; });
  }

  bool isWritten() const {
    return llvm::any_of(nest.accesses,
                        [&](const Access& access) { return access.array == array && access.writes; });
  }

  /// Does every iteration write all of it? Then a last value is that of the last iteration.
  bool isFilledWhole() const {
    const auto counts = [&](const Access& write) {
      return isPlainWrite(write) && write.guardsExact && write.guards.empty();
    };
    return isWrittenWhole(nest, array, counts, isl());
  }

  /// Do all iterations of the root write the same elements, under no condition?
  bool writesAlike() const {
    const std::string& root = nest.loops.front().symbol;
    return llvm::all_of(nest.accesses, [&](const Access& access) {
      if (access.array != array || !access.writes) return true;
      const auto isPlain = [&](const std::optional<Polynomial>& value) {
        return value && !isOpaque(*value) && !reaches(*value, root);
      };
      if (!access.guardsExact || !access.guards.empty() || access.wholeArray ||
          !llvm::all_of(access.subscripts, isPlain))
        return false;
      return llvm::all_of(loopsAround(nest, access.loop), [&](int around) {
        const Loop& loop = nest.loops[static_cast<std::size_t>(around)];
        return around == 0 || (loop.canonical && !loop.counted && isPlain(loop.first) && isPlain(loop.end));
      });
    });
  }

 private:
  const LoopNest& nest;
  int array;
  const ASTContext& context;
  mutable std::optional<proving::Solver> solver;

  /// `s[k].x = 0` where the elements are all of `s[k]`.
  bool isPartOfElement(const Access& access) const {
    const QualType type = typeOfElement(access.expr, context);
    const std::int64_t bytes = nest.arrays[array].elementBytes;
    return bytes > 0 && !type->isDependentType() && !type->isIncompleteType() &&
           context.getTypeSizeInChars(type).getQuantity() < bytes;
  }

  /// A write of all of the element, whatever its former value.
  bool isPlainWrite(const Access& access) const {
    return access.writes && (!access.reads || access.overwrites) && !isPartOfElement(access);
  }

  bool isCovered(std::size_t read) const {
    const Access& access = nest.accesses[read];
    for (std::size_t k = 0; k < read; ++k) {
      const Access& write = nest.accesses[k];
      if (write.array != array || !isPlainWrite(write) || write.overwrites || !happensBefore(write, access))
        continue;
      // The same element, written earlier in the same run of the same loops.
      const bool known = std::all_of(write.subscripts.begin(), write.subscripts.end(),
                                     [](const auto& each) { return each.has_value(); });
      if (known && !access.wholeArray && isAround(nest, write.loop, access.loop) &&
          write.subscripts == access.subscripts && !mentionsOpaque(write))
        return true;
    }
    return isWrittenBefore(
        nest, read, [&](const Access& write) { return isPlainWrite(write); },
        [&](const Access& write, const Access& other) { return happensBefore(write, other); }, isl());
  }

  /// Does the value depend on the symbol, also by what its symbols are made of?
  bool reaches(const Polynomial& value, const std::string& symbol) const {
    return llvm::any_of(value.symbols(), [&](const std::string& name) {
      const Symbol& part = nest.symbols.at(name);
      return name == symbol || reaches(part.operand, symbol) || reaches(part.right, symbol) ||
             (part.condition && reaches(*part.condition, symbol));
    });
  }

  proving::Solver& isl() const {
    if (!solver) solver.emplace();
    return *solver;
  }

  bool isOpaque(const Polynomial& value) const {
    std::set<std::string> seen;
    return isOpaque(value, seen);
  }

  bool isOpaque(const Polynomial& value, std::set<std::string>& seen) const {
    for (const std::string& name : value.symbols()) {
      const Symbol& symbol = nest.symbols.at(name);
      if (seen.insert(name).second && (symbol.kind == Symbol::Kind::Opaque ||
                                       isOpaque(symbol.operand, seen) || isOpaque(symbol.right, seen)))
        return true;
    }
    return false;
  }

  bool mentionsOpaque(const Access& access) const {
    return std::any_of(access.subscripts.begin(), access.subscripts.end(),
                       [&](const auto& subscript) { return isOpaque(*subscript); });
  }

  static bool isSame(const Constraint& one, const Constraint& other) {
    return one.equality == other.equality && one.condition == other.condition;
  }

  static bool isSame(const Cases& one, const Cases& other) {
    return std::equal(one.begin(), one.end(), other.begin(), other.end(), [](const auto& a, const auto& b) {
      return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                        [](const Constraint& x, const Constraint& y) { return isSame(x, y); });
    });
  }

  /// The write's conditions are among those of the read: `if (i % 2) continue;` in front of both.
  bool happensBefore(const Access& write, const Access& read) const {
    for (const Constraint& guard : write.guards)
      if (isOpaque(guard.condition) ||
          std::none_of(read.guards.begin(), read.guards.end(),
                       [&](const Constraint& other) { return isSame(guard, other); }))
        return false;
    const bool hasOpaque = std::any_of(write.cases.begin(), write.cases.end(), [&](const auto& each) {
      return std::any_of(each.begin(), each.end(),
                         [&](const Constraint& condition) { return isOpaque(condition.condition); });
    });
    return write.guardsExact || (!write.cases.empty() && !hasOpaque && isSame(write.cases, read.cases));
  }
};

/// A variable whose memory, all that the nest names of it, a copy would have of its own.
bool hasOwnMemory(const ValueDecl* declaration, const ASTContext& context) {
  const auto* variable = dyn_cast_or_null<VarDecl>(declaration);
  if (!variable || isa<ParmVarDecl>(variable) || variable->getType()->isReferenceType()) return false;
  const QualType type = variable->getType();
  const std::string library = libraryTemplate(type);
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  const bool isPlainObject = record && !record->isUnion() && !record->isLambda() && library.empty() &&
                             type.isTriviallyCopyableType(context) && !refersToOthers(type);
  return type->isConstantArrayType() || library == "array" || library == "vector" || isPlainObject;
}

/// Functions that the nest calls would name the one variable that is there, not the iteration's own.
bool isNamedInCalled(const LoopNest& nest, const ValueDecl* variable) {
  return llvm::any_of(nest.accesses, [&](const Access& access) {
    return access.calledBy && nest.arrays[access.array].declaration == variable &&
           rootVariable(strip(access.expr)) == variable;
  });
}

/// `s[k].x`: not behind a pointer, container or view, whose target a copy of the array would lack or share.
bool isInside(const Expr* part, const ValueDecl* array) {
  part = strip(part);
  if (const ValueDecl* named = namedVariable(part)) {
    const auto* alias = dyn_cast<VarDecl>(named);
    return named == array || (alias && alias->getType()->isReferenceType() && alias->getInit() &&
                              isInside(alias->getInit(), array));
  }
  if (const auto* member = dyn_cast<MemberExpr>(part))
    return !member->isArrow() && !member->getMemberDecl()->getType()->isReferenceType() &&
           isInside(member->getBase(), array);
  if (const auto* element = dyn_cast<ArraySubscriptExpr>(part)) {
    const Expr* base = strip(arrayPart(element));
    const bool isVector = libraryTemplate(base->getType()) == "vector";  // in a template
    return (base->getType()->isArrayType() && isInside(base, array)) ||
           (isVector && namedVariable(base) == array);
  }
  const auto* call = dyn_cast<CXXOperatorCallExpr>(part);
  const auto* at = dyn_cast<CXXMemberCallExpr>(part);
  const Expr* object = call && call->getOperator() == OO_Subscript ? call->getArg(0)
                       : at && calleeName(at) == "at"              ? at->getImplicitObjectArgument()
                                                                   : nullptr;
  const std::string library = object ? libraryTemplate(strip(object)->getType()) : "";
  return (library == "array" && isInside(object, array)) ||
         (library == "vector" && namedVariable(object) == array);
}

/// The nest changes nothing through the array but its own memory. (What it reads by pointers in there is a
/// read of the array, too.)
bool isOnlyItself(const LoopNest& nest, const ValueDecl* array, const ASTContext& context) {
  QualType element = array->getType();
  if (libraryTemplate(element) == "vector") element = elementTypeOf(element, context);
  while (element->isArrayType() || libraryTemplate(element) == "array")
    element = elementTypeOf(element, context);
  const bool isPlain = element.isTriviallyCopyableType(context);
  return llvm::all_of(nest.accesses, [&](const Access& access) {
    return nest.arrays[access.array].declaration != array ||
           (access.throughMemory ? !access.writes : isPlain || isInside(access.expr, array));
  });
}

/// The arrays of the nest that are parts of the same variable: `s[].x`, `s[].y`.
std::vector<PrivateArrayFinder> arrayParts(const LoopNest& nest, const ValueDecl* variable,
                                           const ASTContext& context) {
  std::vector<PrivateArrayFinder> parts;
  for (std::size_t k = 0; k < nest.arrays.size(); ++k) {
    const bool isUsed = llvm::any_of(
        nest.accesses, [&](const Access& access) { return access.array == static_cast<int>(k); });
    if (isUsed && nest.arrays[k].declaration == variable)
      parts.emplace_back(nest, static_cast<int>(k), context);
  }
  return parts;
}

/// Does each iteration of the loop, annotated or not, write elements of the array before it reads them?
bool fillsFirst(const ForStmt* loop, const VarDecl* variable, const FunctionDecl* function,
                const Source& source) {
  const Diagnostics::Silence trial(source.diags);
  LoopNest nest;
  nest.function = function;
  nest.functionName = function->getNameAsString();
  ScalarEvolution symbols(nest, loop, source);
  std::vector<std::string> paths;
  if (!readAccesses(nest, loop, symbols, source, paths) || !nest.opaqueEffects.empty()) return false;
  const auto parts = arrayParts(nest, variable, source.ast);
  return !parts.empty() && llvm::all_of(parts, [](const auto& each) { return each.isFilledFirst(); }) &&
         isOnlyItself(nest, variable, source.ast) && !hasOtherName(variable, nest, source.directives);
}

/// The outermost loop around `inner`, but for those around `nest`.
const ForStmt* loopBeside(const Stmt* nest, const Stmt* inner, ASTContext& context) {
  std::set<const Stmt*> aroundNest;
  const auto parentOf = [&](const Stmt* each) {
    const auto parents = context.getParents(*each);
    if (const auto* variable = parents.empty() ? nullptr : parents[0].get<VarDecl>()) {
      const auto around = context.getParents(*variable);
      return around.empty() ? nullptr : around[0].get<Stmt>();
    }
    return parents.empty() ? nullptr : parents[0].get<Stmt>();
  };
  for (const Stmt* each = nest; each; each = parentOf(each)) aroundNest.insert(each);
  const ForStmt* outermost = nullptr;
  for (const Stmt* each = inner; each && !aroundNest.count(each); each = parentOf(each))
    if (const auto* loop = dyn_cast<ForStmt>(each)) outermost = loop;
  return outermost;
}

/// The first read of the array that `next` finds when it passes over the loops that it gets. Reads in loops
/// other than `nest` that fill the array first do not count.
const Expr* readFirst(const Stmt* nest, const VarDecl* variable, const FunctionDecl* function,
                      const Source& source,
                      llvm::function_ref<const Expr*(const std::set<const Stmt*>& filling)> next) {
  std::set<const Stmt*> filling;
  for (;;) {
    const Expr* read = next(filling);
    const ForStmt* other = read ? loopBeside(nest, read, source.ast) : nullptr;
    if (!other || filling.count(other) || !fillsFirst(other, variable, function, source)) return read;
    filling.insert(other);
  }
}

/// Where the array's values are read after the loop, if anywhere.
const Expr* readAfter(const Stmt* loop, const VarDecl* variable, const FunctionDecl* function,
                      const Source& source) {
  return readFirst(loop, variable, function, source, [&](const std::set<const Stmt*>& filling) {
    return flowAfter(loop, variable, function, source, filling).firstRead;
  });
}

/// Adds the functions of the file that mention the variable; false: something else mentions it, such as the
/// initial value of a global pointer.
bool findMentions(const VarDecl* variable, const DeclContext* scope, const Directives& directives,
                  std::vector<const FunctionDecl*>& functions) {
  for (const Decl* each : scope->decls()) {
    if (isOfSystem(each)) continue;
    const auto* pattern = dyn_cast<TemplateDecl>(each);
    const Decl* declaration = pattern && pattern->getTemplatedDecl() ? pattern->getTemplatedDecl() : each;
    const auto* function = dyn_cast<FunctionDecl>(declaration);
    if (function && function->doesThisDeclarationHaveABody() &&
        mentionedIn(function->getBody(), directives).count(variable))
      functions.push_back(function);
    const auto* other = dyn_cast<VarDecl>(declaration);
    if (other && !other->isLocalVarDeclOrParm() && other->getInit() &&
        mentionedIn(other->getInit(), directives).count(variable))
      return false;
    // Lambdas are parts of the function around them, its classes are not.
    const auto* record = dyn_cast<CXXRecordDecl>(declaration);
    const auto* inner = record && record->isLambda() ? nullptr : dyn_cast<DeclContext>(declaration);
    if (inner && !findMentions(variable, inner, directives, functions)) return false;
  }
  return true;
}

/// May code that the flow behind the loop does not show read the variable later: the caller, for a reference;
/// other functions, or the next call of this one, for what outlives the call?
bool mayBeReadElsewhere(const VarDecl* variable, const LoopNest& nest, const Stmt* loop,
                        const Source& source) {
  if (!outlives(variable)) return false;
  if (!variable->hasGlobalStorage() || hasOtherName(variable, nest, source.directives)) return true;
  std::vector<const FunctionDecl*> functions{nest.function};
  if (!variable->isStaticLocal()) {
    if (variable->isExternallyVisible()) return true;
    functions.clear();
    const DeclContext* file = source.ast.getTranslationUnitDecl();
    if (!findMentions(variable, file, source.directives, functions)) return true;
  }
  return llvm::any_of(functions, [&](const FunctionDecl* function) {
    bool isUnclear = false;
    const auto next = [&](const std::set<const Stmt*>& filling) {
      CertainLoops certain;
      certain.ignored = filling;
      certain.ignored.insert(loop);
      const Flow flow = flowOf(function->getBody(), variable, source, certain);
      isUnclear |= flow.unclear;
      return flow.firstRead;
    };
    return readFirst(loop, variable, function, source, next) || isUnclear;
  });
}

/// Does the file name a global by elements of it only, `lines[k]`, so that nothing else leads to it?
bool isNamedByElements(const VarDecl* variable, const Source& source) {
  std::vector<const FunctionDecl*> functions;
  if (!findMentions(variable, source.ast.getTranslationUnitDecl(), source.directives, functions))
    return false;
  return llvm::all_of(functions, [&](const FunctionDecl* function) {
    int mentions = 0, elements = 0;
    walk(function->getBody(), source.directives, [&](const Stmt* each) {
      const auto* reference = dyn_cast<DeclRefExpr>(each);
      const auto* element = dyn_cast<ArraySubscriptExpr>(each);
      const auto* call = dyn_cast<CXXOperatorCallExpr>(each);
      const Expr* array = element                                       ? arrayPart(element)
                          : call && call->getOperator() == OO_Subscript ? call->getArg(0)
                                                                        : nullptr;
      mentions += reference && reference->getDecl()->getCanonicalDecl() == variable->getCanonicalDecl();
      elements += array && namedVariable(array) &&
                  namedVariable(array)->getCanonicalDecl() == variable->getCanonicalDecl();
      return true;
    });
    return mentions == elements;
  });
}

/// Arrays of a clause that are read after the loop: they get what the last iteration has made of its own. Of
/// containers, and of arrays in objects, that is not done; false: one is read.
bool keepLastOfNamed(LoopNest& nest, int index, const Source& source) {
  const Loop& loop = nest.loops[static_cast<std::size_t>(index)];
  bool good = true;
  if (!loop.directive) return good;
  for (const Clause& clause : loop.directive->clauses)
    for (const ClauseArgument& argument : clause.arguments) {
      const auto* variable = clause.kind == ClauseKind::Private
                                 ? dyn_cast_or_null<VarDecl>(namedVariable(argument.expressions.front()))
                                 : nullptr;
      if (!variable) continue;
      const QualType type = variable->getType().getNonReferenceType();
      const bool isArray = type->isArrayType() || libraryTemplate(type) == "array";
      const auto isIt = [&](const PrivateScalar& each) { return each.variable == variable; };
      const bool isContainer = !isArray && appyl::isContainer(type);
      const bool isObject = type->isRecordType() && !isArray && !isContainer;
      if ((!isArray && !isContainer && !isObject) || llvm::any_of(nest.privates, isIt)) continue;
      const Expr* read = readAfter(loop.stmt, variable, nest.function, source);
      if (!read && !(isContainer && outlives(variable)) &&
          !mayBeReadElsewhere(variable, nest, loop.stmt, source))
        continue;
      const auto parts = arrayParts(nest, variable, source.ast);
      if (llvm::none_of(parts, [&](const auto& each) { return each.isWritten(); })) continue;
      if (isContainer || isObject) {
        source.diags.report(Diag::PrivateLost, argument.range.getBegin(), {variable->getNameAsString()},
                            {argument.range});
        if (read) source.diags.report(Diag::ReadHere, read->getBeginLoc());
        good = false;
        continue;
      }
      const bool isWhole =
          index == 0 && llvm::all_of(parts, [](const auto& each) { return each.isFilledWhole(); });
      nest.privates.push_back({variable, index, /*lastValue=*/true, /*firstValue=*/!isWhole, true});
      if (!isWhole)
        nest.addOpaqueEffect("'" + variable->getNameAsString() + (read ? "' is" : "' may be") +
                                 " read after the loop, and not every iteration may write all of it",
                             nullptr);
    }
  return good;
}

/// The innermost parallel loop, of parallel loops only, around all accesses of the array: each of its
/// iterations fills what it reads, since what another one of it has written does not count.
int innermostOwner(const LoopNest& nest, const ValueDecl* array) {
  const auto isAroundAll = [&](int loop) {
    return llvm::all_of(nest.accesses, [&](const Access& access) {
      return nest.arrays[access.array].declaration != array || isAround(nest, loop, access.loop);
    });
  };
  int owner = 0;
  for (std::size_t k = 1; k < nest.loops.size(); ++k)
    if (nest.loops[k].parent == owner && nest.loops[k].parallel && isAroundAll(static_cast<int>(k)))
      owner = static_cast<int>(k);
  return owner;
}

/// Are the elements those of the root's iterations anyway? Then there is nothing to privatise.
bool areOfIterations(const LoopNest& nest, const ValueDecl* array) {
  return llvm::any_of(nest.accesses, [&](const Access& access) {
    return nest.arrays[access.array].declaration == array &&
           llvm::any_of(access.subscripts, [&](const auto& subscript) {
             return subscript && subscript->mentions(nest.loops.front().symbol);
           });
  });
}

}  // namespace

std::vector<const FieldDecl*> memberWorkspaces(const LoopNest& nest, const Source& source) {
  std::vector<const FieldDecl*> result;
  for (const Array& array : nest.arrays) {
    const auto* member = dyn_cast_or_null<FieldDecl>(array.declaration);
    if (!member || array.scope >= 0 || llvm::is_contained(result, member)) continue;
    const auto parts = arrayParts(nest, member, source.ast);
    const bool isWorkspace =
        llvm::all_of(parts, [](const auto& each) { return each.isFilledFirst() && each.writesAlike(); }) &&
        llvm::any_of(parts, [](const auto& each) { return each.isRead(); });
    if (!parts.empty() && isWorkspace && !areOfIterations(nest, member) &&
        isOnlyItself(nest, member, source.ast) && !isNamedInCalled(nest, member))
      result.push_back(member);
  }
  return result;
}

bool findPrivateArrays(LoopNest& nest, const Source& source) {
  bool good = true;
  for (std::size_t k = 0; k < nest.loops.size(); ++k)
    good &= keepLastOfNamed(nest, static_cast<int>(k), source);
  if (!nest.loops.front().parallel) return good;
  for (std::size_t k = 0; k < nest.arrays.size(); ++k) {
    Array& array = nest.arrays[k];
    if (array.scope >= 0 || array.isPrivate || !hasOwnMemory(array.declaration, source.ast)) continue;
    const auto parts = arrayParts(nest, array.declaration, source.ast);
    const auto isWritten = [](const auto& each) { return each.isWritten(); };
    // Of an object each iteration has a copy: members that no iteration writes are in it.
    const bool isObject = array.declaration->getType()->isRecordType();
    const auto isOwn = [&](const auto& each) {
      return each.isFilledFirst() || (isObject && !each.isWritten());
    };
    if (llvm::none_of(parts, isWritten) || !llvm::all_of(parts, isOwn) ||
        !isOnlyItself(nest, array.declaration, source.ast))
      continue;
    if (areOfIterations(nest, array.declaration)) continue;
    PrivateScalar scratch;
    scratch.variable = cast<VarDecl>(array.declaration);
    const int owner = innermostOwner(nest, array.declaration);
    const Stmt* loop = nest.loops.front().stmt;
    if (hasOtherName(scratch.variable, nest, source.directives) || isNamedInCalled(nest, scratch.variable))
      continue;
    const bool isOfThread = scratch.variable->getTLSKind() != VarDecl::TLS_None;
    if (scratch.variable->hasGlobalStorage() && !isOfThread && !isNamedByElements(scratch.variable, source))
      continue;
    scratch.lastValue = readAfter(loop, scratch.variable, nest.function, source) != nullptr ||
                        (!isOfThread && mayBeReadElsewhere(scratch.variable, nest, loop, source));
    const QualType type = scratch.variable->getType();
    const bool isArray = type->isConstantArrayType() || libraryTemplate(type) == "array";
    const bool isWhole =
        isArray && llvm::all_of(parts, [](const auto& each) { return each.isFilledWhole(); });
    // What the last iteration does not write is as it was before, if no other one writes it.
    // (What no iteration reads is no workspace: elements that all of them write are a mistake.)
    const bool isAlike = llvm::all_of(parts, [](const auto& each) { return each.writesAlike(); }) &&
                         llvm::any_of(parts, [](const auto& each) { return each.isRead(); });
    if (scratch.lastValue && ((!isWhole && !isAlike) || owner != 0)) continue;
    scratch.firstValue =
        !isArray || (scratch.lastValue && !isWhole);  // a vector's size, an object's other members
    for (Array& part : nest.arrays)
      if (part.declaration == array.declaration) part.isPrivate = true;
    std::erase_if(nest.privates,
                  [&](const PrivateScalar& each) { return each.variable == scratch.variable; });
    for (const int each : loopsAround(nest, owner)) {
      scratch.loop = each;
      nest.privates.push_back(scratch);
    }
    source.diags.report(scratch.lastValue ? Diag::RemarkLastValue : Diag::RemarkPrivate,
                        nest.loops.front().stmt->getBeginLoc(), {array.name, nest.loops.front().symbol});
  }
  return good;
}

}  // namespace appyl
