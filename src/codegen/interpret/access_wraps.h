// Accesses of the source -> the calls that stand for them when they are checked: `x[i]` becomes
// `check::read({9, 12, "x"}, x, i)`. What comes in are expressions with what happens to them; what goes out
// are edits, nested as the expressions are. An expression that a macro uses several times is written once.
#pragma once

#include "nest/ast/source_ranges.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace appyl {

/// What an expression does with the element that it names: takes its address, reads it, ... combines a value
/// into it, as all iterations do (Combine), or those of a loop inside one program (CombineInside).
enum class AccessMode { Touch, Read, Write, Update, Combine, CombineInside };

/// A place as messages give it: in the source, or in a header that is checked with it.
struct SourcePlace {
  unsigned line = 0, column = 0;
  std::string header;
};

class AccessWraps {
 public:
  /// `caller`: the prefix of the calls at a place of the file: `check::` or, where a body gets a parameter
  /// for accesses, `each.`
  AccessWraps(std::function<std::string(unsigned)> caller,
              std::function<SourcePlace(clang::SourceLocation)> placeOf, const clang::ASTContext& context)
      : caller(std::move(caller)), placeOf(std::move(placeOf)), context(context) {}

  /// `{9, 12, "x"}`.
  std::string siteOf(clang::SourceLocation location, const std::string& name) const;

  // Each returns false where a macro cuts the expression apart, so that not all of it is checked.

  /// `base[first][second]`, `*(base + first)`.
  bool subscript(const clang::Expr* whole, const clang::Expr* base,
                 const std::vector<const clang::Expr*>& indices, AccessMode mode);
  /// `base(first, second)`.
  bool call(const clang::Expr* whole, const clang::Expr* base, const std::vector<const clang::Expr*>& indices,
            AccessMode mode);
  /// `base(first, slice(n))`: several elements at once.
  bool part(const clang::Expr* whole, const clang::Expr* base, const std::vector<const clang::Expr*>& indices,
            AccessMode mode, bool isMasked = false);
  /// A part that has a name.
  bool named(const clang::Expr* part, AccessMode mode, bool isMasked = false);
  /// `*pointer`.
  bool dereference(const clang::UnaryOperator* whole, AccessMode mode);
  /// The `pointer->` of a member.
  bool arrow(const clang::Expr* base, clang::SourceLocation arrow);
  /// The object or pointer in front of a member; the access uses the bytes [offset, offset + count).
  bool bytes(const clang::MemberExpr* member, AccessMode mode, std::int64_t offset, std::int64_t count);
  /// In a template, `base(first, second)`: an element if `base` is a view, otherwise any call.
  bool anyCall(const clang::Expr* whole, const clang::Expr* base,
               const std::vector<const clang::Expr*>& indices, AccessMode mode);
  /// In a template, the result of a call, which may be an element.
  bool result(const clang::Expr* call, AccessMode mode);
  /// Any other lvalue; `name` stands for it in messages.
  bool whole(const clang::Expr* expression, const std::string& name, AccessMode mode);

  std::vector<TextEdit> edits() const;

 private:
  struct Wrap {
    AccessMode mode = AccessMode::Touch;
    std::string suffix;            // `_at`: the base is called
    std::string site;              // `{9, 12, "x"}`
    std::vector<TextEdit> pieces;  // between the opening and the end
    std::string end = ")";
  };
  bool whole(const clang::Expr* expression, const std::string& name, AccessMode mode,
             const std::string& suffix);

  std::function<std::string(unsigned)> caller;
  std::function<SourcePlace(clang::SourceLocation)> placeOf;
  const clang::ASTContext& context;
  std::map<std::pair<unsigned, unsigned>, Wrap> wraps;  // by begin and end, the outermost first

  void add(const FileRange& range, Wrap wrap);
  std::string nameOf(const clang::Expr* base) const;
  bool between(const FileRange& whole, const clang::Expr* base,
               const std::vector<const clang::Expr*>& indices, Wrap& wrap) const;
  /// The same where they come out of a macro, whose text is left out.
  bool spelledOut(const FileRange& whole, const clang::Expr* base,
                  const std::vector<const clang::Expr*>& indices, Wrap& wrap) const;
};

}  // namespace appyl
