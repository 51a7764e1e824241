// A member that is reduced is read by another name of its object.
struct Total {
  double s;
  double t[9];
  void byReference(const double* a, double* b, int n) {
    Total& self = *this;
#pragma parallel reduction(+ : s)
    for (int i = 0; i < n; ++i) {
      s += a[i];
      b[i] = self.s;  // error: [appyl-reduction] 's' is used here outside its reduction
    }
  }
  void byCopy(const double* a, double* b, int n) {
#pragma parallel reduction(+ : s)
    for (int i = 0; i < n; ++i) {
      s += a[i];
      Total c = *this;  // error: [appyl-reduction] 's' is used here outside its reduction
      b[i] = c.s;
    }
  }
  void byParts(const double* a, double* b, int n) {
    auto& [x, y] = *this;
#pragma parallel reduction(+ : s)
    for (int i = 0; i < n; ++i) {
      s += a[i];
      b[i] = x;  // error: [appyl-reduction] 's' is used here outside its reduction
    }
  }
  void byPointerToMember(const double* a, double* b, int n) {
    auto m = &Total::s;
#pragma parallel reduction(+ : s)
    for (int i = 0; i < n; ++i) {
      s += a[i];
      b[i] = this->*m;  // error: [appyl-reduction] 's' is used here outside its reduction
    }
  }
  void others(const double* a, double* b, const Total& other, int n) {
    Total& self = *this;
#pragma parallel reduction(+ : s)
    for (int i = 0; i < n; ++i) {
      s += a[i];
      b[i] = other.s + self.t[2];
    }
  }
};
