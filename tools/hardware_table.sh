#!/usr/bin/env bash
# Prints, as Markdown, how short a clock routers keep on both technologies, and t_w with it, and draws
# docs/images/hardware.svg: what docs/hardware.md shows. Takes tools/setup.sh all, and about an hour.
#   tools/hardware_table.sh
# Results are kept in out/hardware; one that is there is not measured again.
set -euo pipefail
cd "$(dirname "$0")/.."

swapfly=build/release/swapfly
[[ -x $swapfly ]] || { echo "hardware_table: $swapfly is not built; run tools/demo.sh" >&2; exit 1; }
results=out/hardware
mkdir -p $results

# A router is six words: K M payload vcs depth latency. The lane is one.
name() { echo "$1.K$2.M$3.payload$4.vcs$5.depth$6.latency$7"; }

# measure TECHNOLOGY ROUTER: leaves the result of `swapfly tw`, if there is none.
measure() {
  local result placements=()
  result=$results/$(name "$@").json
  [[ ! -s $result ]] || return 0
  [[ $1 != ice40 ]] || placements=(--placements 3)
  $swapfly tw sim_configs/uniform.yaml --loads none --jobs 1 --quiet --technology "$1" --json "$result.part" \
    --set topology.K="$2" --set topology.M="$3" --set router.payload="$4" --set router.vcs="$5" \
    --set router.depth="$6" --set router.latency="$7" "${placements[@]}" --reports "$results/$(name "$@")"
  mv "$result.part" "$result"
}
export -f measure name
export swapfly results

# field KEY: the first value of KEY in $hardware, in full figures.
field() { sed -n "s/^ *\"$1\": \([^,]*\),\{0,1\}$/\1/p" <<<"$hardware" | head -1; }
rounded() { printf "%.$2f" "$1"; }

# load TECHNOLOGY ROUTER: sets hardware to that part of the result.
load() { hardware=$(sed -n '/^ *"hardware": {/,$p' "$results/$(name "$@").json"); }

# Flip-flops, of whatever kind.
flip_flops() { sed -n 's/^ *"\(SB_\)\{0,1\}DFF[A-Z0-9]*": \([0-9]*\),\{0,1\}$/\2/p' <<<"$hardware" | awk '{ sum += $1 } END { print sum }'; }

ends() { echo "\`$(field from | tr -d '"')\` to \`$(field to | tr -d '"')\`"; }

fpga=()
cells=()
for latency in 1 2 3 4; do
  fpga+=("2 2 8 2 2 $latency")
  cells+=("4 4 64 2 8 $latency")
done
sizes=("2 2 8 2 2 1" "2 2 64 2 2 1" "4 4 64 2 2 1" "4 4 64 2 4 1" "4 4 64 2 8 1" "4 4 64 4 2 1" "4 8 64 2 2 1")

{
  printf 'ice40 %s\n' "${fpga[@]}"
  printf 'osu018 %s\n' "${cells[@]}" "${sizes[@]}"
} | awk '!seen[$0]++' | xargs -P "$(nproc)" -I ROUTER bash -c 'set -eu; measure ROUTER'

echo "Standard cells, D3(4,4), 64 bits of payload, 2 virtual channels, FIFOs of 8:"
echo
echo "| latency | period, ns | t_w, ns | flits a ns and link | levels | area, mm2 | cells | flip-flops | critical path |"
echo "|---|---|---|---|---|---|---|---|---|"
for router in "${cells[@]}"; do
  # shellcheck disable=SC2086  # a router is words
  load osu018 $router
  echo "| ${router##* } | $(rounded "$(field median)" 2) | $(rounded "$(field local)" 2) |" \
    "$(rounded "$(field flits_per_ns)" 3) | $(field levels) | $(rounded "$(field area_um2)e-6" 2) |" \
    "$(field cells) | $(flip_flops) | $(ends) |"
done

echo
echo "iCE40 HX8K, D3(2,2), 8 bits of payload, 2 virtual channels, FIFOs of 2; medians of 3 placements:"
echo
echo "| latency | period, ns | smallest to largest | t_w, ns | flits a ns and link | levels | LUTs | flip-flops | critical path of one |"
echo "|---|---|---|---|---|---|---|---|---|"
for router in "${fpga[@]}"; do
  # shellcheck disable=SC2086
  load ice40 $router
  echo "| ${router##* } | $(rounded "$(field median)" 1) | $(rounded "$(field smallest)" 1) to" \
    "$(rounded "$(field largest)" 1) | $(rounded "$(field local)" 1) | $(rounded "$(field flits_per_ns)" 4) |" \
    "$(field levels) | $(field SB_LUT4) | $(flip_flops) | $(ends) |"
done

echo
echo "Standard cells, latency 1, routers of several sizes:"
echo
echo "| K | M | payload | virtual channels | depth | period = t_w, ns | levels | area, mm2 | cells | flip-flops |"
echo "|---|---|---|---|---|---|---|---|---|---|"
for router in "${sizes[@]}"; do
  # shellcheck disable=SC2086
  load osu018 $router
  read -r k m payload vcs depth latency <<<"$router"
  echo "| $k | $m | $payload | $vcs | $depth | $(rounded "$(field median)" 2) | $(field levels) |" \
    "$(rounded "$(field area_um2)e-6" 2) | $(field cells) | $(flip_flops) |"
done

# columns TECHNOLOGY ROUTER...: lines "latency period smallest largest t_w", as a block of gnuplot.
columns() {
  local technology=$1 router
  shift
  echo "\$$technology << EOD"
  for router in "$@"; do
    # shellcheck disable=SC2086
    load "$technology" $router
    echo "${router##* } $(field median) $(field smallest) $(field largest) $(field local)"
  done
  echo EOD
}

{
  columns osu018 "${cells[@]}"
  columns ice40 "${fpga[@]}"
  cat <<'PLOT'
set terminal svg noenhanced size 1000,400 font "DejaVu Sans,12" background "white"
set output "docs/images/hardware.svg"
set multiplot layout 1,2
set xlabel "router.latency"
set xrange [0.7:4.3]
set xtics 1
set yrange [0:*]
set key top left
set grid ytics
set ylabel "ns"
set title "D3(4,4), standard cells of 0.18 um"
plot $osu018 using 1:5 with linespoints linewidth 2 pointtype 7 linecolor "#0072B2" title "t_w of a hop", \
     $osu018 using 1:2 with linespoints linewidth 2 pointtype 5 linecolor "#D55E00" title "clock period"
set title "D3(2,2), iCE40 HX8K"
plot $ice40 using 1:5 with linespoints linewidth 2 pointtype 7 linecolor "#0072B2" title "t_w of a hop", \
     $ice40 using 1:2 with linespoints linewidth 2 pointtype 5 linecolor "#D55E00" title "clock period, median", \
     $ice40 using 1:2:3:4 with yerrorbars linecolor "#D55E00" title "all placements"
PLOT
} | gnuplot
