#include "expand/grid_call.h"

#include "expand/array_language.h"
#include "nest/ast/source_ranges.h"
#include "nest/modref/modified_variables.h"
#include "support/names.h"
#include "support/operands.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/StmtCXX.h>

#include <fmt/format.h>

#include <map>

namespace appyl {
namespace {

using namespace clang;

/// The rank of a `ref<T, rank>`; nullopt: the type is another one.
std::optional<std::size_t> rankOfRef(QualType type) {
  const auto* record = dyn_cast_or_null<ClassTemplateSpecializationDecl>(recordOf(type));
  if (!record || !isNamed(type, "ref")) return std::nullopt;
  return record->getTemplateArgs()[1].getAsIntegral().getZExtValue();
}

bool isDefault(const Expr* part) { return isa<CXXDefaultArgExpr, CXXDefaultInitExpr>(part); }

/// Without the nodes that copy or move an object.
const Expr* peeled(const Expr* expression) {
  for (;;) {
    const Expr* inner = strip(expression);
    const auto* made = dyn_cast<CXXConstructExpr>(inner);
    const auto* cast = dyn_cast<CXXFunctionalCastExpr>(inner);
    if (made && made->getNumArgs() == 1 && made->getConstructor()->isCopyOrMoveConstructor())
      inner = made->getArg(0);
    else if (cast && cast->getType()->isRecordType())
      inner = cast->getSubExpr();
    if (inner == expression) return inner;
    expression = inner;
  }
}

/// What the elements of a list are made of, `{8, 16}`; nullopt: it is made in another way.
std::optional<std::vector<const Expr*>> elementsOf(const Expr* list) {
  const auto* made = dyn_cast<CXXConstructExpr>(list);
  if (isDefault(list) || (made && (made->getNumArgs() == 0 || isDefault(made->getArg(0)))))
    return std::vector<const Expr*>();
  const auto* given = made ? dyn_cast<CXXStdInitializerListExpr>(strip(made->getArg(0))) : nullptr;
  const auto* braces = given ? dyn_cast<InitListExpr>(given->getSubExpr()->IgnoreImplicit()) : nullptr;
  if (!braces) return std::nullopt;
  return std::vector<const Expr*>(braces->inits().begin(), braces->inits().end());
}

/// The number that a class for numbers of any type is made of.
const Expr* numberOf(const Expr* value) {
  value = strip(value);
  const auto* made = dyn_cast<CXXConstructExpr>(value);
  return made && made->getNumArgs() == 1 ? made->getArg(0)->IgnoreImplicit() : value;
}

class GridCallReader {
 public:
  GridCallReader(const VisibleNames& visible, const Source& source) : visible(visible), source(source) {}

  std::variant<GridCall, TileRefusal> read(const Stmt* statement) {
    const auto* call = cast<CXXOperatorCallExpr>(strip(cast<Expr>(statement)));
    if (readCall(call)) return std::move(result);
    return refusal;
  }

 private:
  const VisibleNames& visible;
  Source source;
  GridCall result;
  TileRefusal refusal;

  bool refuse(const Stmt* where, const std::string& why) {
    refusal = {where, why};
    return false;
  }

  /// Also behind the name of a variable, which keeps what it is made of.
  const Expr* resolved(const Expr* expression) {
    expression = peeled(expression);
    const auto* named = dyn_cast<DeclRefExpr>(expression);
    const auto* variable = named ? dyn_cast<VarDecl>(named->getDecl()) : nullptr;
    if (!variable || isa<ParmVarDecl>(variable) || !variable->getInit() ||
        !variable->getType()->isRecordType())
      return expression;
    result.parts.push_back(variable);
    return resolved(variable->getInit());
  }

  bool readCall(const CXXOperatorCallExpr* call) {
    const auto* made = dyn_cast<CallExpr>(resolved(call->getArg(0)));
    std::vector<const CallExpr*> batches;  // the innermost first
    while (made && calleeName(made) == "vmap" && made->getNumArgs() == 2) {
      batches.insert(batches.begin(), made);
      made = dyn_cast<CallExpr>(resolved(made->getArg(0)));
    }
    if (!made || calleeName(made) != "grid_call")
      return refuse(call, "a call whose kernel and specs are not in sight");
    for (const CallExpr* each : batches)
      if (!readBatch(each->getArg(1))) return false;
    if (!readParts(made)) return false;
    if (parts.size() == 4 && !isDefault(parts[3])) return refuse(parts[3], "a call with an order");
    if (!parts.empty() && !readGrid(parts[0])) return false;
    for (unsigned k = 1; k < call->getNumArgs(); ++k) {
      BlockedArray array;
      array.argument = call->getArg(k)->IgnoreImplicit();
      result.arrays.push_back(std::move(array));
    }
    return readKernel(made->getArg(0)) && nameArrays() && readSpecs() && addBatches() && areStill();
  }

  std::vector<const Expr*>
      parts;  // grid, specs of inputs and of outputs, order; none: of a call without specs

  /// `grid_call(kernel, {grid, in_specs, out_specs})`, `grid_call(kernel, grid, in_specs, out_specs)`.
  bool readParts(const CallExpr* made) {
    if (made->getNumArgs() == 4) {
      parts = {made->getArg(1), made->getArg(2), made->getArg(3)};
      return true;
    }
    const Expr* spec = made->getArg(1);
    if (isDefault(spec)) return true;
    const auto* list = dyn_cast<InitListExpr>(resolved(spec));
    if (!list || list->getNumInits() != 4) return refuse(spec, "specs that are not in sight");
    parts.assign(list->inits().begin(), list->inits().end());
    return true;
  }

  bool readGrid(const Expr* grid) {
    grid = resolved(grid);
    std::vector<const Expr*> counts;
    const auto* made = dyn_cast<CXXConstructExpr>(grid);
    if (made && made->getNumArgs() == 1 && made->getArg(0)->getType()->isIntegerType())
      counts = {made->getArg(0)->IgnoreImplicit()};
    else if (const auto list = elementsOf(grid))
      for (const Expr* each : *list) counts.push_back(numberOf(each));
    else
      return refuse(grid, "a grid whose dimensions are not in sight");
    for (const Expr* each : counts) result.axes.push_back({each, writtenText(each, source.ast), "", false});
    return true;
  }

  // --- batches
  // ----------------------------------------------------------------------------------------------------

  /// Along which axis of each input, or of all; nullopt: all programs get the same one.
  std::vector<std::vector<std::optional<std::int64_t>>> batches;  // the innermost first

  bool readBatch(const Expr* written) {
    const Expr* axes = resolved(written);
    std::vector<std::optional<std::int64_t>> batch;
    if (isDefault(axes)) {
      batch = {0};
    } else if (const auto one = constantOf(axes, source.ast)) {
      batch = {*one};
    } else {
      const auto list = elementsOf(axes);
      if (!list) return refuse(written, "axes of a batch that are not in sight");
      for (const Expr* each : *list) {
        const auto* made = dyn_cast<CXXConstructExpr>(peeled(each));
        const Expr* given = made && made->getNumArgs() == 1 ? strip(made->getArg(0)) : nullptr;
        const auto axis = given ? constantOf(given, source.ast) : std::nullopt;
        if (given && !axis && given->getType()->isIntegerType())
          return refuse(each, "an axis of a batch that is no constant");
        batch.push_back(axis);
      }
    }
    batches.push_back(std::move(batch));
    return true;
  }

  /// The rank of the array that the specs are for, without the axes of the batches.
  std::optional<std::size_t> ownRank(const BlockedArray& array, std::size_t number) {
    auto rank = rankOf(array, source.ast);
    if (!rank) refuse(array.argument, "an array of a type whose dimensions are not known");
    for (auto batch = batches.rbegin(); rank && batch != batches.rend(); ++batch) {
      const auto axis = axisOf(*batch, array, number);
      if (!axis) continue;
      if (*axis < 0 || *axis >= static_cast<std::int64_t>(*rank)) {
        source.diags.report(Diag::GridBatchAxis, array.argument->getExprLoc(),
                            {std::to_string(*axis), std::to_string(*rank)});
        return std::nullopt;
      }
      --*rank;
    }
    return rank;
  }

  static std::optional<std::int64_t> axisOf(const std::vector<std::optional<std::int64_t>>& batch,
                                            const BlockedArray& array, std::size_t number) {
    if (array.isOutput) return 0;
    if (batch.size() == 1) return batch.front();
    return number < batch.size() ? batch[number] : std::nullopt;
  }

  /// One dimension more of the grid and of the arrays for each batch.
  bool addBatches() {
    const auto inputs =
        llvm::count_if(result.arrays, [](const BlockedArray& each) { return !each.isOutput; });
    for (const auto& batch : batches)
      if (batch.size() != 1 && batch.size() != static_cast<std::size_t>(inputs)) {
        source.diags.report(Diag::GridBatchCount, result.arrays.front().argument->getExprLoc(),
                            {std::to_string(batch.size()), std::to_string(inputs)});
        return false;
      }
    const std::set<std::string> inTexts = namesInTexts({});
    for (const auto& batch : batches) {
      GridAxis axis{nullptr, "", freshName("batch", inTexts), false};
      for (std::size_t k = 0; k < result.arrays.size(); ++k) {
        BlockedArray& array = result.arrays[k];
        for (BlockDimension& each : array.dimensions) {
          each.axis += each.axis >= 0;
          each.scaledAxis += each.scaledAxis >= 0;
        }
        const auto along = axisOf(batch, array, k);
        if (!along) continue;
        BlockDimension added;
        added.kind = BlockDimension::Kind::Squeezed;
        added.place = axis.id;
        added.axis = 0;
        array.dimensions.insert(array.dimensions.begin() + *along, added);
      }
      result.axes.insert(result.axes.begin(), std::move(axis));
      ++result.batches;
    }
    for (GridAxis& axis : result.axes)
      for (const BlockedArray& array : result.arrays)
        for (std::size_t d = 0; d < array.dimensions.size() && axis.text.empty(); ++d)
          if (array.dimensions[d].place == axis.id) axis.text = fmt::format("{}.extent({})", array.name, d);
    return true;
  }

  // --- the kernel
  // ----------------------------------------------------------------------------------------------------

  /// The instance of a lambda or function for the call's arrays.
  const FunctionDecl* instanceOf(const FunctionDecl* function) const {
    const FunctionTemplateDecl* pattern = function->getDescribedFunctionTemplate();
    if (!pattern) return function;
    for (const FunctionDecl* each : pattern->specializations())
      if (takesArrays(each) && each->hasBody()) return each;
    return function;
  }

  bool takesArrays(const FunctionDecl* function) const {
    return function->getNumParams() == result.arrays.size() &&
           llvm::all_of(function->parameters(),
                        [](const ParmVarDecl* each) { return rankOfRef(each->getType()).has_value(); });
  }

  bool readKernel(const Expr* written) {
    const Expr* kernel = resolved(written);
    if (const auto* address = dyn_cast<UnaryOperator>(kernel)) kernel = strip(address->getSubExpr());
    const FunctionDecl* function = nullptr;
    if (const auto* lambda = dyn_cast<LambdaExpr>(kernel)) {
      function = instanceOf(lambda->getCallOperator());
    } else if (const auto* named = dyn_cast<DeclRefExpr>(kernel)) {
      function = dyn_cast<FunctionDecl>(named->getDecl());
      if (function) result.functions.push_back(function);
    } else if (const auto* maker = dyn_cast<CallExpr>(kernel)) {
      function = kernelMadeBy(maker);
    } else if (const auto* record = recordOf(kernel->getType()); record && record->field_empty()) {
      for (const Decl* each : record->decls()) {
        const auto* pattern = dyn_cast<FunctionTemplateDecl>(each);
        const auto* method = dyn_cast<CXXMethodDecl>(pattern ? pattern->getTemplatedDecl() : each);
        if (!method || method->getOverloadedOperator() != OO_Call) continue;
        if (const FunctionDecl* called = instanceOf(method); !function || takesArrays(called))
          function = called;
      }
    }
    const FunctionDecl* definition = nullptr;
    if (!function || !function->hasBody(definition))
      return refuse(written, "a kernel whose body is not in sight");
    if (!takesArrays(definition)) return refuse(written, "a kernel whose parameters are no refs");
    nameTemplateArguments(definition, dyn_cast<DeclRefExpr>(kernel));
    result.kernel.function = definition;
    return true;
  }

  /// What the parameters of a template stand for, `T` and `N` of `kernel<float, 3>`, where its body names
  /// them.
  void nameTemplateArguments(const FunctionDecl* instance, const DeclRefExpr* named) {
    if (const auto* record = dyn_cast<ClassTemplateSpecializationDecl>(instance->getDeclContext()))
      nameTemplateArguments(instance, record->getTemplateArgs(),
                            *record->getSpecializedTemplate()->getTemplateParameters(), nullptr);
    if (const FunctionTemplateDecl* pattern = instance->getPrimaryTemplate())
      nameTemplateArguments(instance, *instance->getTemplateSpecializationArgs(),
                            *pattern->getTemplateParameters(), named);
  }
  void nameTemplateArguments(const FunctionDecl* instance, const TemplateArgumentList& arguments,
                             const TemplateParameterList& parameters, const DeclRefExpr* named) {
    const std::set<std::string> used = identifiersOf(editedText(
        rangeOf(instance->getBody()->getSourceRange(), source.ast).value_or(FileRange()), {}, source.ast));
    for (unsigned k = 0; k < parameters.size() && k < arguments.size(); ++k) {
      const std::string name = parameters.getParam(k)->getNameAsString();
      if (!used.count(name)) continue;
      const bool isGiven = named && k < named->getNumTemplateArgs();
      const auto range =
          isGiven ? rangeOf(named->getTemplateArgs()[k].getSourceRange(), source.ast) : std::nullopt;
      const TemplateArgument& argument = arguments.get(k);
      std::string text;
      if (range) {
        text = editedText(*range, {}, source.ast);
      } else {
        llvm::raw_string_ostream stream(text);
        argument.print(source.ast.getPrintingPolicy(), stream, /*IncludeType=*/true);
      }
      if (name == text) continue;
      result.kernel.declared.push_back(name),
          result.kernel.names.push_back(argument.getKind() == TemplateArgument::Type
                                            ? fmt::format("using {} = {};", name, text)
                                            : fmt::format("constexpr auto {} = {};", name, text));
    }
  }

  /// `product(128, gelu)`: a function that makes the kernel of its parameters.
  const FunctionDecl* kernelMadeBy(const CallExpr* maker) {
    const FunctionDecl* callee = maker->getDirectCallee();
    if (callee) result.functions.push_back(callee);
    const FunctionDecl* definition = nullptr;
    if (!callee || !callee->hasBody(definition)) return nullptr;
    const auto* body = dyn_cast<CompoundStmt>(definition->getBody());
    const auto* back = body && body->size() == 1 ? dyn_cast<ReturnStmt>(body->body_front()) : nullptr;
    const auto* lambda = back ? dyn_cast<LambdaExpr>(peeled(back->getRetValue())) : nullptr;
    if (!lambda || maker->getNumArgs() != definition->getNumParams()) return nullptr;
    for (unsigned k = 0; k < maker->getNumArgs(); ++k) {
      const std::string name = definition->getParamDecl(k)->getNameAsString(),
                        value = writtenText(maker->getArg(k), source.ast);
      const auto constant = constantOf(maker->getArg(k), source.ast);
      if (constant) result.kernel.constants[definition->getParamDecl(k)] = *constant;
      if (name != value && !name.empty())
        result.kernel.declared.push_back(name),
            result.kernel.names.push_back(
                fmt::format("{} auto {} = {};", constant ? "constexpr" : "const", name, value));
    }
    nameTemplateArguments(definition, dyn_cast<DeclRefExpr>(strip(maker->getCallee())));
    return instanceOf(lambda->getCallOperator());
  }

  // --- the arrays
  // ----------------------------------------------------------------------------------------------------

  /// A view has its own name, and what is none gets that of the kernel's parameter.
  bool nameArrays() {
    for (std::size_t k = 0; k < result.arrays.size(); ++k) {
      BlockedArray& array = result.arrays[k];
      const ParmVarDecl* parameter = result.kernel.function->getParamDecl(k);
      const QualType type = array.argument->getType().getNonReferenceType();
      array.isNumber = type->isArithmeticType();
      const Expr* plain = strip(array.argument);
      const std::string written = isa<DeclRefExpr>(plain) ? writtenText(plain, source.ast) : "";
      if (!written.empty() && (array.isNumber || isViewType(type)))
        array.name = written;
      else if (llvm::all_of(written, isOfName) && !written.empty())
        array.name = freshName(written + "_view");
      else
        array.name = freshName(parameter->getNameAsString());
    }
    return true;
  }

  std::set<std::string> given;  // names

  std::string freshName(const std::string& wanted, const std::set<std::string>& others = {}) {
    const std::string plain = wanted.empty() ? "block" : wanted;
    std::string name = plain;
    for (int k = 2; visible.isLocal(name) || given.count(name) || others.count(name); ++k)
      name = fmt::format("{}_{}", plain, k);
    given.insert(name);
    return name;
  }

  /// What the loops' texts name.
  std::set<std::string> namesInTexts(const std::vector<const Expr*>& specs) {
    std::set<std::string> names = identifiersOf(bodyText());
    const auto add = [&](const Expr* part) {
      if (part) names.merge(identifiersOf(writtenText(part, source.ast)));
    };
    for (const GridAxis& axis : result.axes) add(axis.count);
    for (const BlockedArray& array : result.arrays) {
      names.insert(array.name);
      add(array.argument);
      for (const BlockDimension& each : array.dimensions) add(each.size);
    }
    for (const Expr* spec : specs)
      if (const FunctionDecl* map = spec ? mapOf(spec) : nullptr)
        walk(map->getBody(), source.directives, [&](const Stmt* each) {
          const auto* named = dyn_cast<DeclRefExpr>(each);
          if (named && !isa<ParmVarDecl>(named->getDecl())) names.insert(named->getDecl()->getNameAsString());
          return true;
        });
    return names;
  }

  std::string bodyText() const {
    const auto range = rangeOf(result.kernel.function->getBody()->getSourceRange(), source.ast);
    return range ? editedText(*range, {}, source.ast) : "";
  }

  // --- the specs
  // ----------------------------------------------------------------------------------------------------

  bool readSpecs() {
    std::optional<std::vector<const Expr*>> in, out;
    in = parts.empty() ? std::vector<const Expr*>() : elementsOf(resolved(parts[1]));
    out = parts.empty() ? std::vector<const Expr*>() : elementsOf(resolved(parts[2]));
    if (!in || !out) return refuse(parts[in ? 2 : 1], "block specs that are not in sight");
    const std::size_t count = result.arrays.size();
    if ((!in->empty() && !out->empty() && in->size() + out->size() != count) || in->size() >= count ||
        out->size() > count) {
      source.diags.report(Diag::GridSpecs, result.arrays.front().argument->getExprLoc(),
                          {std::to_string(count), std::to_string(in->size()), std::to_string(out->size())});
      return false;
    }
    const std::size_t outputs = !out->empty() ? out->size() : !in->empty() ? count - in->size() : 1;
    std::vector<const Expr*> specs(count, nullptr);
    for (std::size_t k = 0; k < count; ++k) {
      BlockedArray& array = result.arrays[k];
      array.isOutput = k >= count - outputs;
      const std::size_t at = array.isOutput ? k - (count - outputs) : k;
      const auto& list = array.isOutput ? *out : *in;
      if (at < list.size()) specs[k] = resolved(list[at]);
    }
    for (std::size_t k = 0; k < count; ++k)
      if (!readSpec(result.arrays[k], k, specs[k])) return false;
    nameIds(specs);
    for (std::size_t k = 0; k < count; ++k)
      if (specs[k] && !readMap(result.arrays[k], specs[k])) return false;
    return true;
  }

  /// As an index map calls them.
  void nameIds(const std::vector<const Expr*>& specs) {
    const std::set<std::string> inTexts = namesInTexts(specs);
    for (std::size_t d = 0; d < result.axes.size(); ++d) {
      std::string wanted;
      for (const Expr* spec : specs) {
        const FunctionDecl* map = spec ? mapOf(spec) : nullptr;
        if (!wanted.empty() || !map || d >= map->getNumParams()) continue;
        const FunctionDecl* pattern = map->getTemplateInstantiationPattern();
        if (pattern && pattern->getNumParams() != map->getNumParams()) continue;  // `auto... i`
        wanted = map->getParamDecl(d)->getNameAsString();
      }
      if (wanted.empty()) wanted = d < 4 ? std::string(1, "ijkl"[d]) : fmt::format("program{}", d);
      result.axes[d].id = freshName(wanted, inTexts);
    }
  }

  /// The rank of an array that is given to the call.
  static std::optional<std::size_t> rankOf(const BlockedArray& array, const ASTContext& context) {
    const QualType type = array.argument->getType().getNonReferenceType();
    if (array.isNumber) return 0;
    if (const auto* record = dyn_cast_or_null<ClassTemplateSpecializationDecl>(recordOf(type))) {
      if (isViewType(type)) return record->getTemplateArgs()[1].getAsIntegral().getZExtValue();
      if (record->isInStdNamespace() &&
          (record->getName() == "vector" || record->getName() == "array" || record->getName() == "span"))
        return 1;
      return std::nullopt;
    }
    std::size_t rank = 0;
    for (QualType each = type; const auto* dimension = context.getAsArrayType(each);
         each = dimension->getElementType())
      ++rank;
    return rank == 0 ? std::nullopt : std::optional(rank);
  }

  bool readSpec(BlockedArray& array, std::size_t number, const Expr* spec) {
    const auto rank = ownRank(array, number);
    if (!rank) return false;
    array.dimensions.resize(*rank);
    const auto* made = dyn_cast_or_null<CXXConstructExpr>(spec);
    if (spec && !made) return refuse(spec, "a block spec that is not in sight");
    if (made && made->getNumArgs() == 3 &&
        !(readShape(array, made->getArg(0)) && readMode(array, made->getArg(2))))
      return false;
    const auto kept =
        static_cast<std::size_t>(llvm::count_if(array.dimensions, [](const BlockDimension& each) {
          return each.kind != BlockDimension::Kind::Squeezed;
        }));
    const std::size_t taken = *rankOfRef(result.kernel.function->getParamDecl(number)->getType());
    if (kept == taken) return true;
    source.diags.report(Diag::GridRank, array.argument->getExprLoc(),
                        {std::to_string(taken), std::to_string(kept)});
    return false;
  }

  bool readShape(BlockedArray& array, const Expr* written) {
    const auto extents = elementsOf(resolved(written));
    if (!extents) return refuse(written, "the shape of a block that is not in sight");
    if (extents->empty()) return true;
    if (extents->size() != array.dimensions.size())
      return ranksDiffer(array, "a block shape", extents->size());
    for (std::size_t d = 0; d < extents->size(); ++d) {
      BlockDimension& dimension = array.dimensions[d];
      const auto* extent = dyn_cast<CXXConstructExpr>(peeled((*extents)[d]));
      if (!extent) return refuse((*extents)[d], "an extent of a block that is not in sight");
      if (extent->getNumArgs() == 0) continue;
      if (isNamed(extent->getArg(0)->getType(), "squeezed_t")) {
        dimension.kind = BlockDimension::Kind::Squeezed;
        continue;
      }
      dimension.kind = BlockDimension::Kind::Size;
      dimension.size = extent->getArg(0)->IgnoreImplicit();
    }
    return true;
  }

  bool ranksDiffer(const BlockedArray& array, const char* what, std::size_t rank) {
    source.diags.report(Diag::GridBlockRank, array.argument->getExprLoc(),
                        {what, std::to_string(rank), std::to_string(array.dimensions.size())});
    return false;
  }

  bool readMode(BlockedArray& array, const Expr* written) {
    const Expr* mode = resolved(written);
    if (isDefault(mode)) return true;
    const auto* made = dyn_cast<CXXConstructExpr>(mode);
    const Expr* given = made && made->getNumArgs() == 1 ? resolved(made->getArg(0)) : nullptr;
    if (!given) return refuse(written, "how a block is counted is not in sight");
    if (isNamed(given->getType(), "Blocked")) return true;
    array.isBlocked = false;
    const auto* unblocked = dyn_cast<InitListExpr>(given);
    if (!unblocked) return refuse(written, "how a block is padded is not in sight");
    const auto pairs = elementsOf(resolved(unblocked->getInit(0)));
    if (!pairs) return refuse(written, "how a block is padded is not in sight");
    if (pairs->empty()) return true;
    if (pairs->size() != array.dimensions.size()) return ranksDiffer(array, "padding", pairs->size());
    for (std::size_t d = 0; d < pairs->size(); ++d) {
      const auto* pair = dyn_cast<CXXConstructExpr>(peeled((*pairs)[d]));
      if (!pair || pair->getNumArgs() != 2) return refuse((*pairs)[d], "a padding that is not in sight");
      array.dimensions[d].before = padding(pair->getArg(0));
      array.dimensions[d].behind = padding(pair->getArg(1));
    }
    return true;
  }

  std::string padding(const Expr* number) const {
    return constantOf(number, source.ast) == 0 ? "" : writtenText(number->IgnoreImplicit(), source.ast);
  }

  /// The function that a spec's index map calls; null: it has none, or none that is in sight.
  const FunctionDecl* mapOf(const Expr* spec) {
    const auto* made = dyn_cast<CXXConstructExpr>(spec);
    if (!made || made->getNumArgs() != 3) return nullptr;
    const auto* map = dyn_cast<CXXConstructExpr>(resolved(made->getArg(1)));
    if (!map || map->getNumArgs() != 1) return nullptr;
    const Expr* called = resolved(map->getArg(0));
    if (const auto* address = dyn_cast<UnaryOperator>(called)) called = strip(address->getSubExpr());
    const FunctionDecl* function = nullptr;
    if (const auto* lambda = dyn_cast<LambdaExpr>(called)) {
      if (llvm::any_of(lambda->captures(), [](const LambdaCapture& each) {
            return each.capturesVariable() && each.getCapturedVar()->isInitCapture();
          }))
        return nullptr;
      function = lambda->getCallOperator();
      if (const FunctionTemplateDecl* pattern = function->getDescribedFunctionTemplate())
        for (const FunctionDecl* each : pattern->specializations())
          if (each->getNumParams() == result.axes.size() && each->hasBody()) function = each;
    } else if (const auto* named = dyn_cast<DeclRefExpr>(called)) {
      function = dyn_cast<FunctionDecl>(named->getDecl());
      if (function) result.functions.push_back(function);
    }
    const FunctionDecl* definition = nullptr;
    return function && function->hasBody(definition) ? definition : nullptr;
  }

  bool readMap(BlockedArray& array, const Expr* spec) {
    const auto* parts = dyn_cast<CXXConstructExpr>(spec);
    if (!parts || parts->getNumArgs() != 3) return true;
    const Expr* written = parts->getArg(1);
    const Expr* given = resolved(written);
    const auto* map = dyn_cast<CXXConstructExpr>(given);
    if (isDefault(given) || (map && map->getNumArgs() == 0)) return true;
    const FunctionDecl* function = mapOf(spec);
    if (!function) return refuse(written, "an index map that is not in sight");
    if (function->getNumParams() != result.axes.size()) {
      source.diags.report(Diag::GridMapRank, written->getExprLoc(),
                          {std::to_string(function->getNumParams()), std::to_string(result.axes.size())});
      return false;
    }
    const auto* body = cast<CompoundStmt>(function->getBody());
    return readMapBody(array, {function, {}, modifiedVariables(body, source.directives)},
                       {body->body_begin(), body->size()}, written);
  }

  struct IndexMapBody {
    const FunctionDecl* map;
    std::map<const ValueDecl*, const Expr*> variables;  // by what they are made of
    std::set<const ValueDecl*> modified;
  };

  /// Variables, conditions and returns: `if (i < n) return a; return b;` is `i < n ? a : b`.
  bool readMapBody(BlockedArray& array, IndexMapBody body, llvm::ArrayRef<Stmt*> statements,
                   const Expr* written) {
    while (!statements.empty()) {
      const Stmt* first = statements.front();
      statements = statements.drop_front();
      if (const auto* back = dyn_cast<ReturnStmt>(first); back && back->getRetValue()) {
        const auto places = placesIn(back->getRetValue());
        if (places.size() != array.dimensions.size())
          return ranksDiffer(array, "an index map", places.size());
        for (std::size_t d = 0; d < places.size(); ++d)
          if (!readPlace(array.dimensions[d], places[d], body)) return false;
        return true;
      }
      if (const auto* branch = dyn_cast<IfStmt>(first);
          branch && !branch->getInit() && !branch->getConditionVariable()) {
        BlockedArray otherwise = array;
        std::vector<Stmt*> rest = statementsOf(branch->getElse());
        rest.insert(rest.end(), statements.begin(), statements.end());
        std::string condition;
        if (!readMapBody(array, body, statementsOf(branch->getThen()), written) ||
            !readMapBody(otherwise, body, rest, written) || !readText(branch->getCond(), body, condition))
          return false;
        for (std::size_t d = 0; d < array.dimensions.size(); ++d)
          choose(array.dimensions[d], condition, otherwise.dimensions[d]);
        return true;
      }
      const auto* declaration = dyn_cast<DeclStmt>(first);
      if (!declaration && !isa<NullStmt>(first)) break;
      if (declaration &&
          !llvm::all_of(declaration->decls(), [&](const Decl* each) { return addVariable(each, body); }))
        break;
    }
    return refuse(written, "an index map that is more than constants, conditions and 'return'");
  }

  /// One that stays what it is made of, without a conversion that changes it.
  bool addVariable(const Decl* declared, IndexMapBody& body) const {
    const auto* variable = dyn_cast<VarDecl>(declared);
    const Expr* value = variable ? variable->getInit() : nullptr;
    if (!value || body.modified.count(variable) || mayChangeSomething(value)) return false;
    const QualType type = variable->getType(), from = value->IgnoreImplicit()->getType();
    const bool isKept = type->isBooleanType()
                            ? from->isBooleanType()
                            : type->isIntegerType() && from->isIntegerType() &&
                                  source.ast.getTypeSize(type) >= source.ast.getTypeSize(from);
    if (isKept) body.variables[variable] = value;
    return isKept;
  }

  static std::vector<Stmt*> statementsOf(const Stmt* branch) {
    if (!branch) return {};
    if (const auto* block = dyn_cast<CompoundStmt>(branch)) return {block->body_begin(), block->body_end()};
    return {const_cast<Stmt*>(branch)};
  }

  /// The place is the one that it is, or the other one where the condition does not hold.
  static void choose(BlockDimension& dimension, const std::string& condition,
                     const BlockDimension& otherwise) {
    if (dimension.place == otherwise.place) return;
    dimension.axis = dimension.scaledAxis = -1;
    dimension.place = fmt::format("{} ? {} : {}", asOperand(condition), asOperand(dimension.place),
                                  asOperand(otherwise.place));
  }

  /// The numbers that an index map returns: one, or those of a std::array, tuple or pair.
  static std::vector<const Expr*> placesIn(const Expr* value) {
    value = peeled(value);
    if (const auto* list = dyn_cast<InitListExpr>(value)) {
      if (list->getNumInits() == 1 && isa<InitListExpr>(peeled(list->getInit(0))))
        return placesIn(list->getInit(0));
      return {list->inits().begin(), list->inits().end()};
    }
    if (const auto* made = dyn_cast<CXXConstructExpr>(value)) return {made->arg_begin(), made->arg_end()};
    if (const auto* call = dyn_cast<CallExpr>(value);
        call && (calleeName(call) == "make_tuple" || calleeName(call) == "make_pair"))
      return {call->arg_begin(), call->arg_end()};
    return {value};
  }

  /// What a variable of the map is made of.
  static const Expr* madeOf(const Expr* expression, const IndexMapBody& body) {
    for (;;) {
      expression = expression->IgnoreParenImpCasts();
      const auto* named = dyn_cast<DeclRefExpr>(strip(expression));
      const auto known = named ? body.variables.find(named->getDecl()) : body.variables.end();
      if (known == body.variables.end()) return expression;
      expression = known->second;
    }
  }

  static int axisOf(const Expr* name, const IndexMapBody& body) {
    const auto* named = dyn_cast<DeclRefExpr>(strip(madeOf(name, body)));
    for (unsigned k = 0; named && k < body.map->getNumParams(); ++k)
      if (named->getDecl() == body.map->getParamDecl(k)) return static_cast<int>(k);
    return -1;
  }

  bool dependsOnIds(const Expr* part, const IndexMapBody& body) const {
    bool depends = false;
    walk(part, source.directives, [&](const Stmt* each) {
      const auto* named = dyn_cast<DeclRefExpr>(each);
      if (!named) return true;
      const auto known = body.variables.find(named->getDecl());
      depends |=
          axisOf(named, body) >= 0 || (known != body.variables.end() && dependsOnIds(known->second, body));
      return !depends;
    });
    return depends;
  }

  bool readPlace(BlockDimension& dimension, const Expr* place, const IndexMapBody& body) {
    place = madeOf(place, body);
    if (constantOf(place, source.ast) == 0) return true;
    dimension.axis = axisOf(place, body);
    if (dimension.axis >= 0) {
      dimension.place = result.axes[dimension.axis].id;
      return true;
    }
    if (const auto* product = dyn_cast<BinaryOperator>(place); product && product->getOpcode() == BO_Mul)
      for (const auto& [id, factor] :
           {std::pair(product->getLHS(), product->getRHS()), std::pair(product->getRHS(), product->getLHS())})
        if (const int axis = axisOf(id, body); axis >= 0 && !dependsOnIds(factor, body)) {
          dimension.scaledAxis = axis;
          if (!readText(factor, body, dimension.scale)) return false;
        }
    return readText(place, body, dimension.place);
  }

  /// An id as the map's parameter, which may have a type of its own: `i - 1` of unsigned numbers wraps
  /// around, and `std::max(i, 0)` wants two numbers of one type.
  std::string idText(const DeclRefExpr* named, const Expr* part, const std::string& id) const {
    const QualType type = named->getType().getNonReferenceType().getUnqualifiedType();
    bool isArgument = false;
    walk(part, source.directives, [&](const Stmt* each) {
      const auto* call = dyn_cast<CallExpr>(each);
      isArgument |= call && mentions(call, named->getDecl(), source.directives);
      return !isArgument;
    });
    const bool isLost = type->isUnsignedIntegerType() || source.ast.getTypeSize(type) < 32;
    return isLost || (isArgument && source.ast.getTypeSize(type) < 64)
               ? fmt::format("static_cast<{}>({})", type.getAsString(source.ast.getPrintingPolicy()), id)
               : id;
  }

  /// An expression of the map in terms of the ids.
  bool readText(const Expr* part, const IndexMapBody& body, std::string& text) {
    part = part->IgnoreImplicit();
    const auto range = rangeOf(part->getSourceRange(), source.ast);
    if (!range) return refuse(part, "an index map that a macro cuts apart, or that stands in a header");
    std::vector<TextEdit> edits;
    bool isGood = true;
    walk(part, source.directives, [&](const Stmt* each) {
      const auto* named = dyn_cast<DeclRefExpr>(each);
      const auto* variable = named ? dyn_cast<VarDecl>(named->getDecl()) : nullptr;
      if (!variable || !isGood) return isGood;
      const auto known = body.variables.find(variable);
      const int axis = axisOf(named, body);
      std::string replacement;
      if (axis >= 0)
        replacement = idText(named, part, result.axes[axis].id);
      else if (known != body.variables.end())
        isGood = readText(known->second, body, replacement);
      else if (visible.nameOf(variable) != variable->getNameAsString())
        isGood = refuse(part, "an index map that names what the caller cannot");
      if (isGood && !replacement.empty())
        if (const auto at = rangeOf(named->getSourceRange(), source.ast))
          edits.push_back({*at, axis >= 0 || named == part ? replacement : asOperand(replacement)});
      return isGood;
    });
    text = editedText(*range, std::move(edits), source.ast);
    return isGood;
  }

  // ---

  /// Variables that the statement may modify. A grid call writes elements of its arrays.
  void addModified(const Stmt* statement, std::set<const ValueDecl*>& changed) const {
    if (!statement || isGridCall(statement)) return;
    bool hasCall = false;
    walk(statement, source.directives, [&](const Stmt* each) { return !(hasCall |= isGridCall(each)); });
    if (!hasCall) return changed.merge(modifiedVariables(statement, source.directives));
    for (const Stmt* child : source.directives.strip(statement)->children()) addModified(child, changed);
  }

  /// Parts of the call that stand in front of it are evaluated where it stands: their names have to mean the
  /// same.
  bool areStill() {
    for (GridAxis& axis : result.axes) {
      const auto* named = axis.count ? dyn_cast<DeclRefExpr>(strip(axis.count)) : nullptr;
      const auto* variable = named ? dyn_cast<VarDecl>(named->getDecl()) : nullptr;
      axis.isSettled = variable && variable->getInit() && changeOf(variable).empty();
    }
    for (const VarDecl* part : result.parts)
      if (const std::string name = changeOf(part); !name.empty())
        return refuse(part->getInit(), "'" + name + "', which may be another one between '" +
                                           part->getNameAsString() + "' and the call");
    return true;
  }

  /// What may be another one at the call than where the variable is initialised; empty: nothing.
  std::string changeOf(const VarDecl* part) const {
    const auto* around = dyn_cast<FunctionDecl>(part->getDeclContext());
    std::set<const ValueDecl*> changed;
    if (around && around->getBody()) addModified(around->getBody(), changed);
    std::string name = changed.count(part) ? part->getNameAsString() : "";
    walk(part->getInit(), source.directives, [&](const Stmt* each) {
      const auto* reference = dyn_cast<DeclRefExpr>(each);
      const auto* variable = reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
      const bool isOfLambda = variable && variable->isLocalVarDeclOrParm() &&
                              variable->getDeclContext() != part->getDeclContext();
      if (!variable || isOfLambda || reference->hasQualifier()) return true;
      const bool isChanged = changed.count(variable) && (variable->isLocalVarDeclOrParm() || !around);
      const bool isLost = variable->isLocalVarDeclOrParm()
                              ? visible.nameOf(variable) != variable->getNameAsString()
                              : visible.isHidden(variable);
      if (isChanged || isLost) name = variable->getNameAsString();
      return true;
    });
    return name;
  }
};

}  // namespace

std::variant<GridCall, TileRefusal> readGridCall(const Stmt* statement, const VisibleNames& visible,
                                                 const Source& source) {
  return GridCallReader(visible, source).read(statement);
}

}  // namespace appyl
