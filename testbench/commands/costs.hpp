#pragma once

#include "testbench/commands/commands.hpp"

namespace swapfly {

// The tables of `swapfly costs`, a file each: add themselves to the command.
void add_all_to_all_costs(CLI::App& costs, Action& action, const std::atomic<bool>& stop_requested);
void add_matrix_product_costs(CLI::App& costs, Action& action,
                              const std::atomic<bool>& stop_requested);
void add_vector_matrix_costs(CLI::App& costs, Action& action,
                             const std::atomic<bool>& stop_requested);

}  // namespace swapfly
