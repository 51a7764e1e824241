#include "codegen/cuda/cuda_kernel.h"

#include "codegen/arrays/read_only.h"
#include "codegen/arrays/unshared_arrays.h"
#include "codegen/cuda/cuda_body.h"
#include "codegen/cuda/cuda_staged_nest.h"
#include "codegen/cuda/cuda_team.h"
#include "codegen/cuda/device_declarations.h"
#include "codegen/kernels/capture_names.h"
#include "codegen/kernels/device_values.h"
#include "codegen/text/comment.h"
#include "model/staging.h"
#include "nest/scev/scalar_evolution.h"
#include "support/names.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/Lex/Lexer.h>

#include <fmt/format.h>
#include <algorithm>

namespace appyl {
namespace {

using namespace clang;
using DeviceMethod = CudaReduction::Method;

std::vector<const TemplateParameterList*> templateParameters(const LoopNest& nest) {
  std::vector<const TemplateParameterList*> lists;
  const bool isFriend = nest.function->getFriendObjectKind() != Decl::FOK_None;  // which has no class around
  for (const DeclContext* scope = isFriend ? nest.function->getLexicalDeclContext()
                                           : nest.function->getDeclContext();
       scope; scope = scope->getParent())
    if (const auto* record = dyn_cast<CXXRecordDecl>(scope))
      if (const auto* described = record->getDescribedClassTemplate())
        lists.insert(lists.begin(), described->getTemplateParameters());
  if (const auto* described = nest.function->getDescribedFunctionTemplate())
    lists.push_back(described->getTemplateParameters());
  return lists;
}

class KernelWriter {
 public:
  KernelWriter(const CudaSetting& setting, const CudaPlan& plan, const std::vector<TextEdit>& inner,
               const ContractionCall* call = nullptr)
      : setting(setting),
        kernel(setting.kernel),
        nest(setting.kernel.nest),
        writer(setting.writer),
        source(setting.source),
        plan(plan),
        inner(inner),
        call(call) {}

  std::vector<KernelParameter> parameters() {
    std::vector<KernelParameter> result;
    const std::set<int> unshared =
        storesAmongLoads() ? unsharedArrays(kernel, plan.captures, source.ast) : std::set<int>();
    for (int k = 0; k < static_cast<int>(plan.captures.list.size()); ++k) {
      Capture capture = plan.captures.list[k];
      const bool writes = isWritten(plan.captures.list[k]);
      if (unshared.count(k) && !capture.asksBounds) capture.name = "__restrict__ " + capture.name;
      result.push_back({parameterText(capture, writes, source.ast), argumentText(k)});
    }
    for (const ThreadLoop& each : plan.loops) {
      if (!each.isCounted) continue;
      const std::string name = each.loop->counter->getNameAsString();
      result.push_back({"unsigned long long " + each.text.count, each.text.count});
      if (!mentions(each.loop->body, each.loop->counter, source.directives)) continue;
      result.push_back(
          {fmt::format("unsigned long long {}_first", name),
           fmt::format("static_cast<unsigned long long>({})", writtenText(each.loop->lower, source.ast))});
      if (!each.loop->step)
        result.push_back({fmt::format("unsigned long long {}_step", name), writer.stepText(*each.loop)});
    }
    for (const VarDecl* variable : plan.privates)
      if (plan.withValue.count(variable))
        result.push_back({typeText(variable->getType().getNonReferenceType().getUnqualifiedType(),
                                   variable->getNameAsString(), source.ast),
                          variable->getNameAsString()});
    for (const PrivateScalar* scalar : plan.kept) {
      const std::string name = scalar->variable->getNameAsString();
      result.push_back({typeText(source.ast.getPointerType(
                                     scalar->variable->getType().getNonReferenceType().getUnqualifiedType()),
                                 plan.last.at(scalar->variable), source.ast),
                        fmt::format("{}.at(&{})", plan.device, name)});
    }
    for (const ThreadRow& each : plan.rows) {
      const std::string name = each.variable->getNameAsString(), type = elementText(each);
      result.push_back({fmt::format("::appyl::cuda::workspace<{}> {}", type, each.rows),
                        fmt::format("{}.workspace<{}>({}.size(), {}, {{{}}})", plan.device, type, name,
                                    plan.grid, blockText(setting, plan))});
      if (!each.last.empty())
        result.push_back(
            {fmt::format("{}* {}", type, each.last), fmt::format("{}.at({}.data())", plan.device, name)});
    }
    for (const CudaReduction& each : plan.reductions)
      for (std::size_t k = 0; k < each.parameters.size(); ++k)
        result.push_back({each.parameters[k], each.arguments[k]});
    if (plan.contraction && !plan.contraction->shares.empty()) {
      const std::string& sum = plan.contraction->sum;
      const bool isOfFloats = sum == "::appyl::cuda::tf32" || sum == "::appyl::cuda::half_products";
      const std::string type = isOfFloats ? "float" : sum;
      result.push_back({fmt::format("::appyl::cuda::term_shares<{}> {}", type, plan.contraction->shares),
                        fmt::format("{}.term_shares<{}>({})", plan.device, type, plan.grid)});
    }
    return result;
  }

  std::string write() { return kernelText(); }

 private:
  const CudaSetting& setting;
  const Kernel& kernel;
  const LoopNest& nest;
  LoopWriter& writer;
  Source source;
  const CudaPlan& plan;
  const std::vector<TextEdit>& inner;
  const ContractionCall* call;

  /// Do loads follow stores? They need not wait for stores that are known to go elsewhere.
  bool storesAmongLoads() const {
    const auto takesSeveral = [&](const ThreadLoop& each) {
      return iterationsTogether(plan, kernel, *each.dimension) > 1;
    };
    const auto storesInLoop = [&](const Access& access) {
      return access.writes && access.loop > kernel.grid.back().loop;
    };
    return !plan.team && !plan.staged && !plan.contraction &&
           (llvm::any_of(plan.loops, takesSeveral) || llvm::any_of(nest.accesses, storesInLoop));
  }

  bool isWritten(const Capture& capture) const {
    for (const int index : plan.captures.writable)
      if (&plan.captures.list[index] == &capture) return true;
    const std::vector<NamedArray> arrays = namedArrays(nest, /*exposed=*/true);
    for (const NamedArray& named : arrays) {
      if (!named.writes) continue;
      for (const int index : capturesOf(named, arrays, plan.captures, source.ast))
        if (&plan.captures.list[index] == &capture) return true;
    }
    return std::any_of(nest.accesses.begin(), nest.accesses.end(), [&](const Access& access) {
      const int index = captureOf(access.expr, plan.captures);
      return access.writes && index >= 0 && &plan.captures.list[index] == &capture;
    });
  }

  bool isBitField(int index) const {
    return llvm::any_of(plan.captures.of, [&](const auto& each) {
      return each.second == index && each.first->getObjectKind() == OK_BitField;
    });
  }

  std::string argumentText(int index) const {
    const Capture& capture = plan.captures.list[index];
    if (capture.kind == Capture::Kind::Value)  // to a bit-field no reference can be made
      return isBitField(index)
                 ? fmt::format("static_cast<{}>({})", typeText(capture.type, "", source.ast), capture.value)
                 : capture.value;
    if (capture.kind == Capture::Kind::View)
      return plan.transfers.onDevice.count(capture.root)
                 ? capture.host
                 : fmt::format("{}.view({})", plan.device, capture.host);
    const std::string pointer = pointerOf(capture);
    const auto origin = plan.transfers.origins.find(index);
    const std::string onDevice = plan.transfers.onDevice.count(capture.root) ? pointer
                                 : origin == plan.transfers.origins.end()
                                     ? fmt::format("{}.at({})", plan.device, pointer)
                                     : fmt::format("{}.at({}, {})", plan.device, pointer, origin->second);
    return capture.asksBounds ? fmt::format("::appyl::cuda::span({}, {}.size())", onDevice, capture.host)
                              : onDevice;
  }

  std::string copiedText(const NamedDecl* declaration) const {
    if (const auto* type = dyn_cast<TypeDecl>(declaration)) return typeDeclarationText(type);
    const auto* variable = cast<VarDecl>(declaration);
    const std::string name = variable->getNameAsString();
    if (!variable->isLocalVarDecl() && holdsLambda(variable)) {
      const auto* lambda = cast<LambdaExpr>(strip(variable->getInit()));
      const auto range = rangeOf(lambda->getSourceRange(), source.ast),
                 introducer = rangeOf(lambda->getIntroducerRange(), source.ast);
      if (!range || !introducer) return "";
      std::vector<TextEdit> edits = editsIn(*range, inner);
      if (llvm::any_of(plan.captures.copied, [&](const VarDecl* each) {
            return holdsLambda(each) && mentions(lambda->getBody(), each, source.directives);
          }))
        edits.push_back({*introducer, "[&]"});  // they are the kernel's, too
      return fmt::format("const auto {} = {};\n", name, editedText(*range, edits, source.ast));
    }
    if (!variable->isLocalVarDecl())
      return fmt::format("constexpr {} = ::{};\n",
                         typeText(variable->getType().getUnqualifiedType(), name, source.ast),
                         writtenQualified(variable));
    // In `const int m = 4, n = 8;` the source range of the second variable contains the first one, too.
    const bool isAlone = standsFirst(variable) && !variable->getType()->getAs<DecltypeType>();
    const auto range =
        rangeOf(isAlone ? variable->getSourceRange() : variable->getInit()->getSourceRange(), source.ast);
    if (!range) return "";
    const std::string text = editedText(*range, editsIn(*range, inner), source.ast) + ";\n";
    return isAlone ? text
                   : (variable->isConstexpr() ? "constexpr " : "") +
                         typeText(variable->isConstexpr() ? variable->getType().getUnqualifiedType()
                                                          : variable->getType(),
                                  name, source.ast) +
                         " = " + text;
  }

  static bool holdsLambda(const NamedDecl* declaration) {
    const auto* variable = dyn_cast<VarDecl>(declaration);
    return variable && appyl::holdsLambda(*variable);
  }

  /// In its declaration.
  bool standsFirst(const VarDecl* variable) const {
    bool first = true;
    walk(nest.function->getBody(), source.directives, [&](const Stmt* each) {
      const auto* declaration = dyn_cast<DeclStmt>(each);
      if (declaration && std::find(declaration->decl_begin() + 1, declaration->decl_end(), variable) !=
                             declaration->decl_end())
        first = false;
      return first;
    });
    return first || !variable->getInit();
  }

  /// `using physics::table;` of an array that the kernel is handed under that name.
  static bool namesVariable(const Decl* declaration) {
    const auto* named = dyn_cast<UsingDecl>(declaration);
    return named &&
           std::any_of(named->shadow_begin(), named->shadow_end(),
                       [](const UsingShadowDecl* shadow) { return isa<VarDecl>(shadow->getTargetDecl()); });
  }

  /// A type of the function as it stands there, one of the class by its full name.
  std::string typeDeclarationText(const TypeDecl* type) const {
    const std::string name = type->getNameAsString();
    if (type->getDeclContext()->isFunctionOrMethod()) {
      const auto range = rangeOf(type->getSourceRange(), source.ast);
      return range ? editedText(*range, editsIn(*range, inner), source.ast) + ";\n" : "";
    }
    const QualType meaning = source.ast.getTypeDeclType(type);
    const bool isPublic = type->getAccess() == AS_public || type->getAccess() == AS_none;
    const CXXRecordDecl* open = classAround(nest.function);
    const bool isAbove = !open || !open->Encloses(type->getDeclContext());
    if (isPublic && isAbove && !meaning->isDependentType())
      return fmt::format("using {} = {};\n", name, writtenQualified(type));
    return fmt::format("using {} = {};\n", name,
                       meaning->isDependentType()
                           ? typeText(meaning, "", source.ast)
                           : meaning.getCanonicalType().getAsString(source.ast.getPrintingPolicy()));
  }

  /// ` = 3`, which stands where the function is declared.
  std::string defaultText(const FunctionDecl* method, const ParmVarDecl* parameter) const {
    const ParmVarDecl* declared =
        method->getCanonicalDecl()->getParamDecl(parameter->getFunctionScopeIndex());
    if (!declared->hasDefaultArg() || declared->hasUninstantiatedDefaultArg()) return "";
    const OffsetsIn inItsFile(declared->getBeginLoc(), source.ast);
    const auto range = rangeOf(declared->getDefaultArgRange(), source.ast);
    std::vector<TextEdit> edits;
    if (!range || !qualifyAll(declared->getDefaultArg(), edits, source.ast)) return "";
    return " = " + editedText(*range, edits, source.ast);
  }

  /// A member function as a lambda over the kernel's parameters.
  std::string methodText(std::size_t index) {
    const CopiedMethod& method = plan.captures.methods[index];
    const OffsetsIn inItsFile(method.definition->getBody()->getBeginLoc(), source.ast);
    std::vector<std::string> parameters;
    const CXXRecordDecl* open = classAround(nest.function);
    for (const ParmVarDecl* parameter : method.definition->parameters()) {
      if (method.given.count(parameter)) continue;
      parameters.push_back(
          typeText(withoutNamesOf(parameter->getType(), open), parameter->getNameAsString(), source.ast) +
          defaultText(method.definition, parameter));
    }
    const auto range = rangeOf(method.definition->getBody()->getSourceRange(), source.ast);
    return fmt::format("const auto {} = [&]({}) -> {} {};\n", method.name, fmt::join(parameters, ", "),
                       typeText(withoutNamesOf(method.definition->getReturnType(), open), "", source.ast),
                       editedText(*range, plan.captures.edits[index + 1], source.ast));
  }

  /// In the order of the function, but lambdas last.
  std::vector<const NamedDecl*> copiedInOrder() const {
    std::vector<const NamedDecl*> copied(plan.captures.copied.begin(), plan.captures.copied.end());
    copied.insert(copied.end(), plan.captures.types.begin(), plan.captures.types.end());
    std::ranges::stable_sort(copied, [&](const NamedDecl* one, const NamedDecl* other) {
      return source.ast.getSourceManager().isBeforeInTranslationUnit(one->getLocation(),
                                                                     other->getLocation());
    });
    std::ranges::stable_partition(copied, [](const NamedDecl* each) { return !holdsLambda(each); });
    return copied;
  }

  /// Types, constants, methods and lambdas; of these a call has in itself what the accessors of its operands
  /// do.
  std::string copiedTexts() {
    struct Copied {
      std::string name, text;
    };
    std::vector<Copied> all;
    // Types and constants mention each other, methods these, and lambdas call methods.
    const std::vector<const NamedDecl*> copied = copiedInOrder();
    const auto firstLambda = std::ranges::find_if(copied, holdsLambda);
    for (auto each = copied.begin(); each != firstLambda; ++each)
      all.push_back({(*each)->getNameAsString(), copiedText(*each)});
    for (const std::size_t k : plan.captures.methodOrder)
      all.push_back({plan.captures.methods[k].name, methodText(k)});
    for (auto each = firstLambda; each != copied.end(); ++each)
      all.push_back({(*each)->getNameAsString(), copiedText(*each)});
    std::string used = call ? call->statement : "";
    for (auto each = all.rbegin(); each != all.rend(); ++each)
      if (!call || each->name.empty() || holdsWord(used, each->name))
        used += each->text;
      else
        each->text.clear();
    std::string text;
    for (const Copied& each : all) text += each.text;
    return text;
  }

  std::string kernelText() {
    std::vector<std::string> declarations;
    for (const KernelParameter& each : parameters()) declarations.push_back(each.declaration);
    std::string text = kernelComment(kernel, threadsText()) + templateTexts(nest, plan, source.ast).first;
    const std::string bounds = plan.contraction
                                   ? fmt::format(
                                         "__launch_bounds__(::appyl::cuda::contraction_threads<{0}, {1}>, "
                                         "::appyl::cuda::contraction_residents<{0}, {1}>) ",
                                         plan.contraction->sum, plan.contraction->tiles)
                                   : "";
    text += fmt::format("static __global__ void {}{}({}) {{\n", bounds, kernel.name,
                        fmt::join(declarations, ", "));
    for (const Decl* each : plan.captures.usings)
      if (!namesVariable(each))
        if (const auto range = rangeOf(each->getSourceRange(), source.ast))
          text += editedText(*range, {}, source.ast) + ";\n";
    text += copiedTexts();
    for (const ThreadRow& each : plan.rows) {
      const char* kind = each.isPiece ? "piece" : "mine";
      text += fmt::format("const auto {} = {}.{}({});\n", each.variable->getNameAsString(), each.rows, kind,
                          each.last.empty() ? "" : each.last + ", " + runsLast());
    }
    for (const VarDecl* variable : plan.privates)
      if (!plan.withValue.count(variable) && !isOfProgram(variable) && !isRow(plan, variable))
        text += typeText(variable->getType().getNonReferenceType().getUnqualifiedType(),
                         variable->getNameAsString(), source.ast) +
                (isKept(variable) ? "{};\n" : ";\n");  // a thread may not reach its assignment
    for (const CudaReduction& each : plan.reductions)
      for (const std::string& line : each.open) text += line + "\n";
    text += call          ? call->statement + "\n"
            : plan.staged ? stagedNestText(setting, plan, editsIn(plan.whole, inner))
                          : editedText(plan.whole, editsIn(plan.whole, inner), source.ast) + "\n";
    text += lastValues();
    for (const CudaReduction& each : plan.reductions)
      for (const std::string& line : each.close) text += line + "\n";
    return text + "}\n\n";
  }

  /// Does the variable exist once for each iteration of a program?
  bool isOfProgram(const VarDecl* variable) const {
    return plan.staged && (variable == plan.staged->loop.loop->counter ||
                           std::any_of(plan.staged->own.begin(), plan.staged->own.end(),
                                       [&](const OwnVariable& own) { return own.variable == variable; }));
  }
  bool isKept(const VarDecl* variable) const {
    return std::any_of(plan.kept.begin(), plan.kept.end(),
                       [&](const PrivateScalar* scalar) { return scalar->variable == variable; });
  }

  std::string elementText(const ThreadRow& row) const {
    return typeText(elementTypeOf(row.variable->getType(), source.ast).getUnqualifiedType(), "", source.ast);
  }

  /// Is it the thread of the last iteration?
  std::string runsLast() const {
    std::vector<std::string> isLast;
    for (const ThreadLoop& each : plan.loops)
      isLast.push_back(fmt::format("({} - 1) % ::appyl::cuda::threads_{}() == ::appyl::cuda::thread_{}()",
                                   each.iterations, each.dimension->letter, each.dimension->letter));
    return fmt::format("{}", fmt::join(isLast, " && "));
  }

  /// The thread that ran the last iteration holds its values.
  std::string lastValues() {
    if (plan.kept.empty()) return "";
    std::string text = fmt::format("if ({}) {{\n", runsLast());
    for (const PrivateScalar* scalar : plan.kept) {
      const std::string name = scalar->variable->getNameAsString();
      const std::string& last = plan.last.at(scalar->variable);
      text += scalar->variable->getType().getNonReferenceType()->isArrayType()
                  ? fmt::format("memcpy({}, {}, sizeof {});\n", last, name, name)
                  : fmt::format("*{} = {};\n", last, name);
    }
    return text + "}\n";
  }

  std::string threadsText() const {
    if (call)
      return "A contraction: " + print(*kernel.contraction, nest) +
             ". Each block of threads computes tiles of 64 x 64 elements, or larger ones where there are "
             "many" +
             (plan.contraction->onTensorCores ? ", on the tensor cores of sm_80 and up" : "") +
             (plan.contraction->shares.empty() ? "." : "; where there are few, blocks share the terms.");
    if (plan.isSingle) return "One thread, which adds up in the source's order.";
    std::vector<std::string> counts, parts;
    if (plan.team) return TeamText(*plan.team, setting).describe();
    for (const char letter : {'x', 'y', 'z'})
      for (const ThreadLoop& each : plan.loops)
        if (each.dimension->letter == letter) {
          counts.push_back(std::to_string(each.dimension->threads));
          parts.push_back(fmt::format("{} along {}", letter, each.loop->symbol));
        }
    std::string text =
        fmt::format("Each block has {} threads, {}", fmt::join(counts, " x "), fmt::join(parts, ", "));
    for (const ThreadLoop& each : plan.loops)
      if (const unsigned together = iterationsTogether(plan, kernel, *each.dimension); together > 1)
        text += fmt::format("; each takes {} iterations of {} at a time", together, each.loop->symbol);
    if (!plan.staged) return text + ".";
    std::vector<std::string> tiles;
    for (const Tile& tile : plan.staged->staging->tiles) tiles.push_back(nest.arrays[tile.array].name);
    std::sort(tiles.begin(), tiles.end());
    tiles.erase(std::unique(tiles.begin(), tiles.end()), tiles.end());
    const int stages = plan.staged->staging->stages;
    const std::string term = plan.staged->loop.loop->symbol;
    text += fmt::format(", and {}; tiles of {} in shared memory, {} stage{}.",
                        !plan.staged->share.empty() ? "adds up a share of " + term
                        : sharedSum(kernel)         ? "adds up all of " + term
                                                    : "runs one program",
                        fmt::join(tiles, ", "), stages, stages == 1 ? "" : "s");
    if (plan.staged->program.empty()) return text;
    return text + fmt::format(
                      " Programs start {} rows at a time, column by column: those that run together find "
                      "what they share in the L2 cache.",
                      kernel.order.group);
  }
};

}  // namespace

std::pair<std::string, std::string> templateTexts(const LoopNest& nest, const CudaPlan& plan,
                                                  const ASTContext& context, const std::string& tiles) {
  std::vector<std::string> parameters, arguments;
  if (plan.contraction) {
    parameters.push_back("::appyl::cuda::tiles " + plan.contraction->tiles);
    arguments.push_back("::appyl::cuda::tiles::" + tiles);
  }
  for (const TemplateParameterList* list : templateParameters(nest))
    for (const NamedDecl* parameter : *list) {
      if (parameter->isImplicit()) continue;  // of `auto f`, which has an open type
      SourceRange range = parameter->getSourceRange();
      const auto* type = dyn_cast<TemplateTypeParmDecl>(parameter);
      if (const TypeConstraint* constraint = type ? type->getTypeConstraint() : nullptr)
        range.setBegin(constraint->getConceptReference()->getBeginLoc());  // `std::integral`
      parameters.push_back(Lexer::getSourceText(CharSourceRange::getTokenRange(range),
                                                context.getSourceManager(), context.getLangOpts())
                               .str());
      arguments.push_back(parameter->getNameAsString() + (parameter->isParameterPack() ? "..." : ""));
    }
  const auto add = [&](const std::string& openType, const std::string& value) {
    if (openType.empty()) return;
    parameters.push_back("class " + openType);
    arguments.push_back(fmt::format("std::remove_cvref_t<decltype({})>", value));
  };
  for (const Capture& each : plan.captures.list)
    add(each.openType, (each.kind == Capture::Kind::Pointer ? "*" : "") + each.host);
  for (const CudaReduction& each : plan.reductions) add(each.openType, each.reduction->name);
  if (parameters.empty()) return {};
  return {fmt::format("template <{}>\n", fmt::join(parameters, ", ")),
          fmt::format("<{}>", fmt::join(arguments, ", "))};
}

std::string blockText(const CudaSetting& setting, const CudaPlan& plan) {
  if (plan.team) return TeamText(*plan.team, setting).blockSize();
  std::string block;
  for (const char letter : {'x', 'y', 'z'})
    for (const ThreadLoop& each : plan.loops)
      if (each.dimension->letter == letter)
        block += (block.empty() ? "" : ", ") + std::to_string(each.dimension->threads);
  return block;
}

std::vector<KernelParameter> kernelParameters(const CudaSetting& setting, const CudaPlan& plan) {
  return KernelWriter(setting, plan, {}).parameters();
}

std::string kernelText(const CudaSetting& setting, const CudaPlan& plan, const std::vector<TextEdit>& body,
                       const ContractionCall* call) {
  return KernelWriter(setting, plan, body, call).write();
}

}  // namespace appyl
