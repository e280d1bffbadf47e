// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bfa/http/message.h"
#include "bfa/warc/reader.h"
#include "bfa/warc/writer.h"

namespace bfa::test {

// One record as a tool would write it. `fields`: lines with their CRLF, without Content-Length.
inline std::string warc_record(const std::string& fields, const std::string& block,
                               const std::string& version = "WARC/1.1") {
  return version + "\r\n" + fields + "Content-Length: " + std::to_string(block.size()) + "\r\n\r\n" + block +
         "\r\n\r\n";
}

inline std::string response_fields(const std::string& url, const std::string& id = "urn:uuid:1") {
  return "WARC-Type: response\r\nWARC-Record-ID: <" + id +
         ">\r\nWARC-Date: 2026-03-01T10:00:00Z\r\nWARC-Target-URI: " + url +
         "\r\nContent-Type: application/http; msgtype=response\r\n";
}

// What a reader gave: a line "type url block" per record, and how it ended.
struct ReadBack {
  std::vector<std::string> records;
  std::vector<WarcRef> places;
  Findings findings;
  std::optional<Error> error;

  std::vector<std::string> finding_ids() const {
    std::vector<std::string> ids;
    for (const auto& finding : findings) ids.push_back(finding.id);
    return ids;
  }
};

inline ReadBack read_records(WarcReader& reader) {
  ReadBack back;
  for (;;) {
    auto record = reader.next();
    if (!record) {
      back.error = record.error();
      break;
    }
    if (*record == nullptr) break;
    std::string line =
        std::string((*record)->header().field("WARC-Type")) + " " + (*record)->header().target_uri();
    auto block = read_all((*record)->block(), 1u << 28);
    line += block ? " " + *block : " <" + std::string(code_name(block.error().code)) + ">";
    back.records.push_back(std::move(line));
    back.places.push_back((*record)->position());
  }
  back.findings = reader.findings();
  return back;
}

inline ReadBack read_bytes(const std::string& bytes, const WarcReadOptions& options = {}) {
  const auto source = make_memory_source(bytes);
  auto reader = WarcReader::open(*source, "test.warc", options);
  if (!reader) return {{}, {}, {}, reader.error()};
  return read_records(**reader);
}

// An index in memory.
class MapDedup final : public DedupIndex {
 public:
  Result<std::optional<PayloadOriginal>> find(std::string_view payload_digest) override {
    return lookup(by_digest, payload_digest);
  }
  Result<std::optional<PayloadOriginal>> last_success(std::string_view url) override {
    return lookup(by_url, url);
  }

  using Originals = std::map<std::string, PayloadOriginal, std::less<>>;
  Originals by_digest, by_url;

 private:
  static std::optional<PayloadOriginal> lookup(const Originals& map, std::string_view key) {
    const auto found = map.find(key);
    return found == map.end() ? std::nullopt : std::optional(found->second);
  }
};

inline Exchange make_exchange(const std::string& url, const std::string& head, const std::string& body,
                              const std::string& time = "2026-03-01T10:00:00.123456Z") {
  Exchange exchange;
  exchange.url = url;
  exchange.started = *parse_rfc3339(time);
  exchange.ip_address = "2001:db8::7";
  exchange.protocol = "http/1.1";
  exchange.request = Blob("GET / HTTP/1.1\r\nHost: blog.example\r\n\r\n");
  exchange.response = Blob(head + "\r\n\r\n" + body);
  Findings findings;
  auto parsed = parse_response_head(exchange.response.memory(), findings);
  if (parsed) exchange.head = *parsed;
  return exchange;
}

inline WarcWriteOptions fixed_options(Clock& clock) {
  WarcWriteOptions options;
  options.make_uuid = seeded_uuids("test");
  options.clock = &clock;
  options.warcinfo = {{"software", "bfa test"}, {"robots", "obey"}};
  return options;
}

}  // namespace bfa::test
