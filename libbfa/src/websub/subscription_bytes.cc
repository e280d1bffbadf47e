// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <utility>

#include "base/ascii.h"
#include "bfa/url/url.h"
#include "websub/limits.h"
#include "websub/subscription.h"

namespace bfa::websub {
namespace {

constexpr char kVersion = 1;
constexpr std::uint64_t kMostTime = 100'000'000'000;  // about the year 5138
constexpr std::uint64_t kMostCount = 1ULL << 62U;
constexpr std::uint64_t kMostHubs = 4;

// 7 bits a byte, low ones first.
void append_number(std::string& out, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7U) out += static_cast<char>(0x80U | (value & 0x7FU));
  out += static_cast<char>(value);
}
void append_time(std::string& out, Seconds time) {
  append_number(out, time < 0 ? 0 : static_cast<std::uint64_t>(time));
}
void append_text(std::string& out, std::string_view text) {
  append_number(out, text.size());
  out += text;
}

auto lie_counts(auto& lies) {
  return std::array{&lies.bad_signatures, &lies.too_large, &lies.floods,    &lies.empty_news,
                    &lies.silences,       &lies.unasked,   &lies.bad_leases};
}

// Reads what the functions above write. After the first error all values are empty.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  std::uint64_t number(std::uint64_t least, std::uint64_t most, const char* what) {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 63; shift += 7) {
      if (bytes_.empty()) return fail(what, "ends too early");
      const auto byte = static_cast<unsigned char>(bytes_.front());
      bytes_.remove_prefix(1);
      value |= static_cast<std::uint64_t>(byte & 0x7FU) << shift;
      if ((byte & 0x80U) != 0) continue;
      if (byte == 0 && shift > 0) return fail(what, "is longer than it needs to be");
      return value < least || value > most ? fail(what, "is out of range") : value;
    }
    return fail(what, "is too long");
  }
  Seconds time(const char* what) { return static_cast<Seconds>(number(0, kMostTime, what)); }
  std::string text(std::size_t most, const char* what) {
    const std::uint64_t size = number(0, most, what);
    if (error_) return {};
    if (size > bytes_.size()) {
      fail(what, "ends too early");
      return {};
    }
    std::string out(bytes_.substr(0, static_cast<std::size_t>(size)));
    bytes_.remove_prefix(static_cast<std::size_t>(size));
    return out;
  }
  std::string url(const char* what) {
    std::string out = text(kMostUrlBytes, what);
    const auto url = Url::parse(out);
    if (!error_ && (!url || !url->is_http())) fail(what, "is not an http address");
    return out;
  }
  std::string token(std::size_t size, const char* what) {
    std::string out = text(size, what);
    bool good = out.size() == size;
    for (const char c : out) good = good && (is_digit(c) || (c >= 'a' && c <= 'f'));
    if (!error_ && !good) fail(what, "is not hexadecimal of its length");
    return out;
  }
  std::uint64_t fail(const char* what, const char* why) {
    if (!error_) {
      error_ = Error{Code::kCorrupt,
                     std::string("subscription: ") + what + " " + why,
                     {},
                     static_cast<std::int64_t>(total_ - bytes_.size())};
    }
    bytes_ = {};
    return 0;
  }
  bool at_end() const { return bytes_.empty(); }
  const std::optional<Error>& error() const { return error_; }

 private:
  std::string_view bytes_;
  std::size_t total_ = bytes_.size();
  std::optional<Error> error_;
};

void read_addresses(Reader& in, Subscription& out) {
  out.feed_url = in.url("feed");
  out.topic = in.url("topic");
  const std::uint64_t hubs = in.number(1, kMostHubs, "number of hubs");
  for (std::uint64_t i = 0; i < hubs && !in.error(); ++i) out.hubs.push_back(in.url("hub"));
  out.hub = static_cast<std::uint32_t>(in.number(0, hubs == 0 ? 0 : hubs - 1, "hub in use"));
  out.endpoint = in.text(kMostUrlBytes, "redirect");
  out.token = in.token(2 * kTokenBytes, "name");
  out.secret = in.token(2 * kSecretBytes, "secret");
  out.callback = in.text(kMostUrlBytes + 2 * kTokenBytes, "callback");
}

void read_state(Reader& in, Subscription& out) {
  out.phase = static_cast<HubPhase>(in.number(1, 5, "phase"));
  for (Seconds* time : {&out.made, &out.due, &out.asked, &out.lease_end, &out.missed})
    *time = in.time("time");
  out.failures = static_cast<std::uint32_t>(in.number(0, 1U << 30U, "failures"));
  out.proven = in.number(0, 1, "proof") != 0;
  out.empty = static_cast<std::uint32_t>(in.number(0, 1U << 30U, "empty news"));
  out.pushes = in.number(0, kMostCount, "pushes");
  for (std::uint64_t* count : lie_counts(out.lies)) *count = in.number(0, kMostCount, "lies");
  out.denial = in.text(kMostReasonBytes, "denial");
}

}  // namespace

std::string encode_subscription(const Subscription& s) {
  std::string out(1, kVersion);
  append_text(out, s.feed_url);
  append_text(out, s.topic);
  append_number(out, s.hubs.size());
  for (const std::string& hub : s.hubs) append_text(out, hub);
  append_number(out, s.hub);
  append_text(out, s.endpoint);
  append_text(out, s.token);
  append_text(out, s.secret);
  append_text(out, s.callback);
  append_number(out, static_cast<std::uint64_t>(s.phase));
  for (const Seconds time : {s.made, s.due, s.asked, s.lease_end, s.missed}) append_time(out, time);
  append_number(out, s.failures);
  append_number(out, s.proven ? 1 : 0);
  append_number(out, s.empty);
  append_number(out, s.pushes);
  for (const std::uint64_t* count : lie_counts(s.lies)) append_number(out, *count);
  append_text(out, s.denial);
  return out;
}

Result<Subscription> decode_subscription(std::string_view bytes) {
  if (bytes.empty()) return Error{Code::kCorrupt, "subscription: no bytes", {}, 0};
  if (bytes.front() != kVersion) return Error{Code::kUnsupported, "subscription: unknown version", {}, 0};
  Reader in(bytes.substr(1));
  Subscription out;
  read_addresses(in, out);
  read_state(in, out);
  if (!in.error() && !in.at_end()) in.fail("record", "has more bytes than it should");
  if (in.error()) return *in.error();
  out.polled = false;
  return out;
}

}  // namespace bfa::websub
