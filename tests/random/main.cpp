#include <cstdio>
#include <fstream>
#include <string>
#include "generate.h"
#include "print.h"
using namespace random_programs;
int main(int argc, char** argv) {
  const std::uint64_t seed = std::stoull(argv[1]);
  const int count = std::stoi(argv[2]);
  const std::string dir = argv[3];
  std::vector<Function> fs;
  for (int i = 0; i < count; ++i) fs.push_back(generate(seed + i));
  std::ofstream(dir + "/original.cpp") << printSource(fs, "original", false);
  std::ofstream(dir + "/translated.cpp") << printSource(fs, "translated", true);
  std::ofstream(dir + "/driver.cpp") << printDriver(fs);
}
