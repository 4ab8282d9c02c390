#!/usr/bin/env bash
# Prints, as Markdown, latency and accepted rate of uniform traffic by load: the tables of docs/uniform.md.
#   tools/load_table.sh [OPTION...]    options of `swapfly run`, such as --set topology.K=8
# The network is that of sim_configs/uniform.yaml where options say nothing else.
set -euo pipefail
cd "$(dirname "$0")/.."

swapfly=build/release/swapfly
[[ -x $swapfly ]] || { echo "load_table: $swapfly is not built; run tools/demo.sh" >&2; exit 1; }

# field BLOCK KEY: the first value of KEY from BLOCK on.
field() { sed -n "/\"$1\": {/,\$p" <<<"$result" | sed -n "s/^ *\"$2\": \([^,]*\),\{0,1\}$/\1/p" | head -1; }
rounded() { printf "%.$2f" "$1"; }

echo "| rate | offered | accepted | latency: mean | p99 | max | in network: mean | hops: mean | saturated |"
echo "|---|---|---|---|---|---|---|---|---|"
for rate in 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.85 0.9 0.95 1; do
  result=$($swapfly run sim_configs/uniform.yaml "$@" --set workload.rate=$rate --json -)
  echo "| $rate | $(rounded "$(field traffic offered_rate)" 4) | $(rounded "$(field traffic accepted_rate)" 4) |" \
    "$(rounded "$(field latency mean)" 2) | $(field latency p99) | $(field latency max) |" \
    "$(rounded "$(field network_latency mean)" 2) | $(rounded "$(field traffic mean_hops)" 4) |" \
    "$(field traffic saturated) |"
done
