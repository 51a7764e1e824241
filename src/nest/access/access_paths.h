// An lvalue -> the array it is an element of, and its subscripts. Looks through pointer arithmetic, `&a[i *
// n]`, local pointers and references that are set once, containers, and functions and lambdas whose body is
// one `return`.
#pragma once

#include "nest/scev/scalar_evolution.h"

#include <utility>

namespace appyl {

struct AccessPath {
  const clang::ValueDecl* root = nullptr;  // the variable or field
  std::string path;  // `[].x` for a[i].x, `.data[]` for s.data[i]; empty for a plain `a[i]`
  std::vector<const clang::FieldDecl*> members;  // of the path
  std::vector<std::optional<Polynomial>> subscripts;
  std::vector<const clang::Expr*>
      indices;  // the expressions in the subscripts, to be read for their own accesses
  std::vector<const clang::CallExpr*>
      readInside;               // calls that read more than they are given on the way to it
  std::string why;              // a subscript that is no polynomial, or a pointer from memory: what it is
  std::size_t rows = 0;         // how many of the first subscripts stand behind the array itself
  bool throughMemory = false;   // a pointer that was itself loaded from an array
  bool moves = false;           // a pointer or an index that goes on by itself, `*p++`
  bool throughPointer = false;  // the storage is not the variable's own
  bool behindMember = false;    // `p->m->x`: of an object to which a member points
  bool throughCall = false;     // a function has given the reference
  int pointers = 0;             // how many were followed
  // `reinterpret_cast<float2*>(x)[i]`: an object of another type over one or several elements, of which the
  // last subscript is the first; their type, where a cast has hidden it.
  bool isReinterpreted = false;
  std::int64_t group = 1;
  clang::QualType element;
};

class PlaceReader {
 public:
  PlaceReader(ScalarEvolution& symbols, const clang::ASTContext& context)
      : symbols(symbols), context(context) {}

  std::optional<AccessPath> readLvalue(const clang::Expr* expression);
  /// The element that a pointer points to: the last subscript is its offset.
  std::optional<AccessPath> readPointer(const clang::Expr* expression);
  /// Likewise; also what is no element, such as the member of one in `&a[i].c`.
  std::optional<AccessPath> readPointee(const clang::Expr* pointer);

  /// From here on `pointer`, which the nest changes, points to what `value` does; until `forget`.
  void assign(const clang::ValueDecl* pointer, const clang::Expr* value);
  void forget(const clang::ValueDecl* pointer) { pointers.erase(pointer), assigned.erase(pointer); }
  /// Control may come here by a jump: all that `assign` has made known is forgotten.
  void forgetAssigned();
  /// What `assign` has made known.
  std::optional<AccessPath> placeOf(const clang::ValueDecl* pointer) const;
  void setPlace(const clang::ValueDecl* pointer, const AccessPath& place);
  /// A reference or pointer of the nest means what its initialiser means here; null: that is not known.
  void declare(const clang::VarDecl* alias, const std::optional<AccessPath>& place);
  /// An iterator that walks over the elements of a container, wherever it is.
  void noteWalk(const clang::VarDecl* iterator, AccessPath elements) {
    elements.subscripts.back() = std::nullopt;
    elements.why = "the iterator '" + iterator->getNameAsString() + "'";
    walks.insert_or_assign(iterator, handedOver(std::move(elements)));
  }
  bool isWalk(const clang::VarDecl* iterator) const { return walks.count(iterator); }
  /// `const Field* p = &field;` of a pointer that stays so; false: it is something else.
  bool noteObject(const clang::VarDecl* pointer, const clang::Expr* value);
  /// `view<float, 2> w(p + i * m, rows, m)`, of which only elements and extents are used: another name of
  /// what the pointer points to, from here on. Returns its arguments, to be read; nullopt: no such view.
  std::optional<std::vector<const clang::Expr*>> declareView(const clang::VarDecl* variable);
  /// `Row r{a + i * m, m};`, which is never changed: its members keep the values that they have here. Returns
  /// the initialisers, to be read; nullopt: there is more to the initial value.
  std::optional<std::vector<const clang::Expr*>> declareObject(const clang::VarDecl* variable);
  /// The elements that a range-based loop over such a view visits; nullopt: `range` is no such view.
  std::optional<AccessPath> elementsOfView(const clang::Expr* range);
  /// A parameter of a function that is walked through stands for its argument; false: what it refers to is
  /// not known.
  bool bind(const clang::ParmVarDecl* parameter, const clang::Expr* argument);
  /// The object whose members a member function names; null: the current object. Returns the one before.
  std::optional<AccessPath> enter(std::optional<AccessPath> object);
  /// A parameter that was given a null pointer: what would read or write by it does not happen.
  bool isNull(const clang::Expr* pointer) const;
  /// Is it the object of the nest's own function, by whatever name: `*this`, `level` that was bound to it?
  bool isOwnObject(const clang::Expr* object) const;
  /// Of a method's call, `o.f()` or `p->f()`: o, *p.
  std::optional<AccessPath> readObject(const clang::Expr* object);
  /// Where the elements of a view of the nest begin or end; nullopt: it is none.
  std::optional<AccessPath> boundOfView(const clang::Expr* object, bool isEnd) const;
  /// `row`, `row.begin() + 1`, `row.first(n)` of such a view.
  bool leadsIntoView(const clang::Expr* expression) const;
  /// `*this`, in whichever function is being walked through.
  const std::optional<AccessPath>& currentObject() const { return current; }
  bool isUnknown(const clang::VarDecl* alias) const { return unknown.count(alias) != 0; }
  /// `*p`, where the parameter p is given the address of a variable or member.
  bool isObject(const clang::Expr* expression) const;
  bool isBoundView(const clang::ValueDecl* parameter) const { return views.count(parameter) != 0; }
  bool isBound(const clang::ValueDecl* parameter) const {
    return pointers.count(parameter) || references.count(parameter) || objects.count(parameter) ||
           ownNames.count(parameter);
  }

 private:
  ScalarEvolution& symbols;
  const clang::ASTContext& context;
  std::map<const clang::ValueDecl*, AccessPath> pointers;    // assigned in the nest, or bound
  std::map<const clang::ValueDecl*, AccessPath> references;  // bound
  std::map<const clang::ValueDecl*, AccessPath>
      objects;                                 // bound: what a pointer points to, no array's element
  std::map<const clang::ValueDecl*, AccessPath> walks;
  std::set<const clang::ValueDecl*> nulls;
  std::set<const clang::ValueDecl*> ownNames;  // bound to the object of the nest's own function
  std::set<const clang::ValueDecl*> unknown;   // references declared to something that cannot be read
  std::set<const clang::ValueDecl*> assigned;  // pointers that `assign` has made known
  struct View {
    AccessPath base;                                 // its first element
    std::vector<std::optional<Polynomial>> extents;  // row-major
  };
  std::map<const clang::ValueDecl*, View> views;
  std::map<std::pair<const clang::ValueDecl*, const clang::FieldDecl*>, AccessPath>
      members;                                                                           // that are pointers
  std::map<const clang::FieldDecl*, std::string> fieldNames;                             // in paths
  std::optional<AccessPath> current;  // the object of the member function that is walked through
  int depth = 0;

  ScalarEvolution::Object named(const AccessPath& place) const;
  /// `made`: an expression of that type; nullopt: it is no view of the nest that is followed.
  std::optional<View> readView(const clang::Expr* made, clang::QualType type);
  std::optional<View> readElements(const clang::Expr* object);
  std::optional<std::vector<const clang::Expr*>> readMembers(const clang::VarDecl* owner,
                                                             const clang::Expr* value);
  void setMember(const clang::VarDecl* owner, const clang::FieldDecl* field, const clang::Expr* value);
  void copyMembers(const clang::VarDecl* owner, const clang::VarDecl* source);
  static AccessPath handedOver(AccessPath place);
  /// What `r.p` points to; null: it is no member of an object that is known.
  const AccessPath* pointerOfObject(const clang::Expr* expression) const;
  const View* viewNamed(const clang::Expr* object) const;
  /// nullopt: `object` is no such view.
  std::optional<AccessPath> elementOfView(const clang::Expr* object,
                                          llvm::ArrayRef<const clang::Expr*> indices);
  std::optional<Polynomial> readSlice(const clang::Expr* index);
  std::optional<AccessPath> memberOf(std::optional<AccessPath> place, const clang::MemberExpr* member);
  std::optional<AccessPath> readNamed(const clang::ValueDecl* variable, const clang::Expr* expression);
  std::optional<AccessPath> readMember(const clang::MemberExpr* member);
  std::optional<AccessPath> readElement(const clang::ArraySubscriptExpr* element);
  std::optional<AccessPath> readElementOperator(const clang::CXXOperatorCallExpr* call);
  std::optional<AccessPath> elementAt(const clang::Expr* iterator);
  std::optional<AccessPath> readMemberCall(const clang::CXXMemberCallExpr* call);
  std::optional<AccessPath> readOtherCall(const clang::CallExpr* call);
  std::string nameOf(const clang::MemberExpr* member);
  bool isThisObject(const clang::Expr* object) const;
  void nameObject(const clang::ValueDecl* name);
  bool bindPlace(const clang::ParmVarDecl* parameter, const clang::Expr* argument);
  bool bindOwnObject(const clang::ParmVarDecl* parameter, const clang::Expr* argument);
  bool isOutdated(const clang::VarDecl* captured) const;
  std::optional<AccessPath> readPointerValue(const clang::Expr* expression);
  bool isPicked(const clang::VarDecl* name, const AccessPath& element) const;
  bool narrow(AccessPath& place, clang::QualType object) const;
  void subscript(AccessPath& place, const clang::Expr* index);
  /// `std::span<const double> w` that is handed a vector.
  void bindView(const clang::ParmVarDecl* parameter, const clang::Expr* argument);
  void noteMove(AccessPath& place, const clang::Expr* index, const std::optional<Polynomial>& value) const;
  void offset(AccessPath& place, const clang::Expr* index, bool negative);
  using Reader = llvm::function_ref<std::optional<AccessPath>(const clang::Expr* result)>;
  /// The place of what an inlined function returns, as `read` reads it; null: as a pointer or an lvalue.
  std::optional<AccessPath> inlined(const clang::CallExpr* call, const clang::FunctionDecl* callee,
                                    unsigned firstArgument, Reader read = nullptr);
};

}  // namespace appyl
