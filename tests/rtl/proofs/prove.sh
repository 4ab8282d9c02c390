#!/usr/bin/env bash
# Proves what tests/rtl/proofs says of the modules of rtl/, or some of it.
#   prove.sh [NAME]...              the proofs of proofs.txt with these names; all without a name
#   prove.sh --rtl DIR [NAME]...    of another copy of rtl/
#   prove.sh --bounded [NAME]...    only the check of the first clocks after reset, which finds a
#                                   counterexample that a reset leads to
# Exit status: 0 all proved, 1 a claim is false or could not be proved or a proof is empty, 2 anything else.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
rtl=$here/../../../rtl
bounded=false
names=()
while [[ $# -gt 0 ]]; do
  case $1 in
    --rtl) rtl=${2:?prove: --rtl wants a directory}; shift ;;
    --bounded) bounded=true ;;
    -*) echo "usage: prove.sh [--rtl DIR] [--bounded] [NAME]..." >&2; exit 2 ;;
    *) names+=("$1") ;;
  esac
  shift
done
rtl=$(cd "$rtl" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A check by yosys-smtbmc; its output is shown where it does not pass.
check() {
  local proof=$1 what=$2
  shift 2
  if yosys-smtbmc --noprogress "$@" "$work/proof.smt2" >"$work/log" 2>&1 && grep -q 'Status: PASSED' "$work/log"; then
    return
  fi
  if ! grep -q 'Status: FAILED' "$work/log"; then
    echo "prove: $proof: the solver did not come to an end" >&2
    cat "$work/log" >&2
    exit 2
  fi
  grep -E 'Assert failed|Unreached cover|induction failed' "$work/log" || true
  echo "prove: $proof: $what"
  exit 1
}

prove() {
  local proof=$1 top=$2 parameters=$3 induction=$4 clocks=$5 claims=$6 set_parameters="" parameter found covers expected_covers=$6
  local alone=-DSWAPFLY_ALONE solver=(-s cvc4)
  if [[ $top == swapfly_router ]]; then  # its covers are those of its blocks
    alone=""
    expected_covers=0
    solver=(-s z3 --noincr)
  fi
  for parameter in $parameters; do
    set_parameters+="chparam -set ${parameter%%=*} ${parameter#*=} $top; "
  done
  if ! yosys -q -e 'no driver|implicitly declared|out of bounds' >"$work/log" 2>&1 -p "
      read_verilog -sv -formal $alone -I$here $rtl/swapfly_flit.sv
      read_verilog -sv -formal $alone -I$here $(ls "$rtl"/*.sv | grep -v /swapfly_flit.sv | tr '\n' ' ') $(ls "$here"/*.sv | tr '\n' ' ')
      $set_parameters
      hierarchy -check -top $top; proc; flatten; memory_map; opt_clean; async2sync; dffunmap
      write_smt2 -wires $work/proof.smt2"; then
    echo "prove: $proof: yosys does not take $top" >&2
    cat "$work/log" >&2
    exit 2
  fi
  found=$(grep -c '^; yosys-smt2-assert ' "$work/proof.smt2" || true)
  covers=$(grep -c '^; yosys-smt2-cover ' "$work/proof.smt2" || true)
  if [[ $found -ne $claims || $covers -ne $expected_covers ]]; then
    echo "prove: $proof: $found claims and $covers covers reach the solver, $claims and $expected_covers are listed"
    exit 1
  fi
  check "$proof" "a claim is false" --logic QF_BV --unroll -s z3 -t "$clocks"
  if ! $bounded; then
    [[ $expected_covers -eq 0 ]] || check "$proof" "some condition cannot come about" --logic QF_BV --unroll -s z3 -c -t "$clocks"
    check "$proof" "the induction fails" --logic QF_BV --unroll "${solver[@]}" -i -t "$induction"
  fi
  echo "prove: $proof: $claims claims hold"
}

list=$(sed 's/#.*//; s/ *| */|/g; s/ *$//; /^$/d' "$here/proofs.txt")
for name in "${names[@]}"; do
  if ! grep -q "^$name|" <<<"$list"; then
    echo "prove: '$name' is no proof; there are: $(cut -d'|' -f1 <<<"$list" | tr '\n' ' ')" >&2
    exit 2
  fi
done
while IFS='|' read -r proof top parameters induction clocks claims; do
  if [[ ${#names[@]} -gt 0 && " ${names[*]} " != *" $proof "* ]]; then continue; fi
  prove "$proof" "$top" "$parameters" "$induction" "$clocks" "$claims"
done <<<"$list"
