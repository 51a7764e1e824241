// Members of a class template, of the current object and of others, where it has no instance and where it has one.
#include <vector>
template <class T>
class Grid {
 public:
  T& operator()(int i, int j) { return u_[i * m_ + j]; }
  T operator()(int i, int j) const { return u_[i * m_ + j]; }
  T& at(int i) { return u_[i]; }
  void set(int i, T x) { u_[i] = x; }
  void behind() {
#pragma parallel
    for (int i = 1; i < n_; ++i) (*this)(i, 0) = (*this)(i - 1, 0);  // error: [appyl-race] iteration i = 2 reads this->u_[1], which iteration i = 1 writes
  }
  void oneElement() {
#pragma parallel
    for (int i = 1; i < n_; ++i) operator()(0, 0) = i;  // error: [appyl-race] iterations i = 1 and i = 2 both write this->u_[0]
  }
  void total() {
#pragma parallel
    for (int i = 1; i < n_; ++i) (*this)(0, 0) += i;  // error: [appyl-reduction] 'this->u_' is combined over the iterations of 'i' by '+'
  }
  void ofOther(Grid& o) {
#pragma parallel
    for (int i = 1; i < n_; ++i) o.at(i) = o.at(i - 1);  // error: [appyl-race] iteration i = 2 reads o.u_[1], which iteration i = 1 writes
  }
  void setOther(Grid& o) {
#pragma parallel
    for (int i = 1; i < n_; ++i) o.set(0, at(i));  // error: [appyl-race] iterations i = 1 and i = 2 both write o.u_[0]
  }
  void fromOther(Grid& o) {
#pragma parallel
    for (int i = 1; i < n_; ++i) at(i) = o.at(i - 1) + o(i, 0);
  }
  void both(const Grid& o) {
#pragma parallel
    for (int i = 0; i < n_; ++i)
#pragma parallel
      for (int j = 0; j < m_; ++j) (*this)(i, j) = o(i, j) + (*this)(i, j);
  }

 private:
  int n_ = 0, m_ = 0;
  std::vector<T> u_;
};
#ifdef INSTANCE
int main() {
  Grid<double> g, h;
  g.behind(), g.oneElement(), g.total(), g.ofOther(h), g.setOther(h), g.fromOther(h), g.both(h);
}
#endif
