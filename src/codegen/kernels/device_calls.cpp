#include "codegen/kernels/device_calls.h"

#include "codegen/kernels/device_values.h"
#include "nest/ast/array_types.h"
#include "nest/ast/library.h"
#include "nest/ast/library_facts.h"
#include "nest/scev/scalar_evolution.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/Basic/Builtins.h>
#include <clang/Lex/Lexer.h>

#include <fmt/format.h>

#include <functional>

namespace appyl {

using namespace clang;

std::string nameInMessages(const FunctionDecl* function) {
  return isa<CXXConstructorDecl>(function)
             ? cast<CXXConstructorDecl>(function)->getParent()->getNameAsString()
             : function->getNameAsString();
}

namespace {

/// The refusal of the function itself, not of functions that it calls.
std::string ownComplexRefusal(const FunctionDecl* callee) {
  const std::string name = nameInMessages(callee);
  const auto takes = [&](auto&& isKind) {
    return llvm::any_of(callee->parameters(), [&](const ParmVarDecl* each) {
      return isKind(each->getType().getNonReferenceType().getUnqualifiedType());
    });
  };
  const auto isReal = [](QualType type) { return type->isArithmeticType(); };
  const auto* method = dyn_cast<CXXMethodDecl>(callee);
  if (!method || !isComplex(method->getThisType()->getPointeeType())) {
    if (callee->isInStdNamespace() && !callee->isOverloadedOperator() &&
        !functionIs(name, {Fact::DeviceComplex, Fact::Part}) &&
        (takes(isComplex) || isComplex(callee->getReturnType())))
      return fmt::format(
          "'{}' of complex numbers is a function of the host's library, which the device cannot call", name);
    return "";
  }
  const auto* own = method->getParent()->getCanonicalDecl();
  if (takes([&](QualType type) {
        const auto* record = type->getAsCXXRecordDecl();
        return record && isComplex(type) && record->getCanonicalDecl() != own;
      }))
    return "the device has no conversions between complex types; make one of the parts, z.real() and "
           "z.imag()";
  if (!method->isOverloadedOperator() || !takes(isReal)) return "";
  if (method->getOverloadedOperator() == OO_Equal)
    return "the device has no '=' of a complex number and a real one; make a complex one of it first";
  return fmt::format("the device has no '{0}=' of a complex number and a real one; write z = z {0} x",
                     name.substr(8, 1));
}

/// A function in appyl/cuda/complex.hpp, whether or not the library's is 'constexpr' (from C++20 on).
bool isComplexArithmetic(const FunctionDecl* callee) {
  const auto* method = dyn_cast<CXXMethodDecl>(callee);
  const auto isOne = [](const ParmVarDecl* each) { return isComplex(each->getType()); };
  const bool isOfComplex = method ? isComplex(method->getThisType()->getPointeeType())
                                  : callee->isInStdNamespace() && llvm::any_of(callee->parameters(), isOne);
  const std::string name = nameInMessages(callee);
  return isOfComplex &&
         (method ? memberIs(name, Fact::DeviceComplex) : functionIs(name, Fact::DeviceComplex));
}

std::string complexRefusal(const Stmt* statement, std::set<const FunctionDecl*>& seen) {
  if (!statement) return "";
  const auto* call = dyn_cast<CallExpr>(statement);
  const auto* construct = dyn_cast<CXXConstructExpr>(statement);
  const FunctionDecl* callee = call        ? call->getDirectCallee()
                               : construct ? construct->getConstructor()
                                           : nullptr;
  if (callee && seen.insert(callee->getCanonicalDecl()).second) {
    if (std::string why = ownComplexRefusal(callee); !why.empty()) return why;
    const FunctionDecl* definition = nullptr;
    if (!isOfLibrary(callee) && callee->hasBody(definition))
      if (std::string why = complexRefusal(definition->getBody(), seen); !why.empty()) return why;
  }
  for (const Stmt* child : statement->children())
    if (std::string why = complexRefusal(child, seen); !why.empty()) return why;
  return "";
}

}  // namespace

std::string complexRefusal(const FunctionDecl* callee) {
  if (std::string why = ownComplexRefusal(callee); !why.empty()) return why;
  const FunctionDecl* definition = nullptr;
  if (isOfLibrary(callee) || !callee->hasBody(definition)) return "";
  std::set<const FunctionDecl*> seen = {callee->getCanonicalDecl()};
  return complexRefusal(definition->getBody(), seen);
}

bool returnsMember(const CXXMethodDecl& method, const Directives& directives) {
  const auto* pattern = dyn_cast_or_null<CXXMethodDecl>(method.getTemplateInstantiationPattern());
  const FunctionDecl* definition = nullptr;
  if (!(pattern ? pattern : &method)->hasBody(definition)) return false;
  bool plain = true;
  walk(definition->getBody(), directives, [&](const Stmt* each) {
    const auto* call = dyn_cast<CallExpr>(each);
    const auto* unary = dyn_cast<UnaryOperator>(each);
    const bool isSize = call && (calleeName(call) == "size" || calleeName(call) == "empty");
    plain &=
        !isa<ArraySubscriptExpr>(each) && (!call || isSize) && !(unary && unary->getOpcode() == UO_Deref);
    return plain;
  });
  return plain;
}

/// Does the function read elements of a constant table? The device has only values that the compiler
/// computes, so the function needs a copy that names a copy of the table, even if it is `constexpr`.
static bool readsTables(const FunctionDecl* function) {
  static thread_local std::set<const FunctionDecl*> asked;
  const FunctionDecl* definition = nullptr;
  if (isOfLibrary(function) || !function->hasBody(definition) || !asked.insert(definition).second)
    return false;
  const std::function<bool(const Stmt*)> reads = [&](const Stmt* statement) {
    if (!statement) return false;
    const auto* reference = dyn_cast<DeclRefExpr>(statement);
    const auto* table = reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
    const auto* call = dyn_cast<CallExpr>(statement);
    const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
    return (table && !table->isLocalVarDecl() && isConstantTable(table)) || (callee && readsTables(callee)) ||
           llvm::any_of(statement->children(), reads);
  };
  const bool result = reads(definition->getBody());
  asked.erase(definition);
  return result;
}

/// `__builtin_popcount`, but no function of C's library that the compiler knows, such as `longjmp`.
static bool isOfCompiler(const FunctionDecl* callee) {
  const unsigned builtin = callee->getBuiltinID();
  return builtin && !callee->getASTContext().BuiltinInfo.isPredefinedLibFunction(builtin);
}

/// The iterators of contiguous containers, which in a kernel are pointers.
static bool isContiguousIterator(QualType type) {
  const CXXRecordDecl* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record && record->getIdentifier() && record->getName() == "__normal_iterator";
}

static bool isOfContiguousIterator(const FunctionDecl* callee) {
  const auto* method = dyn_cast<CXXMethodDecl>(callee);
  return method ? isContiguousIterator(method->getThisType()->getPointeeType())
                : callee->isOverloadedOperator() &&
                      llvm::any_of(callee->parameters(), [](const ParmVarDecl* each) {
                        return isContiguousIterator(each->getType());
                      });
}

DeviceCall onDevice(const FunctionDecl* callee) {
  const auto refuse = [&](const std::string& why) {
    return DeviceCall{DeviceCall::Kind::Refuse, nullptr, why};
  };
  const std::string name = nameInMessages(callee);
  if (const auto* method = dyn_cast<CXXMethodDecl>(callee)) {
    if (method->getParent()->isLambda() || isSmallFloat(method->getParent())) return {};
    if (method->isVirtual() && !method->hasAttr<FinalAttr>() && !isOfLibrary(callee))
      return refuse(fmt::format("'{}' is virtual; the device cannot find out which function is meant", name));
    if (method->getParent()->isLocalClass()) return {};  // marked where the class is copied
    // Trivial methods, and those that the compiler generates.
    if (method->isImplicit() || method->isDefaulted()) return {};
  }
  if (const std::string why = complexRefusal(callee); !why.empty()) return refuse(why);
  if (callee->isConstexpr() && !readsTables(callee)) return {};
  if (isOfContiguousIterator(callee)) return {};
  if (isComplexArithmetic(callee)) return {};
  if (isOfArrayLanguage(callee) && llvm::StringRef(name).starts_with("atomic_")) return {};  // on both sides
  if (isOfLibrary(callee) && functionIs(name, Fact::Prints) && !functionIs(name, Fact::Device))
    return refuse("input and output are the host's; the device has no more than 'printf'");
  if (isOfLibrary(callee) && name == "hypot" && callee->getNumParams() == 3)
    return refuse("'hypot' of three numbers is the host's; write 'hypot(hypot(x, y), z)'");
  if (isOfLibrary(callee))
    return isOfCompiler(callee) ||
                   (callee->getDeclName().isIdentifier() && functionIs(callee->getName(), Fact::Device))
               ? DeviceCall{}
               : refuse(fmt::format("'{}' is a function of the host's library, which the device cannot call",
                                    name));
  const FunctionDecl* definition = nullptr;
  const FunctionDecl* pattern = callee->getTemplateInstantiationPattern();
  if (!(pattern ? pattern : callee)->hasBody(definition))
    return refuse(
        fmt::format("the definition of '{}' is not visible here, so that the device cannot have it; "
                    "include it, or declare it 'constexpr'",
                    name));
  if (isa<CXXConstructorDecl, CXXDestructorDecl, CXXConversionDecl>(definition))
    return refuse(
        fmt::format("'{}' is constructed, destroyed or converted by a function of the host; declare it "
                    "'constexpr', so that the device can have it too",
                    name));
  return {DeviceCall::Kind::Copy, definition, ""};
}

std::string hostOnly(const Stmt* statement, const ASTContext& context) {
  if (isa<CXXNewExpr, CXXDeleteExpr>(statement))
    return "memory is allocated or freed, which the device does not do";
  if (isa<CXXThrowExpr, CXXTryStmt>(statement)) return "the device has no exceptions";
  if (isa<CXXTypeidExpr, CXXDynamicCastExpr>(statement)) return "the device has no run-time type information";
  if (const auto* value = dyn_cast<Expr>(statement);
      value && !value->getType().isNull() && value->getType()->isAnyComplexType())
    return "the device has no arithmetic of the compiler's complex numbers ('_Complex')";
  // (A `long double` beside doubles is calculated as a double; the device's compiler warns of that.)
  if (const auto* value = dyn_cast<Expr>(statement))
    if (const std::string number = hostOnlyNumber(value->getType(), context);
        !number.empty() && number != "long double")
      return fmt::format("the device has no arithmetic of the type '{}'", number);
  if (isa<AsmStmt>(statement)) return "the host's assembly means nothing to the device";
  if (const auto* construct = dyn_cast<CXXConstructExpr>(statement))
    if (const DeviceCall call = onDevice(construct->getConstructor()); call.kind == DeviceCall::Kind::Refuse)
      return call.why;
  const auto* declaration = dyn_cast<DeclStmt>(statement);
  if (!declaration) return "";
  for (const Decl* declared : declaration->decls()) {
    const auto* variable = dyn_cast<VarDecl>(declared);
    if (!variable) continue;
    const QualType type = variable->getType();
    const bool isTable = type.isConstant(context) && variable->getInit() &&
                         !variable->getInit()->isValueDependent() && variable->hasConstantInitialization();
    if (variable->isStaticLocal() && !variable->isConstexpr() && !isTable)
      return fmt::format("'{}' is static: one for all threads, which the device does not have",
                         variable->getNameAsString());
    if (isContiguousIterator(type) && !type->getContainedAutoType())
      return fmt::format(
          "'{}' is an iterator of the host's, which is a pointer on the device; declare it 'auto'",
          variable->getNameAsString());
    if (!type->isDependentType() && type.isDestructedType() != QualType::DK_none)
      return fmt::format("'{}' has type '{}', which allocates memory or otherwise needs the host",
                         variable->getNameAsString(), type.getAsString(context.getPrintingPolicy()));
    if (const std::string number = hostOnlyNumber(type, context); !number.empty())
      return fmt::format("'{}' is a {}, which the device does not have", variable->getNameAsString(), number);
  }
  return "";
}

std::vector<const FunctionDecl*> candidatesOf(const CallExpr* call) {
  if (const FunctionDecl* callee = call->getDirectCallee()) return {callee};
  std::vector<const FunctionDecl*> candidates;
  if (const auto* lookup = dyn_cast<OverloadExpr>(call->getCallee()->IgnoreParenImpCasts()))
    for (const NamedDecl* each : lookup->decls())
      if (const FunctionDecl* found = each->getUnderlyingDecl()->getAsFunction()) candidates.push_back(found);
  // `x / n` in a template that sees several operators, or the array language's: numbers have their own.
  if (isa<CXXOperatorCallExpr>(call)) {
    llvm::erase_if(candidates, isOfArrayLanguage);
    if (candidates.size() > 1) candidates.clear();
  }
  return candidates;
}

const FunctionDecl* calleeOf(const CallExpr* call) {
  const std::vector<const FunctionDecl*> candidates = candidatesOf(call);
  return candidates.size() == 1 ? candidates.front() : nullptr;
}

}  // namespace appyl
