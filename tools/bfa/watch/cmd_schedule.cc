// SPDX-License-Identifier: Apache-2.0
// bfa schedule simulate --traces FILE [--budget LIST] [--alpha X] [--json]: the schedule, played on real
// traces.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "args.h"
#include "bfa/schedule/simulate.h"
#include "command.h"
#include "input.h"
#include "watch/schedule_options.h"
#include "watch/schedule_pages.h"

namespace bfa::tool {
namespace {

constexpr std::uint64_t kMostTraceBytes = std::uint64_t{1} << 30;
constexpr const char* kUsageText =
    "Usage: bfa schedule explain [URL...] [-a DIR] [--budget N] [--alpha X] [--json]\n"
    "       bfa schedule simulate --traces FILE [--budget LIST] [--alpha X] [--json]\n"
    "       bfa schedule simulate --pages FILE [--synthetic] [--json]\n\n"
    "bfa schedule COMMAND --help describes one.\n";
constexpr double kMostPollsADay = 288;  // one in five minutes, the shortest interval

struct SimulateArguments {
  std::string traces, pages, budgets = "2,6,24";
  double alpha = 0.25;
  bool json = false, synthetic = false;
};

// "2,6,24".
Result<std::vector<double>> parse_budgets(std::string_view list) {
  std::vector<double> budgets;
  for (;;) {
    const std::string_view field = list.substr(0, list.find(','));
    double value = 0;
    const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
    if (error != std::errc() || end != field.data() + field.size() ||
        !(value > 0 && value <= kMostPollsADay)) {
      return Error{Code::kInvalidArgument,
                   "--budget takes polls a feed and day, above 0 and up to 288, as in 2,6,24; found '" +
                       std::string(field) + "'",
                   {},
                   -1};
    }
    budgets.push_back(value);
    if (field.size() == list.size()) return budgets;
    list.remove_prefix(field.size() + 1);
  }
}

double rounded(double value) {
  return std::round(value * 1e4) / 1e4;
}

nlohmann::ordered_json quantile(double hours) {
  return std::isfinite(hours) ? nlohmann::ordered_json(rounded(hours)) : nlohmann::ordered_json(nullptr);
}

void print_json(double budget, double alpha, const SimulationResult& result) {
  nlohmann::ordered_json line;
  line["v"] = 1;
  line["budget"] = budget;
  line["alpha"] = alpha;
  line["polls"] = rounded(result.polls);
  line["waste"] = rounded(result.waste);
  line["items"] = result.all.items;
  line["mean_h"] = rounded(result.all.mean);
  line["median_h"] = quantile(result.all.median);
  line["p90_h"] = quantile(result.all.p90);
  line["within_3h"] = rounded(result.all.within_3h);
  line["within_12h"] = rounded(result.all.within_12h);
  line["lost"] = result.all.lost;
  line["non_news_items"] = result.non_news.items;
  line["non_news_mean_h"] = rounded(result.non_news.mean);
  line["non_news_median_h"] = quantile(result.non_news.median);
  line["non_news_p90_h"] = quantile(result.non_news.p90);
  line["non_news_lost"] = result.non_news.lost;
  line["macro_h"] = rounded(result.macro);
  print_line(line.dump());
}

std::string cell(double value, int width, int decimals) {
  char text[48];
  if (!std::isfinite(value)) {
    std::snprintf(text, sizeof text, "%*s", width, "lost");
  } else {
    std::snprintf(text, sizeof text, "%*.*f", width, decimals, value);
  }
  return text;
}

std::string cells(const DelayFigures& figures) {
  const std::string lost = std::to_string(figures.lost);
  return cell(figures.mean, 9, 2) + cell(figures.median, 7, 2) + cell(figures.p90, 8, 2) +
         cell(figures.within_3h * 100, 7, 1) + cell(figures.within_12h * 100, 7, 1) +
         std::string(lost.size() < 6 ? 6 - lost.size() : 1, ' ') + lost;
}

void print_for_people(double budget, const SimulationResult& result) {
  print_line(cell(budget, 7, 2) + cell(result.polls, 7, 2) + cell(result.waste * 100, 6, 0) + "% |" +
             cells(result.all) + " |" + cells(result.non_news) + " |" + cell(result.macro, 8, 2));
}

void print_head() {
  const std::string columns = "     mean    med     p90   <=3h  <=12h  lost |";
  print_line(" budget  polls  waste |" + columns + columns + "   macro");
}

int cmd_schedule_simulate(const Arguments& arguments) {
  SimulateArguments values;
  Args args(
      "schedule simulate",
      "Plays publish times of real feeds against the scheduler, and prints how late it found the items;\n"
      "or histories of posts against the rules of re-checks, and how late they found the edits.",
      "Columns in hours: items of all feeds; items of feeds whose kind is not news; the mean over feeds,\n"
      "with 7 days for a lost item. Polls are per feed and day, after 21 days of warm-up.\n"
      "With --pages: requests, edits a draw, the share that was found, the mean delay in days, and 95 % "
      "ranges\n"
      "of the difference to the other rules, of 1,000 resamples of blogs and then of their posts.\n"
      "Exit codes: 0 done, 2 usage, 3 the file cannot be read.");
  args.option("--traces", values.traces, "file of traces, one a line: name kind half window count times...");
  args.option(
      "--pages", values.pages,
      "file of histories, one post a line: blog published first last edits (scripts/edit_history.py)");
  args.flag("--synthetic", values.synthetic,
            "with --pages: draw the edits from rates that are fitted to the histories");
  args.option("--budget", values.budgets, "polls a feed and day, one or more: 2,6,24 (default)");
  args.option("--alpha", values.alpha, "fairness: 0 makes all items equal, 1 all feeds (default 0.25)",
              {0, 1});
  args.flag("--json", values.json, "one JSON object per budget");
  if (const auto code = args.parse(arguments)) return *code;
  const auto budgets = parse_budgets(values.budgets);
  if (!budgets) return report_error(budgets.error(), values.json), kUsage;
  const char* wrong = nullptr;
  if (values.traces.empty() == values.pages.empty()) wrong = "--traces FILE or --pages FILE is needed";
  if (values.synthetic && values.pages.empty()) wrong = "--synthetic goes with --pages";
  if (!(values.alpha >= 0 && values.alpha <= 1)) wrong = "--alpha is to be from 0 to 1";
  if (wrong != nullptr)
    return report_error(Error{Code::kInvalidArgument, wrong, {}, -1}, values.json), kUsage;
  if (!values.pages.empty()) return simulate_rechecks(values.pages, values.synthetic, values.json);
  const auto text = read_input(values.traces, kMostTraceBytes);
  if (!text) return report_error(text.error(), values.json);
  const auto traces = parse_traces(*text, values.traces);
  if (!traces) return report_error(traces.error(), values.json);
  if (!values.json) print_head();
  for (const double budget : *budgets) {
    SimulationOptions options;
    options.polls_per_feed_day = budget;
    options.alpha = values.alpha;
    const auto result = simulate_schedule(*traces, options);
    if (!result) return report_error(result.error(), values.json);
    values.json ? print_json(budget, values.alpha, *result) : print_for_people(budget, *result);
  }
  return kDone;
}

}  // namespace

int cmd_schedule(const Arguments& arguments) {
  // bfa schedule --explain URL, bfa schedule -a DIR URL: as bfa schedule explain.
  if (!arguments.empty() && arguments.front().starts_with('-') && arguments.front() != "--help" &&
      arguments.front() != "-h") {
    Arguments rest = arguments;
    if (const auto at = std::find(rest.begin(), rest.end(), "--explain"); at != rest.end()) rest.erase(at);
    return cmd_schedule_explain(rest);
  }
  static constexpr Subcommand kCommands[] = {{"explain", cmd_schedule_explain},
                                             {"simulate", cmd_schedule_simulate}};
  return run_subcommand("schedule", kCommands, kUsageText, arguments);
}

}  // namespace bfa::tool
