#!/usr/bin/env bash
# Finds the critical path of what synthesise.sh made of a router, with OpenSTA; `swapfly tw` calls it.
#   tools/hardware/time_osu018.sh FOLDER
# FOLDER holds netlist.v; it gets timing.txt (the critical path) and timing.log.
set -euo pipefail

[[ $# -eq 1 ]] || { echo "usage: tools/hardware/time_osu018.sh FOLDER" >&2; exit 2; }
command -v sta >/dev/null || { echo "time_osu018: sta is not installed; tools/setup.sh all installs it" >&2; exit 2; }
script=$(cd "$(dirname "$0")" && pwd)/osu018.tcl
cd "$1"
sta -exit "$script" >timing.log 2>&1
# The status of sta is 0 whatever happens.
if error=$(grep -m 1 '^Error' timing.log); then
  echo "time_osu018: $error" >&2
  exit 1
fi
