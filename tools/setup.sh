#!/usr/bin/env bash
# Installs what Swapfly needs on Debian 12. Says what it installs; does nothing where all is there.
#   tools/setup.sh run    what it takes to build and run the program, and to see its waveforms
#   tools/setup.sh        that, and what the tests and checks take
#   tools/setup.sh all    that, and what makes the pictures and tables of docs/ (tools/waveform_pictures.sh, speed_table.sh),
#                         and synthesises routers (swapfly tw --technology)
set -euo pipefail

run_packages=(
  g++ cmake ninja-build pkg-config      # the build
  libsystemc-dev                        # the kernel of the simulation
  verilator zlib1g-dev                  # its trace library writes VCD and FST
  libfmt-dev libyaml-cpp-dev nlohmann-json3-dev libcli11-dev
  gtkwave                               # the waveform viewer
  gnuplot-nox fonts-dejavu-core         # the plots of swapfly tw
)
test_packages=(
  libgtest-dev libgmock-dev libbenchmark-dev
  libeigen3-dev                         # what products and eigenvalues are checked against
  clang clang-format clang-tidy         # the other compiler, and the checks of style
  ccache git
  yosys iverilog z3 cvc4                # what takes, proves and simulates the RTL
)

picture_packages=(
  xvfb imagemagick x11-utils            # a screen that is not there, and a picture of it
  valgrind                              # counts instructions
)

hardware_packages=(
  yosys nextpnr-ice40                   # swapfly tw --technology ice40
  opensta qflow-tech-osu018             # and osu018
)

case "${1:-test}" in
  run) wanted=("${run_packages[@]}") ;;
  test) wanted=("${run_packages[@]}" "${test_packages[@]}") ;;
  all) wanted=("${run_packages[@]}" "${test_packages[@]}" "${picture_packages[@]}" "${hardware_packages[@]}") ;;
  *) echo "usage: tools/setup.sh [run|test|all]" >&2; exit 2 ;;
esac

missing=()
for package in "${wanted[@]}"; do
  status=$(dpkg-query -W -f='${Status}' "$package" 2>/dev/null || true)
  [[ $status == "install ok installed" ]] || missing+=("$package")
done
if [[ ${#missing[@]} -eq 0 ]]; then
  echo "setup: everything is installed"
  exit 0
fi

as_root=(env DEBIAN_FRONTEND=noninteractive)
if [[ $(id -u) -ne 0 ]]; then
  if ! command -v sudo >/dev/null; then
    echo "setup: run as root, or install sudo; missing: ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo env DEBIAN_FRONTEND=noninteractive)
fi
echo "setup: installing ${missing[*]}"
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
echo "setup: done"
