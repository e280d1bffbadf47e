// SPDX-License-Identifier: Apache-2.0
#include "package/aip/source_note.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <istream>
#include <nlohmann/json.hpp>
#include <span>
#include <streambuf>
#include <string_view>

#include "base/try.h"
#include "package/aip/premis.h"

namespace bfa {
namespace {

using Json = nlohmann::ordered_json;
using Ranges = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

constexpr std::size_t kMostWordBytes = 64u << 10;  // of a text or number in the note

Ranges left_out(const SourceNote& note) {
  Ranges ranges;
  std::uint64_t next = 1;
  for (const auto& [first, last] : note.steps) {
    if (first > next) ranges.emplace_back(next, first - 1);
    next = last + 1;
  }
  if (next <= note.last_step) ranges.emplace_back(next, note.last_step);
  return ranges;
}

// Twelve ranges a line: an archive of two blogs can have a million.
void add_ranges(std::string& out, const char* name, const Ranges& ranges) {
  out += ",\n \"" + std::string(name) + "\": [";
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    if (i > 0) out += i % 12 == 0 ? ",\n  " : ",";
    out += "[" + std::to_string(ranges[i].first) + "," + std::to_string(ranges[i].second) + "]";
  }
  out += "]";
}

// What the library for JSON reads from. It ends with an error where the note is larger than notes are: the
// library would keep a text of any length, and a packed file of some kB can have one of GB.
class SourceBuffer final : public std::streambuf {
 public:
  explicit SourceBuffer(Source& source) : source_(source) {}
  const Status& status() const { return status_; }

 private:
  int_type underflow() override {
    const auto got = source_.read(std::as_writable_bytes(std::span(bytes_)));
    if (!got) status_ = got.error();
    if (!got || *got == 0) return traits_type::eof();
    read_ += *got;
    if (read_ > kMostNoteBytes || !has_short_words({bytes_.data(), *got})) {
      status_ = Error{Code::kCorrupt, "this is too large for a note of a package", kSourceNoteName, -1};
      return traits_type::eof();
    }
    setg(bytes_.data(), bytes_.data(), bytes_.data() + *got);
    return traits_type::to_int_type(bytes_[0]);
  }

  // Follows the texts and numbers in the JSON.
  bool has_short_words(std::string_view bytes) {
    for (const char c : bytes) {
      if (++word_ > kMostWordBytes) return false;
      if (escaped_) {
        escaped_ = false;
      } else if (c == '"') {
        in_text_ = !in_text_;
        word_ = 0;
      } else if (in_text_) {
        escaped_ = c == '\\';
      } else if (c <= ' ' || c == ',' || c == ':' || c == '[' || c == ']' || c == '{' || c == '}') {
        word_ = 0;
      }
    }
    return true;
  }

  Source& source_;
  Status status_;
  std::uint64_t read_ = 0;
  std::size_t word_ = 0;  // length of the one that it is in
  bool in_text_ = false, escaped_ = false;
  std::array<char, 65536> bytes_{};
};

// Takes the members of the note as they come. What it does not know is passed over.
class NoteReader final : public nlohmann::json_sax<Json> {
 public:
  SourceNote note;
  std::string format, since, noted, last_time;
  std::uint64_t version = 0;
  bool bad_range = false;

  bool key(string_t& name) override {
    if (depth_ == 1) name_ = name;
    return true;
  }
  bool string(string_t& text) override {
    if (depth_ != 1) return in_ranges() ? refuse() : true;
    for (const auto& [name, to] :
         {std::pair("format", &format), std::pair("package", &note.package), std::pair("blog", &note.blog),
          std::pair("base", &note.base), std::pair("object", &note.object), std::pair("kind", &note.kind),
          std::pair("before", &note.before), std::pair("since", &since), std::pair("noted", &noted),
          std::pair("last_time", &last_time)}) {
      if (name_ == name) *to = text;
    }
    if (name_ == "versions") note.all_versions = text != "latest";
    return true;
  }
  bool number_unsigned(number_unsigned_t number) override {
    if (in_ranges()) {
      if (depth_ != 3) return refuse();
      range_.push_back(number);
    } else if (depth_ == 1) {
      if (name_ == "v") version = number;
      if (name_ == "records") note.records = number;
      if (name_ == "last_step") note.last_step = number;
      if (name_ == "after_step") note.after_step = number;
    }
    return true;
  }
  bool start_array(std::size_t) override {
    ++depth_;
    range_.clear();
    return depth_ <= kMaxDepth;
  }
  bool end_array() override {
    if (in_ranges() && depth_ == 3) {
      if (range_.size() != 2) return refuse();
      note.steps.emplace_back(range_[0], range_[1]);
    }
    --depth_;
    return true;
  }
  bool start_object(std::size_t) override {
    if (in_ranges()) return refuse();
    return ++depth_ <= kMaxDepth;
  }
  bool end_object() override {
    --depth_;
    return true;
  }
  bool null() override { return !in_ranges() || refuse(); }
  bool boolean(bool value) override {
    if (depth_ == 1 && name_ == "readings") note.readings = value;
    return !in_ranges() || refuse();
  }
  bool number_integer(number_integer_t) override { return !in_ranges() || refuse(); }
  bool number_float(number_float_t, const string_t&) override { return !in_ranges() || refuse(); }
  bool binary(binary_t&) override { return true; }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override {
    return false;
  }

 private:
  static constexpr int kMaxDepth = 64;
  bool in_ranges() const { return depth_ > 1 && name_ == "steps"; }
  bool refuse() {
    bad_range = true;
    return false;
  }

  int depth_ = 0;
  std::string name_;  // of the member of the note
  std::vector<std::uint64_t> range_;
};

}  // namespace

std::string format_source_note(const SourceNote& note) {
  Json json = {{"v", 1},
               {"format", "bfa-package"},
               {"made_by", software_name() + " " + software_version()},
               {"package", note.package},
               {"blog", note.blog},
               {"base", note.base}};
  if (!note.object.empty()) json["object"] = note.object;
  if (!note.kind.empty()) json["kind"] = note.kind;
  if (!note.before.empty()) json["before"] = note.before;
  if (note.since) json["since"] = format_rfc3339(*note.since);
  if (note.after_step > 0) json["after_step"] = note.after_step;
  if (note.noted) json["noted"] = format_rfc3339(*note.noted);
  if (note.last_time) json["last_time"] = format_rfc3339(*note.last_time);
  json["versions"] = note.all_versions ? "all" : "latest";
  if (note.readings) json["readings"] = true;
  json["records"] = note.records;
  std::string text = json.dump(1, ' ', false, Json::error_handler_t::replace);
  text.resize(text.size() - 2);  // "\n}"
  add_ranges(text, "steps", note.steps);
  add_ranges(text, "steps_left_out", left_out(note));
  return text + ",\n \"last_step\": " + std::to_string(note.last_step) + "\n}\n";
}

Result<SourceNote> read_source_note(Source& source) {
  SourceBuffer buffer(source);
  std::istream in(&buffer);
  NoteReader reader;
  const bool whole = Json::sax_parse(in, &reader);
  if (!buffer.status().ok()) return buffer.status().error();
  if (reader.bad_range) return Error{Code::kCorrupt, "a range of steps cannot be read", kSourceNoteName, -1};
  if (!whole || reader.format != "bfa-package")
    return Error{Code::kCorrupt, "this is no note of a package", kSourceNoteName, -1};
  if (reader.version > 1)
    return Error{Code::kUnsupported, "the package was made by a newer version", kSourceNoteName, -1};
  for (const auto& [text, to] :
       {std::pair(&reader.since, &reader.note.since), std::pair(&reader.noted, &reader.note.noted),
        std::pair(&reader.last_time, &reader.note.last_time)}) {
    if (text->empty()) continue;
    const auto time = parse_rfc3339(*text);
    if (!time) return Error{Code::kCorrupt, "the time of the note cannot be read", kSourceNoteName, -1};
    *to = *time;
  }
  return std::move(reader.note);
}

}  // namespace bfa
