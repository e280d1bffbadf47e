// SPDX-License-Identifier: Apache-2.0
#include "archive/archive_reading.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "command.h"

namespace bfa::tool {

Result<std::unique_ptr<Archive>> open_for_reading(const std::string& option) {
  return Archive::open(archive_directory(option), ArchiveOptions());
}

Result<UtcTime> parse_moment(const std::string& text) {
  using std::chrono::days;
  const auto time = parse_timestamp(text);
  if (!time) {
    return Error{Code::kInvalidArgument,
                 "not a time: '" + text + "' (wanted: 2026-01-31T10:00:00Z, 2026-01-31, 2026-01 or 2026)",
                 {},
                 -1};
  }
  const auto day = std::chrono::floor<days>(time->utc);
  const std::chrono::year_month_day date(day);
  const auto before = [](std::chrono::sys_days next) { return UtcTime(next) - std::chrono::microseconds(1); };
  switch (time->precision) {
    case TimePrecision::kYear:
      return before(std::chrono::sys_days(date + std::chrono::years(1)));
    case TimePrecision::kMonth:
      return before(std::chrono::sys_days(date + std::chrono::months(1)));
    case TimePrecision::kDay:
      return before(day + days(1));
    case TimePrecision::kLocalTime:
    case TimePrecision::kInstant:
      break;
  }
  // A whole second means all of it: versions carry microseconds that nobody types.
  if (time->utc == std::chrono::floor<std::chrono::seconds>(time->utc))
    return time->utc + std::chrono::microseconds(999'999);
  return time->utc;
}

bool use_colours() {
  const char* const off = std::getenv("NO_COLOR");
  return ::isatty(STDOUT_FILENO) != 0 && (off == nullptr || *off == '\0');
}

std::string coloured(const std::string& text, const char* code, bool colours) {
  return colours ? code + text + "\x1b[0m" : text;
}

std::string reason_fields(const Change& change) {
  std::string out;
  for (const auto& reason : change.reasons) {
    std::string part = reason.field;
    if (reason.kind != "changed") part += " " + reason.kind;
    (out += out.empty() ? "" : ", ") += part;
  }
  return out.empty() ? "nothing" : out;
}

void say_moved(const Archive& archive, const std::string& key, const std::string& asked) {
  const auto former = archive.former_addresses(key);
  if (!former || std::find(former->begin(), former->end(), asked) == former->end()) return;
  const auto summary = archive.summary(key);
  if (!summary) return;
  const std::string line = asked + " was left: it stands at " + summary->latest.url;
  std::fprintf(stderr, "bfa: %s\n", for_terminal(line).c_str());
}

std::string for_terminal(const std::string& text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    const bool c1 = c == 0xC2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xA0;
    if (c1) ++i;
    if (c1 || (c < 0x20 && c != '\n' && c != '\t') || c == 0x7F) continue;
    out += text[i];
  }
  return out;
}

}  // namespace bfa::tool
