// SPDX-License-Identifier: Apache-2.0
#include "watch/schedule_pages.h"

#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>

#include "bfa/schedule/simulate.h"
#include "command.h"
#include "input.h"

namespace bfa::tool {
namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30;

const char* name_of(RecheckRule rule) {
  switch (rule) {
    case RecheckRule::kDue:
      return "due";
    case RecheckRule::kUniform:
      return "uniform";
    case RecheckRule::kRates:
      break;
  }
  return "rates";
}

double rounded(double value) {
  return std::round(value * 1e4) / 1e4;
}

void print_json(const PageSimulation& played, const RecheckFigures& figures) {
  nlohmann::ordered_json line = {{"v", 1},
                                 {"rule", name_of(figures.rule)},
                                 {"level", rounded(figures.level)},
                                 {"requests", rounded(figures.requests)},
                                 {"edits", rounded(figures.edits)},
                                 {"found", rounded(figures.found)},
                                 {"delay_d", rounded(figures.delay)}};
  const auto put = [&](const char* key, const std::optional<RecheckFigures::Range>& range) {
    if (range) line[key] = {rounded(range->low), rounded(range->high)};
  };
  put("against_due_d", figures.against_due);
  put("against_uniform_d", figures.against_uniform);
  for (std::size_t i = 0; i < played.blogs.size(); ++i)
    line["delay_of_blog_d"][played.blogs[i]] = rounded(figures.delay_of_blog[i]);
  print_line(line.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

std::string cell(const std::optional<RecheckFigures::Range>& range) {
  char text[64] = "";
  if (range) std::snprintf(text, sizeof text, "%+.1f to %+.1f", range->low, range->high);
  return text;
}

void print_for_people(const RecheckFigures& figures) {
  char text[160];
  std::snprintf(text, sizeof text, "%8.0f  %-8s %8.4f %8.1f %6.1f%% %8.1f   %-18s %-18s", figures.requests,
                name_of(figures.rule), figures.level, figures.edits, 100 * figures.found, figures.delay,
                cell(figures.against_due).c_str(), cell(figures.against_uniform).c_str());
  std::string line = text;
  line.resize(line.find_last_not_of(' ') + 1);
  print_line(line);
}

}  // namespace

int simulate_rechecks(const std::string& file, bool synthetic, bool json) {
  const auto text = read_input(file, kMostBytes);
  if (!text) return report_error(text.error(), json);
  const auto posts = parse_edit_histories(*text, file);
  if (!posts) return report_error(posts.error(), json);
  PageSimulationOptions options;
  options.synthetic = synthetic;
  const auto played = simulate_pages(*posts, options);
  if (!played) return report_error(played.error(), json), kUsage;
  if (!json)
    print_line("requests  rule        level    edits   found  delay d   against due        against uniform");
  for (const RecheckFigures& figures : played->figures)
    json ? print_json(*played, figures) : print_for_people(figures);
  return kDone;
}

}  // namespace bfa::tool
