#include "testbench/results/workload_reports.hpp"

#include "testbench/results/all_to_all_report.hpp"
#include "testbench/results/collective_report.hpp"
#include "testbench/results/matrix_report.hpp"
#include "testbench/results/relay_report.hpp"
#include "testbench/results/schedule_report.hpp"

namespace swapfly {
namespace {

/// The report of one kind, if the workload is of that kind.
template <class Kind, Block (*report)(const Kind&)>
void add(const Workload& workload, std::vector<Block>& blocks) {
  if (const auto* kind = dynamic_cast<const Kind*>(&workload)) blocks.push_back(report(*kind));
}

}  // namespace

std::vector<Block> workload_reports(const Workload& workload) {
  std::vector<Block> blocks;
  for (const auto add_report :
       {add<Scheduled, schedule_report>, add<Relay, relay_report>,
        add<Collective, collective_report>, add<DoublyParallel, doubly_parallel_report>,
        add<Pairwise, pairwise_report>, add<VectorMatrix, vector_matrix_report>,
        add<MatrixMatrix, matrix_matrix_report>, add<Transpose, transpose_report>,
        add<PowerIteration, power_iteration_report>}) {
    add_report(workload, blocks);
  }
  return blocks;
}

}  // namespace swapfly
