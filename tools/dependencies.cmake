# Every library from outside, each with what to install if it is not there.

function(swapfly_missing what package)
  message(FATAL_ERROR "${what} was not found. Install it with `apt-get install ${package}`, "
                      "or everything at once with tools/setup.sh.")
endfunction()

macro(swapfly_require name package)
  find_package(${name} QUIET)
  if(NOT ${name}_FOUND)
    swapfly_missing(${name} ${package})
  endif()
endmacro()

find_program(PKG_CONFIG pkg-config)
if(NOT PKG_CONFIG)
  swapfly_missing(pkg-config pkg-config)
endif()
find_package(PkgConfig REQUIRED)

swapfly_require(fmt libfmt-dev)
swapfly_require(nlohmann_json nlohmann-json3-dev)
swapfly_require(yaml-cpp libyaml-cpp-dev)
swapfly_require(CLI11 libcli11-dev)
if(SWAPFLY_TESTS)
  swapfly_require(GTest "libgtest-dev libgmock-dev")
  swapfly_require(Eigen3 libeigen3-dev)
  # What takes, proves and simulates the RTL; scripts under tests/rtl/ call it.
  foreach(TOOL verilator yosys yosys-smtbmc iverilog z3 cvc4)
    find_program(SWAPFLY_TOOL_${TOOL} ${TOOL})
    mark_as_advanced(SWAPFLY_TOOL_${TOOL})
    if(NOT SWAPFLY_TOOL_${TOOL})
      string(REPLACE -smtbmc "" PACKAGE ${TOOL})
      swapfly_missing(${TOOL} ${PACKAGE})
    endif()
  endforeach()
endif()
if(SWAPFLY_BENCHMARKS)
  swapfly_require(benchmark libbenchmark-dev)
endif()

# SystemC has no CMake package in Debian, and its library links at one C++ level only: the level it
# was built at is part of a symbol's name. So try a program, at our level, before anything else.
pkg_check_modules(SYSTEMC QUIET IMPORTED_TARGET systemc)
if(NOT SYSTEMC_FOUND)
  swapfly_missing(SystemC libsystemc-dev)
endif()
file(WRITE ${CMAKE_BINARY_DIR}/systemc_check.cpp
  "#include <systemc>\nint sc_main(int, char**) { sc_core::sc_start(); return 0; }\n")
try_compile(SYSTEMC_LINKS ${CMAKE_BINARY_DIR} ${CMAKE_BINARY_DIR}/systemc_check.cpp
  LINK_LIBRARIES PkgConfig::SYSTEMC
  CXX_STANDARD ${CMAKE_CXX_STANDARD} CXX_STANDARD_REQUIRED ON
  OUTPUT_VARIABLE SYSTEMC_LINK_OUTPUT)
if(NOT SYSTEMC_LINKS)
  message(FATAL_ERROR "A SystemC program does not link at C++${CMAKE_CXX_STANDARD}. Debian's "
    "libsystemc-dev does: `apt-get install libsystemc-dev`, and see that no other SystemC is found "
    "first (SYSTEMC_HOME, PKG_CONFIG_PATH). The compiler said:\n${SYSTEMC_LINK_OUTPUT}")
endif()

# The trace library that Verilator ships writes the waveforms.
find_path(VERILATOR_INCLUDE verilated_vcd_c.h
  PATHS /usr/share/verilator/include /usr/local/share/verilator/include
  HINTS $ENV{VERILATOR_ROOT}/include)
if(NOT VERILATOR_INCLUDE)
  swapfly_missing("Verilator's trace library" verilator)
endif()
swapfly_require(ZLIB zlib1g-dev)
swapfly_require(Threads libc6-dev)
