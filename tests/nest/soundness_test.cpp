// Programs whose iterations conflict in a way that is easy to overlook. What the tool says about them is up
// to it, an error or a warning; that it says nothing would be a proof of something untrue.
#include "../support/translate_text.h"

#include "nest/ast/ast.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/Tooling/Tooling.h>

#include <doctest/doctest.h>

using namespace appyl;
using namespace appyl::test;

namespace {

bool told(const std::string& source) { return contains(diagnosticsOf(source), "[appyl-"); }

/// `body` in a parallel loop over i.
bool toldOf(const std::string& body, const std::string& declarations = "") {
  return told(declarations +
              "\nvoid f(float* a, const int* k, int n, long l, unsigned u) {\n#pragma parallel\n  for (int i "
              "= 0; i < n; ++i) {" +
              body + "}\n}\n");
}

/// `body` in a parallel loop over i of a member function.
bool toldOfMember(const std::string& body) {
  return told(
      "struct S {\n  float* d;\n  int w;\n  float& operator()(int i, int j) { return d[i * w + j]; }\n"
      "  float operator[](int i) const { return d[i]; }\n  float& at(int i) { return d[i]; }\n"
      "  void f(int n) {\n#pragma parallel\n    for (int i = 1; i < n; ++i) " +
      body + "\n  }\n};\n");
}

}  // namespace

TEST_SUITE_BEGIN("nest/soundness");

TEST_CASE("programs that are independent are translated without a word") {
  CHECK(!toldOf("a[i] = k[i];"));
  CHECK(!toldOf("a[(long)i] = k[i];"));
  CHECK(!toldOfMember("d[i] = i;"));
}

TEST_CASE("a conversion to a narrower type wraps around") {
  CHECK(toldOf("a[(unsigned char)i] = i;"));
  CHECK(toldOf("const unsigned char at = i; a[at] = i;"));
  CHECK(toldOf("a[(short)i] = i;"));
}

TEST_CASE("unsigned arithmetic wraps around") {
  CHECK(told(R"(void f(float* a, unsigned n) {
#pragma parallel
  for (unsigned i = 0; i < n; ++i) a[i * 2147483648u] = i;
})"));
}

TEST_CASE("a conversion from a floating-point type rounds") {
  CHECK(toldOf("a[(int)(i * 0.5f)] = i;"));
  CHECK(toldOf("const int at = i * 0.5; a[at] = i;"));
}

TEST_CASE("a pointer declared in the body points to somebody else's memory") {
  CHECK(toldOf("float* w = k[i] ? a : a + 1; *w = i;"));
  CHECK(toldOf("float* w; w = a; w[0] = i;"));
  CHECK(toldOf("Pair p = s; p.x[0] = i;", "struct Pair { float *x, *y; }; extern Pair s;"));
  CHECK(toldOf("float* w = any(); w[0] = i;", "float* any();"));
}

TEST_CASE("a variable that is set again is not its initial value") {
  // k is 0 where the nest is reached first, and any other number later.
  CHECK(told(R"(void f(float* a, int n) {
  for (int k = 0; k < n; ++k) {
#pragma parallel
    for (int i = 0; i < n; ++i) a[i] = a[k];
  }
})"));
  CHECK(told(R"(void f(float* a, int n) {
  int at = 5;
  at = n;
#pragma parallel
  for (int i = 0; i < 5; ++i) a[i] = a[at - 1];
})"));
}

TEST_CASE("a choice made of what the body computes is no fixed element") {
  CHECK(toldOf("const int b = k[i]; a[b < n ? b : n - 1] = i;"));
  CHECK(toldOf("const int b = k[i]; a[b / n] = i;"));
}

TEST_CASE("structured bindings are references") {
  CHECK(toldOf("auto& [x, y] = p[0]; x = i;", "struct Point { float x, y; }; extern Point* p;"));
}

TEST_CASE("operators and functions of the same object") {
  CHECK(toldOfMember("(*this)(0, 0) = i;"));
  CHECK(toldOfMember("d[i] = (*this)[i - 1];"));
  CHECK(toldOfMember("at(0) = i;"));
  CHECK(toldOfMember("this->at(i) = this->at(i - 1);"));
}

TEST_CASE("functions that read or write globals") {
  CHECK(toldOf("put(i);", "float table[100]; static void put(int i) { table[0] = i; }"));
  CHECK(toldOf("table[i + 1] = get(i);", "float table[100]; static float get(int i) { return table[i]; }"));
}

TEST_CASE("neighbours of a vector<bool> share a byte") {
  CHECK(told(R"(#include <vector>
void f(std::vector<bool>& b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) b[i] = true;
})"));
}

TEST_CASE("bit-fields of one struct share a byte") {
  CHECK(toldOf("if (i % 2) p->x = 1; else p->y = 1;", "struct Bits { int x : 1, y : 1; }; extern Bits* p;"));
}

TEST_CASE("library algorithms over a range") {
  CHECK(told(R"(#include <algorithm>
void f(float* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) std::fill(a, a + n, 1.0f);
})"));
  CHECK(told(R"(#include <utility>
void f(float* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) std::swap(a[i], a[i + 1]);
})"));
  CHECK(told(R"(#include <vector>
void f(std::vector<float>& v, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (float& x : v) x += i;
})"));
}

TEST_CASE("scalars behind references, commas and conditional places") {
  CHECK(toldOf("(a[0] = i, a[i] = 1);"));
  CHECK(toldOf("(i > 3 ? a[0] : a[1]) = i;"));
  CHECK(toldOf("auto g = [p = a](int j) { p[j] = 1; }; g(0);"));
  CHECK(toldOf("goto in; t = 1; in: a[i] = t; t = 2;", "static float t;"));
}

TEST_CASE("the state that a lambda captures") {
  CHECK(told(R"(int f(int n, const int* a) {
  int s = 0;
  auto add = [&](int v) { s += v; };
#pragma parallel
  for (int i = 0; i < n; ++i) add(a[i]);
  return s;
})"));
  CHECK(told(R"(void f(int n, int* a) {
  auto next = [c = 0]() mutable { return c++; };
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = next();
})"));
  CHECK(told(R"(#include <functional>
void f(int n, int* a, std::function<int(int)> g) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = g(i);
})"));
}

TEST_CASE("names that were visibly made of one array") {
  CHECK(told(R"(#include <span>
#include <vector>
void f(std::vector<int>& v, int n) {
  std::span<int> s(v);
#pragma parallel
  for (int i = 1; i < n; ++i) s[i] = v[i - 1];
})"));
  CHECK(told(R"(void f(int* a, int n) {
  char* c = reinterpret_cast<char*>(a);
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = c[4 * i + 4];
})"));
  CHECK(told(R"(void f(int* a, int* b, bool k, int n) {
  int* p = k ? a : b;
#pragma parallel
  for (int i = 0; i < n; ++i) p[i] = a[i + 1];
})"));
  CHECK(told(R"(struct S { int* p; };
void f(S s, int n) {
  S t = s;
#pragma parallel
  for (int i = 0; i < n; ++i) s.p[i] = t.p[i + 1];
})"));
}

TEST_CASE("a pointer that walks over the rows of an array of arrays") {
  CHECK(toldOf("(&A[0][0])[i] = A[3][0];", "double A[10][10];"));
  CHECK(toldOf("double* row = A[i]; for (int j = 0; j < 10; ++j) row[j + 5] = i;", "double A[10][10];"));
  CHECK(!toldOf("double* row = A[i]; for (int j = 0; j < 10; ++j) row[j] = i;", "double A[10][10];"));
}

TEST_CASE("local variables of what the loop calls") {
  CHECK(told(R"(static void put(float* a, int i) {
  int w = 0;
  if (i % 2) w = 1;
  a[i + w] = i;
}
void f(float* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) put(a, i);
})"));
  CHECK(told(R"(void f(float* a, int n) {
  auto put = [&](int i) {
    int w = 0;
    if (i % 2) w += 1;
    a[i + w] = i;
  };
#pragma parallel
  for (int i = 0; i < n; ++i) put(i);
})"));
  CHECK(told(R"(static void put(float* a, float* b, int i) {
  float* p = a;
  if (i % 2) p = b;
  p[i / 2] = i;
}
void f(float* a, float* b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) put(a, b, i);
})"));
}

TEST_CASE("unsigned subscripts that wrap around") {
  CHECK(toldOf("a[i * 0x8000000000000000ull] = i;"));
  CHECK(toldOf("a[i * 0x4000000000000000ull] = i;"));
  CHECK(toldOf("a[(unsigned long)i << 62] = i;"));
  CHECK(toldOf("a[(unsigned)i * 0x80000000u] = i;"));
  CHECK(toldOf("a[(unsigned)i << 31] = i;"));
  CHECK(toldOf("a[(i - 1u) % 4] = i;"));
  CHECK(toldOf("a[at(i)] = i;", "static int at(unsigned char k) { return k; }"));
  CHECK(!toldOf("a[u * 4ul + i] = i;"));
  CHECK(!toldOf("a[2u * i] = i;"));
}

TEST_CASE("parts of a span, and proxies") {
  CHECK(told(R"(#include <span>
void f(std::span<int> a) {
#pragma parallel
  for (int i = 1; i < 100; ++i) {
    auto s = a.subspan(i - 1);
    s[1] += s[0];
  }
})"));
  CHECK(told(R"(struct Proxy { int* p; Proxy& operator=(int v) { p[0] = v; return *this; } };
struct V { int* d; Proxy operator[](int i) { return {d + i / 2}; } };
void f(V v, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) v[i] = i;
})"));
}

TEST_CASE("iterators and containers handed to functions") {
  CHECK(told(R"(#include <algorithm>
#include <vector>
void f(std::vector<int>& v, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) std::fill(v.begin(), v.end(), i);
})"));
  CHECK(told(R"(#include <vector>
void f(std::vector<int>& v, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    auto copy = v;
    v[i] = copy[0];
  }
})"));
}

TEST_CASE("a bound that the body writes") {
  CHECK(told(R"(void f(int* a) {
#pragma parallel
  for (int i = 1; i < a[0]; ++i) a[i - 1] = 9;
})"));
}

TEST_CASE("a reduction that rounds at every step") {
  CHECK(told(R"(int f(int n, const double* a) {
  int s = 100;
#pragma parallel reduction(*:s)
  for (int i = 0; i < n; ++i) s *= a[i];
  return s;
})"));
  CHECK(told(R"(unsigned char f(int n, const int* a) {
  unsigned char s = 100;
#pragma parallel reduction(min:s)
  for (int i = 0; i < n; ++i) if (a[i] < s) s = a[i];
  return s;
})"));
  CHECK(!told(R"(int f(int n, const short* a) {
  int s = 100;
#pragma parallel reduction(+:s)
  for (int i = 0; i < n; ++i) s += a[i];
  return s;
})"));
}

TEST_CASE("an update whose value is used is more than an update") {
  CHECK(contains(diagnosticsOf(R"(int f(const int* a, int* b, int m) {
  int n = 0;
#pragma parallel reduction(+:n)
  for (int i = 0; i < m; ++i) if (a[i] > 3) b[n++] = a[i];
  return n;
})"),
                 "[appyl-reduction]"));
}

TEST_CASE("members of a union and neighbouring bit-fields are one storage") {
  CHECK(told(R"(union U { float f; int i; };
void f(U* a, int n) {
#pragma parallel
  for (int i = 1; i < n; ++i) a[i].f = a[i - 1].i;
})"));
  CHECK(told(R"(struct B { unsigned a : 4, b : 4; };
void f(B* x, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) { x[i].a = 3; x[i + 1].b = 2; }
})"));
}

TEST_CASE("calls that nobody wrote") {
  CHECK(toldOf("V v; v.n = i; a[i] = 1;",
               "extern int live; struct V { int n = 0; ~V() { live = live * 2 + 1; } };"));
  CHECK(toldOf("a[i] = g(i);",
               "static int id; static int next() { return id = id * 5 + 1; } static int g(int a, int b = "
               "next()) { return a + b; }"));
}

TEST_CASE("a constexpr function cannot hold threads") {
  CHECK(told(R"(constexpr int f(int n) {
  int s = 0;
#pragma parallel reduction(+:s)
  for (int i = 0; i < n; ++i) s += i;
  return s;
})"));
}

TEST_CASE("an error is never about a conflict that only happens when a loop runs longer than it does") {
  // With every flag set each iteration writes a[i] alone.
  CHECK(!contains(diagnosticsOf(R"(void f(float* a, const int* flag, int n, int m) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      a[i + j] = 1;
      if (flag[i]) break;
    }
})"),
                  "error"));
}

TEST_CASE("expressions are the same where all that they say is") {
  // `==` stands between two that are the same, `!=` between others.
  const auto unit = clang::tooling::buildASTFromCodeWithArgs(R"(
    typedef int i2 __attribute__((ext_vector_type(2)));
    struct A { int n; A(int); operator int() const; };
    struct B { int n; B(int); operator int() const; };
    int first(int), second(int);
    template <class T> struct open { int a, b; };
    template <class T, class U>
    void f(i2 v, int* a, int i, int j, A s, open<T> o) {
      bool told[] = {v.x == v.x, v.x != v.y, v.xy == v.xy, v.xy != v.yx, a[i + 1] == a[i + 1], a[i] != a[j],
                     a[i + 1] != a[i - 1], -i != +i, first(i) == first(i), first(i) != second(i),
                     int(A(i)) == int(A(i)), int(A(i)) != int(B(i)), (char)i != (short)i, s.n == s.n,
                     T{i} == T{i}, T{i} != U{i}, o.a == o.a, o.a != o.b, (i ? j : 1) == (i ? j : 1),
                     sizeof i != alignof(i)};
    })", {"-std=c++20", "-w"}, "same.cpp");
  REQUIRE(unit);
  const clang::ASTContext& context = unit->getASTContext();
  int compared = 0;
  const auto compare = [&](const clang::BinaryOperator* each) {
    CAPTURE(each->getOperatorLoc().printToString(context.getSourceManager()));
    CHECK(sameExpression(each->getLHS(), each->getRHS(), context) == (each->getOpcode() == clang::BO_EQ));
    ++compared;
  };
  std::function<void(const clang::Stmt*)> look = [&](const clang::Stmt* part) {
    const auto* binary = llvm::dyn_cast_or_null<clang::BinaryOperator>(part);
    if (binary && binary->isEqualityOp()) return compare(binary);
    if (part) llvm::for_each(part->children(), look);
  };
  for (const clang::Decl* each : context.getTranslationUnitDecl()->decls())
    if (const auto* described = llvm::dyn_cast<clang::FunctionTemplateDecl>(each))
      look(described->getTemplatedDecl()->getBody());
  CHECK(compared == 20);
}

TEST_SUITE_END();
