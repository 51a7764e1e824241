// Conflicts that show only when a name means what it meant where it was declared.

namespace initialiser_reread {
void f(int* a, int* b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int k;
    k = 0;
    int u = i + k;
    k = 7;
    a[u] = a[i + k];  // error: [appyl-race] iteration i = 0 reads a[7], which iteration i = 7 writes
  }
}
}

namespace reference_reread {
void f(int* a, int* b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int k;
    k = i;
    int& e = a[k];
    k = i + 1;
    e = a[i + 1];  // error: [appyl-race] iteration i = 0 reads a[1], which iteration i = 1 writes
  }
}
}

namespace pointer_reread {
void f(int* a, int* b, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int k;
    k = i;
    int* e = a + k;
    k = i + 1;
    *e = a[i + 1];  // error: [appyl-race] iteration i = 0 reads a[1], which iteration i = 1 writes
  }
}
}

namespace arrow_and_star {
struct S { int x[100]; };
void f(S* p, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) p->x[i] = (*p).x[i + 1];  // error: [appyl-race] iteration i = 0 reads p->x[1], which iteration i = 1 writes
}
}

namespace arrow_and_zero {
struct S { int x[100]; };
void f(S* p, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) p->x[i] = p[0].x[i + 1];  // error: [appyl-race] iteration i = 0 reads p[0].x[1], which iteration i = 1 writes
}
}

namespace this_alias {
struct S {
  int x[100];
  void f(int n) {
    S& s = *this;
#pragma parallel
    for (int i = 0; i < n; ++i) x[i] = s.x[i + 1];  // error: [appyl-race] iteration i = 0 reads this->x[1], which iteration i = 1 writes
  }
};
}

namespace this_pointer {
struct S {
  int x[100];
  void f(int n) {
    S* s = this;
#pragma parallel
    for (int i = 0; i < n; ++i) x[i] = s->x[i + 1];  // error: [appyl-race] iteration i = 0 reads this->x[1], which iteration i = 1 writes
  }
};
}

namespace value_used_update {
void f(int* a, int* cnt, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = cnt[0]++;  // error: [appyl-race] iterations i = 0 and i = 1 both write cnt[0]
}
}

namespace comma_lvalue {
void f(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) (n, a[0]) = i;  // error: [appyl-race] iterations i = 0 and i = 1 both write a[0]
}
}

namespace statement_expr {
void f(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = ({ a[0] = i; 3; });  // error: [appyl-race] iterations i = 0 and i = 1 both write a[0]
}
}
