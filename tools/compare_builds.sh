#!/usr/bin/env bash
# Runs every scenario in the release, debug and sanitize builds: the results must be the same to the
# last character, performance aside.
set -euo pipefail
cd "$(dirname "$0")/.."

# Performance is the last object of a result.
result() { "build/$1/swapfly" run "$2" --json - 2>/dev/null | sed '/"performance"/,$d' || true; }

count=0
for scenario in sim_configs/*.yaml; do
  expected=$(result release "$scenario")
  [[ -n $expected ]] || { echo "compare: $scenario gives no result" >&2; exit 1; }
  for build in debug sanitize; do
    if [[ $(result "$build" "$scenario") != "$expected" ]]; then
      echo "compare: $scenario differs between the release and the $build build" >&2
      diff <(echo "$expected") <(result "$build" "$scenario") | head -20 >&2
      exit 1
    fi
  done
  count=$((count + 1))
done
echo "compare: $count scenarios, the same result in three builds"
