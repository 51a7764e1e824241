// What is changed behind the nest's back: through references in objects, by methods of classes that derive from the one
// that is named, by assembly.
#include <coroutine>
#include <vector>

struct Holder {
  int& value;
  void add(int x) { value += x; }
};
struct Outer {
  Holder inner;
};

void byMember(std::vector<int>& a, int t, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    Holder holder{t};  // warning: [appyl-unproved] what the references in '{t}' name is not followed
    holder.value += a[i];
  }
}

void byMethod(std::vector<int>& a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    Holder holder{a[0]};  // warning: [appyl-unproved] what the references in '{a[0]}' name
    holder.add(i);
  }
}

void deeper(std::vector<int>& a, int t, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    Outer outer{{t}};  // warning: [appyl-unproved] what the references in '{{t}}' name
    outer.inner.value += a[i];
  }
}

template <class T>
struct Reference {
  T& value;
};

template <class T>
void inTemplate(std::vector<T>& a, T t, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    Reference<T> held{t};  // warning: [appyl-unproved] what the references in '{t}' name
    held.value += a[i];
  }
}

struct Base {
  virtual int apply(int x) { return x; }
  virtual ~Base() = default;
};
struct Last final : Base {
  int apply(int x) override { return x + 1; }
};
int applied(Base& base, int x) { return base.apply(x); }

void derived(std::vector<int>& a, Base& base, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = base.apply(i);  // warning: [appyl-unproved] which 'apply' a virtual call runs
}

void derivedInside(std::vector<int>& a, Base& base, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = applied(base, i);  // warning: [appyl-unproved] which 'apply'
}

int counter;

void assembly(std::vector<int>& a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    asm("" : "+m"(counter));  // warning: [appyl-unproved] what 'asm' does is not followed
    a[i] = counter;
  }
}

int assembled() {
  asm("" : "+m"(counter));
  return counter;
}

void assemblyInside(std::vector<int>& a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) a[i] = assembled();  // warning: [appyl-unproved] what 'asm' does
}

void update(int& s, int& t, bool first, int x) { (first ? s : t) += x; }
void keep(int& s, int x) {
  Holder holder{s};
  holder.add(x);
}

void chosenInside(std::vector<int>& a, int s, int t, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    update(s, t, i % 2, a[i]);  // warning: [appyl-unproved] 'first ? s : t' is reached
    a[i] = s;
  }
}

void heldInside(std::vector<int>& a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) keep(a[0], i);  // warning: [appyl-unproved] what the references in '{s}' name
}

// The iteration's own, and methods that are certain.
void own(std::vector<int>& a, Last& last, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    int t = 0;
    Holder holder{t};
    holder.add(a[i]);
    Base base;
    a[i] = t + last.apply(i) + base.apply(i) + last.Base::apply(i);
  }
}

// A coroutine goes on from where the last iteration has left it.
void goesOn(std::coroutine_handle<> next, int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    next.resume();  // warning: [appyl-unproved] 'resume'
    a[i] = i;
  }
}
void isCalled(std::coroutine_handle<> next, int* a, int n) {
#pragma parallel
  for (int i = 0; i < n; ++i) {
    next();  // warning: [appyl-unproved] what a coroutine does next is not followed
    a[i] = i;
  }
}
