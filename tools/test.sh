#!/usr/bin/env bash
# Installs what is missing, builds in every way, and runs every test and check.
#   tools/test.sh          all of it
#   tools/test.sh release  one build and its tests: release, debug or sanitize
set -euo pipefail
cd "$(dirname "$0")/.."

stage() { echo; echo "=== $* ($(date +%T)) ==="; }

build_and_test() {
  local preset=$1
  shift
  stage "$preset: build"
  cmake --preset "$preset" -DSWAPFLY_TESTS=ON -DSWAPFLY_BENCHMARKS=ON >/dev/null
  cmake --build --preset "$preset"
  stage "$preset: tests"
  ctest --preset "$preset" -j "$(nproc)" --output-on-failure "$@"
}

tools/setup.sh
if [[ $# -gt 0 ]]; then
  build_and_test "$1"
  exit
fi

stage "style"
tools/check_style.sh
build_and_test release
# With assertions and sanitizers on: the same tests but for the sweeps, which only repeat the same code.
build_and_test sanitize --label-exclude sweep
stage "debug: build"
cmake --preset debug >/dev/null
cmake --build --preset debug --target swapfly
stage "the same results in every build"
tools/compare_builds.sh
stage "clang: build, for its warnings"
cmake --preset clang -DSWAPFLY_TESTS=ON -DSWAPFLY_BENCHMARKS=ON >/dev/null
cmake --build --preset clang
stage "clang-tidy"
tools/check_tidy.sh
stage "all passed"
