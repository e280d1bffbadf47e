// SPDX-License-Identifier: Apache-2.0
// The syntax of the files: a part of TOML 1.0 in which each line stands alone.
#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "base/ascii.h"
#include "base/guard.h"
#include "base/try.h"
#include "bfa/config/config.h"
#include "bfa/text/utf8.h"

namespace bfa {
namespace {

constexpr std::size_t kMaxBytes = 1u << 20;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

bool is_key_char(char c) {
  return is_letter_or_digit(c) || c == '-' || c == '_';
}

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < 0x20 && c != '\t') || byte == 0x7F;
}

// "-1.5", "3", "2e6", "true", "false": what stands without quotes.
bool is_bare(std::string_view text) {
  if (text == "true" || text == "false") return true;
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) text.remove_prefix(1);
  const auto digits = [&text] {
    const std::size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
    text.remove_prefix(end);
    return end > 0;
  };
  if (!digits()) return false;
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    if (!digits()) return false;
  }
  if (text.empty()) return true;
  if (ascii_lower(text.front()) != 'e') return false;
  text.remove_prefix(1);
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) text.remove_prefix(1);
  return digits() && text.empty();
}

// Reads one line.
class LineReader {
 public:
  LineReader(std::string_view line, std::string_view file, std::int64_t number, std::int64_t offset)
      : line_(line), file_(file), number_(number), offset_(offset) {}

  // Nothing for a line without a setting.
  Result<std::optional<ConfigEntry>> read() {
    skip_blanks();
    if (at_end()) return std::optional<ConfigEntry>();
    ConfigEntry entry;
    entry.line = number_;
    BFA_ASSIGN_OR_RETURN(entry.key, read_key());
    skip_blanks();
    if (at_end() || line_[at_] != '=') return error("expected '=' behind the key '" + entry.key + "'");
    ++at_;
    skip_blanks();
    if (at_ < line_.size() && line_[at_] == '[') {
      entry.list = true;
      BFA_RETURN_IF_ERROR(read_list(entry.values));
    } else {
      BFA_ASSIGN_OR_RETURN(std::string value, read_value());
      entry.values.push_back(std::move(value));
    }
    skip_blanks();
    if (!at_end()) return error("more text behind the value of '" + entry.key + "'");
    return std::optional<ConfigEntry>(std::move(entry));
  }

 private:
  bool at_end() const { return at_ == line_.size() || line_[at_] == '#'; }

  void skip_blanks() {
    while (at_ < line_.size() && is_blank(line_[at_])) ++at_;
  }

  Error error(const std::string& what) const {
    return Error{Code::kCorrupt, "line " + std::to_string(number_) + ": " + what, std::string(file_),
                 offset_ + static_cast<std::int64_t>(at_)};
  }

  Result<std::string> read_key() {
    const std::size_t begin = at_;
    while (at_ < line_.size() && is_key_char(line_[at_])) ++at_;
    if (at_ == begin && line_[at_] == '[') return error("there are no sections: write 'key = value'");
    if (at_ == begin) return error("a key has letters, digits and '-': write 'key = value'");
    return std::string(line_.substr(begin, at_ - begin));
  }

  Status read_list(std::vector<std::string>& values) {
    ++at_;
    for (;;) {
      skip_blanks();
      if (at_end()) return error("the list has no ']' on this line");
      if (line_[at_] == ']') break;
      BFA_ASSIGN_OR_RETURN(std::string value, read_value());
      values.push_back(std::move(value));
      skip_blanks();
      if (at_end()) continue;
      if (line_[at_] == ',') {
        ++at_;
      } else if (line_[at_] != ']') {
        return error("expected ',' or ']' in the list");
      }
    }
    ++at_;
    return {};
  }

  Result<std::string> read_value() {
    if (at_end()) return error("a value is missing behind '='");
    if (line_[at_] == '"') return read_text();
    if (line_[at_] == '\'') return read_literal();
    const std::size_t begin = at_;
    while (at_ < line_.size() && std::string_view(" \t,]#").find(line_[at_]) == std::string_view::npos) ++at_;
    const std::string_view value = line_.substr(begin, at_ - begin);
    if (is_bare(value)) return std::string(value);
    at_ = begin;
    return error("text needs quotes: \"...\" or '...'");
  }

  Result<std::string> read_literal() {
    const std::size_t end = line_.find('\'', at_ + 1);
    if (end == std::string_view::npos) return error("the text has no closing '");
    std::string value(line_.substr(at_ + 1, end - at_ - 1));
    at_ = end + 1;
    return value;
  }

  Result<std::string> read_text() {
    std::string value;
    for (++at_; at_ < line_.size(); ++at_) {
      if (line_[at_] == '"') {
        ++at_;
        return value;
      }
      if (line_[at_] != '\\') {
        value += line_[at_];
        continue;
      }
      BFA_RETURN_IF_ERROR(read_escape(value));
    }
    return error("the text has no closing \"");
  }

  Status read_escape(std::string& value) {
    constexpr std::string_view kLetters = "\"\\nrtbf", kMeant = "\"\\\n\r\t\b\f";
    const char letter = at_ + 1 < line_.size() ? line_[at_ + 1] : '\0';
    if (const std::size_t known = kLetters.find(letter); letter != '\0' && known != std::string_view::npos) {
      value += kMeant[known];
      ++at_;
      return {};
    }
    const std::size_t digits = letter == 'u' ? 4 : letter == 'U' ? 8 : 0;
    const auto code = parse_number(line_.substr(std::min(at_ + 2, line_.size()), digits), 16);
    const bool whole = digits > 0 && at_ + 2 + digits <= line_.size();
    if (!whole || !code || *code > 0x10FFFF || (*code >= 0xD800 && *code < 0xE000) || *code == 0)
      return error("an escape that is none: \\\" \\\\ \\n \\t \\u0041 are; '...' takes no escapes");
    append_code_point(value, static_cast<char32_t>(*code));
    at_ += 1 + digits;
    return {};
  }

  std::string_view line_, file_;
  std::int64_t number_, offset_;
  std::size_t at_ = 0;
};

// Calls `visit` with each line without its end, its number and its offset.
template <class Visit>
Status for_each_line(std::string_view text, const Visit& visit) {
  std::size_t at = text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
  for (std::int64_t number = 1; at < text.size(); ++number) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    BFA_RETURN_IF_ERROR(
        visit(trim_line_end(text.substr(at, end - at)), number, static_cast<std::int64_t>(at)));
    at = end + 1;
  }
  return {};
}

Status check_bytes(std::string_view text, std::string_view name) {
  if (text.size() > kMaxBytes)
    return Error{Code::kLimit, "settings take at most 1 MiB", std::string(name), -1};
  return for_each_line(text, [&](std::string_view line, std::int64_t number, std::int64_t offset) -> Status {
    const std::string place = "line " + std::to_string(number) + ": ";
    if (!is_valid_utf8(line)) return Error{Code::kCorrupt, place + "not UTF-8", std::string(name), offset};
    const auto control = std::find_if(line.begin(), line.end(), is_control);
    if (control == line.end()) return {};
    return Error{Code::kCorrupt, place + "a control character", std::string(name),
                 offset + (control - line.begin())};
  });
}

std::string in_quotes(std::string_view value) {
  if (is_bare(value)) return std::string(value);
  const bool simple = value.find('\'') == std::string_view::npos &&
                      std::find_if(value.begin(), value.end(), is_control) == value.end();
  if (value.find('\\') != std::string_view::npos && simple) return "'" + std::string(value) + "'";
  std::string out = "\"";
  for (const char c : value) {
    if (c == '"' || c == '\\') out += '\\';
    if (!is_control(c)) {
      out += c;
      continue;
    }
    constexpr std::string_view kHex = "0123456789ABCDEF";
    const auto byte = static_cast<unsigned char>(c);
    ((out += "\\u00") += kHex[byte >> 4]) += kHex[byte & 15];
  }
  return out + "\"";
}

std::string line_of(const std::string& key, const std::vector<std::string>& values, bool list) {
  std::string out = key + " = ";
  if (!list) return out + in_quotes(values.front());
  out += "[";
  for (std::size_t i = 0; i < values.size(); ++i) out += (i > 0 ? ", " : "") + in_quotes(values[i]);
  return out + "]";
}

Status check_edit(const std::string& key, const std::vector<std::string>& values, bool list) {
  if (key.empty() || !std::all_of(key.begin(), key.end(), is_key_char))
    return Error{Code::kInvalidArgument, "a key has letters, digits and '-'", key, -1};
  if (!list && values.size() > 1) return Error{Code::kInvalidArgument, "this setting has one value", key, -1};
  for (const auto& value : values) {
    if (!is_valid_utf8(value) || value.find('\0') != std::string::npos)
      return Error{Code::kInvalidArgument, "the value is not UTF-8 text", key, -1};
  }
  return {};
}

}  // namespace

Result<std::vector<ConfigEntry>> parse_config(std::string_view text, std::string_view name) {
  return guarded([&]() -> Result<std::vector<ConfigEntry>> {
    BFA_RETURN_IF_ERROR(check_bytes(text, name));
    std::vector<ConfigEntry> out;
    std::set<std::string> keys;
    BFA_RETURN_IF_ERROR(
        for_each_line(text, [&](std::string_view line, std::int64_t number, std::int64_t offset) -> Status {
          BFA_ASSIGN_OR_RETURN(auto entry, LineReader(line, name, number, offset).read());
          if (!entry) return {};
          if (!keys.insert(entry->key).second)
            return Error{Code::kCorrupt,
                         "line " + std::to_string(number) + ": '" + entry->key + "' stands here twice",
                         std::string(name), offset};
          out.push_back(std::move(*entry));
          return {};
        }));
    return out;
  });
}

Result<std::string> edit_config(std::string_view text, std::string_view name, const std::string& key,
                                const std::vector<std::string>& values, bool list) {
  return guarded([&]() -> Result<std::string> {
    BFA_RETURN_IF_ERROR(check_edit(key, values, list));
    BFA_ASSIGN_OR_RETURN(const auto entries, parse_config(text, name));
    const auto old = std::find_if(entries.begin(), entries.end(),
                                  [&](const ConfigEntry& entry) { return entry.key == key; });
    const std::string line = values.empty() ? std::string() : line_of(key, values, list) + "\n";
    std::string out(text);
    if (old == entries.end()) {
      if (line.empty()) return out;
      if (!out.empty() && !out.ends_with('\n')) out += '\n';
      return out + line;
    }
    std::size_t begin = 0;
    if (out.starts_with(kByteOrderMark)) begin = kByteOrderMark.size();
    for (std::int64_t number = 1; number < old->line; ++number) begin = out.find('\n', begin) + 1;
    const std::size_t end = out.find('\n', begin);
    out.replace(begin, end == std::string::npos ? end : end + 1 - begin, line);
    return out;
  });
}

}  // namespace bfa
