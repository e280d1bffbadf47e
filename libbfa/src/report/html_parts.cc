// SPDX-License-Identifier: Apache-2.0
#include "report/html_parts.h"

#include <array>
#include <cmath>
#include <cstdio>

#include "base/guard.h"
#include "base/markup_escape.h"
#include "bfa/report/report.h"
#include "bfa/text/utf8.h"

namespace bfa {
namespace {

constexpr double kMinute = 60, kHour = 3600, kDay = 86400, kYear = 365.25 * kDay;

std::string whole(double value) {
  return std::to_string(static_cast<std::int64_t>(value));
}

// "3 h 20 min": two neighbouring units.
std::string two_units(double seconds, double unit, const char* name, double below, const char* below_name) {
  const double units = std::floor(seconds / unit);
  const double rest = std::floor((seconds - units * unit) / below);
  std::string out = whole(units) + " " + name;
  if (rest > 0) out += " " + whole(rest) + " " + below_name;
  return out;
}

std::string text_of_duration(double seconds) {
  if (seconds < kMinute) return whole(seconds) + " s";
  if (seconds < kHour) return whole(seconds / kMinute) + " min";
  if (seconds < kDay) return two_units(seconds, kHour, "h", kMinute, "min");
  if (seconds < 14 * kDay) return two_units(seconds, kDay, "d", kHour, "h");
  if (seconds < 2 * kYear) return whole(seconds / kDay) + " d";
  return decimal(seconds / kYear, 1) + " y";
}

bool is_web_address(std::string_view text) {
  return text.starts_with("http://") || text.starts_with("https://");
}

// Coordinates need no more than a tenth of a unit.
std::string place(double value) {
  return decimal(value, 1);
}

}  // namespace

std::string duration_text(double seconds) {
  return guarded_or_empty([&] { return text_of_duration(seconds); });
}

namespace {

std::string clean_text(std::string_view text) {
  std::string clean = repair_utf8(text);
  for (char& c : clean) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f) c = ' ';
  }
  return clean;
}

}  // namespace

std::string html_text(std::string_view text) {
  return escaped_markup(clean_text(text));
}

std::string html_with_times(std::string_view text) {
  return escaped_with_times(clean_text(text));
}

std::string number_text(const std::optional<std::uint64_t>& number) {
  return number ? std::to_string(*number) : "not known";
}

std::string decimal(double value, int digits) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.*f", digits, value);
  return text.data();
}

std::string size_text(std::uint64_t bytes) {
  constexpr std::array<const char*, 5> kUnits = {"B", "KiB", "MiB", "GiB", "TiB"};
  auto value = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; value >= 1024 && unit + 1 < kUnits.size(); ++unit) value /= 1024;
  return decimal(value, unit == 0 ? 0 : 1) + " " + kUnits[unit];
}

std::string signed_size_text(std::int64_t bytes) {
  return bytes < 0 ? "-" + size_text(static_cast<std::uint64_t>(-bytes))
                   : size_text(static_cast<std::uint64_t>(bytes));
}

std::string shortened(const std::string& text, std::size_t characters) {
  std::string out;
  std::size_t count = 0, at = 0;
  while (at < text.size()) {
    if (++count > characters) return out + "...";
    const std::size_t from = at;
    (void)next_code_point(text, at);
    out += text.substr(from, at - from);
  }
  return out;
}

std::string day_text(const std::optional<UtcTime>& time) {
  return time ? format_rfc3339(*time).substr(0, 10) : "not known";
}

std::string share_text(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return "-";
  return decimal(100.0 * static_cast<double>(part) / static_cast<double>(whole), 1) + " %";
}

HtmlTable::HtmlTable(std::string_view caption, const std::vector<std::string>& heads, std::size_t texts)
    : caption_(html_text(caption)), texts_(texts) {
  // What does not fit scrolls, with the keyboard too.
  markup_ = "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"" + caption_ +
            "\"><table><caption>" + caption_ + "</caption><thead><tr>";
  for (std::size_t i = 0; i < heads.size(); ++i)
    markup_ += (i < texts_ ? "<th scope=\"col\" class=\"t\">" : "<th scope=\"col\">") + html_text(heads[i]) +
               "</th>";
  markup_ += "</tr></thead><tbody>\n";
}

void HtmlTable::row(const std::vector<std::string>& cells, std::string_view link) {
  ++rows_;
  markup_ += "<tr>";
  for (std::size_t i = 0; i < cells.size(); ++i) {
    std::string text = html_with_times(cells[i]);
    if (i == 0 && names_times_) text = "<time datetime=\"" + text + "\">" + text + "</time>";
    if (i == 0 && is_web_address(link)) text = "<a href=\"" + html_text(link) + "\">" + text + "</a>";
    if (i == 0) {
      markup_ += "<th scope=\"row\" class=\"t\">" + text + "</th>";
    } else {
      markup_ += (i < texts_ ? "<td class=\"t\">" : "<td>") + text + "</td>";
    }
  }
  markup_ += "</tr>\n";
}

std::string HtmlTable::markup() const {
  return markup_ + "</tbody></table></div>\n";
}

SvgPlot::SvgPlot(std::string_view id, double width, double height, std::string_view title,
                 std::string_view description) {
  const std::string name(id);
  markup_ = "<svg role=\"img\" viewBox=\"0 0 " + place(width) + " " + place(height) +
            "\" aria-labelledby=\"" + name + "-t " + name + "-d\"><title id=\"" + name + "-t\">" +
            html_text(title) + "</title><desc id=\"" + name + "-d\">" + html_text(description) + "</desc>\n";
}

void SvgPlot::rect(double x, double y, double width, double height, std::string_view style, double opacity,
                   std::string_view hint) {
  markup_ += "<rect x=\"" + place(x) + "\" y=\"" + place(y) + "\" width=\"" + place(width) + "\" height=\"" +
             place(height) + "\" class=\"" + std::string(style) + "\"";
  if (opacity < 1) markup_ += " fill-opacity=\"" + decimal(opacity, 3) + "\"";
  markup_ += hint.empty() ? "/>\n" : "><title>" + html_text(hint) + "</title></rect>\n";
}

void SvgPlot::line(double x1, double y1, double x2, double y2, std::string_view style) {
  markup_ += "<line x1=\"" + place(x1) + "\" y1=\"" + place(y1) + "\" x2=\"" + place(x2) + "\" y2=\"" +
             place(y2) + "\" class=\"" + std::string(style) + "\"/>\n";
}

void SvgPlot::polyline(std::string_view points, std::string_view style) {
  markup_ += "<polyline points=\"" + std::string(points) + "\" class=\"" + std::string(style) + "\"/>\n";
}

void SvgPlot::text(double x, double y, std::string_view text, Anchor anchor, bool muted) {
  constexpr std::array<const char*, 3> kAnchors = {"start", "middle", "end"};
  markup_ += "<text x=\"" + place(x) + "\" y=\"" + place(y) + "\" text-anchor=\"" +
             kAnchors[static_cast<std::size_t>(anchor)] + "\"" + (muted ? " class=\"m\"" : "") + ">" +
             html_text(text) + "</text>\n";
}

}  // namespace bfa
