// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "bfa/io/compress.h"
#include "bfa/io/digest.h"
#include "bfa/warc/validate.h"
#include "support/fixtures.h"
#include "warc/warc_testing.h"

namespace bfa::test {

// WARC files in a temporary folder, and their copies.
class WarcCopies : public testing::Test {
 protected:
  std::string path(const std::string& name) const { return folder / name; }
  // A file of these records, a gzip member each, or as it is when the name says so.
  std::string put(const std::string& name, const std::vector<std::string>& records) {
    std::string bytes;
    for (const auto& record : records) bytes += name.ends_with(".gz") ? *gzip_member(record) : record;
    EXPECT_TRUE(write_file_atomically(posix_file_system(), path(name), bytes));
    return path(name);
  }
  std::string bytes_of(const std::string& name) const {
    return *read_file(posix_file_system(), path(name), 1u << 26);
  }
  // What a reader makes of a file that must be without fault.
  ReadBack read(const std::string& name) const {
    const auto report = validate_warc(posix_file_system(), path(name));
    EXPECT_TRUE(report) << name;
    if (report) {
      EXPECT_EQ(report->digests_bad, 0U) << name;
      EXPECT_FALSE(report->truncated || report->corrupt || report->spec_violation) << name;
      for (const auto& finding : report->findings) ADD_FAILURE() << name << ": " << finding.message;
    }
    auto reader = WarcReader::open(posix_file_system(), path(name));
    EXPECT_TRUE(reader) << name;
    return reader ? read_records(**reader) : ReadBack();
  }
  bool exists(const std::string& name) const { return *posix_file_system().exists(path(name)); }

  TemporaryDirectory folder;
};

inline std::string sha1_of(const std::string& payload) {
  return labelled_digest(DigestAlgorithm::kSha1, digest(DigestAlgorithm::kSha1, payload));
}

inline std::string fields_of(const std::string& type, const std::string& id, const std::string& url,
                             const std::string& date, const std::string& more = {}) {
  return "WARC-Type: " + type + "\r\nWARC-Record-ID: <urn:uuid:" + id + ">\r\nWARC-Date: " + date +
         "\r\nWARC-Target-URI: " + url + "\r\n" + more;
}

inline std::string warcinfo(const std::string& id) {
  return warc_record("WARC-Type: warcinfo\r\nWARC-Record-ID: <urn:uuid:" + id +
                         ">\r\nWARC-Date: 2026-03-01T10:00:00Z\r\nContent-Type: application/warc-fields\r\n",
                     "software: a test\r\n");
}

// A request and its response, as a crawler writes them.
inline std::string request_to(const std::string& id, const std::string& url, const std::string& date) {
  return warc_record(fields_of("request", id + "q", url, date,
                               "WARC-Concurrent-To: <urn:uuid:" + id +
                                   ">\r\nContent-Type: application/http; msgtype=request\r\n"),
                     "GET / HTTP/1.1\r\nHost: a.example\r\n\r\n");
}
inline std::string response_to(const std::string& id, const std::string& url, const std::string& date,
                               const std::string& head, const std::string& body) {
  return warc_record(fields_of("response", id, url, date,
                               "WARC-Payload-Digest: " + sha1_of(body) +
                                   "\r\nContent-Type: application/http; msgtype=response\r\n"),
                     head + "\r\n\r\n" + body);
}
inline std::string revisit_of(const std::string& id, const std::string& url, const std::string& date,
                              const std::string& head, const std::string& more) {
  return warc_record(
      fields_of("revisit", id, url, date,
                "WARC-Profile: http://netpreserve.org/warc/1.1/revisit/identical-payload-digest\r\n"
                "WARC-Truncated: length\r\nContent-Type: application/http; msgtype=response\r\n" +
                    more),
      head.empty() ? head : head + "\r\n\r\n");
}

}  // namespace bfa::test
