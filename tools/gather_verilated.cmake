# Run by tools/verilate.cmake after Verilator: gathers what it wrote to ${DIRECTORY} into one file of
# code that runs every clock and one of code that runs seldom.
file(GLOB all RELATIVE ${DIRECTORY} ${DIRECTORY}/*.cpp)
set(slow ${all})
list(FILTER slow INCLUDE REGEX "Slow|Trace|Syms|ConstPool")
set(fast ${all})
list(REMOVE_ITEM fast ${slow})
foreach(half fast slow)
  list(SORT ${half})
  list(TRANSFORM ${half} REPLACE "(.+)" "#include \"\\1\"\n")
  list(JOIN ${half} "" text)
  file(WRITE ${DIRECTORY}/${CLASS}__${half}.cpp "${text}")
endforeach()
