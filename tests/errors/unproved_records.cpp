// Records that point at each other: a pointer in memory may lead to any of those that the iterations write.
#include <cstddef>
#include <functional>
#include <span>
#include <vector>

struct Node {
  Node* parent;
  double v, len;
};
void depths(std::vector<Node>& t) {
#pragma parallel
  for (std::size_t i = 1; i < t.size(); ++i)
    t[i].v = t[i].parent->v + t[i].len;  // warning: [appyl-unproved] 't[].parent[].v' and 't[].v' may be the same memory
}

struct Cell {
  Cell* nb[4];
  double v, next, u[8];
  void relax() {
    double s = 0;
    for (int k = 0; k < 4; ++k) s += nb[k]->v;  // warning: [appyl-unproved] may be the same memory
    v = s / 4;
  }
};
void relaxAll(Cell* c, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) c[i].relax();
}
void ghosts(Cell* c, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) c[i].u[0] = c[i].nb[0]->u[7];  // warning: [appyl-unproved] may be the same memory
}
void throughTable(Cell* c, Cell** table, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) c[i].v = table[2 * i]->v;  // warning: [appyl-unproved] may be the same memory
}

// What is written is another member than what is read of the others.
void right(Cell* c, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    double s = 0;
    for (int k = 0; k < 4; ++k) s += c[i].nb[k]->v;
    c[i].next = s / 4;
  }
#pragma parallel
  for (int i = 0; i < n; ++i) c[i].v = c[i].next;
}

struct Neuron {
  struct Link {
    Neuron* from;
    double weight;
  };
  std::vector<Neuron*> in;
  std::vector<Link> links;
  double out, net;
};
void ranges(std::vector<Neuron>& n) {
#pragma parallel
  for (std::size_t i = 0; i < n.size(); ++i) {
    double s = 0;
    for (const Neuron* k : n[i].in) s += k->out;  // warning: [appyl-unproved] may be the same memory
    n[i].out = s;
  }
#pragma parallel
  for (std::size_t i = 0; i < n.size(); ++i) {
    double s = 0;
    for (const auto& link : n[i].links) s += link.weight * link.from->out;  // warning: [appyl-unproved] same memory
    n[i].out = s;
  }
#pragma parallel
  for (std::size_t i = 0; i < n.size(); ++i) {
    double s = 0;
    for (auto [from, weight] : n[i].links) s += weight * from->out;  // warning: [appyl-unproved] same memory
    n[i].out = s;
  }
#pragma parallel
  for (std::size_t i = 0; i < n.size(); ++i) {
    double s = 0;
    for (const Neuron* k : n[i].in) s += k->out;
    for (const auto& link : n[i].links) s += link.weight;
    n[i].net = s;
  }
}

// A range around the nest makes one object of its elements.
struct Patch {
  struct Point {
    double x;
  };
  std::vector<Point> now, before;
};
void around(std::vector<Patch>& patches, int n) {
  for (auto& patch : patches) {
#pragma parallel
    for (int i = 0; i < n; ++i) patch.now[i].x = patch.before[i].x;
  }
}

// Pointers and references to one number each, too, where the number may be a member of another record.
struct Source {
  double value, next;
  double* left;
  double& right;
  std::vector<double*> in;
  double* row;
};
void singles(std::vector<Source>& s, double** table) {
#pragma parallel
  for (std::size_t i = 0; i < s.size(); ++i)
    s[i].value = 0.5 * *s[i].left;  // warning: [appyl-unproved] 's[].left' and 's[].value' may be the same memory
#pragma parallel
  for (std::size_t i = 0; i < s.size(); ++i) s[i].value = s[i].left[0];  // warning: [appyl-unproved] same memory
#pragma parallel
  for (std::size_t i = 0; i < s.size(); ++i) s[i].value = s[i].right;  // warning: [appyl-unproved] same memory
#pragma parallel
  for (std::size_t i = 0; i < s.size(); ++i) {
    const double* left = s[i].left;
    s[i].value = *left;  // warning: [appyl-unproved] same memory
  }
#pragma parallel
  for (std::size_t i = 0; i < s.size(); ++i) {
    double sum = 0;
    for (const double* p : s[i].in) sum += *p;  // warning: [appyl-unproved] same memory
    s[i].value = sum;
  }
#pragma parallel
  for (std::size_t i = 0; i < s.size(); ++i)
    s[i].value = *table[i + 1];  // warning: [appyl-unproved] same memory
}
// What is counted through is an array of its own.
void rows(std::vector<Source>& s, int n) {
#pragma parallel
  for (std::size_t i = 0; i < s.size(); ++i) {
    double sum = 0;
    for (int k = 0; k < n; ++k) sum += s[i].row[k];
    s[i].value = sum;
  }
}

// References in memory: wrappers, and spans that a record has. Spans beside the records are arrays of their own.
struct Linked {
  double value, next;
  std::reference_wrapper<double> source;
  std::reference_wrapper<Linked> left;
  std::vector<std::reference_wrapper<Linked>> all;
  std::span<Linked> others;
  std::vector<double> own;
};
void wrappers(std::vector<Linked>& c) {
#pragma parallel
  for (std::size_t i = 0; i < c.size(); ++i) c[i].value = c[i].source;  // warning: [appyl-unproved] 'c[].source' and
#pragma parallel
  for (std::size_t i = 0; i < c.size(); ++i) c[i].value = c[i].left.get().value;  // warning: [appyl-unproved] same memory
#pragma parallel
  for (std::size_t i = 0; i < c.size(); ++i) {
    double sum = 0;
    for (const Linked& p : c[i].all) sum += p.value;  // warning: [appyl-unproved] 'p.value' and 'c[].value'
    c[i].value = sum;
  }
#pragma parallel
  for (std::size_t i = 0; i < c.size(); ++i) {
    double sum = 0;
    for (const Linked& p : c[i].others) sum += p.value;  // warning: [appyl-unproved] 'p.value' and 'c[].value'
    c[i].value = sum;
  }
}
void apart(std::vector<Linked>& c, std::span<const Linked> sources) {
#pragma parallel
  for (std::size_t i = 0; i < c.size(); ++i) c[i].next = c[i].left.get().value;
#pragma parallel
  for (std::size_t i = 0; i < c.size(); ++i) {
    double sum = 0;
    for (const Linked& p : sources) sum += p.value;
    for (const double x : c[i].own) sum += x;
    c[i].value = sum;
  }
}

// What two objects share by their pointers.
struct Shared {
  double* x;
  double h;
};
struct Model {
  Shared* m;
};

void ofModels(Model* p, Model* q, Shared* all, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) p->m->x[i] = q->m->x[i + 1];  // warning: [appyl-unproved] 'q->m->x' and 'p->m->x' may be the same memory
#pragma parallel
  for (int i = 0; i < n; ++i) all[i].h = p->m->h;  // warning: [appyl-unproved] 'p->m->h' and 'all[].h' may be the same memory
#pragma parallel
  for (int i = 0; i < n; ++i) p->m->x[i] = i * p->m->h;
}
