// Options only; what happens to the sources is in run.h.
#include "options.h"
#include "run.h"

#include <llvm/Support/raw_ostream.h>

int main(int argc, char** argv) {
  auto commandLine = appyl::parseCommandLine({argv + 1, argv + argc});
  if (!commandLine) {
    llvm::errs() << "appyl-translate: error: " << llvm::toString(commandLine.takeError()) << '\n';
    return 2;
  }
  if (commandLine->help) {
    llvm::outs() << appyl::helpText();
    return 0;
  }
  if (commandLine->version) {
    llvm::outs() << "appyl-translate " APPYL_VERSION "\n";
    return 0;
  }
  return appyl::run(*commandLine);
}
