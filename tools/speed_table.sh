#!/usr/bin/env bash
# Prints, as Markdown, what a clock and a flit hop cost: the tables of docs/performance.md. All networks carry uniform
# traffic at 0.3 flits per node and clock. Wants valgrind for the instructions (tools/setup.sh all).
set -euo pipefail
cd "$(dirname "$0")/.."

benchmarks=build/release/benchmarks/swapfly_benchmarks
swapfly=build/release/swapfly
for program in $benchmarks $swapfly; do
  [[ -x $program ]] || { echo "speed_table: $program is not built; run tools/test.sh" >&2; exit 1; }
done

echo "| network | routers | kernel | to build | a clock | router traversals a second | flit hops a second |"
echo "|---|---|---|---|---|---|---|"
# Every case several times; of each the fastest run, which other programs of the machine disturbed least.
for repetition in 1 2 3 4 5; do
  $benchmarks --benchmark_format=csv --benchmark_min_time=0.2 2>/dev/null
done | awk -F, '
  $1 == "name" { for (i = 1; i <= NF; ++i) { gsub(/"/, "", $i); column[$i] = i } next }
  {
    name = $1; gsub(/"/, "", name)
    clock = $(column["ns_per_clock"]) + 0
    if (name in best && clock >= best[name]) next
    if (!(name in best)) order[++names] = name
    best[name] = clock
    build[name] = $(column["build_s"]); traversals[name] = $(column["traversals_per_s"]); hops[name] = $(column["flit_hops_per_s"])
  }
  END {
    for (i = 1; i <= names; ++i) {
      name = order[i]; split(name, part, "/")
      kernel = part[1] == "systemc" ? "SystemC" : "plain loop"
      routers = part[2] * part[3] * part[3]
      load = part[4] == 0 ? ", asleep" : ""
      printf "| D3(%d,%d)%s | %d | %s | %.4f s | %.4g us | %s | %s |\n", part[2], part[3], load, routers, kernel,
        build[name], best[name] / 1000, part[4] == 0 ? "" : sprintf("%.2e", traversals[name]),
        part[4] == 0 ? "" : sprintf("%.2e", hops[name])
    }
  }'

# field KEY: its value in $result
field() { sed -n "s/^ *\"$1\": \([^,]*\),\{0,1\}$/\1/p" <<<"$result" | head -1; }
scenario=(sim_configs/uniform.yaml --set workload.rate=0.3 --set workload.warmup=0 --set workload.drain=0 --json -)

echo
echo "| network | memory of \`swapfly run\` |"
echo "|---|---|"
for size in 8,8 16,32; do
  result=$($swapfly run "${scenario[@]}" --set topology.K=${size%,*} --set topology.M=${size#*,} --set workload.measure=200)
  echo "| D3($size) | $(awk "BEGIN { printf \"%.1f\", $(field peak_rss_bytes) / 1e6 }") MB |"
done

command -v valgrind >/dev/null || { echo "speed_table: no valgrind, no count of instructions" >&2; exit 0; }
echo
echo "| network | instructions a router traversal | a flit hop |"
echo "|---|---|---|"
# Of two runs that differ in length only, so that start and end do not count.
count() {
  valgrind --tool=callgrind --callgrind-out-file=/dev/null $swapfly run "${scenario[@]}" --set topology.K=8 \
    --set topology.M=8 --set workload.measure="$1" 2>"$log" >"$json"
  result=$(<"$json")
  instructions=$(sed -n 's/.*Collected : \([0-9]*\).*/\1/p' "$log")
  hops=$(field flit_hops)
  traversals=$((hops + $(field injected)))
}
log=$(mktemp); json=$(mktemp)
trap 'rm -f "$log" "$json"' EXIT
count 200; short=($instructions $traversals $hops)
count 600
echo "| D3(8,8) | $(((instructions - short[0]) / (traversals - short[1]))) | $(((instructions - short[0]) / (hops - short[2]))) |"
