#!/usr/bin/env bash
# Seeds each fault of mutants.txt in a copy of rtl/ and sees that its proof finds a counterexample to a
# claim within the first clocks after reset.
#   reject_mutants.sh [NAME]...   the faults with these names; all without a name
# Exit status: 0 all are rejected, 1 one survives, 2 anything else.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
rtl=$here/../../../rtl
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Replaces $3 by $4 in file $2, where it must occur once.
seed_fault() {
  local name=$1 file=$2 original=$3 mutated=$4 text rest
  text=$(<"$file")
  rest=${text#*"$original"}
  if [[ $rest == "$text" || ${rest#*"$original"} != "$rest" ]]; then
    echo "mutants: $name: '$original' does not occur once in ${file##*/}" >&2
    exit 2
  fi
  printf '%s\n' "${text%%"$original"*}$mutated$rest" >"$file"
}

seeded=0
survivors=0
while IFS='@' read -r name file proof original mutated; do
  if [[ $# -gt 0 && " $* " != *" $name "* ]]; then continue; fi
  rm -rf "$work/rtl"
  cp -r "$rtl" "$work/rtl"
  seed_fault "$name" "$work/rtl/$file" "$original" "$mutated"
  seeded=$((seeded + 1))
  status=0
  "$here/prove.sh" --rtl "$work/rtl" --bounded "$proof" >"$work/log" 2>&1 || status=$?
  if [[ $status -eq 1 ]] && grep -q 'a claim is false' "$work/log"; then
    echo "mutants: $name: rejected by $proof, $(sed -n '1s|.*/\([a-z_]*\.svh*:[0-9]*\).*|\1|p' "$work/log")"
  elif [[ $status -eq 0 ]]; then
    echo "mutants: $name: survives $proof"
    survivors=$((survivors + 1))
  else
    cat "$work/log" >&2
    echo "mutants: $name: $proof did not run" >&2
    exit 2
  fi
done < <(sed '/^#/d; /^$/d; s/ *@ */@/g' "$here/mutants.txt")
if [[ $seeded -eq 0 ]]; then
  echo "mutants: no such fault: $*" >&2
  exit 2
fi
[[ $survivors -eq 0 ]]
