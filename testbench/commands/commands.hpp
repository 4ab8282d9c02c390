#pragma once

#include <CLI/CLI.hpp>
#include <atomic>
#include <functional>

namespace swapfly {

/// A command adds itself to the program and leaves what it does in `action`, which returns the exit
/// status.
using Action = std::function<int()>;

void add_run_command(CLI::App& program, Action& action, const std::atomic<bool>& stop_requested);
void add_info_command(CLI::App& program, Action& action);
void add_list_command(CLI::App& program, Action& action);
void add_heatmap_command(CLI::App& program, Action& action,
                         const std::atomic<bool>& stop_requested);
void add_reproduce_command(CLI::App& program, Action& action,
                           const std::atomic<bool>& stop_requested);
void add_compare_command(CLI::App& program, Action& action,
                         const std::atomic<bool>& stop_requested);
void add_costs_command(CLI::App& program, Action& action, const std::atomic<bool>& stop_requested);
void add_tw_command(CLI::App& program, Action& action, const std::atomic<bool>& stop_requested);

}  // namespace swapfly
