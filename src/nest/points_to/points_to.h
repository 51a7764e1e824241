// What a name may have been made of, `p` of `p = a + 1`: this is how aliases are found.
#pragma once

#include "nest/points_to/picked_elements.h"

namespace appyl {

/// A variable or a member of one: `f`, `.x`.
struct Name {
  const clang::ValueDecl* root = nullptr;
  std::string path;
  auto operator<=>(const Name&) const = default;
};
using Names = std::set<Name>;

bool isPartOf(const std::string& part, const std::string& whole);

const clang::ValueDecl* canonical(const clang::ValueDecl* declaration);

/// The variables that the statement names, once for each mention.
const std::multiset<const clang::ValueDecl*>& mentionedIn(const clang::Stmt* statement,
                                                          const Directives& directives);

/// An element has the name of its array; nullopt: the lvalue has no name.
std::optional<Name> nameOf(const clang::Expr* lvalue);

/// The name of an array of the nest: `f.x`, `this->u`, `p[].x`.
Name nameOf(const Array& array);

/// `self().u`, where `self` is a method of this object: its member u.
std::optional<Name> memberBehindCall(const clang::Stmt* part);

/// `w.data()`, `w.get()` of the library: where the elements of w begin.
bool isBeginning(const clang::Expr* value);

/// `last - first`, `p < last`, `std::distance(first, last)`: pointers or iterators that are subtracted or
/// compared point into one array. (A test for inequality shows this only in a loop's condition.)
std::optional<std::pair<Name, Name>> endsOfArray(const clang::Stmt* statement);

/// `new (&p) int*(a)`: the pointer p, and what it is made of.
std::optional<std::pair<Name, const clang::Expr*>> placedPointer(const clang::Stmt* statement);

/// Globals and statics that the called function, whose body can be seen, may hand out: `return
/// buffer.data();`.
std::set<const clang::VarDecl*> staticsBehind(const clang::CallExpr* call, const Directives& directives);

class PointsTo;

/// What the functions of a file say about names, ordered by the variable or member that it concerns.
struct PointsToFacts {
  struct Fact {
    Name target;
    Names sources;
    const clang::FunctionDecl* function =
        nullptr;  // that says so; null: a constructor's or class's initial value
  };
  std::map<const clang::ValueDecl*, std::vector<Fact>> madeOf, swapped;

  void add(const PointsTo& said, const clang::FunctionDecl* function);
};

class PointsTo {
 public:
  explicit PointsTo(clang::ASTContext& context) : context(context) {}

  std::map<Name, Names> madeOf, swapped;
  const PointsToFacts* others = nullptr;  // beside these; not those of the function itself
  const clang::FunctionDecl* function = nullptr;
  std::map<Name, Name> copies;           // where the nest stands, plain copies of what has not changed since
  std::map<Name, PickedElement> picked;  // likewise, by indices that mean the same there
  std::map<Name, int> moments;           // when pointers that stay have been given their value

  /// Swapped names keep distinct what they began as.
  bool mayBeOne(const Name& first, const Name& second) const;

  /// For `s.p`, where s is any object of its class: the field, with the rest of the path.
  std::optional<Name> fieldOf(const Name& name) const;

  /// An exchange through an alias, `v->flip()` where `V* v = &s;`, is an exchange of the object `s`, too.
  void exchangeBehindNames();

 protected:
  clang::ASTContext& context;

 private:
  bool arePickedApart(const Name& first, const Name& second) const;
  using Visit = std::function<void(const Name& target, const Names& sources)>;
  void forMadeOf(const clang::ValueDecl* root, const Visit& visit) const;
  std::optional<Name> fieldOf(clang::QualType type, const std::string& path) const;
  bool isSamePart(const Name& name, const Name& source, const std::string& rest) const;
  clang::QualType typeOf(Name name) const;
  Name current(Name name) const;
  Names behindName(const Name& name) const;
  bool isSwappedWith(const Name& a, const Name& b) const;
  Names exchangedWith(const Name& name) const;
  Names stepsFrom(const Name& name) const;
  void addMembersSteps(const Name& name, Names& steps) const;
  Names reach(const Name& from, bool isExchanged = true) const;
  Names beginnings(const Name& name) const;
};

/// The nest names something that other functions of the file may have set.
bool mayBeSetByOthers(const LoopNest& nest);

}  // namespace appyl
