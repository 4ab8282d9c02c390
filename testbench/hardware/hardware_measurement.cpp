#include "testbench/hardware/hardware_measurement.hpp"

#include <fmt/core.h>
#include <stdlib.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <system_error>

#include "testbench/processes/child_runs.hpp"

namespace swapfly {
namespace {

/// Where the tools work: a folder that was asked for, or one that is gone afterwards unless it
/// is kept.
class WorkFolder {
 public:
  explicit WorkFolder(const std::filesystem::path& asked_for) : kept_(!asked_for.empty()) {
    if (kept_) {
      path_ = std::filesystem::absolute(asked_for);
      std::filesystem::create_directories(path_);
      return;
    }
    std::string name =
        (std::filesystem::temp_directory_path() / "swapfly_hardware.XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) {
      throw std::system_error(errno, std::generic_category(), name);
    }
    path_ = name;
  }
  ~WorkFolder() {
    std::error_code ignored;
    if (!kept_) std::filesystem::remove_all(path_, ignored);
  }
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  void keep() { kept_ = true; }

 private:
  std::filesystem::path path_;
  bool kept_;
};

std::string read_text(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

/// A process of a script, and what it leaves in the folder.
struct Step {
  std::string script;
  std::vector<std::string> arguments;
  std::string log;
  std::string report;
};

Step synthesis(const HardwareRequest& request, const std::filesystem::path& folder) {
  const RouterParameters& router = request.router;
  Step step{"synthesise.sh",
            {name_of(request.technology), folder.string()},
            "synthesis.log",
            "cells.txt"};
  const auto set = [&step](const char* parameter, unsigned value) {
    step.arguments.push_back(fmt::format("{}={}", parameter, value));
  };
  set("K", router.K);
  set("M", router.M);
  set("PayloadBits", router.payload_bits);
  set("Vcs", router.virtual_channels);
  set("Depth", router.depth);
  set("Latency", router.latency);
  set("LocalLink", router.local_link);
  set("GlobalLink", router.global_link);
  set("Lanes", router.lanes);
  set("Multicast", router.multicast ? 1 : 0);
  return step;
}

std::vector<Step> timings(const HardwareRequest& request, const std::filesystem::path& folder) {
  if (request.technology == Technology::osu018) {
    return {{"time_osu018.sh", {folder.string()}, "timing.log", "timing.txt"}};
  }
  std::vector<Step> steps;
  for (unsigned seed = 1; seed <= request.placements; ++seed) {
    steps.push_back({"place_ice40.sh",
                     {folder.string(), std::to_string(seed)},
                     fmt::format("place_{}.log", seed),
                     fmt::format("timing_{}.json", seed)});
  }
  return steps;
}

CriticalPath path_in(Technology technology, const std::string& report) {
  if (technology == Technology::osu018) return path_of_opensta(report);
  return path_of_nextpnr(Json::parse(report, nullptr, false));
}

/// The work, and what has come of it so far.
class Flow {
 public:
  Flow(const HardwareRequest& request, const std::atomic<bool>& stop_requested,
       const HardwareListener& listener)
      : request_(request),
        stop_requested_(stop_requested),
        listener_(listener),
        folder_(request.reports) {
    measurement_.technology = request.technology;
    measurement_.router = request.router;
  }

  HardwareMeasurement run() {
    const Step first = synthesis(request_, folder_.path());
    const std::vector<Step> others = timings(request_, folder_.path());
    all_ = 1 + others.size();
    if (listener_) listener_(0, all_);
    run_steps({first});
    if (measurement_.status == Status::ok) {
      read(first,
           [this](const std::string& report) { measurement_.cells = cells_of_yosys(report); });
    }
    if (measurement_.status == Status::ok) run_steps(others);
    for (const Step& step : others) {
      if (measurement_.status != Status::ok) break;
      read(step, [this](const std::string& report) {
        measurement_.paths.push_back(path_in(request_.technology, report));
      });
    }
    if (measurement_.status == Status::failed) folder_.keep();
    return measurement_;
  }

 private:
  void fail(const Step& step, const std::string& why) {
    if (measurement_.status == Status::failed) return;  // the first says most
    measurement_.status = Status::failed;
    measurement_.error = fmt::format("tools/hardware/{} {}; its log is {}", step.script, why,
                                     (folder_.path() / step.log).string());
  }

  void run_steps(const std::vector<Step>& steps) {
    std::vector<ChildRun> runs;
    runs.reserve(steps.size());
    for (const Step& step : steps) runs.push_back({step.arguments, "", true});
    const auto outcomes =
        run_children(runs, {request_.at_once, request_.scripts / steps.front().script},
                     stop_requested_, [this](std::size_t, const ChildOutcome&) {
                       if (listener_) listener_(++done_, all_);
                     });
    for (std::size_t run = 0; run < steps.size(); ++run) {
      if (!outcomes[run]) {
        measurement_.status = Status::interrupted;
        measurement_.error =
            fmt::format("interrupted after {} of {} runs of the hardware tools", done_, all_);
        return;
      }
      if (outcomes[run]->exit_status != 0) fail(steps[run], outcomes[run]->error);
    }
  }

  template <typename Reader>
  void read(const Step& step, const Reader& reader) {
    try {
      reader(read_text(folder_.path() / step.report));
    } catch (const std::logic_error& error) {  // numbers out of range too
      fail(step, fmt::format("left {}, which cannot be read: {}", step.report, error.what()));
    }
  }

  const HardwareRequest& request_;
  const std::atomic<bool>& stop_requested_;
  const HardwareListener& listener_;
  WorkFolder folder_;
  HardwareMeasurement measurement_;
  std::size_t done_ = 0;
  std::size_t all_ = 0;
};

}  // namespace

std::vector<CriticalPath> HardwareMeasurement::sorted_paths() const {
  std::vector<CriticalPath> sorted = paths;
  std::sort(sorted.begin(), sorted.end(),
            [](const CriticalPath& a, const CriticalPath& b) { return a.period < b.period; });
  return sorted;
}

double HardwareMeasurement::median_period() const {
  const std::vector<CriticalPath> sorted = sorted_paths();
  const std::size_t half = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[half].period
                                : (sorted[half - 1].period + sorted[half].period) / 2;
}

HardwareMeasurement measure_hardware(const HardwareRequest& request,
                                     const std::atomic<bool>& stop_requested,
                                     const HardwareListener& listener) {
  try {
    return Flow(request, stop_requested, listener).run();
  } catch (const std::system_error& error) {  // the folder
    HardwareMeasurement measurement;
    measurement.status = Status::failed;
    measurement.error = error.what();
    return measurement;
  }
}

}  // namespace swapfly
