#!/usr/bin/env bash
# Makes a netlist of gates of a small router (D3(1,2), payload 8, Depth 2) with yosys, and simulates it in
# Icarus beside the RTL: the outputs must be equal in every clock.
#   compare_netlist.sh [SEED]
#   compare_netlist.sh --corrupt [SEED]   with one gate of the netlist exchanged: the difference must be found
# Exit status: 0 as it must be, 1 not, 2 a tool failed.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
corrupt=false
if [[ ${1:-} == --corrupt ]]; then
  corrupt=true
  shift
fi
seed=${1:-1}
if [[ ! $seed =~ ^[0-9]{1,9}$ ]]; then
  echo "netlist: seed '$seed' is no number of at most nine digits" >&2
  exit 2
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$here/../../../rtl"
sources=(swapfly_flit.sv swapfly_router.sv)
for part in arbiter channel credits crossbar delay fifo header_unit replicator; do
  sources+=("swapfly_$part.sv")
done

top=swapfly_router
yosys -q -e 'no driver|implicitly declared|out of bounds' -p "
  read_verilog -sv ${sources[*]}
  chparam -set K 1 -set M 2 -set PayloadBits 8 -set Vcs 2 -set Depth 2 -set Lanes 1 $top
  hierarchy -check -top $top; rename -top router_netlist
  synth -flatten -top router_netlist; check -assert
  write_verilog -noattr $work/netlist.v" >"$work/log" 2>&1 || {
  cat "$work/log" >&2
  echo "netlist: yosys failed" >&2
  exit 2
}
if $corrupt; then
  # The last "and" of two wires becomes an "or".
  line=$(grep -nE '^ *assign [^=]+= [^&|?]+ & [^&|?]+;$' "$work/netlist.v" | tail -1 | cut -d: -f1)
  [[ -n $line ]] || { echo "netlist: no gate to exchange" >&2; exit 2; }
  sed -i "${line}s/ & / | /" "$work/netlist.v"
fi
iverilog -g2012 -s netlist_bench -Pnetlist_bench.Seed="$seed" -o "$work/bench.vvp" "${sources[@]}" \
  "$here/../proofs/swapfly_legal_header.sv" "$here/netlist_bench.sv" "$work/netlist.v" || exit 2
vvp -n "$work/bench.vvp" | tee "$work/result"
if $corrupt; then
  grep -q '^netlist: differs' "$work/result"
else
  grep -q '^netlist: equal' "$work/result"
fi
