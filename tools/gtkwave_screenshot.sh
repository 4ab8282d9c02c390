#!/bin/sh
# A picture of what GTKWave shows for a save file, without a screen.
#
#   tools/gtkwave_screenshot.sh SAVEFILE OUT.png [SECONDS]
#
# Starts a virtual X server of its own, opens SAVEFILE in GTKWave there, waits until the window is up
# and then SECONDS (default 3) for it to be drawn, and saves the picture. GTKWAVE_SIZE sets the size
# of the screen (default 1520x940). Needs: apt-get install gtkwave xvfb imagemagick x11-utils
set -eu

usage="usage: $0 SAVEFILE OUT.png [SECONDS]"
[ $# -ge 2 ] || { echo "$usage" >&2; exit 2; }
save=$1
picture=$2
seconds=${3:-3}
[ -r "$save" ] || { echo "$0: cannot read $save" >&2; exit 1; }
for program in gtkwave Xvfb import xwininfo; do
  command -v "$program" > /dev/null || { echo "$0: $program is not installed" >&2; exit 1; }
done

work=$(mktemp -d)
server=
viewer=
finish() {
  [ -z "$viewer" ] || kill "$viewer" 2> /dev/null || true
  [ -z "$server" ] || kill "$server" 2> /dev/null || true
  wait 2> /dev/null || true
  rm -rf "$work"
}
trap finish EXIT
trap 'exit 130' INT TERM

# The server finds a free display itself, and writes its number once it takes connections.
Xvfb -displayfd 3 -screen 0 "${GTKWAVE_SIZE:-1520x940}x24" -nolisten tcp \
  3> "$work/display" 2> "$work/server.log" &
server=$!
tries=0
until [ -s "$work/display" ]; do
  tries=$((tries + 1))
  if [ $tries -gt 100 ] || ! kill -0 "$server" 2> /dev/null; then
    echo "$0: Xvfb does not start:" >&2
    cat "$work/server.log" >&2
    exit 1
  fi
  sleep 0.1
done
DISPLAY=:$(cat "$work/display")
export DISPLAY

gtkwave "$save" > "$work/gtkwave.log" 2>&1 &
viewer=$!
tries=0
until xwininfo -root -tree 2> /dev/null | grep -q '"GTKWave - '; do
  tries=$((tries + 1))
  if [ $tries -gt 600 ] || ! kill -0 "$viewer" 2> /dev/null; then
    echo "$0: GTKWave does not open $save:" >&2
    cat "$work/gtkwave.log" >&2
    exit 1
  fi
  sleep 0.1
done
sleep "$seconds"
import -window root "$picture"
