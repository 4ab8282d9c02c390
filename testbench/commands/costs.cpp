#include "testbench/commands/costs.hpp"

namespace swapfly {

void add_costs_command(CLI::App& program, Action& action, const std::atomic<bool>& stop_requested) {
  CLI::App& command = *program.add_subcommand(
      "costs", "what an algorithm takes here, in a table with what others publish");
  command.require_subcommand(1);
  add_all_to_all_costs(command, action, stop_requested);
  add_matrix_product_costs(command, action, stop_requested);
  add_vector_matrix_costs(command, action, stop_requested);
}

}  // namespace swapfly
