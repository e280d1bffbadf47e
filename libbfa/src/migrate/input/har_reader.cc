// SPDX-License-Identifier: Apache-2.0
#include "migrate/input/har_reader.h"

#include <array>
#include <istream>
#include <optional>
#include <streambuf>
#include <utility>
#include <vector>

#include "base/try.h"

namespace bfa {
namespace {

constexpr std::size_t kMaxDepth = 64;  // real files stay below 12

// Gives the bytes of a Source to the JSON parser. It ends early when one part has too many bytes.
class CountingBuffer final : public std::streambuf {
 public:
  CountingBuffer(Source& source, std::uint64_t max_part_bytes) : source_(source), max_(max_part_bytes) {}

  void part_begins() { part_ = 0; }
  bool over_limit() const { return over_limit_; }
  const std::optional<Error>& error() const { return error_; }

 protected:
  int_type underflow() override {
    if (error_ || over_limit_) return traits_type::eof();
    over_limit_ = part_ > max_;
    if (over_limit_) return traits_type::eof();
    auto got = source_.read(std::as_writable_bytes(std::span(buffer_)));
    if (!got) {
      error_ = std::move(got).error();
      return traits_type::eof();
    }
    if (*got == 0) return traits_type::eof();
    part_ += *got;
    setg(buffer_.data(), buffer_.data(), buffer_.data() + *got);
    return traits_type::to_int_type(buffer_[0]);
  }

 private:
  Source& source_;
  std::uint64_t max_, part_ = 0;
  bool over_limit_ = false;
  std::optional<Error> error_;
  std::array<char, 65536> buffer_{};
};

// Receives the parser's events. It builds only the values that are passed to the visitor.
class HarHandler final : public nlohmann::json_sax<HarJson> {
 public:
  HarHandler(CountingBuffer& bytes, const HarVisitor& visitor) : bytes_(bytes), visitor_(visitor) {}

  bool null() override { return value(nullptr); }
  bool boolean(bool v) override { return value(v); }
  bool number_integer(number_integer_t v) override { return value(v); }
  bool number_unsigned(number_unsigned_t v) override { return value(v); }
  bool number_float(number_float_t v, const string_t& /*text*/) override { return value(v); }
  bool string(string_t& v) override { return value(std::move(v)); }
  bool binary(binary_t& /*v*/) override { return value(nullptr); }

  bool start_object(std::size_t /*size*/) override { return open(HarJson::object()); }
  bool start_array(std::size_t /*size*/) override { return open(HarJson::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t& name) override {
    (building_.empty() ? path_.back() : key_) = std::move(name);
    return true;
  }
  bool parse_error(std::size_t position, const std::string& /*token*/,
                   const nlohmann::json::exception& e) override {
    if (!error_) {
      error_ = Error{
          Code::kCorrupt, std::string("broken json: ") + e.what(), {}, static_cast<std::int64_t>(position)};
    }
    return false;
  }

  std::optional<Error>& error() { return error_; }
  bool seen_entries() const { return seen_entries_; }

 private:
  // The path of the next value: "log/entries/" for an element of that array.
  bool at(std::initializer_list<const char*> names) const {
    if (path_.size() != names.size()) return false;
    std::size_t i = 0;
    for (const char* name : names) {
      if (path_[i++] != name) return false;
    }
    return true;
  }

  bool wanted() const {
    return at({"log", "entries", ""}) || at({"log", "pages", ""}) || at({"log", "creator"}) ||
           at({"log", "browser"}) || at({"log", "version"});
  }

  bool value(HarJson v) {
    if (!building_.empty()) {
      put(std::move(v));
    } else if (wanted()) {
      return deliver(v);
    }
    return true;
  }

  bool open(HarJson v) {
    if (building_.size() + path_.size() >= kMaxDepth) {
      error_ = Error{Code::kLimit, "json nested more than " + std::to_string(kMaxDepth) + " deep", {}, -1};
      return false;
    }
    if (!building_.empty()) {
      building_.push_back(put(std::move(v)));
    } else if (wanted()) {
      part_ = std::move(v);
      bytes_.part_begins();
      building_.push_back(&part_);
    } else {
      if (v.is_array() && at({"log", "entries"})) seen_entries_ = true;
      path_.emplace_back();
    }
    return true;
  }

  bool close() {
    if (building_.empty()) {
      path_.pop_back();
      bytes_.part_begins();
      return true;
    }
    building_.pop_back();
    if (!building_.empty()) return true;
    bytes_.part_begins();
    const HarJson part = std::exchange(part_, nullptr);
    return deliver(part);
  }

  HarJson* put(HarJson v) {
    HarJson& parent = *building_.back();
    if (parent.is_array()) {
      parent.push_back(std::move(v));
      return &parent.back();
    }
    HarJson& member = parent[key_];
    member = std::move(v);
    return &member;
  }

  bool deliver(const HarJson& part) {
    if (at({"log", "entries", ""})) {
      if (auto status = visitor_.entry(part); !status) {
        error_ = std::move(status).error();
        return false;
      }
    } else if (at({"log", "pages", ""})) {
      visitor_.page(part);
    } else {
      visitor_.about(path_.back(), part);
    }
    return true;
  }

  CountingBuffer& bytes_;
  const HarVisitor& visitor_;
  // Member names from the top to here; that of an array's element is empty.
  std::vector<std::string> path_;
  std::vector<HarJson*> building_;  // open values of the part that is built
  HarJson part_;
  std::string key_;
  bool seen_entries_ = false;
  std::optional<Error> error_;
};

}  // namespace

Status read_har(Source& source, std::uint64_t max_part_bytes, const HarVisitor& visitor) {
  CountingBuffer bytes(source, max_part_bytes);
  std::istream stream(&bytes);
  HarHandler handler(bytes, visitor);
  const bool whole = HarJson::sax_parse(stream, &handler);
  if (bytes.error()) return *bytes.error();
  if (bytes.over_limit()) {
    return Error{Code::kLimit, "a part of more than " + std::to_string(max_part_bytes) + " bytes", {}, -1};
  }
  if (!whole) return handler.error().value_or(Error{Code::kCorrupt, "broken json", {}, -1});
  if (!handler.seen_entries()) return Error{Code::kUnsupported, "json without log.entries", {}, -1};
  return {};
}

}  // namespace bfa
