#!/usr/bin/env bash
# Installs what is missing, builds the program, and runs the main job: a real file, broadcast over
# D3(4,4) by edge-disjoint trees, clock by clock.
set -euo pipefail
cd "$(dirname "$0")/.."

tools/setup.sh run
cmake --preset release -DSWAPFLY_TESTS=OFF -DSWAPFLY_BENCHMARKS=OFF >/dev/null
cmake --build --preset release --target swapfly

swapfly=build/release/swapfly
out=out/demo
mkdir -p "$out"

echo
echo "== The file LICENSE from node (1,2,2) to all 64 nodes: three trees start every clock =="
$swapfly run sim_configs/broadcast_file.yaml --vcd "$out/broadcast.vcd" --vcd-to 40 \
  --json "$out/broadcast.json"

echo
echo "== 32 messages by the published schedule, every third hop =="
$swapfly run sim_configs/published.yaml
echo
echo "== The same 32 messages, a round every clock =="
$swapfly run sim_configs/published.yaml --set workload.schedule=every_hop

echo
echo "== Model and SystemVerilog side by side, compared in every clock =="
$swapfly run sim_configs/lockstep.yaml

echo
echo "The result:   $out/broadcast.json"
echo "The waveform: $out/broadcast.vcd, its first 40 clocks. To look at it:"
echo "  gtkwave $out/broadcast.gtkw"
