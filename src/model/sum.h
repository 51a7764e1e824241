// Sums of products of what the source calls its sizes, as text: `2*M*N*K`, `10*ceildiv(K, 16)`.
#pragma once

#include "model/trips.h"

#include <string>
#include <vector>

namespace appyl {

/// A sum of products whose factors keep the order in which they were multiplied first: `2*M*N*K`.
class Sum {
 public:
  void add(std::int64_t number, const std::vector<Factor>& factors);
  std::string print() const;

 private:
  struct Term {
    std::vector<std::string> factors;
    std::int64_t number, divisor;
  };
  std::vector<Term> terms;
};

}  // namespace appyl
