#!/usr/bin/env bash
# Synthesises a router of rtl/, its links leading back to itself, with yosys; `swapfly tw --technology` calls it.
#   tools/hardware/synthesise.sh TECHNOLOGY FOLDER PARAMETER=VALUE...
# TECHNOLOGY is ice40 (netlist.json, for place_ice40.sh) or osu018 (netlist.v, for time_osu018.sh). Parameters are
# those of rtl/swapfly_tile.sv, such as K=2 Latency=3. FOLDER gets the netlist, cells.txt (the cells of the router, by
# kind) and synthesis.log.
set -euo pipefail

usage() { echo "usage: tools/hardware/synthesise.sh ice40|osu018 FOLDER PARAMETER=VALUE..." >&2; exit 2; }
[[ $# -ge 2 ]] || usage
technology=$1
folder=$2
shift 2
case $technology in
  ice40) top=swapfly_folded_tile ;;
  osu018) top=swapfly_looped_tile ;;
  *) usage ;;
esac
command -v yosys >/dev/null || { echo "synthesise: yosys is not installed; tools/setup.sh all installs it" >&2; exit 2; }

# Quoted for yosys, which reads paths as words.
quoted() { printf '"%s" ' "$@"; }

hardware=$(cd "$(dirname "$0")" && pwd)
rtl=$(cd "$hardware/../../rtl" && pwd)
sources=("$rtl/swapfly_flit.sv")  # the package, before whatever uses it
for source in "$rtl"/*.sv; do
  case ${source##*/} in
    swapfly_flit.sv | swapfly_network.sv) ;;
    *) sources+=("$source") ;;
  esac
done
sources+=("$hardware"/*.sv)

parameters=()
for parameter in "$@"; do
  [[ $parameter =~ ^[A-Za-z]+=[0-9]+$ ]] ||
    { echo "synthesise: $parameter is no parameter; accepted: NAME=NUMBER" >&2; exit 2; }
  parameters+=(-set "${parameter%=*}" "${parameter#*=}")
done

mkdir -p "$folder"
cd "$folder"
export TMPDIR=$PWD  # where yosys leaves what it gives to abc, if it is ended
cp "$hardware/$technology".* .  # yosys and abc take them by names without spaces
chosen=""
[[ ${#parameters[@]} -eq 0 ]] || chosen="chparam ${parameters[*]} $top;"
# Warnings that mean another circuit than the one that was written end the run.
exec yosys -q -l synthesis.log -e 'no driver|implicitly declared|out of bounds' -p "
  read_verilog -sv $(quoted "${sources[@]}");
  $chosen
  hierarchy -check -top $top;
  script $technology.ys"
