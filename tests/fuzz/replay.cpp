// Calls a fuzz target with each of the files that are named.
#include "fuzz.h"

#include <fstream>
#include <iostream>
#include <iterator>

int main(int count, char** files) {
  for (int k = 1; k < count; ++k) {
    std::ifstream file(files[k], std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    if (!file) {
      std::cerr << "cannot read " << files[k] << "\n";
      return 1;
    }
    std::cerr << files[k] << std::endl;  // the last one is at fault where nothing follows
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
  }
  return 0;
}
