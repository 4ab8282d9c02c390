#!/bin/sh
# A save file of GTKWave that shows a few signals and clocks of another one.
#
#   tools/gtkwave_select.sh SAVEFILE FIRST LAST SIGNAL... > NEW.gtkw
#
# SAVEFILE is one that `swapfly run --vcd` wrote beside the waves, FIRST and LAST are clocks, and a SIGNAL
# is a name as in the tree of scopes, with or without "network." in front:
#   cabinet1.drawer2.router0.global2          the header on a wire that carries flits, as text
#   cabinet1.drawer2.router0.global2.packet   a field of it: valid, vc, packet, label, payload
#   cabinet1.drawer2.router0.fifo.lane0       flits in a FIFO; credit.NAME: credits that are returned
#   clock, cycle
#   -TEXT                                     no signal, but a line of text
# GTKWAVE_SIZE sets the size of the window (default 1100x500).
set -eu

usage="usage: $0 SAVEFILE FIRST LAST SIGNAL... > NEW.gtkw"
[ $# -ge 4 ] || { echo "$usage" >&2; exit 2; }
save=$1
first=$2
last=$3
shift 3
[ -r "$save" ] || { echo "$0: cannot read $save" >&2; exit 1; }
case "$first$last" in *[!0-9]*) echo "$0: $first and $last are to be clocks" >&2; exit 2 ;; esac
[ "$first" -le "$last" ] || { echo "$0: clock $first is after clock $last" >&2; exit 2; }

for signal in "$@"; do echo "$signal"; done | awk -v program="$0" -v first="$first" -v last="$last" \
    -v size="${GTKWAVE_SIZE:-1100x500}" -v save="$save" '
  # The signals that are wanted, from standard input.
  NR == FNR { sub(/^network\./, ""); wanted[++count] = $0; next }

  # The save file: settings, and rows of flags, a filter for some, and the signals.
  /^\[timestart\]/ { print "[timestart] " first * 1000; next }
  /^\[size\]/ { split(size, window, "x"); print "[size] " window[1], window[2]; next }
  /^\[sst_expanded\]/ { print "[sst_expanded] 0"; next }
  /^\[sst_width\]/ { print "[sst_width] 1"; next }
  /^\[signals_width\]/ { print "[signals_width] " names(); next }
  # GTKWave says how much time 200 pixels show, by its logarithm.
  /^\*/ { $1 = sprintf("*%.6f", -log(200 * (last + 1 - first) * 1000 / pixels()) / log(2)); print; next }
  /^\[/ { print; next }
  /^@/ { flags = $0; filter = ""; next }
  /^\^/ { filter = $0 "\n"; next }
  /^[#+]/ {
    signals = substr($0, index($0, "}") + 2)
    name = signals
    sub(/[ \[].*/, "", name)
    if (/^#/) sub(/\.valid$/, "", name)
    sub(/^network\./, "", name)
    mark[name] = substr($0, 1, 1)
    before[name] = flags "\n" filter
    after[name] = signals
  }
  END {
    for (i = 1; i <= count; ++i) {
      name = wanted[i]
      if (name ~ /^-/) {
        print "@200\n" name
      } else if (name in after) {
        print before[name] mark[name] "{" label(name) "} " after[name]
      } else {
        print program ": " save " has no signal " wanted[i] > "/dev/stderr"
        exit 1
      }
    }
  }
  # GTKWave shows what follows the last dot: (1,2,0) global2 packet, then.
  function label(name,    part) {
    split(name, part, ".")
    if (name !~ /^cabinet[0-9]+\.drawer[0-9]+\.router[0-9]+\./) return name
    sub(/^[^.]*\.[^.]*\.[^.]*\./, "", name)
    gsub(/\./, " ", name)
    return "(" substr(part[1], 8) "," substr(part[2], 7) "," substr(part[3], 7) ") " name
  }
  function names(    i, longest) {
    for (i = 1; i <= count; ++i) {
      if (length(label(wanted[i])) > longest) longest = length(label(wanted[i]))
    }
    return 8 * longest + 16
  }
  # Of the waves: beside them are the names, the closed tree of scopes, and the scroll bar.
  function pixels() { split(size, window, "x"); return window[1] - names() - 72 }
' - "$save"
