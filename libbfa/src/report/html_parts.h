// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/base/time.h"

namespace bfa {

// Parts of a page of HTML. Text is escaped here; only `markup` is not.

// Text of any origin for between tags and for attributes: well-formed UTF-8 without control characters.
std::string html_text(std::string_view text);
// For between tags only: dates and instants are in a <time>.
std::string html_with_times(std::string_view text);

// "12", "not known".
std::string number_text(const std::optional<std::uint64_t>& number);
std::string size_text(std::uint64_t bytes);
std::string signed_size_text(std::int64_t bytes);
std::string day_text(const std::optional<UtcTime>& time);
// The first so many characters, with "..." when there are more.
std::string shortened(const std::string& text, std::size_t characters);
// "12.5 %"; "-" of nothing.
std::string share_text(std::uint64_t part, std::uint64_t whole);
std::string decimal(double value, int digits);

class HtmlTable {
 public:
  // `texts`: the first so many columns are text; numbers stand right.
  HtmlTable(std::string_view caption, const std::vector<std::string>& heads, std::size_t texts = 1);

  // The first cell names the row. `link`: where it leads to; only web addresses are taken.
  void row(const std::vector<std::string>& cells, std::string_view link = {});
  // The rows are named by years.
  void name_by_years() { names_times_ = true; }
  bool empty() const { return rows_ == 0; }
  std::string markup() const;

 private:
  std::string caption_, markup_;
  std::size_t texts_ = 1, rows_ = 0;
  bool names_times_ = false;
};

// A plot with a title and a description for those who do not see it.
class SvgPlot {
 public:
  SvgPlot(std::string_view id, double width, double height, std::string_view title,
          std::string_view description);

  // `style`: names of classes of the page's style sheet. `opacity`: 0 to 1. `hint`: shown by browsers.
  void rect(double x, double y, double width, double height, std::string_view style, double opacity = 1,
            std::string_view hint = {});
  void line(double x1, double y1, double x2, double y2, std::string_view style);
  // `points`: "x,y x,y".
  void polyline(std::string_view points, std::string_view style);
  enum class Anchor : std::uint8_t { kStart, kMiddle, kEnd };
  void text(double x, double y, std::string_view text, Anchor anchor = Anchor::kStart, bool muted = true);
  std::string markup() const { return markup_ + "</svg>\n"; }

 private:
  std::string markup_;
};

}  // namespace bfa
