#include "target/device_calls.h"

#include "loops/symbols.h"
#include "target/captures.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/Lex/Lexer.h>

#include <fmt/format.h>

namespace appyl {
namespace {

using namespace clang;

/// Functions of C's and C++'s libraries that CUDA has on the device although they are not constexpr.
bool isInCudaLibrary(llvm::StringRef name) {
  static const std::set<std::string> mathematics = {
      "sin",    "cos",      "tan",       "asin",   "acos",  "atan",   "atan2",  "sinh", "cosh",
      "tanh",   "asinh",    "acosh",     "atanh",  "exp",   "exp2",   "expm1",  "log",  "log2",
      "log10",  "log1p",    "sqrt",      "cbrt",   "pow",   "hypot",  "fabs",   "fmin", "fmax",
      "fma",    "fmod",     "remainder", "floor",  "ceil",  "round",  "trunc",  "rint", "nearbyint",
      "lround", "llround",  "lrint",     "llrint", "ldexp", "frexp",  "modf",   "logb", "ilogb",
      "scalbn", "copysign", "nextafter", "erf",    "erfc",  "tgamma", "lgamma", "fdim", "remquo"};
  static const std::set<std::string> others = {
      "abs", "labs",   "llabs",  "isnan",  "isinf",   "isfinite", "isnormal", "signbit",      "min",
      "max", "printf", "memcpy", "memset", "memmove", "memcmp",   "strlen",   "__assert_fail"};
  if (others.count(name.str()) || mathematics.count(name.str())) return true;
  return (name.ends_with("f") || name.ends_with("l")) && mathematics.count(name.drop_back().str());
}

bool isLibrary(const FunctionDecl* callee, const ASTContext& context) {
  return callee->getBuiltinID() || callee->isInStdNamespace() ||
         context.getSourceManager().isInSystemHeader(callee->getLocation());
}

std::string nameOf(const FunctionDecl* function) {
  return isa<CXXConstructorDecl>(function)
             ? cast<CXXConstructorDecl>(function)->getParent()->getNameAsString()
             : function->getNameAsString();
}

/// A word for each operator: `operator+` -> `plus`.
std::string wordFor(const FunctionDecl* function) {
  if (function->getDeclName().isIdentifier()) return function->getNameAsString();
  std::string word = "operator";
  for (const char c : llvm::StringRef(function->getNameAsString()).drop_front(8)) {
    static const std::map<char, std::string> words = {
        {'+', "plus"},   {'-', "minus"}, {'*', "times"},      {'/', "over"}, {'%', "modulo"},
        {'=', "equals"}, {'<', "less"},  {'>', "greater"},    {'!', "not"},  {'&', "and"},
        {'|', "or"},     {'^', "xor"},   {'~', "complement"}, {'[', "at"},   {'(', "call"}};
    if (const auto known = words.find(c); known != words.end()) word += "_" + known->second;
  }
  return word;
}

const CXXMethodDecl* asMember(const FunctionDecl* function) {
  const auto* method = dyn_cast<CXXMethodDecl>(function);
  return method && !method->isStatic() ? method : nullptr;
}

bool isStdComplex(QualType type) {
  const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record && record->isInStdNamespace() && record->getIdentifier() && record->getName() == "complex";
}

/// Of the function itself, not of what it calls.
std::string ownComplexRefusal(const FunctionDecl* callee) {
  const std::string name = nameOf(callee);
  const auto takes = [&](auto&& isKind) {
    return llvm::any_of(callee->parameters(), [&](const ParmVarDecl* each) {
      return isKind(each->getType().getNonReferenceType().getUnqualifiedType());
    });
  };
  const auto isReal = [](QualType type) { return type->isArithmeticType(); };
  const auto* method = dyn_cast<CXXMethodDecl>(callee);
  if (!method || !isStdComplex(method->getThisType()->getPointeeType())) {
    static const std::set<std::string> known = {"real", "imag", "conj", "norm", "abs"};
    if (callee->isInStdNamespace() && !callee->isOverloadedOperator() && !known.count(name) &&
        (takes(isStdComplex) || isStdComplex(callee->getReturnType())))
      return fmt::format(
          "'{}' of complex numbers is a function of the host's library, which the device cannot call", name);
    return "";
  }
  const auto* own = method->getParent()->getCanonicalDecl();
  if (takes([&](QualType type) {
        return isStdComplex(type) && type->getAsCXXRecordDecl()->getCanonicalDecl() != own;
      }))
    return "the device has no conversions between complex types; make one of the parts, z.real() and "
           "z.imag()";
  if (!method->isOverloadedOperator() || !takes(isReal)) return "";
  if (method->getOverloadedOperator() == OO_Equal)
    return "the device has no '=' of a complex number and a real one; make a complex one of it first";
  return fmt::format("the device has no '{0}=' of a complex number and a real one; write z = z {0} x",
                     name.substr(8, 1));
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
    if (!isLibrary(callee, callee->getASTContext()) && callee->hasBody(definition))
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
  if (isLibrary(callee, callee->getASTContext()) || !callee->hasBody(definition)) return "";
  std::set<const FunctionDecl*> seen = {callee->getCanonicalDecl()};
  return complexRefusal(definition->getBody(), seen);
}

DeviceCall onDevice(const FunctionDecl* callee, const ASTContext& context) {
  const auto refuse = [&](const std::string& why) {
    return DeviceCall{DeviceCall::Kind::Refuse, nullptr, why};
  };
  const std::string name = nameOf(callee);
  if (const auto* method = dyn_cast<CXXMethodDecl>(callee)) {
    if (method->getParent()->isLambda() || isSmallFloat(method->getParent())) return {};
    if (method->isVirtual() && !method->hasAttr<FinalAttr>() && !isLibrary(callee, context))
      return refuse(fmt::format("'{}' is virtual; the device cannot find out which function is meant", name));
    // Trivial ones, and those that the compiler makes itself.
    if (method->isImplicit() || method->isDefaulted()) return {};
  }
  if (const std::string why = complexRefusal(callee); !why.empty()) return refuse(why);
  if (callee->isConstexpr()) return {};
  if (isOfArrayLanguage(callee) && llvm::StringRef(name).starts_with("atomic_")) return {};  // on both sides
  const bool isStream = name == "operator<<" || name == "operator>>" || name == "puts" || name == "fprintf";
  if (isLibrary(callee, context) && isStream && !callee->getBuiltinID())
    return refuse("input and output are the host's; the device has no more than 'printf'");
  if (isLibrary(callee, context))
    return callee->getBuiltinID() ||
                   (callee->getDeclName().isIdentifier() && isInCudaLibrary(callee->getName()))
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
  if (isa<AsmStmt>(statement)) return "the host's assembly means nothing to the device";
  if (const auto* construct = dyn_cast<CXXConstructExpr>(statement))
    if (const DeviceCall call = onDevice(construct->getConstructor(), context);
        call.kind == DeviceCall::Kind::Refuse)
      return call.why;
  const auto* declaration = dyn_cast<DeclStmt>(statement);
  if (!declaration) return "";
  for (const Decl* declared : declaration->decls()) {
    const auto* variable = dyn_cast<VarDecl>(declared);
    if (!variable) continue;
    const QualType type = variable->getType();
    if (variable->isStaticLocal() && !variable->isConstexpr())
      return fmt::format("'{}' is static: one for all threads, which the device does not have",
                         variable->getNameAsString());
    if (!type->isDependentType() && type.isDestructedType() != QualType::DK_none)
      return fmt::format("'{}' has type '{}', which allocates memory or otherwise needs the host",
                         variable->getNameAsString(), type.getAsString(context.getPrintingPolicy()));
    if (type.getCanonicalType()->isSpecificBuiltinType(BuiltinType::LongDouble))
      return fmt::format("'{}' is a long double, which the device does not have",
                         variable->getNameAsString());
  }
  return "";
}

/// Those that a call may mean: in templates more than one, where it is overloaded.
static std::vector<const FunctionDecl*> candidatesOf(const CallExpr* call) {
  if (const FunctionDecl* callee = call->getDirectCallee()) return {callee};
  std::vector<const FunctionDecl*> candidates;
  if (const auto* lookup = dyn_cast<OverloadExpr>(call->getCallee()->IgnoreParenImpCasts()))
    for (const NamedDecl* each : lookup->decls())
      if (const FunctionDecl* found = each->getUnderlyingDecl()->getAsFunction()) candidates.push_back(found);
  // `x / n` of a template that sees the array language's operators, or several: numbers have their own.
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

/// Casts that keep the function that the host's overload resolution picked: `sqrt(f)` in C takes a double.
static std::vector<TextEdit> argumentCasts(const CallExpr* call, const ASTContext& context) {
  const FunctionDecl* callee = call->getDirectCallee();
  if (!callee || !isLibrary(callee, context) || callee->isInStdNamespace() ||
      callee->isTemplateInstantiation() || isa<CXXMethodDecl>(callee) || isa<CXXOperatorCallExpr>(call))
    return {};
  std::vector<TextEdit> edits;
  for (unsigned k = 0; k < call->getNumArgs() && k < callee->getNumParams(); ++k) {
    const QualType wanted = callee->getParamDecl(k)->getType(), given = strip(call->getArg(k))->getType();
    const auto range = rangeOf(call->getArg(k)->getSourceRange(), context);
    if (!range || !wanted->isArithmeticType() || !given->isArithmeticType() ||
        context.hasSameUnqualifiedType(wanted.getCanonicalType(), given.getCanonicalType()))
      continue;
    edits.push_back({{range->begin, range->begin},
                     fmt::format("static_cast<{}>(",
                                 wanted.getUnqualifiedType().getAsString(context.getPrintingPolicy()))});
    edits.push_back({{range->end, range->end}, ")"});
  }
  return edits;
}

/// The edits that make `call` call `name` instead; empty: it is written in a way that cannot be rewritten.
static std::vector<TextEdit> callInstead(const CallExpr* call, const std::string& name,
                                         const ASTContext& context) {
  const auto insertion = [](unsigned at, const std::string& text) { return TextEdit{{at, at}, text}; };
  if (const auto* member = dyn_cast<CXXMemberCallExpr>(call)) {
    const auto* callee = dyn_cast<MemberExpr>(strip(member->getCallee()));
    const auto whole = rangeOf(call->getSourceRange(), context);
    const auto written = callee ? rangeOf(callee->getSourceRange(), context) : std::nullopt;
    const auto object = callee && !callee->isImplicitAccess()
                            ? rangeOf(callee->getBase()->getSourceRange(), context)
                            : std::nullopt;
    if (!whole || !written || (!callee->isImplicitAccess() && !object)) return {};
    const SourceManager& sources = context.getSourceManager();
    const llvm::StringRef text = sources.getBufferData(sources.getMainFileID());
    const std::size_t open = text.find('(', written->end);
    const std::string separator = call->getNumArgs() ? ", " : "";
    if (!object)
      return {TextEdit{{written->begin, static_cast<unsigned>(open + 1)}, name + "(self" + separator}};
    return {insertion(object->begin, name + "(" + (callee->isArrow() ? "*" : "")),
            TextEdit{{object->end, static_cast<unsigned>(open + 1)}, separator}};
  }
  if (const auto* op = dyn_cast<CXXOperatorCallExpr>(call)) {
    const auto whole = rangeOf(call->getSourceRange(), context),
               first = rangeOf(op->getArg(0)->getSourceRange(), context),
               second =
                   op->getNumArgs() > 1 ? rangeOf(op->getArg(1)->getSourceRange(), context) : std::nullopt;
    const bool isInfix = op->getNumArgs() == 2 && op->getOperator() != OO_Subscript &&
                         op->getOperator() != OO_Call && op->getOperator() != OO_PlusPlus &&
                         op->getOperator() != OO_MinusMinus;
    if (!whole || !first) return {};
    if (op->getNumArgs() == 1)
      return {TextEdit{{whole->begin, first->begin}, name + "("}, insertion(first->end, ")")};
    if (!second) return {};
    if (isInfix)
      return {insertion(first->begin, name + "("), TextEdit{{first->end, second->begin}, ", "},
              insertion(second->end, ")")};
    if (op->getOperator() != OO_Subscript && op->getOperator() != OO_Call) return {};
    return {insertion(first->begin, name + "("), TextEdit{{first->end, second->begin}, ", "},
            TextEdit{{whole->end - 1, whole->end}, ")"}};
  }
  const auto* callee = strip(call->getCallee());
  SourceLocation where;
  if (const auto* reference = dyn_cast<DeclRefExpr>(callee)) where = reference->getNameInfo().getLoc();
  if (const auto* lookup = dyn_cast<UnresolvedLookupExpr>(callee)) where = lookup->getNameLoc();
  const auto range = where.isValid() ? rangeOf(SourceRange(where), context) : std::nullopt;
  return range ? std::vector<TextEdit>{{*range, name}} : std::vector<TextEdit>{};
}

bool DeviceFunctions::makeCallable(const CXXRecordDecl* record) {
  const SourceManager& sources = context.getSourceManager();
  const auto placeOf = [&](SourceLocation begin) -> std::optional<unsigned> {
    if (begin.isMacroID() || !sources.isInMainFile(begin)) return std::nullopt;
    const unsigned offset = sources.getFileOffset(begin);
    return callable.insert(offset).second ? std::optional(offset) : std::nullopt;
  };
  if (record->isLambda()) {
    const auto offset = placeOf(record->getBeginLoc());
    return !offset || makeLambdaCallable(record, *offset);
  }
  for (const CXXMethodDecl* method : record->methods())
    if (method->getOverloadedOperator() == OO_Call && !method->isConstexpr() && !method->isVirtual())
      if (const auto offset = placeOf(method->getBeginLoc()))
        copies.push_back({*offset, 0, "__host__ __device__ "});
  return true;
}

bool DeviceFunctions::makeLambdaCallable(const CXXRecordDecl* lambda, unsigned offset) {
  const SourceManager& sources = context.getSourceManager();
  const SourceLocation begin = lambda->getBeginLoc();
  const bool hasInit =
      std::any_of(lambda->captures().begin(), lambda->captures().end(), [](const LambdaCapture& each) {
        return each.capturesVariable() && each.getCapturedVar()->isInitCapture();
      });
  if (lambda->isGenericLambda() || hasInit) {
    diags.report(
        Diag::Unsupported, begin,
        {hasInit
             ? "CUDA takes no lambda with initialised captures into a kernel; name the value in front of it"
             : "CUDA takes no lambda with 'auto' parameters into a kernel; write their types"});
    return false;
  }
  const FileID file = sources.getMainFileID();
  const llvm::StringRef buffer = sources.getBufferData(file);
  Lexer lexer(sources.getLocForStartOfFile(file), context.getLangOpts(), buffer.begin(),
              buffer.begin() + offset, buffer.end());
  int depth = 0;
  Token token;
  do {
    lexer.LexFromRawLexer(token);
    depth += token.is(tok::l_square) ? 1 : token.is(tok::r_square) ? -1 : 0;
  } while (depth > 0 && token.isNot(tok::eof));
  if (token.is(tok::r_square))
    copies.push_back({sources.getFileOffset(token.getEndLoc()), 0, " __host__ __device__ "});
  return true;
}

std::string DeviceFunctions::copyOf(const FunctionDecl* definition, const CallExpr* from) {
  definition = definition->getCanonicalDecl();
  if (const auto already = known.find(definition); already != known.end()) return already->second;
  const FunctionDecl* body = nullptr;
  definition->hasBody(body);
  const auto refuse = [&](const std::string& why) {
    diags.report(
        Diag::HostCall, from->getBeginLoc(),
        {fmt::format("'{}' cannot be copied for the device: {}; declare it 'constexpr', so that the device "
                     "can have it as it is",
                     nameOf(definition), why)});
    return std::string();
  };
  const CXXMethodDecl* method = asMember(definition);
  std::string wanted =
      (method ? method->getParent()->getNameAsString() + "_" : "") + wordFor(definition) + "_device";
  if (!own.count(wanted))
    while (!names.insert(wanted).second) wanted += "_";
  own.insert(wanted);
  known[definition] = wanted;  // before its body, which may call it again

  const auto* described = body->getDescribedFunctionTemplate();
  const auto range = rangeOf(
      SourceRange(described ? described->getBeginLoc() : body->getBeginLoc(), body->getBody()->getEndLoc()),
      context);
  const auto bodyRange = rangeOf(body->getBody()->getSourceRange(), context);
  if (!range || !bodyRange) return refuse("it is not written in this file, or comes from a macro");
  std::vector<TextEdit> edits;
  if (!rewriteBody(body, edits)) return "";
  const std::string bodyText = editedText(*bodyRange, edits, context);
  // The declaration, made of what it means, so that no specifier has to be taken out.
  std::string parameters;
  if (method) {
    if (method->getParent()->isDependentContext()) return refuse("it is a member of a template");
    parameters = typeText(context.getLValueReferenceType(
                              method->isConst() ? context.getRecordType(method->getParent()).withConst()
                                                : context.getRecordType(method->getParent())),
                          "self", context);
  }
  for (const ParmVarDecl* parameter : body->parameters()) {
    const auto text = rangeOf(parameter->getSourceRange(), context);
    if (!text) return refuse("it comes from a macro");
    parameters += (parameters.empty() ? "" : ", ") + editedText(*text, {}, context);
  }
  std::string header;
  if (described) {
    const auto text = rangeOf(described->getTemplateParameters()->getSourceRange(), context);
    if (!text) return refuse("it comes from a macro");
    header = editedText(*text, {}, context) + "\n";
  }
  const std::string result = typeText(body->getReturnType(), "", context);
  const SourceManager& sources = context.getSourceManager();
  const llvm::StringRef text = sources.getBufferData(sources.getMainFileID());
  unsigned place = range->end;
  for (const DeclContext* scope = body->getLexicalDeclContext(); scope->isRecord();
       scope = scope->getLexicalParent())
    if (const auto outer = rangeOf(cast<Decl>(scope)->getSourceRange(), context))
      place = static_cast<unsigned>(text.find(';', outer->end)) + 1;
  // The host may call its own version nowhere else.
  if (body->getFormalLinkage() == Linkage::Internal && !described && !method && !body->hasAttr<UnusedAttr>())
    copies.push_back({range->begin, 0, "[[maybe_unused]] "});
  declareEarly(body, wanted);
  copies.push_back({place, 0,
                    fmt::format("\n\n// {} for the device.\n{}static __device__ {} {}({}) {}",
                                nameOf(definition), header, result, wanted, parameters, bodyText)});
  return wanted;
}

/// What is declared in front of its definition may be called there.
void DeviceFunctions::declareEarly(const FunctionDecl* definition, const std::string& name) {
  const FunctionDecl* first = definition->getFirstDecl();
  const SourceManager& sources = context.getSourceManager();
  const auto range = rangeOf(SourceRange(first->getOuterLocStart(), first->getEndLoc()), context);
  if (first == definition || isa<CXXMethodDecl>(first) || first->getDescribedFunctionTemplate() || !range)
    return;
  std::string parameters;
  for (const ParmVarDecl* parameter : first->parameters()) {
    const auto text = rangeOf(parameter->getSourceRange(), context);
    if (!text) return;
    parameters += (parameters.empty() ? "" : ", ") + editedText(*text, {}, context);
  }
  const llvm::StringRef text = sources.getBufferData(sources.getMainFileID());
  const std::size_t end = text.find(';', range->end);
  if (end != llvm::StringRef::npos)
    copies.push_back({static_cast<unsigned>(end) + 1, 0,
                      fmt::format("\nstatic __device__ {} {}({});",
                                  typeText(first->getReturnType(), "", context), name, parameters)});
}

/// Calls of further functions, members of the object, directives, which mean nothing in a function that a
/// kernel calls.
bool DeviceFunctions::rewriteBody(const FunctionDecl* definition, std::vector<TextEdit>& edits) {
  bool good = true;
  const auto refuse = [&](const Stmt* at, const std::string& why) {
    diags.report(Diag::HostCall, at->getBeginLoc(), {why});
    good = false;
  };
  walk(definition->getBody(), directives, [&](const Stmt* each) {
    if (!good) return false;
    if (const Directive* directive = directives.of(each))
      for (const SourceRange line : directive->lines)
        if (const auto range = directiveRange(line, context)) edits.push_back({*range, ""});
    if (const std::string why = hostOnly(each, context); !why.empty()) refuse(each, why);
    if (const auto* reference = dyn_cast<DeclRefExpr>(each))
      if (const auto* variable = dyn_cast<VarDecl>(reference->getDecl());
          variable && variable->hasGlobalStorage() && !variable->isConstexpr() &&
          !(variable->getType().isConstQualified() && variable->getType()->isArithmeticType()))
        refuse(each,
               fmt::format("'{}' uses the host's variable '{}', which the device does not have; pass it as "
                           "an argument",
                           nameOf(definition), variable->getNameAsString()));
    if (const auto* expression = dyn_cast<Expr>(each); expression && asMember(definition))
      if (!rewriteMember(expression, edits))
        refuse(each, fmt::format("'{}' uses members that its copy for the device could not; declare it "
                                 "'constexpr', so that the device can have it as it is",
                                 nameOf(definition)));
    const auto* call = dyn_cast<CallExpr>(each);
    if (call && good) good = rewriteCall(call, edits, [&](const std::string& why) { refuse(call, why); });
    return good;
  });
  return good;
}

bool DeviceFunctions::rewriteCall(const CallExpr* call, std::vector<TextEdit>& edits,
                                  llvm::function_ref<void(const std::string& why)> refuse) {
  const std::vector<const FunctionDecl*> candidates = candidatesOf(call);
  bool needsCopy = false, isOfLibrary = false;
  for (const FunctionDecl* callee : candidates) {
    const bool isOne = candidates.size() == 1;
    const DeviceCall plan = isOne || !isLibrary(callee, context) ? onDevice(callee, context) : DeviceCall{};
    if (plan.kind == DeviceCall::Kind::Refuse) return refuse(plan.why), false;
    needsCopy |= plan.kind == DeviceCall::Kind::Copy;
    isOfLibrary |= isLibrary(callee, context);
  }
  if (!needsCopy) {
    const auto casts = argumentCasts(call, context);
    edits.insert(edits.end(), casts.begin(), casts.end());
    return true;
  }
  const std::string called = nameOf(candidates.front());
  if (isOfLibrary)
    return refuse(fmt::format(
               "whether '{}' is the library's or the program's depends on the template's arguments; "
               "declare the program's 'constexpr', so that the device can have both",
               called)),
           false;
  std::string name;
  for (const FunctionDecl* callee : candidates) {
    const DeviceCall plan = onDevice(callee, context);
    const FunctionDecl* definition = plan.definition;
    if (!definition && !callee->hasBody(definition)) continue;
    const std::string copy = copyOf(definition, call);
    if (copy.empty()) return false;
    if (!name.empty() && copy != name)
      return refuse(
                 fmt::format("which '{}' is called depends on the template's arguments; declare all of them "
                             "'constexpr', so that the device can have them",
                             called)),
             false;
    name = copy;
  }
  const std::vector<TextEdit> renamed = callInstead(call, name, context);
  if (renamed.empty())
    return refuse(fmt::format("this call of '{}' cannot be rewritten for the device", called)), false;
  edits.insert(edits.end(), renamed.begin(), renamed.end());
  return true;
}

/// `x` and `this->x` -> `self.x`, where the copy, which is no member, may name it.
bool DeviceFunctions::rewriteMember(const Expr* expression, std::vector<TextEdit>& edits) {
  const auto* member = dyn_cast<MemberExpr>(expression);
  if (member && member->getMemberDecl()->getAccess() != AS_public &&
      member->getMemberDecl()->getAccess() != AS_none)
    return false;
  if (member && isa<FieldDecl>(member->getMemberDecl()) && isa<CXXThisExpr>(strip(member->getBase()))) {
    const auto range = rangeOf(member->getSourceRange(), context);
    if (range) edits.push_back({*range, "self." + member->getMemberDecl()->getNameAsString()});
    return range.has_value();
  }
  if (const auto* unary = dyn_cast<UnaryOperator>(expression);
      unary && unary->getOpcode() == UO_Deref && isa<CXXThisExpr>(strip(unary->getSubExpr()))) {
    const auto range = rangeOf(unary->getSourceRange(), context);
    if (range) edits.push_back({*range, "self"});
    return range.has_value();
  }
  return true;
}

}  // namespace appyl
