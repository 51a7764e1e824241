// Accesses: which array and which subscripts, through everything that C++ has for naming an element.
#include "../support/translate_text.h"

#include <doctest/doctest.h>

using namespace appyl;
using namespace appyl::test;

namespace {

constexpr const char* arrays = R"(
struct Point { float x, y; int v[3]; };
struct View {
  float* data;
  int width;
  float& operator()(int i, int j) { return data[i * width + j]; }
  float& operator[](int i) { return data[i]; }
};
namespace std {
template <class T> const T& min(const T& a, const T& b) { return b < a ? b : a; }
template <class T> const T& max(const T& a, const T& b) { return a < b ? b : a; }
}
)";

/// The accesses of `for (int i = 0; i < n; ++i) { body }`, without the loop's own line.
std::string accesses(const std::string& body, const std::string& parameters = "") {
  const std::string dump = loopsOf(
      arrays + ("void f(float* a, const float* b, int n, int m" + parameters +
                      ") {\n#pragma parallel unchecked\n  for (int i = 0; i < n; ++i) {" + body + "}\n}\n"));
  const std::string head = "f:\n  for i = 0; < n; step 1 parallel\n";
  return dump.rfind(head, 0) == 0 ? dump.substr(head.size()) : dump;
}

}  // namespace

TEST_SUITE_BEGIN("nest/subscripts");

TEST_CASE("affine subscripts") {
  CHECK(accesses("a[i] = b[n - 1 - i];") == "  read b[n - i - 1]\n  write a[i]\n");
  CHECK(accesses("a[2 * i + 1] += b[m];") == "  read b[m]\n  update a[2*i + 1]\n");
  CHECK(accesses("a[-i] = 0; a[i << 2] = 1; a[(i + 1) * 3] = 2;") ==
        "  write a[-i]\n  write a[4*i]\n  write a[3*i + 3]\n");
  CHECK(accesses("a[(long)i * 3 + (unsigned char)7] = 0;") == "  write a[3*i + 7]\n");
  CHECK(accesses("a[sizeof(float) * i] = 0;") == "  write a[4*i]\n");
}

TEST_CASE("linearised subscripts of two and three dimensions") {
  CHECK(accesses("for (int j = 0; j < m; ++j) a[i * m + j] = b[j * n + i];") ==
        "    for j = 0; < m; step 1 perfect\n  read b[j*n + i]\n  write a[i*m + j]\n");
  CHECK(accesses("for (int j = 0; j < m; ++j) a[(i * m + j) * 3 + 1] = 0;") ==
        "    for j = 0; < m; step 1 perfect\n  write a[3*i*m + 3*j + 1]\n");
  CHECK(accesses("a[i * i] = 0;") == "  write a[i*i]\n");
}

TEST_CASE("rows with a constant number of elements more") {
  CHECK(accesses("for (int j = 0; j < m; ++j) a[(i + 1) * (m + 2) + j] = b[i * (m + 2) + j];")
            .find("  read b[i*(m + 2) + j]\n  write a[i*(m + 2) + j + (m + 2)]\n") != std::string::npos);
  CHECK(accesses("for (int j = 0; j < m; ++j) a[i * (m + 2) + j] = a[i * (m + 1) + j];")
            .find("  read a[i*m + i + j]\n") != std::string::npos);
}

TEST_CASE("pointer arithmetic") {
  CHECK(accesses("*(a + i) = *b;") == "  read b[0]\n  write a[i]\n");
  CHECK(accesses("*(a + i * m + 3) = 0; (a + n)[i] = i[b]; *&a[i] = 1; *(&a[i] + 1) = 2;") ==
        "  write a[i*m + 3]\n  read b[i]\n  write a[i + n]\n  write a[i]\n  write a[i + 1]\n");
  CHECK(accesses("*(a - i) = 0; (&a[n])[-i] = 1;") == "  write a[-i]\n  write a[n - i]\n");
}

TEST_CASE("row pointers declared in the body are looked through") {
  CHECK(accesses("float* row = a + i * m; const float* last = &b[i * m + m - 1]; row[2] = last[-1];") ==
        "  read b[i*m + m - 2]\n  write a[i*m + 2]\n");
  CHECK(accesses("float* const row = &a[i * m]; float* inner = row + 1; inner[1] = 0;") ==
        "  write a[i*m + 2]\n");
}

TEST_CASE("a pointer that moves is followed by the proof alone") {
  CHECK(accesses("float* p = a + i; ++p; *p = 1;").find("  update a[?]") == 0);
}

TEST_CASE("references are looked through") {
  CHECK(accesses("const float& x = b[2 * i]; a[i] = x;") == "  read b[2*i]\n  write a[i]\n");
  CHECK(accesses("float& x = a[i]; x = 1; x += 2;") == "  write a[i]\n  update a[i]\n");
}

TEST_CASE("local variables that are set once are looked through") {
  CHECK(accesses("const int at = 2 * i, next = at + 1; a[at] = b[next];") ==
        "  read b[2*i + 1]\n  write a[2*i]\n");
  CHECK(accesses("int at = i; at += m; a[at] = 1;") == "  write a[i + m]\n");
  CHECK(accesses("int at = i; if (b[0] > 0) at += m; a[at] = 1;") == "  read b[0]\n  write a[at]\n");
}

TEST_CASE("arrays of arrays and pointers to arrays") {
  CHECK(accesses("c[i][3] = d[i][i + 1];", ", float (*c)[10], float d[20][30]") ==
        "  read d[i][i + 1]\n  write c[i][3]\n");
  CHECK(accesses("e[i][0][1] = 0; (*g)[i] = 1;", ", float (&e)[5][6][7], float (*g)[9]") ==
        "  write e[i][0][1]\n  write g[0][i]\n");
}

TEST_CASE("arrays of the iteration's own are seen as such") {
  CHECK(accesses("float t[4]; for (int k = 0; k < 4; ++k) t[k] = b[i + k]; a[i] = t[3];") ==
        "    for k = 0; < 4; step 1\n  read b[i + k]\n  write t[k]\n  read t[3]\n  write a[i]\n");
}

TEST_CASE("members of structs, and the whole struct as the same memory") {
  CHECK(accesses("p[i].x = p[i].v[1];", ", Point* p") == "  read p[].v[i][1]\n  write p[].x[i]\n");
  CHECK(accesses("p[i].x = 0; q[i] = p[i + 1];", ", Point* p, Point* q") ==
        "  write p[i]\n  read p[i + 1]\n  write q[i]\n");
  CHECK(accesses("v.data[i * v.width] = w->data[i];", ", View v, View* w") ==
        "  read w->data[i]\n  write v.data[i*v.width]\n  read v.width\n");
}

TEST_CASE("visible operators and functions that return a place are looked into") {
  CHECK(accesses("v(i, 2) = w[i];", ", View v, View w") == "  read w.data[i]\n  write v.data[i*v.width + 2]\n");
  CHECK(accesses("auto at = [&](int k) -> float& { return a[k + 1]; }; at(i) = 1;") == "  write a[i + 1]\n");
}

TEST_CASE("a function that returns a place in its argument names that argument") {
  // `p` is no array of its own: with a name of its own it would be taken not to overlap with `a`.
  CHECK(loopsOf(R"(static float& at(float* p, int k) { return p[k + 1]; }
void f(float* a, int n) {
#pragma parallel unchecked
  for (int i = 0; i < n; ++i) at(a, i) = a[i];
})") == "f:\n  for i = 0; < n; step 1 parallel\n  read a[i]\n  write a[i + 1]\n");
}

TEST_CASE("quotients, remainders, minima and maxima are named parts") {
  CHECK(accesses("a[i / 2] = b[i % 4];") == "  read b[i % 4]\n  write a[i / 2]\n");
  CHECK(accesses("a[std::min(i, m)] = b[std::max(i - 1, 0)];") ==
        "  read b[std::max(i - 1, 0)]\n  write a[std::min(i, m)]\n");
  CHECK(accesses("a[i < 3 ? i : 3] = 0;") == "  write a[i < 3 ? i : 3]\n");
  CHECK(accesses("for (int j = i; j < std::min(i + 8, n); ++j) a[j] = 0;") ==
        "    for j = i; < std::min(i + 8, n); step 1 perfect\n  write a[j]\n");
}

TEST_CASE("a named part reads the same inside a sum or a product") {
  CHECK(accesses("a[(i + 1) / 2 * 2] = 0;") == "  write a[2*((i + 1) / 2)]\n");
  CHECK(accesses("a[(i > m ? i : m) + 1] = 0;") == "  write a[(i > m ? i : m) + 1]\n");
}

TEST_CASE("subscripts from memory") {
  CHECK(accesses("a[at[i]] = b[at[i + 1]];", ", const int* at") ==
        "  read b[at[i + 1]]\n  read at[i + 1]\n  write a[at[i]]\n  read at[i]\n");
  // Rows that were stored somewhere may overlap.
  CHECK(accesses("rows[i][m] = 1;", ", float** rows") == "  write rows[?][?]\n");
}

TEST_CASE("containers of the standard library") {
  CHECK(loopsOf(R"(#include <array>
#include <span>
#include <vector>
void f(std::vector<float>& a, std::vector<std::vector<int>>& v, std::array<std::array<double, 3>, 2>& c,
       std::span<float> s) {
#pragma parallel unchecked
  for (std::size_t i = 0; i < a.size(); ++i) {
    a[i] = s[i];
    c[i][2] = a.at(i);
    v[i][i + 1] = 2;
    a.data()[i] += 1;
  }
})") == R"(f:
  for i = 0; < a.size(); step 1 parallel
  read s[i]
  write a[i]
  read a[i]
  write c[i][2]
  write v[i][i + 1]
  update a[i]
)");
}

TEST_CASE("no access through an iterator, front() or back() is lost") {
  const auto container = [](const std::string& statement) {
    return loopsOf(
        "#include <vector>\nvoid f(std::vector<float>& v, int n) {\n#pragma parallel unchecked\n"
        "  for (int i = 0; i < n; ++i) " +
        statement + "\n}\n");
  };
  CHECK(contains(container("*(v.begin() + i) = 2;"), "unknown: "));
  CHECK(contains(container("v.begin()[i] = 2;"), "unknown: "));
  CHECK(contains(container("v.front() = 2;"), " v["));
  CHECK(contains(container("v.back() += 2;"), " v["));
  CHECK(contains(container("v.push_back(2);"), "update v[?] maybe"));
}

TEST_CASE("accesses in headers, conditions and initialisers count") {
  CHECK(accesses("int k = at[i]; if (b[k] > 0) a[i] = 1; while (a[i] < 0) ++a[i];", ", const int* at") ==
        R"(    loop at line 15
  read at[i]
  read b[at[i]]
  write a[i] maybe
  read a[i] maybe
  update a[i] maybe
)");
}

TEST_SUITE_END();
