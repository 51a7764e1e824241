#!/usr/bin/env bash
# Prepares a bare Debian 12 or 13 or Ubuntu 24.04 machine to build and test the project. As a program it installs what
# is missing; sourced, it gives other scripts the functions below.

# Everything that building (the tool, with Clang itself) and testing (GCC and Clang with OpenMP, both generators) needs.
packages=(cmake ninja-build make patch g++ clang-19 libomp-19-dev lld-19 ccache
  llvm-19-dev libclang-19-dev libclang-common-19-dev libclang-rt-19-dev libzstd-dev zlib1g-dev libisl-dev libfmt-dev doctest-dev
  libboost-context-dev)
# The headers for the CPU compile for other processors, too, which the tests try where Debian has a cross compiler.
[ "$(dpkg --print-architecture 2>/dev/null)" != amd64 ] || packages+=(g++-aarch64-linux-gnu)

# Installs the missing ones of `packages`. Where that needs rights that nobody here has, prints one line to copy.
install_missing() {
  local missing=() package
  for package in "${packages[@]}"; do
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return

  if ! command -v apt-get >/dev/null; then
    echo "no apt-get here; these packages (by Debian's names) are needed: ${missing[*]}" >&2
    return 1
  fi
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    if ! sudo -n true 2>/dev/null && ! { [ -t 0 ] && command -v sudo >/dev/null; }; then
      echo "some packages are missing, and installing them needs root; run this, then try again:" >&2
      echo "  su -c 'apt-get update && apt-get install -y --no-install-recommends ${missing[*]}'" >&2
      return 1
    fi
    as_root=(sudo)
  fi
  echo "== installing ${#missing[@]} packages: ${missing[*]}"
  local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300)
  "${apt[@]}" update && "${apt[@]}" install -y --no-install-recommends -o Dpkg::Use-Pty=0 "${missing[@]}" </dev/null
}

# How many compilers may run at once: one per core, and per 2 GB of memory.
build_jobs() {
  local cores gigabytes limit
  cores=$(nproc)
  gigabytes=$(awk '/^MemTotal:/ { print int($2 / 1000000) }' /proc/meminfo)
  limit=$((gigabytes / 2))
  [ $limit -lt 1 ] && limit=1
  [ "$cores" -lt $limit ] && limit=$cores
  echo "$limit"
}

# configure_project ROOT: configures the release preset. Continuous integration compiles with Clang, which takes half the
# time that GCC takes; others with what CMake finds.
configure_project() {
  local compiler=()
  [ -n "${CI:-}" ] && compiler=(-DCMAKE_CXX_COMPILER=clang++-19)
  echo "== configuring"
  (cd "$1" && cmake --preset release "${compiler[@]}")
}

# build_project ROOT [TARGET...]: configures and builds, all without a target.
build_project() {
  local root=$1 jobs
  shift
  configure_project "$root" || return 1
  jobs=$(build_jobs)
  echo "== building with $jobs compilers at once"
  (cd "$root" && cmake --build --preset release --parallel "$jobs" "${@/#/--target=}")
}

# native_flags COMPILER: what makes it compile for this processor. Some Clangs warn of features that they find themselves.
native_flags() {
  echo -march=native
  local without=-Wno-invalid-feature-combination
  if ! echo | "$1" -march=native -Werror -x c++ -fsyntax-only - 2>/dev/null &&
    echo | "$1" -march=native $without -Werror -x c++ -fsyntax-only - 2>/dev/null; then
    echo $without
  fi
}

if [ "${BASH_SOURCE[0]}" = "$0" ]; then
  set -euo pipefail
  install_missing
fi
