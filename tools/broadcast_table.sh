#!/usr/bin/env bash
# Prints, as Markdown, what 32 messages from node (1,2,3) of D3(4,4) take by every tree and schedule:
# the table of docs/broadcast.md.
set -euo pipefail
cd "$(dirname "$0")/.."

swapfly=build/release/swapfly
[[ -x $swapfly ]] || { echo "broadcast_table: $swapfly is not built; run tools/demo.sh" >&2; exit 1; }

field() { sed -n "s/^ *\"$1\": \"\{0,1\}\([^\",{]*\)\"\{0,1\},\{0,1\}$/\1/p" <<<"$result" | head -1; }

row() {
  local tree=$1 schedule=$2 multicast=$3 messages=$4
  result=$($swapfly run sim_configs/published.yaml --json - --set workload.tree="$tree" \
    --set workload.schedule="$schedule" --set router.multicast="$multicast" \
    --set workload.messages="$messages")
  echo "| $tree | $schedule | $multicast | $messages | $(field published | sed 's/^null$/-/') | $(field formula) |" \
    "$(field measured) | $(field link) | $(field stalls) |"
}

echo "| tree | schedule | routers duplicate | X | published | formula | measured clocks | conflicts | stalls |"
echo "|---|---|---|---|---|---|---|---|---|"
for multicast in true false; do
  row depth4 one_round $multicast 4
  for schedule in unchained published bursts every_hop; do row depth4 $schedule $multicast 32; done
  row depth3 one_round $multicast 1
  for schedule in unchained published every_hop; do row depth3 $schedule $multicast 32; done
done
