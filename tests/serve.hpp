// The end of a source that joins many programs, see programs.sh: starting one process for all of them, and a
// copy of it for each run, takes a fraction of the time that starting each program takes, with sanitizers
// above all.
#pragma once

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

/// Reads lines "PROGRAM<tab>PREFIX<tab>ARGUMENTS" and runs each PROGRAM with its ARGUMENTS, words between
/// spaces: `run` gets its name and them. What it prints goes to PREFIX.out and PREFIX.err, and its status, as
/// a shell would tell it, to PREFIX.status.
inline int serveRuns(int (*run)(int, char**)) {
  // What a namespace-scope initializer runs in parallel leaves threads, which a copy of the process lacks
  // while its OpenMP runtime waits for them: such a process begins anew for each run.
  const auto threads = std::filesystem::directory_iterator("/proc/self/task");
  const bool beginAnew = std::distance(begin(threads), end(threads)) > 1;
  constexpr unsigned longest = 60;  // seconds
  std::vector<std::string> lines;   // all of them first: the copies share the place in the input
  for (std::string line; std::getline(std::cin, line);) lines.push_back(line);
  for (const std::string& line : lines) {
    const std::size_t first = line.find('\t'), second = line.find('\t', first + 1);
    const std::string prefix = line.substr(first + 1, second - first - 1);
    std::vector<std::string> words = {line.substr(0, first)};
    for (std::size_t at = second + 1; at < line.size();) {
      const std::size_t end = std::min(line.find(' ', at), line.size());
      if (end != at) words.push_back(line.substr(at, end - at));
      at = end + 1;
    }
    const pid_t child = fork();
    if (child == 0) {
      alarm(longest);
      if (!std::freopen("/dev/null", "r", stdin) || !std::freopen((prefix + ".out").c_str(), "w", stdout) ||
          !std::freopen((prefix + ".err").c_str(), "w", stderr))
        std::exit(124);
      std::vector<char*> pointers;
      for (std::string& each : words) pointers.push_back(each.data());
      pointers.push_back(nullptr);
      if (beginAnew) {
        static char self[] = "/proc/self/exe";
        pointers.insert(pointers.begin(), self);
        execv(self, pointers.data());
        std::exit(124);
      }
      std::exit(run(static_cast<int>(words.size()), pointers.data()));
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child) return 1;
    std::FILE* const file = std::fopen((prefix + ".status").c_str(), "w");
    if (!file) return 1;
    std::fprintf(file, "%d\n", WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status));
    std::fclose(file);
  }
  return 0;
}
