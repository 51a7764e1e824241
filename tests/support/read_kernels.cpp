#include "read_kernels.h"

#include "directive/collect.h"
#include "directive/record.h"
#include "model/map_to_grid.h"
#include "nest/read_loop_nest.h"

#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Tooling/Tooling.h>
#include <doctest/doctest.h>

namespace appyl::test {
namespace {

using namespace clang;

/// The first stages of the driver's pipeline.
class Reading : public ASTFrontendAction {
 public:
  Reading(const Options& options, const std::function<void(const Kernel&)>& use)
      : options(options), use(use) {}

  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance& compiler, llvm::StringRef) override {
    diags.emplace(compiler.getDiagnostics());
    recordDirectives(compiler.getPreprocessor(), recorded, *diags);
    return std::make_unique<Consumer>(*this);
  }

 private:
  struct Consumer : ASTConsumer {
    explicit Consumer(Reading& reading) : reading(reading) {}
    bool HandleTopLevelDecl(DeclGroupRef group) override {
      reading.topLevel.insert(reading.topLevel.end(), group.begin(), group.end());
      return true;
    }
    void HandleTranslationUnit(ASTContext& context) override { reading.read(context); }
    Reading& reading;
  };

  const Options& options;
  const std::function<void(const Kernel&)>& use;
  Recorded recorded;
  std::vector<Decl*> topLevel;
  std::optional<Diagnostics> diags;

  void read(ASTContext& context) {
    const Directives directives = collectDirectives(recorded, topLevel, *diags);
    const Source source{directives, context, *diags};
    FilePointsTo origins(source);
    int index = 0;
    for (const Directive* root : rootDirectives(source)) {
      auto nest = readLoopNest(*root, recorded, source, origins);
      REQUIRE(nest);
      const bool isCuda = options.target && options.target->isDevice;
      const auto kernel = mapToGrid(std::move(*nest), index++,
                                    {options.blockSize, options.appylCompat, isCuda, options.strictFloat,
                                     options.architecture, options.tuned},
                                    source);
      REQUIRE(kernel);
      use(*kernel);
    }
  }
};

}  // namespace

void forEachKernel(const std::string& source, const Options& options,
                   const std::function<void(const Kernel&)>& use) {
  REQUIRE(tooling::runToolOnCode(std::make_unique<Reading>(options, use), source));
}

}  // namespace appyl::test
