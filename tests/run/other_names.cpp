// Arrays that have other names: pointers and references in front of the loop, and others inside of it.
// flags: -std=c++20
#include <array>
#include <cstdio>
#include <span>
#include <vector>
struct P {
  float x;
  void push(float dt) { x += dt; }
  float get() const { return x; }
};
struct S {
  std::vector<int> v;
  int* raw;
  int fixed[10];
};
void one(std::vector<int>& a) {
  int* q = &a[0] + 5;
#pragma parallel
  for (int i = 0; i < 5; ++i) {
    const int& y = q[i];
    a[i] += y;
  }
}
void two(std::vector<int>& a) {
  auto& r = a;
#pragma parallel
  for (int i = 0; i < 5; ++i) {
    int& x = r[i];
    x *= 2;
    x += a[i + 5];
  }
}
void three(std::vector<int>& a) {
  auto& r = a;
#pragma parallel
  for (int i = 0; i < 5; ++i) {
    int* e = &r[i];
    *e += 3;
  }
}
void four(std::vector<int>& a) {
  int* const p = a.data();
#pragma parallel
  for (int i = 0; i < 5; ++i) {
    int* e = p + i;
    *(e + 5) = -*e;
  }
}
void five(std::vector<P>& ps) {
  auto& q = ps;
#pragma parallel
  for (std::size_t i = 0; i < q.size(); ++i) q[i].push(2);
}
void six(std::vector<P>& ps) {
#pragma parallel
  for (std::size_t i = 0; i < ps.size(); ++i) {
    P& p = ps[i];
    p.push(p.get());
  }
}
void seven(S& s) {
  int* q = s.v.data() + 5;
  const int* z = s.fixed + 2;
#pragma parallel
  for (int i = 0; i < 5; ++i) {
    const int& y = q[i];
    int& w = s.v[i];
    const int* k = z + i;
    w += y + *k;
  }
}
void eight(S& s) {
  int* q = s.raw + 5;
  auto& t = s;
#pragma parallel
  for (int i = 0; i < 5; ++i) {
    const int& y = q[i];
    t.raw[i] += y;
  }
}
void nine(int* a) {
  const int* const q = a + 5;
  int* w = a;
#pragma parallel
  for (int i = 0; i < 5; ++i) {
    const auto& y = q[i];
    auto& z = w[i];
    z = y * 3;
  }
}
void ten(std::array<int, 10>& a) {
  auto& r = a;
  const int* q = r.data() + 5;
#pragma parallel
  for (int i = 0; i < 5; ++i) {
    int& y = r[i];
    y -= q[i];
  }
}
void eleven(std::span<int> a) {
  auto half = a.subspan(5);
  auto r = a;
#pragma parallel
  for (int i = 0; i < 5; ++i) {
    int& y = r[i];
    y -= 3;
  }
#pragma parallel unchecked
  for (int i = 0; i < 5; ++i) {
    const int& y = half[i];
    int& w = a[i];
    w += y;
  }
}
void twelve(int (*m)[5]) {
  int* row = m[1];
  auto& whole = *m;
#pragma parallel
  for (int i = 0; i < 5; ++i) {
    const int& y = row[i];
    int& w = whole[i];
    w += y;
  }
}
void thirteen() {
  int local[10] = {1, 2, 3, 4, 5, 6};
  auto& r = local;
  int* q = r + 5;
#pragma parallel
  for (int i = 0; i < 5; ++i) {
    const int& y = q[i];
    int& w = r[i];
    w += y;
  }
  for (int x : local) std::printf("%d ", x);
}
struct Own {
  std::vector<int> v = {1, 2, 3, 4, 5, 6};
  void run() {
    auto& r = v;
    int* q = v.data() + 3;
#pragma parallel
    for (int i = 0; i < 3; ++i) {
      const int& y = q[i];
      int& w = r[i];
      w += y;
    }
    for (int x : v) std::printf("%d ", x);
  }
};
void fifteen(std::vector<int>& a) {
  auto& r = a;
  auto it = a.begin() + 5;
#pragma parallel
  for (int i = 0; i < 5; ++i) {
    auto f = [&](int& x) { x += 2; };
    f(r[i]);
    a[i] += r[i + 5];
  }
  (void)it;
}
int main() {
  std::vector<int> a(10);
  for (int i = 0; i < 10; ++i) a[i] = i * i + 1;
  one(a);
  two(a);
  three(a);
  four(a);
  nine(a.data());
  eleven(a);
  twelve(reinterpret_cast<int(*)[5]>(a.data()));
  fifteen(a);
  for (int x : a) std::printf("%d ", x);
  std::array<int, 10> b{};
  for (int i = 0; i < 10; ++i) b[i] = i;
  ten(b);
  for (int x : b) std::printf("%d ", x);
  S s{a, a.data(), {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}};
  seven(s);
  eight(s);
  for (int x : s.v) std::printf("%d ", x);
  for (int x : a) std::printf("%d ", x);
  std::vector<P> ps(10, P{3});
  five(ps);
  six(ps);
  std::printf("%g\n", ps[2].x);
  thirteen();
  Own().run();
}
