#include "codegen/cuda/device_functions.h"

#include "codegen/cuda/device_declarations.h"
#include "codegen/cuda/endings.h"
#include "codegen/cuda/rewritten_calls.h"
#include "codegen/cuda/small_floats.h"
#include "codegen/kernels/captures.h"
#include "codegen/kernels/device_calls.h"
#include "codegen/kernels/device_values.h"
#include "codegen/text/type_text.h"
#include "nest/ast/library.h"
#include "nest/scev/scalar_evolution.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/Lex/Lexer.h>

#include <fmt/format.h>

namespace appyl {
namespace {

using namespace clang;

bool isSpecialised(const FunctionDecl* callee) {
  return callee->getTemplateSpecializationKind() == TSK_ExplicitSpecialization;
}

}  // namespace

/// A variable of the host that the statement names and the device does not have; null: there is none.
static const VarDecl* hostsVariable(const Stmt* statement) {
  const auto* reference = dyn_cast<DeclRefExpr>(statement);
  const auto* variable = reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
  // For static variables of the function, their declaration is checked instead.
  const bool isHosts = variable && variable->hasGlobalStorage() && !variable->isStaticLocal() &&
                       (!variable->isConstexpr() || holdsLambda(*variable)) &&
                       !(variable->getType().isConstQualified() && variable->getType()->isArithmeticType()) &&
                       !isConstantTable(variable);
  return isHosts ? variable : nullptr;
}

std::optional<unsigned> DeviceFunctions::placeInSource(SourceLocation begin) const {
  const SourceManager& sources = source.ast.getSourceManager();
  if (begin.isMacroID() || !sources.isInMainFile(begin)) return std::nullopt;
  return sources.getFileOffset(begin);
}

/// Where the declaration begins; if a macro writes that part, in front of the macro's name.
std::optional<unsigned> DeviceFunctions::placeOf(const FunctionDecl* declaration) const {
  SourceLocation begin = declaration->getBeginLoc();
  if (begin.isMacroID() && !Lexer::isAtStartOfMacroExpansion(begin, source.ast.getSourceManager(),
                                                             source.ast.getLangOpts(), &begin))
    return std::nullopt;
  return placeInSource(begin);
}

bool DeviceFunctions::makeCallable(const CXXRecordDecl* record) {
  if (record->isLambda()) {
    const auto offset = placeInSource(record->getBeginLoc());
    return !offset || !callable.insert(*offset).second ||
           (makeLambdaCallable(record, *offset) && runsOnDevice(record->getLambdaCallOperator()));
  }
  return llvm::all_of(record->methods(), [&](const CXXMethodDecl* method) {
    const bool isMeant =
        method->getOverloadedOperator() == OO_Call && !method->isConstexpr() && !method->isVirtual();
    return !isMeant || !isInSource(method) || makeCallable(method);
  });
}

/// Does a macro write the whole body, so that there is no text to copy?
bool DeviceFunctions::isWholeInMacro(const FunctionDecl* definition) const {
  const FunctionDecl* pattern = definition->getTemplateInstantiationPattern();
  const SourceRange body = (pattern ? pattern : definition)->getBody()->getSourceRange();
  const OffsetsIn inItsFile(body.getBegin(), source.ast);
  return body.getBegin().isMacroID() && !rangeOf(body, source.ast);
}

/// Is every declaration of the function in the source? All of them have to agree on where it runs.
bool DeviceFunctions::isInSource(const FunctionDecl* function) const {
  return llvm::all_of(function->redecls(),
                      [&](const FunctionDecl* each) { return placeOf(each).has_value(); });
}

bool DeviceFunctions::makeCallable(const FunctionDecl* function) {
  bool isNew = false;
  for (const FunctionDecl* each : function->redecls()) {
    const unsigned offset = *placeOf(each);
    if (!callable.insert(offset).second) continue;
    copies.push_back({offset, 0, "__host__ __device__ "});
    isNew = true;
  }
  const FunctionDecl* definition = nullptr;
  return !isNew || !function->hasBody(definition) || runsOnDevice(definition);
}

/// A function that is passed to a kernel stays in its place, with all that it names: nvcc leaves out what the
/// device does not have, and the kernel with it.
bool DeviceFunctions::runsOnDevice(const FunctionDecl* function) {
  bool good = true;
  const auto refuse = [&](const Stmt* at, const std::string& why) {
    source.diags.report(Diag::HostCall, at->getBeginLoc(), {why});
    good = false;
  };
  walk(function->getBody(), source.directives, [&](const Stmt* each) {
    if (const std::string why = hostOnly(each, source.ast); !why.empty()) refuse(each, why);
    if (const VarDecl* variable = hostsVariable(each))
      refuse(each,
             fmt::format("what a kernel is given as a function uses the host's variable '{}', which the "
                         "device does not have; pass it as an argument",
                         variable->getNameAsString()));
    good = good && makeOperatorCallable(each, [&](const std::string& why) { refuse(each, why); });
    const auto* call = dyn_cast<CallExpr>(each);
    const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
    std::set<const FunctionDecl*> called;
    if (callee) called.insert(callee);
    if (call && !callee && !isOpenOperator(call)) called = instancesOf(call);
    for (const FunctionDecl* one : called) {
      const auto* method = dyn_cast<CXXMethodDecl>(one);
      const bool isOnBoth = one->isConstexpr() || one->isDefaulted() || one->getBuiltinID() ||
                            isOfSystem(one) || isOfArrayLanguage(one) ||
                            (method && method->getParent()->isLambda());
      if (!good || isOnBoth) continue;
      const FunctionDecl* pattern = one->getTemplateInstantiationPattern();
      if (onDevice(one).kind != DeviceCall::Kind::Copy || !isInSource(pattern ? pattern : one))
        refuse(each,
               fmt::format("what a kernel is given as a function calls '{}', which is the host's; declare it "
                           "'constexpr', so that the device can have it as it is",
                           nameInMessages(one)));
      else
        good = makeCallable(pattern ? pattern : one);
    }
    return good;
  });
  return good;
}

/// The instances of a call in a template may call different functions: these become the device's where they
/// stand. nullopt: they cannot; otherwise whether no error was reported.
std::optional<bool> DeviceFunctions::makeInstancesCallable(const CallExpr* call) {
  std::vector<const FunctionDecl*> wanted;
  for (const FunctionDecl* instance : instancesOf(call)) {
    if (onDevice(instance).kind != DeviceCall::Kind::Copy) continue;
    const FunctionDecl* pattern = instance->getTemplateInstantiationPattern();
    wanted.push_back(pattern ? pattern : instance);
  }
  if (wanted.empty() || !llvm::all_of(wanted, [&](const auto* each) { return isInSource(each); }))
    return std::nullopt;
  return llvm::all_of(wanted, [&](const FunctionDecl* each) { return makeCallable(each); });
}

bool DeviceFunctions::makeOperatorCallable(const Stmt* statement,
                                           llvm::function_ref<void(const std::string& why)> refuse) {
  if (!isOpenOperator(statement)) return true;
  if (!operators) operators = std::make_shared<const OperatorInstances>(source.ast);
  return llvm::all_of(operators->of(statement),
                      [&](const FunctionDecl* instance) { return makeCallable(instance, refuse); });
}

bool DeviceFunctions::makeCallable(const FunctionDecl* function,
                                   llvm::function_ref<void(const std::string& why)> refuse) {
  const DeviceCall plan = onDevice(function);
  const FunctionDecl* pattern = function->getTemplateInstantiationPattern();
  const FunctionDecl* written = pattern ? pattern : function;
  if (plan.kind == DeviceCall::Kind::AsIs || isOfLibrary(function)) return true;
  if (plan.kind == DeviceCall::Kind::Refuse) return refuse(plan.why), false;
  if (!isInSource(written))
    return refuse(fmt::format(
               "'{}' is called by a template; declare it 'constexpr', so that the device can have it",
               nameInMessages(function))),
           false;
  return makeCallable(written);
}

bool DeviceFunctions::makeLambdaCallable(const CXXRecordDecl* lambda, unsigned offset) {
  const SourceManager& sources = source.ast.getSourceManager();
  const SourceLocation begin = lambda->getBeginLoc();
  const bool hasInit =
      std::any_of(lambda->captures().begin(), lambda->captures().end(), [](const LambdaCapture& each) {
        return each.capturesVariable() && each.getCapturedVar()->isInitCapture();
      });
  if (lambda->isGenericLambda() || hasInit) {
    source.diags.report(
        Diag::Unsupported, begin,
        {hasInit
             ? "CUDA takes no lambda with initialised captures into a kernel; name the value in front of it"
             : "CUDA takes no lambda with 'auto' parameters into a kernel; write their types"});
    return false;
  }
  const FileID file = sources.getMainFileID();
  const llvm::StringRef buffer = sources.getBufferData(file);
  Lexer lexer(sources.getLocForStartOfFile(file), source.ast.getLangOpts(), buffer.begin(),
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

std::string DeviceFunctions::copyOf(const FunctionDecl* definition, const CallExpr* from, bool isCalled) {
  definition = definition->getCanonicalDecl();
  if (const auto already = known.find(definition); already != known.end()) return already->second;
  const FunctionDecl* body = nullptr;
  definition->hasBody(body);
  const auto refuse = [&](const std::string& why) {
    source.diags.report(
        Diag::HostCall, from->getBeginLoc(),
        {fmt::format("'{}' cannot be copied for the device: {}; declare it 'constexpr', so that the device "
                     "can have it as it is",
                     nameInMessages(definition), why)});
    return std::string();
  };
  std::string wanted = nameOfCopy(definition);
  if (!own.count(wanted))
    while (!names.insert(wanted).second) wanted += "_";
  own.insert(wanted);
  known[definition] = wanted;  // before its body, which may call it again

  const auto* described = body->getDescribedFunctionTemplate();
  // The template parameters of `auto f(auto x)` are written nowhere.
  const bool hasHeader = described && described->getTemplateParameters()->getTemplateLoc().isValid();
  const SourceRange whole(hasHeader ? described->getBeginLoc() : body->getBeginLoc(),
                          body->getBody()->getEndLoc());
  const SourceManager& sources = source.ast.getSourceManager();
  const FileID file = sources.getFileID(sources.getExpansionLoc(whole.getBegin()));
  const OffsetsIn inItsFile(whole.getBegin(), source.ast);
  const auto range = rangeOf(whole, source.ast);
  const auto bodyRange = rangeOf(body->getBody()->getSourceRange(), source.ast);
  if (!range || !bodyRange) return refuse("it comes from a macro");
  const auto place =
      file == mainFile ? std::optional(behindClasses(body, range->end, source.ast)) : behindInclude(file);
  if (!place) return refuse("the source does not include it");
  if (const auto* macro = macros.changedBetween(
          whole, sources.getLocForStartOfFile(mainFile).getLocWithOffset(*place), sources))
    return refuse(fmt::format("the macro '{}' is something else, or nothing, where the copy stands",
                              macro->name->getName().str()));
  declareEarly(body, wanted);
  std::vector<TextEdit> edits;
  if (!rewriteBody(body, edits)) return "";
  if (convertSmallFloats(
          body->getBody(), [](const Expr*) { return false; }, edits, source))
    return refuse("it calculates with numbers of two bytes where no conversion can be written");
  const std::string bodyText = editedText(*bodyRange, edits, source.ast);
  // The declaration is made from the types, so that no specifier has to be removed from the text.
  const auto* method = dyn_cast<CXXMethodDecl>(definition);
  if (method && !method->isStatic() && method->getParent()->isDependentContext())
    return refuse("it is a member of a template");
  const auto parameters = parametersOf(body, source.ast);
  if (!parameters) return refuse("its parameters come from a macro, or name what is private");
  std::string header;
  if (hasHeader) {
    const auto text = rangeOf(described->getTemplateParameters()->getSourceRange(), source.ast);
    if (!text) return refuse("it comes from a macro");
    header = editedText(*text, {}, source.ast) + "\n";
  }
  allowUnused(body);
  const std::string text = fmt::format("// {} for the device.\n{}{}{} {}", nameInMessages(definition), header,
                                       isCalled || described ? "" : "[[maybe_unused]] ",
                                       declarationText(body, wanted, *parameters, source.ast), bodyText);
  copies.push_back({*place, 0, "\n\n" + inNamespaceOf(body, scopeAt(body, file), text)});
  return wanted;
}

void DeviceFunctions::allowUnused(const FunctionDecl* definition) {
  const auto* method = dyn_cast<CXXMethodDecl>(definition);
  const auto place = placeOf(definition);
  if (place && definition->getFormalLinkage() == Linkage::Internal &&
      !definition->getDescribedFunctionTemplate() && !(method && !method->isStatic()) &&
      !definition->hasAttr<UnusedAttr>() && mayBeUnused.insert(*place).second)
    copies.push_back({*place, 0, "[[maybe_unused]] "});
}

/// The copy's name; nullopt: it cannot be copied.
std::optional<std::string> DeviceFunctions::copyOf(const VarDecl* table) {
  const VarDecl* definition = nullptr;
  const Expr* initial = table->getAnyInitializer(definition);
  if (const auto already = tables.find(definition); already != tables.end()) return already->second;
  const SourceManager& sources = source.ast.getSourceManager();
  const FileID file = sources.getFileID(sources.getExpansionLoc(definition->getBeginLoc()));
  const OffsetsIn inItsFile(definition->getBeginLoc(), source.ast);
  const auto range = rangeOf(initial->getSourceRange(), source.ast);
  const std::size_t end = range ? sources.getBufferData(file).find(';', range->end) : llvm::StringRef::npos;
  if (end == llvm::StringRef::npos) return std::nullopt;
  const auto place =
      file == mainFile ? std::optional(behindClasses(definition, static_cast<unsigned>(end) + 1, source.ast))
                     : behindInclude(file);
  if (!place || macros.changedBetween(initial->getSourceRange(),
                                      sources.getLocForStartOfFile(mainFile).getLocWithOffset(*place), sources))
    return std::nullopt;
  std::string name = nameOfCopy(definition);
  while (!names.insert(name).second) name += "_";
  std::vector<TextEdit> edits;
  if (!qualifyAll(initial, edits, source.ast)) return std::nullopt;
  Qualifiers qualifiers;
  const QualType type = definition->isConstexpr()
                            ? source.ast.getUnqualifiedArrayType(definition->getType(), qualifiers)
                            : definition->getType();
  const bool isSmall = source.ast.getTypeSizeInChars(type).getQuantity() <= 16384;  // of 64 KiB for all
  const std::string text =
      fmt::format("// {} for the device.\nstatic {} {}{} = {};", definition->getNameAsString(),
                  isSmall ? "__constant__" : "__device__", definition->isConstexpr() ? "constexpr " : "",
                  typeText(type, name, source.ast), editedText(*range, edits, source.ast));
  copies.push_back({*place, 0, "\n\n" + inNamespaceOf(definition, scopeAt(definition, file), text)});
  // The kernels may have been all that read it.
  const auto original = placeInSource(definition->getBeginLoc());
  if (original && definition->isFileVarDecl() && definition->getFormalLinkage() == Linkage::Internal &&
      !definition->hasAttr<UnusedAttr>() && mayBeUnused.insert(*original).second)
    copies.push_back({*original, 0, "[[maybe_unused]] "});
  return tables[definition] = name;
}

/// `w` and `D2Q9::w` -> `D2Q9_w_device`.
bool DeviceFunctions::rewriteTable(const DeclRefExpr* reference, const DeclContext* scope,
                                   std::vector<TextEdit>& edits) {
  const auto range = rangeOf(reference->getSourceRange(), source.ast);
  const auto name = copyOf(cast<VarDecl>(reference->getDecl()));
  if (!range || !name) return false;
  const bool isHere = reference->getDecl()->getDeclContext()->getEnclosingNamespaceContext()->Encloses(scope);
  edits.push_back({*range, (isHere ? "" : spacesOfCopy(reference->getDecl())) + *name});
  return true;
}

/// The scope of text that is put behind a declaration which stands in `file`.
const DeclContext* DeviceFunctions::scopeAt(const Decl* declaration, FileID file) const {
  return file == mainFile ? declaration->getLexicalDeclContext() : source.ast.getTranslationUnitDecl();
}

/// Declares the copy in front of a function whose own kernel, standing there, calls it. False: impossible.
bool DeviceFunctions::declareInFront(const FunctionDecl* definition, const std::string& name) {
  const FunctionDecl* body = nullptr;
  if (!definition->hasBody(body)) return false;
  if (body->getFirstDecl() != body || !declared.insert(body).second) return true;  // early
  const auto parameters = parametersOf(body, source.ast);
  if (!parameters || isa<CXXMethodDecl>(body) || body->getDescribedFunctionTemplate()) return false;
  copies.push_back(
      {placeInFront(body, source.ast), 0, declarationText(body, name, *parameters, source.ast) + ";\n\n"});
  return true;
}

/// A function may be called from its first declaration on, so its copy is declared there, too.
void DeviceFunctions::declareEarly(const FunctionDecl* definition, const std::string& name) {
  const FunctionDecl* first = definition->getFirstDecl();
  if (isSpecialised(definition)) {  // the first one is of the template
    const SourceLocation ofTemplate = definition->getPrimaryTemplate()->getTemplatedDecl()->getTypeSpecStartLoc();
    for (const FunctionDecl* each = first = definition; each; each = each->getPreviousDecl())
      if (each->getTypeSpecStartLoc() != ofTemplate) first = each;
  }
  if (first == definition) return;
  std::string header;
  if (const auto* described = first->getDescribedFunctionTemplate()) {
    const OffsetsIn inItsFile(first->getOuterLocStart(), source.ast);
    const auto text = described->getTemplateParameters()->getTemplateLoc().isValid()
                          ? rangeOf(described->getTemplateParameters()->getSourceRange(), source.ast)
                          : std::nullopt;
    if (!text) return;
    header = editedText(*text, {}, source.ast) + "\n";
  }
  const SourceManager& sources = source.ast.getSourceManager();
  const FileID file = sources.getFileID(sources.getExpansionLoc(first->getOuterLocStart()));
  const OffsetsIn inItsFile(first->getOuterLocStart(), source.ast);
  const auto range = rangeOf(SourceRange(first->getOuterLocStart(), first->getEndLoc()), source.ast);
  const auto parameters = parametersOf(first, source.ast);
  const std::size_t end = range ? sources.getBufferData(file).find(';', range->end) : llvm::StringRef::npos;
  if (end == llvm::StringRef::npos || !parameters) return;
  const auto place = file == mainFile
                         ? std::optional(behindClasses(first, static_cast<unsigned>(end) + 1, source.ast))
                         : behindInclude(file);
  const std::string text = header + declarationText(first, name, *parameters, source.ast) + ";";
  if (place)
    copies.push_back(
        {*place, 0, (file == mainFile ? "\n" : "\n\n") + inNamespaceOf(first, scopeAt(first, file), text)});
}

/// Behind the `#include` through which the source includes the file, and those that follow. nullopt: none.
std::optional<unsigned> DeviceFunctions::behindInclude(FileID file) const {
  const SourceManager& sources = source.ast.getSourceManager();
  SourceLocation include;
  for (; file != mainFile && file.isValid(); file = sources.getFileID(include))
    include = sources.getIncludeLoc(file);
  if (file.isInvalid()) return std::nullopt;
  const llvm::StringRef text = sources.getBufferData(mainFile);
  const auto endOfLine = [&](std::size_t at) { return std::min(text.find('\n', at), text.size()); };
  std::size_t end = endOfLine(sources.getFileOffset(include));
  for (;;) {
    const std::size_t next = text.find_first_not_of(" \t\r\n", end);
    if (next == llvm::StringRef::npos || !text.substr(next + 1).ltrim(" \t").starts_with("include") ||
        text[next] != '#')
      return static_cast<unsigned>(end);
    end = endOfLine(next);
  }
}

bool DeviceFunctions::markMethods(const CXXRecordDecl* local, std::vector<TextEdit>& edits) {
  bool good = true;
  for (const CXXMethodDecl* method : local->methods()) {
    const auto range = rangeOf(method->getSourceRange(), source.ast);
    if (method->isImplicit() || method->isDefaulted() || method->isDeleted()) continue;
    if (!range || !method->hasBody())
      return source.diags.report(
                 Diag::HostCall, method->getBeginLoc(),
                 {fmt::format("'{}' cannot be made a function of the device: it comes from a macro",
                              nameInMessages(method))}),
             false;
    if (!method->isConstexpr()) edits.push_back({{range->begin, range->begin}, "__device__ "});
    good = good && rewriteBody(method, edits);
  }
  return good;
}

/// Replaces the name of a lambda of the file by the lambda itself. False: it is none, or cannot be.
bool DeviceFunctions::makeAnew(const VarDecl& variable, const Stmt* mention, std::vector<TextEdit>& edits) {
  const auto range = rangeOf(mention->getSourceRange(), source.ast);
  if (!range || !holdsLambda(variable) || !isWrittenHere(variable, source.ast)) return false;
  const auto* lambda = cast<LambdaExpr>(strip(variable.getInit()));
  std::vector<TextEdit> inside;
  if (!rewriteBody(lambda->getCallOperator(), inside)) return false;
  edits.push_back({*range, editedText(*rangeOf(lambda->getSourceRange(), source.ast), inside, source.ast)});
  return true;
}

/// Rewrites calls of further functions, members of the object, and directives, which mean nothing in a
/// function that a kernel calls.
bool DeviceFunctions::rewriteBody(const FunctionDecl* definition, std::vector<TextEdit>& edits) {
  bool good = true;
  const auto refuse = [&](const Stmt* at, const std::string& why) {
    source.diags.report(Diag::HostCall, at->getBeginLoc(), {why});
    good = false;
  };
  const std::vector<const Stmt*> endings = endingsIn(definition->getBody(), source.directives);
  if (const Stmt* inMacro = stopAt(endings, definition, edits, source))
    refuse(inMacro, "what ends the program comes from a macro, and cannot be replaced");
  walk(definition->getBody(), source.directives, [&](const Stmt* each) {
    if (!good || llvm::is_contained(endings, each)) return false;
    if (const Directive* directive = source.directives.of(each))
      for (const SourceRange line : directive->lines)
        if (const auto range = directiveRange(line, source.ast)) edits.push_back({*range, ""});
    if (const std::string why = hostOnly(each, source.ast); !why.empty()) refuse(each, why);
    if (const VarDecl* variable = hostsVariable(each); variable && !makeAnew(*variable, each, edits))
      refuse(each,
             fmt::format("'{}' uses the host's variable '{}', which the device does not have; pass it as "
                         "an argument",
                         nameInMessages(definition), variable->getNameAsString()));
    if (const auto* declaration = dyn_cast<DeclStmt>(each))
      for (const Decl* declared : declaration->decls())
        if (const auto* record = dyn_cast<CXXRecordDecl>(declared)) good &= markMethods(record, edits);
    const auto* method = dyn_cast<CXXMethodDecl>(definition);
    const bool isCopy = method && !method->getParent()->isLocalClass();
    const auto* reference = dyn_cast<DeclRefExpr>(each);
    const auto* table = reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
    if (table && !table->isLocalVarDecl() && isConstantTable(table)) {
      if (!rewriteTable(reference, definition->getDeclContext(), edits))
        refuse(each, fmt::format("'{}' cannot be copied for the device", table->getNameAsString()));
    } else if (const auto* expression = dyn_cast<Expr>(each); expression && isCopy)
      if (!rewriteMember(expression, edits))
        refuse(each, fmt::format("'{}' uses members that its copy for the device could not; declare it "
                                 "'constexpr', so that the device can have it as it is",
                                 nameInMessages(definition)));
    const auto* call = dyn_cast<CallExpr>(each);
    good = good && makeOperatorCallable(each, [&](const std::string& why) { refuse(each, why); });
    if (call && good)
      good = rewriteCall(call, definition->getDeclContext(), edits,
                         [&](const std::string& why) { refuse(call, why); });
    return good;
  });
  return good;
}

/// The functions that the call calls in the instances of its template.
const std::set<const FunctionDecl*>& DeviceFunctions::instancesOf(const CallExpr* call) {
  if (!instances) instances = std::make_shared<const CallInstances>(source.ast);
  return instances->of(call);
}

/// Is `callee` the pattern of `instance`, a function that a call in an instance of a template names?
static bool isMadeOf(const FunctionDecl* instance, const FunctionDecl* callee) {
  const FunctionDecl* pattern = instance->getTemplateInstantiationPattern();
  return callee->getCanonicalDecl() == (pattern ? pattern : instance)->getCanonicalDecl();
}

/// `size<double>(x)`
static bool namesArguments(const CallExpr* call) {
  const auto* named = dyn_cast<DeclRefExpr>(call->getCallee()->IgnoreParenImpCasts());
  return !named || named->hasExplicitTemplateArgs();
}

/// Do all instances of the call mean one of the candidates, or something that the device has? Two other cases
/// have no matching copy: a specialisation called with explicit arguments, whose copy is no template, and a
/// function that is found only through the types of the arguments.
bool DeviceFunctions::isKnown(const CallExpr* call, const std::vector<const FunctionDecl*>& candidates,
                              bool needsCopy) {
  if (const FunctionDecl* callee = call->getDirectCallee())
    return !needsCopy || !isSpecialised(callee) || !namesArguments(call);
  if (isa<CXXOperatorCallExpr>(call)) return true;
  return llvm::all_of(instancesOf(call), [&](const FunctionDecl* instance) {
    const bool isCandidate =
        llvm::any_of(candidates, [&](const FunctionDecl* each) { return isMadeOf(instance, each); });
    if (needsCopy) return isCandidate && !isSpecialised(instance);
    return instance->getOverloadedOperator() == OO_Call || onDevice(instance).kind != DeviceCall::Kind::Copy;
  });
}

/// Does the method name members that a copy outside of the class may not name?
bool DeviceFunctions::namesPrivateMembers(const FunctionDecl* method) const {
  bool found = false;
  walk(method->getBody(), source.directives, [&](const Stmt* each) {
    const auto* member = dyn_cast<MemberExpr>(each);
    found |= member && member->getMemberDecl()->getAccess() != AS_public &&
             member->getMemberDecl()->getAccess() != AS_none;
    return !found;
  });
  return found;
}

bool DeviceFunctions::rewriteCall(const CallExpr* call, const DeclContext* scope,
                                  std::vector<TextEdit>& edits,
                                  llvm::function_ref<void(const std::string& why)> refuse) {
  if (isOpenOperator(call)) return true;
  const std::vector<const FunctionDecl*> candidates = candidatesOf(call);
  bool needsCopy = false, anyOfLibrary = false;
  for (const FunctionDecl* callee : candidates) {
    const bool isOne = candidates.size() == 1;
    const DeviceCall plan = isOne || !isOfLibrary(callee) ? onDevice(callee) : DeviceCall{};
    if (plan.kind == DeviceCall::Kind::Refuse) return refuse(plan.why), false;
    needsCopy |= plan.kind == DeviceCall::Kind::Copy;
    anyOfLibrary |= isOfLibrary(callee);
  }
  const std::string called = candidates.empty() ? calleeName(call) : nameInMessages(candidates.front());
  const auto refuseOpen = [&] {
    refuse(
        fmt::format("which '{}' is called depends on the template's arguments; declare all of them "
                    "'constexpr', so that the device can have them",
                    called));
    return false;
  };
  if (!isKnown(call, candidates, needsCopy)) {
    const auto made = candidates.empty() ? makeInstancesCallable(call) : std::nullopt;
    return made ? *made : refuseOpen();
  }
  if (!needsCopy) {
    const auto casts = argumentCasts(call, source.ast);
    edits.insert(edits.end(), casts.begin(), casts.end());
    return true;
  }
  const FunctionDecl* onlyOne = candidates.size() == 1 ? onDevice(candidates.front()).definition : nullptr;
  // Where no copy can be called instead, the function itself becomes the device's, too.
  const bool needsOriginal =
      onlyOne && (isa<CXXMethodDecl>(onlyOne)
                      ? namesPrivateMembers(onlyOne)
                      : isWholeInMacro(onlyOne) || callInstead(call, "copy", scope, source.ast).empty());
  if (needsOriginal && isInSource(onlyOne)) return makeCallable(onlyOne);
  if (anyOfLibrary)
    return refuse(fmt::format(
               "whether '{}' is the library's or the program's depends on the template's arguments; "
               "declare the program's 'constexpr', so that the device can have both",
               called)),
           false;
  std::string name;
  for (const FunctionDecl* callee : candidates) {
    const DeviceCall plan = onDevice(callee);
    const FunctionDecl* definition = plan.definition;
    if (!definition && !callee->hasBody(definition)) continue;
    const bool isCalled =
        call->getDirectCallee() || llvm::any_of(instancesOf(call), [&](const FunctionDecl* instance) {
          return isMadeOf(instance, callee);
        });
    const std::string copy = copyOf(definition, call, isCalled);
    if (copy.empty()) return false;
    if (!name.empty() && copy != name) return refuseOpen();
    name = copy;
    const auto* around = dyn_cast<FunctionDecl>(scope);
    if (around && around->getCanonicalDecl() == definition->getCanonicalDecl() &&
        !declareInFront(definition, copy))
      return refuse(
                 fmt::format("'{}' calls itself in the loop, whose kernel stands in front of it; declare it "
                             "above its definition",
                             called)),
             false;
  }
  const std::vector<TextEdit> renamed = callInstead(call, name, scope, source.ast);
  if (renamed.empty())
    return refuse(fmt::format("this call of '{}' cannot be rewritten for the device", called)), false;
  edits.insert(edits.end(), renamed.begin(), renamed.end());
  return true;
}

/// `x` and `this->x` -> `self.x`, if the copy, which is no member, may name it.
bool DeviceFunctions::rewriteMember(const Expr* expression, std::vector<TextEdit>& edits) {
  const auto* member = dyn_cast<MemberExpr>(expression);
  if (member && member->getMemberDecl()->getAccess() != AS_public &&
      member->getMemberDecl()->getAccess() != AS_none)
    return false;
  if (member && isa<FieldDecl>(member->getMemberDecl()) && isa<CXXThisExpr>(strip(member->getBase()))) {
    const auto range = rangeOf(member->getSourceRange(), source.ast);
    if (range) edits.push_back({*range, "self." + member->getMemberDecl()->getNameAsString()});
    return range.has_value();
  }
  if (const auto* lambda = dyn_cast<LambdaExpr>(expression)) {
    for (const LambdaCapture& capture : lambda->explicit_captures()) {
      if (!capture.capturesThis()) continue;
      const auto range = rangeOf(SourceRange(capture.getLocation()), source.ast);
      if (!range || capture.getCaptureKind() == LCK_StarThis || lambda->getCaptureDefault() == LCD_ByRef)
        return false;
      edits.push_back({*range, "&self"});
    }
    return true;
  }
  if (const auto* reference = dyn_cast<DeclRefExpr>(expression)) return qualify(reference, edits, source.ast);
  if (const auto* unary = dyn_cast<UnaryOperator>(expression);
      unary && unary->getOpcode() == UO_Deref && isa<CXXThisExpr>(strip(unary->getSubExpr()))) {
    const auto range = rangeOf(unary->getSourceRange(), source.ast);
    if (range) edits.push_back({*range, "self"});
    return range.has_value();
  }
  return true;
}

}  // namespace appyl
