#!/bin/sh
# Makes every picture of docs/waveforms.md, and those of docs/rtl.md and docs/collectives.md: runs the scenarios, chooses signals and clocks, and takes the
# pictures of GTKWave. Wants a release build, and tools/setup.sh all.
#
#   tools/waveform_pictures.sh [FOLDER]     where the pictures go; default docs/images
set -eu
cd "$(dirname "$0")/.."

pictures=${1:-docs/images}
swapfly=build/release/swapfly
[ -x "$swapfly" ] || { echo "$0: there is no $swapfly: build the release preset" >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

run() {
  scenario=$1
  shift
  "$swapfly" run "sim_configs/$scenario.yaml" --quiet "$@"
}

# Saves a picture without what lies left of and above the given point, in few colours.
save() { # NAME SAVEFILE LEFT TOP
  tools/gtkwave_screenshot.sh "$2" "$work/whole.png"
  convert "$work/whole.png" -chop "$3x$4" +repage -strip +dither -colors 48 "$pictures/waveform_$1.png"
  echo "$pictures/waveform_$1.png"
}

# The names and values of a few signals, without the window around them.
choose() { # NAME SAVEFILE FIRST LAST SIGNAL...
  name=$1
  waves=$2
  shift 2
  GTKWAVE_SIZE=1180x$((23 * ($# - 1) + 124))
  export GTKWAVE_SIZE
  tools/gtkwave_select.sh "$work/$waves" "$@" > "$work/view.gtkw"
  save "$name" "$work/view.gtkw" 48 97
}

# As it opens.
run broadcast_file --vcd "$work/open.vcd" --vcd-to 12 \
  --vcd-scope cabinet1.drawer2.router0,cabinet1.drawer2.router2
GTKWAVE_SIZE=1180x640
export GTKWAVE_SIZE
save open "$work/open.gtkw" 0 50

# The walk of docs/architecture.md, on to node (3,1,1).
run broadcast_file --vcd "$work/walk.vcd" --vcd-to 12
choose walk walk.gtkw 0 8 clock cycle \
  cabinet1.drawer2.router2.lane0 cabinet1.drawer2.router2.lane0.packet \
  cabinet1.drawer2.router2.local2 cabinet1.drawer2.router2.local2.packet \
  cabinet1.drawer2.router0.eject_local2 cabinet1.drawer2.router0.eject_local2.packet \
  cabinet1.drawer2.router0.lane0 cabinet1.drawer2.router0.lane0.packet \
  cabinet1.drawer2.router0.global2 cabinet1.drawer2.router0.global2.packet \
  cabinet3.drawer0.router2.local3 cabinet3.drawer0.router2.local3.packet \
  cabinet3.drawer0.router1.global0 cabinet3.drawer0.router1.global0.packet \
  cabinet3.drawer1.router0.local1 cabinet3.drawer1.router0.local1.packet \
  cabinet3.drawer1.router1.eject_local3 cabinet3.drawer1.router1.eject_local3.packet

# One message alone, as it spreads.
run broadcast_file --set workload.data= --set workload.messages=1 --vcd "$work/tree.vcd"
choose tree tree.gtkw 0 8 clock cycle \
  cabinet1.drawer2.router0.eject_local2 cabinet1.drawer2.router0.lane0 \
  cabinet1.drawer2.router0.global0 cabinet1.drawer2.router0.global1 \
  cabinet1.drawer2.router0.global2 cabinet1.drawer2.router0.global3 \
  "-drawer (3,0), reached by global2" \
  cabinet3.drawer0.router2.local0 cabinet3.drawer0.router2.local1 \
  cabinet3.drawer0.router2.local2 cabinet3.drawer0.router2.local3 \
  "-across the swap" \
  cabinet3.drawer0.router0.global0 cabinet3.drawer0.router1.global0 \
  cabinet3.drawer0.router2.global0 cabinet3.drawer0.router3.global0 \
  "-drawer (3,1), reached by (3,0,1)" \
  cabinet3.drawer1.router0.local0 cabinet3.drawer1.router0.local1 \
  cabinet3.drawer1.router0.local2 cabinet3.drawer1.router0.local3 \
  cabinet3.drawer1.router1.eject_local3

# Two flits that want one output.
run property3 --set 'workload.headers=[[1, 2, 3], [2, 3, 3]]' --vcd "$work/conflict.vcd"
choose conflict conflict.gtkw 0 5 clock cycle \
  cabinet0.drawer0.router0.lane0 cabinet0.drawer0.router0.lane1 \
  cabinet0.drawer0.router0.fifo.lane0 cabinet0.drawer0.router0.fifo.lane1 \
  cabinet0.drawer0.router0.local3

# A flit whose copies leave one after the other.
run mixed --vcd "$work/branches.vcd" --vcd-to 20 --vcd-scope cabinet0.drawer3.router2
choose branches branches.gtkw 2 7 clock cycle \
  cabinet0.drawer3.router2.lane0 cabinet0.drawer3.router2.lane0.packet \
  cabinet0.drawer3.router2.fifo.lane0 cabinet0.drawer3.router2.fifo.local1_vc1 \
  cabinet0.drawer3.router2.global0 cabinet0.drawer3.router2.global0.packet \
  cabinet0.drawer3.router2.global1 cabinet0.drawer3.router2.global2 \
  cabinet0.drawer3.router2.global3

# Model and RTL of one router in one file: docs/rtl.md.
run one_round --set router.latency=1 --engine lockstep --vcd "$work/rtl.vcd" \
  --vcd-scope cabinet1.drawer2.router0
choose rtl rtl.gtkw 5 10 clock cycle \
  cabinet1.drawer2.router0.global0 cabinet1.drawer2.router0.local0 \
  cabinet1.drawer2.router0.local1 cabinet1.drawer2.router0.eject_local0 \
  "-the RTL" \
  cabinet1.drawer2.router0.rtl.valid_i cabinet1.drawer2.router0.rtl.valid_o \
  cabinet1.drawer2.router0.rtl.credit_o cabinet1.drawer2.router0.rtl.eject_valid_o

# The groups of two trees, 48 clocks wide: docs/collectives.md.
run two_tree_broadcast --set workload.processors=7 --set workload.root=0 --set workload.message=8 \
  --set workload.blocks=4 --vcd "$work/trees.vcd"
sed -i 's/^\*-[0-9.]*/*-13.5/' "$work/trees.gtkw"
GTKWAVE_SIZE=1180x960
export GTKWAVE_SIZE
save trees "$work/trees.gtkw" 284 97
