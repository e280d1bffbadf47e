// SPDX-License-Identifier: Apache-2.0
#include "serve/pages/diff_text.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "bfa/text/utf8.h"
#include "serve/pages/site_page.h"

namespace bfa::pages {
namespace {

bool is_space(const std::string& text) {
  return text.find_first_not_of(" \t\n\r") == std::string::npos;
}

// A place between two characters of UTF-8 at or before `at`.
std::size_t boundary(const std::string& text, std::size_t at) {
  while (at > 0 && at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U) --at;
  return at;
}

// What stands around changes: its beginning, its end, and that something is left out between.
struct Shortened {
  std::string head, tail;
  bool cut = false;
};
Shortened shorten_kept(const std::string& text, std::size_t context, bool first, bool last) {
  Shortened out;
  const std::size_t sides = (first ? 0U : 1U) + (last ? 0U : 1U);
  if (context == 0 || text.size() <= context * sides + 40) {
    out.head = text;
    return out;
  }
  out.cut = true;
  if (!first) out.head = text.substr(0, boundary(text, context));
  if (!last) out.tail = text.substr(boundary(text, text.size() - context));
  return out;
}

Markup left_out() {
  return element("span", {{"class", "cut"}}, " [\xe2\x80\xa6] ");
}

std::string change_id(std::size_t change) {
  return "c" + std::to_string(change);
}

// Links to the neighbours, which show at the change that was gone to.
Markup steps(std::size_t change, std::size_t count) {
  Markup out;
  if (change > 1)
    out += element("a", {{"href", "#" + change_id(change - 1)}, {"aria-label", "Previous change"}},
                   "\xe2\x86\x91");
  if (change < count)
    out +=
        element("a", {{"href", "#" + change_id(change + 1)}, {"aria-label", "Next change"}}, "\xe2\x86\x93");
  return out.empty() ? out : element("span", {{"class", "steps"}}, out);
}

Markup removed(const std::string& text) {
  return element("del", {}, element("span", {{"class", "mark"}}, "\xe2\x88\x92"), text_with_marks(text));
}

Markup added(const std::string& text) {
  return element("ins", {}, element("span", {{"class", "mark"}}, "+"), text_with_marks(text));
}

void count(const std::vector<DiffPart>& parts, DiffText& out) {
  for (const DiffPart& part : parts) {
    if (part.change == 0) continue;
    out.changes = part.change;
    out.words_removed += split_words(part.before).size();
    out.words_added += split_words(part.after).size();
  }
}

// A row of two columns: what stands between two line ends that both texts have.
struct Row {
  Markup left, right;
  bool changed = false;
};

class SideRows {
 public:
  SideRows(const std::vector<DiffPart>& parts, std::size_t changes) : changes_(changes) {
    for (const DiffPart& part : parts) part.change == 0 ? kept(part.before) : changed(part);
    end_row();
  }
  std::vector<Row> take() { return std::move(rows_); }

 private:
  void kept(const std::string& text) {
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = text.find('\n', at);
      const std::string line = text.substr(at, end == std::string::npos ? end : end - at);
      row_.left.add(line);
      row_.right.add(line);
      if (end == std::string::npos) return;
      end_row();
      at = end + 1;
    }
  }

  void changed(const DiffPart& part) {
    row_.changed = true;
    const Markup links = steps(part.change, changes_);
    if (!part.before.empty())
      row_.left +=
          element("span", {{"class", "change"}, {"id", change_id(part.change)}}, removed(part.before), links);
    if (!part.after.empty()) {
      row_.right += element(
          "span", {{"class", "change"}, if_set("id", part.before.empty() ? change_id(part.change) : "")},
          added(part.after), part.before.empty() ? links : Markup());
    }
  }

  void end_row() {
    if (!row_.left.empty() || !row_.right.empty()) rows_.push_back(std::move(row_));
    row_ = {};
  }

  const std::size_t changes_;
  Row row_;
  std::vector<Row> rows_;
};

}  // namespace

std::string text_with_marks(const std::string& text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte >= 0x20 && byte < 0x7f) {
      out += text[at++];
      continue;
    }
    const char32_t c = next_code_point(text, at);
    const bool control = (c < 0x20 && c != '\n' && c != '\t') || (c >= 0x7f && c < 0xa0);
    const bool turns =
        (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069) || c == 0x200e || c == 0x200f;
    if (!control && !turns) {
      append_code_point(out, c);
      continue;
    }
    std::array<char, 16> mark{};
    std::snprintf(mark.data(), mark.size(), "[U+%04X]", static_cast<unsigned>(c));
    out += mark.data();
  }
  return out;
}

std::vector<DiffPart> diff_parts(const std::vector<TextEdit>& edits) {
  std::vector<DiffPart> parts;
  std::size_t change = 0;
  for (std::size_t i = 0; i < edits.size(); ++i) {
    const TextEdit& edit = edits[i];
    const bool open = !parts.empty() && parts.back().change != 0;
    if (edit.op == TextEdit::Op::kKeep) {
      // A line end is a landmark: what stands on both of its sides is not one change.
      const bool within =
          open && i + 1 < edits.size() && is_space(edit.text) && edit.text.find('\n') == std::string::npos;
      if (!within) {
        parts.push_back({edit.text, edit.text, 0});
        continue;
      }
      parts.back().before += edit.text;
      parts.back().after += edit.text;
      continue;
    }
    if (!open) parts.push_back({{}, {}, ++change});
    (edit.op == TextEdit::Op::kDelete ? parts.back().before : parts.back().after) += edit.text;
  }
  return parts;
}

DiffText inline_diff(const std::vector<TextEdit>& edits, const DiffTextOptions& options) {
  const auto parts = diff_parts(edits);
  DiffText out;
  count(parts, out);
  Markup text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const DiffPart& part = parts[i];
    if (part.change == 0) {
      const Shortened kept = shorten_kept(part.before, options.context, i == 0, i + 1 == parts.size());
      text.add(kept.head);
      if (kept.cut) text += left_out();
      text.add(kept.tail);
      continue;
    }
    Markup change;
    if (!part.before.empty()) change += removed(part.before);
    if (!part.after.empty()) change += added(part.after);
    text += element("span", {{"class", "change"}, {"id", change_id(part.change)}}, change,
                    steps(part.change, out.changes));
  }
  out.markup = element(
      "div", {{"class", "diff inline"}, {"dir", "auto"}, if_set("lang", language_tag(options.language))},
      text);
  return out;
}

DiffText side_diff(const std::vector<TextEdit>& edits, const DiffTextOptions& options) {
  const auto parts = diff_parts(edits);
  DiffText out;
  count(parts, out);
  const auto rows = SideRows(parts, out.changes).take();
  Markup body;
  bool cut = false;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Row& row = rows[i];
    // With a context the paragraphs beside a changed one stay.
    const bool near =
        row.changed || (i > 0 && rows[i - 1].changed) || (i + 1 < rows.size() && rows[i + 1].changed);
    if (options.context > 0 && !near) {
      if (!cut) body += element("tr", {{"class", "gap"}}, element("td", {{"colspan", "2"}}, left_out()));
      cut = true;
      continue;
    }
    cut = false;
    const std::string language = language_tag(options.language);
    body += element("tr", {if_set("class", row.changed ? "changed" : "")},
                    element("td", {{"dir", "auto"}, if_set("lang", language)}, row.left),
                    element("td", {{"dir", "auto"}, if_set("lang", language)}, row.right));
  }
  out.markup = element("table", {{"class", "diff side"}},
                       element("caption", {{"class", "hidden"}}, "The two texts side by side"),
                       element("thead", {},
                               element("tr", {}, element("th", {{"scope", "col"}}, "Before"),
                                       element("th", {{"scope", "col"}}, "After"))),
                       element("tbody", {}, body));
  return out;
}

}  // namespace bfa::pages
