#include "codegen/openmp/copies.h"

#include "codegen/arrays/containers.h"
#include "codegen/kernels/device_values.h"
#include "nest/ast/array_types.h"
#include "nest/ast/ast.h"
#include "nest/ast/library_facts.h"
#include "nest/modref/mod_ref.h"
#include "nest/modref/modified_variables.h"
#include "nest/privatization/copy_in.h"
#include "nest/privatization/scalars.h"

#include <map>
#include <set>

namespace appyl {
namespace {

using namespace clang;

QualType unsignedOf(QualType type, const ASTContext& context) {
  type = context.getCanonicalType(type.getUnqualifiedType());
  return type->isSignedIntegerType() && !type->isBitIntType() ? context.getCorrespondingUnsignedType(type)
                                                              : type;
}

bool isCharacter(QualType type) { return type->isCharType() || type->isStdByteType(); }

/// A few numbers and pointers, such as a picture's sizes and its address, and nothing else.
bool isSmallObject(QualType type) {
  const auto* record = type->getAsRecordDecl();
  if (!record || !record->getDefinition() || record->isUnion()) return false;
  if (const auto* object = dyn_cast<CXXRecordDecl>(record->getDefinition());
      object && (!object->isAggregate() || object->getNumBases() > 0 || !object->hasSimpleCopyConstructor() ||
                 !object->hasTrivialDestructor() || !object->hasSimpleDestructor()))
    return false;
  return llvm::all_of(record->getDefinition()->fields(), [](const FieldDecl* field) {
    return field->getType()->isScalarType() && !field->getType().isVolatileQualified() && !field->isMutable();
  });
}

/// Is the type a scalar in all known instances of the function's template, of which there is at least one?
bool isScalarOfTemplate(QualType type, const FunctionDecl* function) {
  const std::vector<QualType> instances = instantiationsOf(type, function);
  return !instances.empty() && llvm::all_of(instances, [](QualType each) { return each->isScalarType(); });
}

/// Can a copy replace the variable if the nest only reads it? Not a reference to a number, which may be one
/// of the elements that are stored.
bool isCopied(const ValueDecl* variable, const FunctionDecl* function) {
  const QualType type = variable->getType(), object = type.getNonReferenceType();
  if (object.isVolatileQualified()) return false;
  if (object->isTemplateTypeParmType())
    return !type->isReferenceType() && isScalarOfTemplate(object, function);
  return (type->isScalarType() && !type->isReferenceType()) ||
         (!object->isDependentType() && (isView(object) || isSmallObject(object)));
}

/// The variables, and members of the function's object, of which a nest only reads the values: it leaves no
/// address of them or reference to them anywhere.
class OnlyRead {
 public:
  OnlyRead(const Stmt* nest, const Directives& directives) {
    walk(nest, directives, [&](const Stmt* each) {
      if (isa<DeclRefExpr, MemberExpr>(each))
        if (const ValueDecl* named = namedVariable(cast<Expr>(each))) mentions[named].push_back(each);
      note(each);
      return true;
    });
  }

  bool holdsFor(const ValueDecl* named) const {
    const auto known = mentions.find(named);
    return known != mentions.end() &&
           llvm::all_of(known->second, [&](const Stmt* each) { return reads.count(each) != 0; });
  }

 private:
  std::map<const ValueDecl*, std::vector<const Stmt*>> mentions;
  std::set<const Stmt*> reads;

  void note(const Stmt* each) {
    if (const auto* cast = dyn_cast<CastExpr>(each)) {
      const bool isLoad = cast->getCastKind() == CK_LValueToRValue;
      if (isLoad || cast->getCastKind() == CK_Dependent) read(cast->getSubExpr());
    } else if (const auto* binary = dyn_cast<BinaryOperator>(each)) {
      if (!binary->isAssignmentOp()) readOpen(binary->getLHS());
      readOpen(binary->getRHS());
    } else if (const auto* unary = dyn_cast<UnaryOperator>(each)) {
      if (unary->getOpcode() != UO_AddrOf && !unary->isIncrementDecrementOp()) readOpen(unary->getSubExpr());
    } else if (const auto* element = dyn_cast<ArraySubscriptExpr>(each)) {
      readOpen(element->getLHS()), readOpen(element->getRHS());
    } else if (const auto* call = dyn_cast<CXXOperatorCallExpr>(each)) {
      if (call->getOperator() == OO_Call || call->getOperator() == OO_Subscript) readView(call->getArg(0));
    } else if (const auto* method = dyn_cast<CXXMemberCallExpr>(each)) {
      readView(method->getImplicitObjectArgument());
    } else if (const auto* function = dyn_cast<CallExpr>(each)) {
      const FunctionDecl* callee = function->getDirectCallee();
      if (callee && callee->isInStdNamespace() &&
          functionIs(calleeName(function), {Fact::Minimum, Fact::Maximum, Fact::Clamps}))  // by reference
        for (const Expr* argument : function->arguments())
          if (argument->isGLValue()) read(argument);
    }
  }

  /// `n`, or `picture.width` of a small object.
  void read(const Expr* place) {
    place = strip(place);
    for (const auto* member = dyn_cast<MemberExpr>(place);
         member && !namedVariable(place) && !member->isArrow(); member = dyn_cast<MemberExpr>(place))
      place = strip(member->getBase());
    reads.insert(place);
  }

  /// Templates leave the conversions to their instances.
  void readOpen(const Expr* operand) {
    operand = operand->IgnoreParens();
    if (isa<DeclRefExpr, MemberExpr>(operand)) read(operand);
  }

  void readView(const Expr* object) {
    const ValueDecl* named = object ? namedVariable(object) : nullptr;
    if (named && isView(named->getType().getNonReferenceType())) reads.insert(strip(object));
  }
};

/// OpenMP copies a member in a member function, where it is one's own name.
bool isCopiedMember(const FieldDecl* member, const FunctionDecl* function) {
  const auto* method = dyn_cast<CXXMethodDecl>(function);
  return method && !method->getParent()->isLambda() && !function->isDependentContext() &&
         member->getType()->isScalarType() && !member->getType().isVolatileQualified() &&
         !member->isBitField() && !member->isMutable();
}

/// Clang assumes that a store to it changes objects of its type, and nothing else.
bool isPlainStore(const Access& access, const ASTContext& context) {
  const QualType type = typeOfElement(access.expr, context);
  const auto* member = dyn_cast<MemberExpr>(strip(access.expr));
  const auto* record = member ? dyn_cast<RecordDecl>(member->getMemberDecl()->getDeclContext()) : nullptr;
  return !type.isNull() && type->isBuiltinType() && type->isArithmeticType() &&
         !type->isSpecificBuiltinType(BuiltinType::LongDouble) && !(record && record->isUnion()) &&
         !access.expr->getType().isVolatileQualified();
}

/// Compilers know which memory it is: an array that is declared as one.
bool isKnownMemory(const Array& array) {
  const auto* variable = dyn_cast_or_null<VarDecl>(array.declaration);
  return array.scope >= 0 || (variable && variable->getType()->isConstantArrayType());
}

bool isStore(const LoopNest& nest, const Access& access) {
  return access.writes && access.expr && !isKnownMemory(nest.arrays[access.array]);
}

/// What the stores of a nest may change, by their types.
struct Stores {
  std::set<QualType> numbers;  // of these types, each as an unsigned one
  bool anything = false;       // characters are stored
};

/// `isOfInterest`: of which arrays.
Stores storesOf(const LoopNest& nest, const ASTContext& context, bool (*isOfInterest)(const Array&)) {
  Stores stores;
  for (const Access& access : nest.accesses) {
    if (!access.writes || !access.expr || !isOfInterest(nest.arrays[access.array])) continue;
    const QualType type = typeOfElement(access.expr, context);
    if (type.isNull()) continue;
    std::vector<QualType> types = {type};
    if (type->isDependentType()) types = instantiationsOf(type, nest.function);
    for (const QualType each : types) {
      stores.anything |= isCharacter(each);
      if (each->isIntegerType()) stores.numbers.insert(unsignedOf(each, context));
    }
  }
  return stores;
}

}  // namespace

bool storesBytes(const LoopNest& nest, const ASTContext& context) {
  return storesOf(nest, context, [](const Array& array) { return array.scope < 0; }).anything;
}

bool mayChangeBound(const LoopNest& nest, int loop, const ASTContext& context) {
  const Stores stores = storesOf(nest, context, [](const Array& array) { return !isKnownMemory(array); });
  const QualType counter = nest.loops[loop].counter->getType().getNonReferenceType();
  return stores.anything ||
         (!counter->isDependentType() && stores.numbers.count(unsignedOf(counter, context)) != 0);
}

/// Pairs of arrays that may be the same, as far as their names tell, one of which is stored. The members of
/// an array's elements count as one array.
static std::size_t pairsToCompare(const LoopNest& nest) {
  std::set<std::string> stored, onlyRead;
  const auto nameOf = [&](const Access& access) {
    const std::string& name = nest.arrays[access.array].name;
    return name.substr(0, name.find('['));
  };
  for (const Access& access : nest.accesses)
    if (isStore(nest, access)) stored.insert(nameOf(access));
  for (const Access& access : nest.accesses)
    if (!isKnownMemory(nest.arrays[access.array]) && !stored.count(nameOf(access)))
      onlyRead.insert(nameOf(access));
  return stored.size() * onlyRead.size() + stored.size() * (stored.size() - 1) / 2;
}

/// `for (unsigned i = 1; ...) y[i] = x[i - 1];`
static bool wraps(const LoopNest& nest, const Loop& loop, const ASTContext& context) {
  const QualType type = loop.counter->getType().getNonReferenceType();
  if (type->isDependentType() || !type->isUnsignedIntegerType() || context.getTypeSize(type) > 32)
    return false;
  const auto isCounter = [&](const std::optional<Polynomial>& subscript) {
    return subscript && *subscript == Polynomial::symbol(loop.symbol);
  };
  return !loop.first || loop.first->constant() != 0 || llvm::any_of(nest.accesses, [&](const Access& access) {
    return nest.arrays[access.array].scope < 0 && !llvm::all_of(access.subscripts, isCounter);
  });
}

bool hidesIndependence(const LoopNest& nest, int loop, const ASTContext& context) {
  constexpr std::size_t compared = 10;
  return pairsToCompare(nest) > compared || wraps(nest, nest.loops[loop], context);
}

/// Members that are written as `this->n`: a copy named `n` would not replace them.
static std::set<const ValueDecl*> membersOfThis(const Stmt* statement, const Directives& directives) {
  std::set<const ValueDecl*> spelled;
  walk(statement, directives, [&](const Stmt* each) {
    const auto* member = dyn_cast<MemberExpr>(each);
    if (member && !member->isImplicitAccess()) spelled.insert(member->getMemberDecl());
    return true;
  });
  return spelled;
}

/// `p[i]`, `picture.bytes[i]`, but not `at->bytes[i]`.
static bool isReachedByCopy(const Array& array, const std::set<const ValueDecl*>& spelled,
                            const FunctionDecl* function) {
  if (const auto* member = dyn_cast_or_null<FieldDecl>(array.declaration))
    return array.name == "this->" + member->getNameAsString() &&
           ((isCopiedMember(member, function) && !spelled.count(member)) || hasPointer(member));
  const auto* variable = dyn_cast_or_null<VarDecl>(array.declaration);
  if (!variable || !variable->hasLocalStorage()) return false;
  const bool isMember = array.name != variable->getName();
  if (isMember && (!isSmallObject(variable->getType().getNonReferenceType()) ||
                   array.name.find("->") != std::string::npos))
    return false;
  return isCopied(variable, function) || hasPointer(variable);
}

bool arePlainStores(const LoopNest& nest, const ASTContext& context) {
  return llvm::all_of(nest.accesses, [&](const Access& access) {
    return !isStore(nest, access) || isPlainStore(access, context);
  });
}

bool areReachedByCopies(const LoopNest& nest, const Directives& directives) {
  const std::set<const ValueDecl*> spelled = membersOfThis(nest.loops.front().stmt, directives);
  return llvm::all_of(nest.accesses, [&](const Access& access) {
    return !isStore(nest, access) || isReachedByCopy(nest.arrays[access.array], spelled, nest.function);
  });
}

std::vector<std::string> copiesInThreads(const LoopNest& nest, CopyReasons reasons,
                                         const ElementPointers& pointers, const Source& source) {
  const Stores stores = storesOf(nest, source.ast, [](const Array& array) { return array.scope < 0; });
  const Loop& root = nest.loops.front();
  std::set<const ValueDecl*> left = modifiedVariables(root.stmt, source.directives), stored;
  for (const VarDecl* each : namedByClauses(nest, 0, true)) left.insert(each);
  for (const Access& access : nest.accesses)
    if (isStore(nest, access)) stored.insert(nest.arrays[access.array].declaration);
  std::vector<std::string> names;
  const std::set<const ValueDecl*> spelled = membersOfThis(root.stmt, source.directives);
  const OnlyRead onlyRead(root.stmt, source.directives);
  const auto isLocal = [&](const ValueDecl* named) {
    const auto* variable = dyn_cast<VarDecl>(named);
    return variable && variable->getDeclContext() == root.directive->function &&
           variable->hasLocalStorage() && !isDeclaredIn(root, variable) &&
           !variable->isUsableInConstantExpressions(source.ast) && isCopied(variable, nest.function);
  };
  // Compilers warn of a copy of what has no value yet.
  const auto hasValue = [](const ValueDecl* named) {
    const auto* variable = dyn_cast<VarDecl>(named);
    return !variable || isa<ParmVarDecl>(variable) || variable->hasInit();
  };
  std::map<const ValueDecl*, bool> mayBe;  // is asked for at each mention
  const auto take = [&](const Stmt* each, auto isWanted) {
    if (!isa<DeclRefExpr, MemberExpr>(each)) return true;
    const ValueDecl* named = namedVariable(cast<Expr>(each));
    const auto* member = dyn_cast_or_null<FieldDecl>(named);
    // A view stays what it is, even if parts of it have been made.
    const auto isHidden = [&] {
      return !isView(named->getType().getNonReferenceType()) &&
             indirectUse(named, root.stmt, nest.function, source.directives);
    };
    if (!named || left.count(named) || !isWanted(named)) return true;
    const auto [known, isNew] = mayBe.try_emplace(named);
    if (isNew)
      known->second = (member ? isCopiedMember(member, root.directive->function) && !spelled.count(member)
                              : isLocal(named)) &&
                      onlyRead.holdsFor(named) && !isHidden();
    if (!known->second) return true;
    left.insert(named);
    names.push_back(named->getNameAsString());
    return true;
  };
  const auto isNumber = [&](const ValueDecl* variable) {
    const QualType type = variable->getType();
    return type->isIntegerType() && !type->isBooleanType() &&
           stores.numbers.count(unsignedOf(type, source.ast)) != 0;
  };
  const auto takeNumber = [&](const Stmt* each) { return take(each, isNumber); };
  walk(root.body, source.directives, [&](const Stmt* each) {
    take(each, [&](const ValueDecl* variable) {
      return ((stores.anything || reasons.lanesChoose) && hasValue(variable)) ||
             (reasons.keepsBound && stored.count(variable) != 0);
    });
    if (const auto* loop = dyn_cast<ForStmt>(each)) walk(loop->getCond(), source.directives, takeNumber);
    const auto* expression = dyn_cast<Expr>(each);
    if (const auto element = expression ? elementParts(expression) : std::nullopt)
      for (const Expr* index : element->indices) walk(index, source.directives, takeNumber);
    return true;
  });
  if (stores.anything || reasons.keepsBound || reasons.lanesChoose)
    for (const auto& [container, name] : pointers) names.push_back(name);
  return names;
}

}  // namespace appyl
