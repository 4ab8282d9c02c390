#!/usr/bin/env bash
# Places and routes what synthesise.sh made of a router on an iCE40 HX8K, with nextpnr-ice40; `swapfly tw` calls it.
#   tools/hardware/place_ice40.sh FOLDER SEED
# FOLDER holds netlist.json; it gets timing_SEED.json (the clock, the critical path) and place_SEED.log.
set -euo pipefail

[[ $# -eq 2 && $2 =~ ^[0-9]+$ ]] || { echo "usage: tools/hardware/place_ice40.sh FOLDER SEED" >&2; exit 2; }
command -v nextpnr-ice40 >/dev/null ||
  { echo "place_ice40: nextpnr-ice40 is not installed; tools/setup.sh all installs it" >&2; exit 2; }
cd "$1"
# The clock asked for is out of reach: the shorter, the better. Pins may be anywhere.
exec nextpnr-ice40 --hx8k --package ct256 --freq 100 --timing-allow-fail --seed "$2" \
  --json netlist.json --report "timing_$2.json" -q -l "place_$2.log"
