// What the names of a file may have been made of. Its functions are read once, for all nests of the file.
#pragma once

#include "loops/exchanges.h"
#include "loops/results.h"

namespace appyl {

class FileOrigins {
 public:
  FileOrigins(const Directives& directives, clang::ASTContext& context)
      : directives(directives), context(context), results(directives, context), exchanges(directives) {}

  /// What the function around the nest says of its names, and all others of members and globals. It refers to
  /// this object.
  Origins of(const LoopNest& nest);

 private:
  const Directives& directives;
  clang::ASTContext& context;
  bool isRead = false;  // when somebody asks first
  OriginFacts facts;
  Results results;
  Exchanges exchanges;

  void read(const clang::DeclContext* scope);
  void readFunction(const clang::FunctionDecl* function);
};

}  // namespace appyl
