// SPDX-License-Identifier: Apache-2.0
#include "extract/rules/line_frame.h"

#include <algorithm>

#include "base/ascii.h"
#include "bfa/text/prose_date.h"
#include "bfa/text/utf8.h"
#include "extract/page/page_facts.h"

namespace bfa {
namespace {

constexpr std::string_view kTitle = "{title}";
constexpr std::string_view kDate = "{date}";
constexpr std::string_view kWords = "{words}";
constexpr std::ptrdiff_t kMaxDayWords = 6;
constexpr std::size_t kMinTitle = 6;  // letters and digits of a title that is in a line by no chance

std::string without_digits(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    if (!is_digit(c)) {
      out += c;
    } else if (out.empty() || out.back() != '0') {
      out += '0';
    }
  }
  return out;
}

}  // namespace

std::string line_form(std::string_view text, std::string_view title) {
  std::string line = collapse_space(text);
  const std::string own = collapse_space(title);
  const std::size_t at = line.size() > own.size() ? line.find(own) : std::string::npos;
  if (at == std::string::npos || comparable_title(own).size() < kMinTitle) return without_digits(line);
  const std::string_view all = line;
  return without_digits(all.substr(0, at)).append(kTitle).append(without_digits(all.substr(at + own.size())));
}

std::optional<LineFrame> LineFrame::parse(std::string_view text) {
  LineFrame frame;
  for (const auto& [word, slot] : {std::pair{kDate, Slot::kDate}, std::pair{kWords, Slot::kWords}}) {
    const std::size_t at = text.find(word);
    if (at == std::string_view::npos) continue;
    frame.before = text.substr(0, at);
    frame.after = text.substr(at + word.size());
    frame.slot = slot;
    return frame;
  }
  if (text.find(kTitle) == std::string_view::npos && text.find(kLinkSlot) == std::string_view::npos)
    return std::nullopt;
  frame.before = text;
  return frame;
}

std::string LineFrame::to_text() const {
  std::string text = before;
  if (slot != Slot::kNone) text.append(slot == Slot::kDate ? kDate : kWords);
  return text.append(after);
}

bool LineFrame::has_title() const noexcept {
  return before.find(kTitle) != std::string::npos || after.find(kTitle) != std::string::npos;
}

bool LineFrame::has_link() const noexcept {
  return before.find(kLinkSlot) != std::string::npos || after.find(kLinkSlot) != std::string::npos;
}

bool LineFrame::fits(std::string_view line, std::string_view form, const LineContext& context) const {
  if (slot == Slot::kNone) return form == before;
  if (form.size() < before.size() + after.size() || !form.starts_with(before) || !form.ends_with(after))
    return false;
  const std::size_t between = form.size() - before.size() - after.size();
  if (between > (slot == Slot::kDate ? kMaxSlotBytes : kMaxWordsBytes)) return false;
  return slot != Slot::kDate || (is_day_alone() ? is_day_line(line, context) : holds_date(line, context));
}

bool is_day_line(std::string_view line, const LineContext& context) {
  const std::string text = collapse_space(line);
  if (text.size() > LineFrame::kMaxWordsBytes || std::count(text.begin(), text.end(), ' ') >= kMaxDayWords)
    return false;
  const bool sentence = text.size() > 1 &&
                        std::string_view(".!?").find(text.back()) != std::string_view::npos &&
                        !is_digit(text[text.size() - 2]);
  if (sentence || !holds_date(text, context)) return false;
  const auto date = find_prose_date(text, context.language, context.now);
  return date->time.precision >= TimePrecision::kDay && !date->relative;
}

bool holds_date(std::string_view line, const LineContext& context) {
  return std::any_of(line.begin(), line.end(), is_digit) &&
         find_prose_date(collapse_space(line), context.language, context.now).has_value();
}

}  // namespace bfa
