// What the library calls of the user's: hashes, allocators, operator delete; and what it counts.
// alone: with all of the library, `count` would be ambiguous
#include <memory>
#include <unordered_map>
#include <vector>

int count;

struct Key {
  int value;
  bool operator==(const Key&) const = default;
};
template <>
struct std::hash<Key> {
  std::size_t operator()(const Key& key) const {
    ++count;
    return static_cast<std::size_t>(key.value);
  }
};
void hashed(const std::unordered_map<Key, int>& m, int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = static_cast<int>(m.count(Key{i}));  // warning: [appyl-unproved] 'operator()' changes 'count'
}

template <class T>
struct Counting {
  using value_type = T;
  Counting() = default;
  template <class U>
  Counting(const Counting<U>&) {}
  T* allocate(std::size_t size) {
    ++count;
    return static_cast<T*>(::operator new(size * sizeof(T)));
  }
  void deallocate(T* p, std::size_t) { ::operator delete(p); }
  bool operator==(const Counting&) const = default;
};
void allocated(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    std::vector<int, Counting<int>> v(3);  // warning: [appyl-unproved] 'allocate' changes 'count'
    a[i] = v[0];
  }
}

struct Deleted {
  static void operator delete(void* p) {
    ++count;
    ::operator delete(p);
  }
};
void deleted(int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    auto* made = new Deleted;
    a[i] = 1;
    delete made;  // warning: [appyl-unproved] 'operator delete' changes 'count'
  }
}

void owners(std::shared_ptr<int> p, long* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    auto q = p;
    a[i] = q.use_count();  // warning: [appyl-unproved] 'use_count' does input or output or keeps state between calls
  }
}

// Comparisons that count in what they compare; to find an element compares nothing.
struct Counted {
  int value;
  mutable int comparisons;
  bool operator<(const Counted& other) const {
    ++comparisons;
    return value < other.value;
  }
};
void compared(const std::vector<Counted>& x, int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    a[i] = std::max(x[0], x[i]).value;  // warning: [appyl-unproved] 'operator<' changes 'comparisons'
}
void notCompared(const std::vector<Counted>& x, int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i)
    for (const Counted& each : x) a[i] += each.value + x[i].value;
}
