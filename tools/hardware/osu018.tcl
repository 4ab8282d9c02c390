# The longest path between registers, and from and to the NIC, whose registers are outside: an input
# comes a flip-flop's delay after the edge, an output is due its setup time before the next. The
# reset is left out: it may take longer than a clock. The clock is ideal, and wires cost nothing, so
# what is found is a bound that a layout does not reach.
set library /usr/share/qflow/tech/osu018/osu018_stdcells.lib
set period 100
set clock_to_output 0.3
set setup 0.2

read_liberty $library
read_verilog netlist.v
link_design swapfly_looped_tile
create_clock -name clock -period $period [get_ports clk_i]
foreach inputs {lane_valid_i lane_flit_i eject_ready_i} {
  set_input_delay $clock_to_output -clock clock [get_ports $inputs*]
}
set_output_delay $setup -clock clock [all_outputs]
set_false_path -from [get_ports rst_ni]
report_checks -path_delay max -digits 4 > timing.txt
