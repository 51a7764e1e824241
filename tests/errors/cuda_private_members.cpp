// options: --target=cuda
// Private members that no pointer to a member names cannot be handed to a kernel.
class Flags {
  unsigned low : 4;
  int& shared;
  double* data;

 public:
  Flags(int& shared, double* data) : low(1), shared(shared), data(data) {}
  double& at(int i) const { return data[i + static_cast<int>(low)]; }
  double& behind(int i) const { return data[i + shared]; }
};

void bits(int n, Flags& f) {
#pragma parallel unchecked
  for (int i = 0; i < n; ++i) f.at(i) = 0;  // error: [appyl-host-call] 'at' uses private members of 'f' in a way
}

void references(int n, Flags& f) {
#pragma parallel unchecked
  for (int i = 0; i < n; ++i) f.behind(i) = 0;  // error: [appyl-host-call] 'behind' uses private members of 'f' in a way
}
