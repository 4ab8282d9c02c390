#!/usr/bin/env bash
# Shows rtl/ to Verilator, Icarus and yosys with the parameters of corners.txt; any output of a tool is
# a failure.
#   accept.sh                              all three tools, all corners
#   accept.sh TOOL                         verilator, icarus or yosys
#   accept.sh TOOL TOP [PARAMETER=VALUE]...   with parameters of one's own
# Exit status: 0 all is taken without a word, 1 it is not, 2 usage.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../../../rtl"
sources=(swapfly_flit.sv)
for file in *.sv; do
  [[ $file == swapfly_flit.sv ]] || sources+=("$file")
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

run_tool() {
  local tool=$1 top=$2 parameter options=()
  shift 2
  case $tool in
    verilator)
      for parameter in "$@"; do options+=("-G$parameter"); done
      verilator --lint-only -Wall --top-module "$top" "${options[@]}" "${sources[@]}" ;;
    icarus)
      for parameter in "$@"; do options+=("-P$top.$parameter"); done
      iverilog -g2012 -Wall -s "$top" "${options[@]}" -o "$work/out.vvp" "${sources[@]}" ;;
    yosys)
      for parameter in "$@"; do options+=("chparam -set ${parameter%%=*} ${parameter#*=} $top;"); done
      yosys -q -e 'no driver|implicitly declared|out of bounds' \
        -p "read_verilog -sv ${sources[*]}; ${options[*]} hierarchy -check -top $top; proc; check -assert" ;;
    *) echo "accept: '$tool' is no tool of verilator, icarus, yosys" >&2; exit 2 ;;
  esac
}

accept() {
  if ! run_tool "$@" >"$work/log" 2>&1 || [[ -s $work/log ]]; then
    cat "$work/log"
    echo "accept: refused by $*"
    return 1
  fi
  echo "accept: taken by $*"
}

if [[ $# -ge 2 ]]; then
  accept "$@"
  exit
fi
refused=0
for tool in ${1:-verilator icarus yosys}; do
  while read -r -a corner; do
    accept "$tool" "${corner[@]}" || refused=1
  done < <(sed 's/#.*//; /^$/d' "$here/corners.txt")
done
exit "$refused"
