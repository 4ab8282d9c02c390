# Verilated models as C++ libraries. Without a build type they are built as their flags below say:
# generated code is not ours, so neither our warnings nor the sanitizers look at it.

find_program(VERILATOR verilator)
if(NOT VERILATOR)
  swapfly_missing(verilator verilator)
endif()

# The package first: the others refer to it.
file(GLOB SWAPFLY_RTL_SOURCES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/rtl/*.sv)
list(REMOVE_ITEM SWAPFLY_RTL_SOURCES ${PROJECT_SOURCE_DIR}/rtl/swapfly_flit.sv)
list(PREPEND SWAPFLY_RTL_SOURCES ${PROJECT_SOURCE_DIR}/rtl/swapfly_flit.sv)

# swapfly_verilate(CLASS TOP module TRACE vcd|fst|none PARAMETERS K=2... [TRACE_DEPTH levels] [OPTIMISE -O2]
#                  [SOURCES files])
# makes the library CLASS, with the header CLASS.h.
function(swapfly_verilate class)
  cmake_parse_arguments(ARG "" "TOP;TRACE;TRACE_DEPTH;OPTIMISE" "PARAMETERS;SOURCES" ${ARGN})
  if(NOT ARG_SOURCES)
    set(ARG_SOURCES ${SWAPFLY_RTL_SOURCES})
  endif()
  set(directory ${CMAKE_CURRENT_BINARY_DIR}/${class})
  set(flags --cc --top-module ${ARG_TOP} --prefix ${class} --Mdir ${directory}
      -Wall -O3 --x-assign fast --x-initial fast --noassert)
  if(ARG_TRACE STREQUAL vcd)
    list(APPEND flags --trace)
  elseif(ARG_TRACE STREQUAL fst)
    list(APPEND flags --trace-fst)
  endif()
  if(ARG_TRACE_DEPTH)
    list(APPEND flags --trace-depth ${ARG_TRACE_DEPTH})
  endif()
  if(NOT ARG_OPTIMISE)
    set(ARG_OPTIMISE -O2)
  endif()
  foreach(parameter IN LISTS ARG_PARAMETERS)
    list(APPEND flags -G${parameter})
  endforeach()
  # How many files Verilator writes is known to it alone: each half is gathered into one.
  add_custom_command(
    OUTPUT ${directory}/${class}__fast.cpp ${directory}/${class}__slow.cpp ${directory}/${class}.h
    COMMAND ${CMAKE_COMMAND} -E rm -rf ${directory}
    COMMAND ${VERILATOR} ${flags} ${PROJECT_SOURCE_DIR}/tools/verilate.vlt ${ARG_SOURCES}
    COMMAND ${CMAKE_COMMAND} -DDIRECTORY=${directory} -DCLASS=${class}
            -P ${PROJECT_SOURCE_DIR}/tools/gather_verilated.cmake
    DEPENDS ${ARG_SOURCES} ${PROJECT_SOURCE_DIR}/tools/gather_verilated.cmake
            ${PROJECT_SOURCE_DIR}/tools/verilate.vlt
    COMMENT "Verilating ${class}"
    VERBATIM)
  add_library(${class} STATIC ${directory}/${class}__fast.cpp ${directory}/${class}__slow.cpp
              ${directory}/${class}.h)
  target_include_directories(${class} SYSTEM PUBLIC ${directory})
  target_compile_options(${class} PRIVATE -w -fno-sanitize=all)
  set_source_files_properties(${directory}/${class}__fast.cpp PROPERTIES COMPILE_OPTIONS ${ARG_OPTIMISE})
  set_source_files_properties(${directory}/${class}__slow.cpp PROPERTIES COMPILE_OPTIONS -O0)
  set_target_properties(${class} PROPERTIES CXX_CLANG_TIDY "" EXPORT_COMPILE_COMMANDS OFF)
  target_link_libraries(${class} PUBLIC verilator_trace)
endfunction()
