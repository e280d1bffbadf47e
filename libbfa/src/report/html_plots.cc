// SPDX-License-Identifier: Apache-2.0
#include "report/html_plots.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "bfa/text/utf8.h"
#include "report/html_parts.h"

namespace bfa {
namespace {

using Anchor = SvgPlot::Anchor;

constexpr double kWidth = 760;
constexpr double kTextHeight = 4;  // from the middle of a line of text to its base

std::uint64_t sum_of(const std::vector<std::uint64_t>& parts) {
  return std::accumulate(parts.begin(), parts.end(), std::uint64_t{0});
}

// The least of 1, 2, 3, 4, 5, 6, 8, 10, 20, ... that is not below `value`.
double round_up(double value) {
  double unit = 1;
  while (unit * 10 <= value) unit *= 10;
  for (const double factor : {1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0}) {
    if (unit * factor >= value) return unit * factor;
  }
  return unit * 10;
}

// Durations on a logarithmic axis.
class DurationAxis {
 public:
  // From the last tick that is not above `shortest`.
  DurationAxis(double left, double right, double shortest, double longest) : left_(left), right_(right) {
    for (const auto& [seconds, name] : kTicks) {
      if (seconds <= shortest) begin_ = std::log(seconds);
    }
    end_ = std::max(std::log(std::max(longest, 1.0)), begin_ + std::log(2));
  }

  double place(double seconds) const {
    const double at = std::clamp(std::log(std::max(seconds, 1.0)), begin_, end_);
    return left_ + (at - begin_) / (end_ - begin_) * (right_ - left_);
  }

  void draw(SvgPlot& svg, double top, double bottom) const {
    for (const auto& [seconds, name] : kTicks) {
      if (std::log(seconds) < begin_ - 1e-9 || std::log(seconds) > end_ + 1e-9) continue;
      svg.line(place(seconds), top, place(seconds), bottom, "grid");
      svg.text(place(seconds), bottom + 16, name, Anchor::kMiddle);
    }
  }

 private:
  static constexpr std::array<std::pair<double, const char*>, 7> kTicks = {{{60, "1 min"},
                                                                            {3600, "1 h"},
                                                                            {86400, "1 day"},
                                                                            {7 * 86400.0, "1 week"},
                                                                            {30 * 86400.0, "30 d"},
                                                                            {365.25 * 86400, "1 y"},
                                                                            {3652.5 * 86400, "10 y"}}};

  double left_, right_, begin_ = std::log(kTicks.front().first), end_ = 0;
};

// The styles of the parts of a bar: "p0" to "p4".
std::string part_style(std::size_t part) {
  return "p" + std::to_string(part % 5);
}

void draw_legend(SvgPlot& svg, const std::vector<std::string>& parts, double y) {
  double x = 50;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    svg.rect(x, y - 9, 11, 11, part_style(i));
    svg.text(x + 16, y, parts[i], Anchor::kStart, false);
    x += 34 + 6.6 * static_cast<double>(count_code_points(parts[i]));
  }
}

}  // namespace

std::string bar_plot(const BarPlot& plot) {
  constexpr double kLeft = 50, kHeight = 190;
  const double top = plot.parts.size() > 1 ? 34 : 12;
  const double bottom = top + kHeight;
  SvgPlot svg(plot.id, kWidth, bottom + 26, plot.title, plot.description);
  if (plot.parts.size() > 1) draw_legend(svg, plot.parts, 16);
  std::uint64_t most = 1;
  for (const BarPlot::Bar& bar : plot.bars) most = std::max(most, sum_of(bar.parts));
  const double scale = round_up(static_cast<double>(most));
  for (const double part : {0.0, .5, 1.0}) {
    const double y = bottom - part * kHeight;
    const double value = part * scale;
    const bool whole = value == std::floor(value);
    if (!whole && scale < 3) continue;
    svg.line(kLeft, y, kWidth, y, "grid");
    svg.text(kLeft - 6, y + kTextHeight, decimal(value, whole ? 0 : 1), Anchor::kEnd);
  }
  const double step = (kWidth - kLeft) / static_cast<double>(std::max<std::size_t>(plot.bars.size(), 1));
  const double gap = step > 6 ? step * .18 : 0;
  // Names that would touch are left out.
  std::size_t longest = 1;
  for (const BarPlot::Bar& bar : plot.bars) longest = std::max(longest, bar.name.size());
  const auto every = static_cast<std::size_t>(std::ceil((6.8 * static_cast<double>(longest) + 6) / step));
  double x = kLeft;
  for (std::size_t i = 0; i < plot.bars.size(); ++i, x += step) {
    double y = bottom;
    for (std::size_t part = 0; part < plot.bars[i].parts.size(); ++part) {
      const double height = kHeight * static_cast<double>(plot.bars[i].parts[part]) / scale;
      y -= height;
      if (height > 0)
        svg.rect(x + gap / 2, y, std::max(step - gap, .8), height, part_style(part), 1, plot.bars[i].hint);
    }
    if (i % every == 0) svg.text(x + step / 2, bottom + 16, plot.bars[i].name, Anchor::kMiddle);
  }
  return svg.markup();
}

std::string heat_map(const std::string& id, const std::string& title, const WeekCounts& week) {
  constexpr double kLeft = 44, kTop = 20, kCellHeight = 22;
  const double cell = (kWidth - kLeft) / 24;
  std::uint64_t most = 0;
  std::pair<std::size_t, std::size_t> at{0, 0};
  for (std::size_t day = 0; day < 7; ++day) {
    for (std::size_t hour = 0; hour < 24; ++hour) {
      if (week[day][hour] <= most) continue;
      most = week[day][hour];
      at = {day, hour};
    }
  }
  SvgPlot svg(id, kWidth, kTop + 7 * kCellHeight + 6, title,
              "Most posts, " + std::to_string(most) + ", on " + kWeekdays[at.first] + " from " +
                  std::to_string(at.second) + " o'clock. The table below has all counts.");
  for (std::size_t hour = 0; hour < 24; hour += 2)
    svg.text(kLeft + (static_cast<double>(hour) + .5) * cell, 14, std::to_string(hour), Anchor::kMiddle);
  for (std::size_t day = 0; day < 7; ++day) {
    const double y = kTop + static_cast<double>(day) * kCellHeight;
    svg.text(kLeft - 8, y + kCellHeight / 2 + kTextHeight, kWeekdays[day], Anchor::kEnd);
    for (std::size_t hour = 0; hour < 24; ++hour) {
      const std::uint64_t count = week[day][hour];
      const double x = kLeft + static_cast<double>(hour) * cell;
      svg.rect(x + .5, y + .5, cell - 1, kCellHeight - 1, "cell");
      // A root, so that few posts can be told from none.
      const double part = count == 0 ? 0 : std::sqrt(static_cast<double>(count) / static_cast<double>(most));
      if (count > 0)
        svg.rect(x + .5, y + .5, cell - 1, kCellHeight - 1, "p0", .12 + .87 * part,
                 std::string(kWeekdays[day]) + " " + std::to_string(hour) + ":00: " + std::to_string(count));
    }
  }
  return svg.markup();
}

std::string box_plot(const std::string& id, const std::string& title,
                     const std::vector<std::pair<std::string, Spread>>& rows) {
  constexpr double kLeft = 230, kRow = 20, kTop = 8;
  const double bottom = kTop + kRow * static_cast<double>(rows.size());
  double shortest = std::numeric_limits<double>::max(), longest = 0;
  for (const auto& [name, spread] : rows) {
    shortest = std::min(shortest, spread.min);
    longest = std::max(longest, spread.max);
  }
  SvgPlot svg(
      id, kWidth, bottom + 26, title,
      "Each row: a line from the least to the greatest value, a box over the middle half, a mark at the "
      "median. The axis is logarithmic. The table below has the values.");
  const DurationAxis axis(kLeft, kWidth - 24, shortest, longest);
  axis.draw(svg, kTop, bottom);
  double y = kTop + kRow / 2;
  for (const auto& [name, spread] : rows) {
    svg.text(kLeft - 10, y + kTextHeight, shortened(name, 32), Anchor::kEnd, false);
    svg.line(axis.place(spread.min), y, axis.place(spread.max), y, "whisker");
    for (const double end : {spread.min, spread.max})
      svg.line(axis.place(end), y - 4, axis.place(end), y + 4, "whisker");
    const double left = axis.place(spread.q1);
    svg.rect(left, y - 6, std::max(axis.place(spread.q3) - left, 1.0), 12, "box", 1,
             name + ": median " + duration_text(spread.median));
    svg.line(axis.place(spread.median), y - 7, axis.place(spread.median), y + 7, "median");
    y += kRow;
  }
  return svg.markup();
}

std::string quartile_plot(const std::string& id, const std::string& title,
                          const std::vector<Spread>& series) {
  constexpr double kLeft = 50, kTop = 34, kHeight = 220;
  struct Curve {
    const char* name;
    double Spread::* value;
  };
  constexpr std::array<Curve, 5> kCurves = {{{"minimum", &Spread::min},
                                             {"first quartile", &Spread::q1},
                                             {"median", &Spread::median},
                                             {"third quartile", &Spread::q3},
                                             {"maximum", &Spread::max}}};
  double shortest = std::numeric_limits<double>::max(), longest = 0;
  for (const Spread& spread : series) {
    shortest = std::min(shortest, spread.min);
    longest = std::max(longest, spread.max);
  }
  SvgPlot svg(id, kWidth, kTop + kHeight + 26, title,
              "For each of minimum, quartiles and maximum of a blog's intervals: the share of blogs where it "
              "is at most "
              "the duration on the axis, which is logarithmic.");
  const DurationAxis axis(kLeft, kWidth - 24, shortest, longest);
  axis.draw(svg, kTop, kTop + kHeight);
  for (const int percent : {0, 25, 50, 75, 100}) {
    const double y = kTop + kHeight * (100 - percent) / 100;
    svg.line(kLeft, y, kWidth - 24, y, "grid");
    svg.text(kLeft - 6, y + kTextHeight, std::to_string(percent) + " %", Anchor::kEnd);
  }
  double legend = kLeft;
  for (std::size_t i = 0; i < kCurves.size(); ++i) {
    std::vector<double> values;
    for (const Spread& spread : series) values.push_back(spread.*kCurves[i].value);
    std::sort(values.begin(), values.end());
    std::string points;
    double y = kTop + kHeight;
    for (std::size_t k = 0; k < values.size(); ++k) {
      const std::string x = decimal(axis.place(values[k]), 1);
      points += x + "," + decimal(y, 1) + " ";
      y = kTop + kHeight * (1 - static_cast<double>(k + 1) / static_cast<double>(values.size()));
      points += x + "," + decimal(y, 1) + " ";
    }
    points += decimal(kWidth - 24, 1) + "," + decimal(y, 1);
    const std::string style = "curve c" + std::to_string(i);
    svg.polyline(points, style);
    svg.line(legend, 12, legend + 26, 12, style);
    svg.text(legend + 32, 16, kCurves[i].name, Anchor::kStart, false);
    legend += 138;
  }
  return svg.markup();
}

}  // namespace bfa
