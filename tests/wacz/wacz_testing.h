// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "bfa/container/container.h"
#include "bfa/io/compress.h"
#include "bfa/wacz/wacz.h"
#include "support/fixtures.h"

namespace bfa::test {

// Records as a tool would write them, a gzip member each.
inline std::string http_record(const std::string& url, const std::string& head, const std::string& body,
                               const std::string& type = "response", const std::string& more = "") {
  const std::string block = head + "\r\n\r\n" + body;
  return *gzip_member("WARC/1.1\r\nWARC-Type: " + type + "\r\nWARC-Record-ID: <urn:uuid:" + url +
                      ">\r\nWARC-Date: 2026-03-01T10:00:00.5Z\r\nWARC-Target-URI: " + url +
                      "\r\nContent-Type: application/http; msgtype=" + type + "\r\n" + more +
                      "Content-Length: " + std::to_string(block.size()) + "\r\n\r\n" + block + "\r\n\r\n");
}

inline constexpr const char* kHtml = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8";

inline std::string sample_warc() {
  return http_record("http://b.example/", kHtml, "<html><TITLE>The\n b &amp; page</title>") +
         http_record("http://a.example/x.png", "HTTP/1.1 200 OK\r\nContent-Type: image/png",
                     "not html <title>t</title>") +
         http_record("http://a.example/", std::string(kHtml) + "\r\nContent-Encoding: gzip",
                     *gzip_member("<title>coded</title>")) +
         http_record("http://a.example/gone", "HTTP/1.1 404 Not Found\r\nContent-Type: text/html",
                     "<title>no</title>");
}

// Writes WACZ files into a temporary folder and reads them.
class WaczTest : public testing::Test {
 protected:
  std::string put(const std::string& name, const std::string& bytes) {
    std::string path = folder_ / name;
    EXPECT_TRUE(write_file_atomically(posix_file_system(), path, bytes).ok());
    return path;
  }
  WaczOptions fixed() {
    WaczOptions options;
    options.clock = clock_.get();
    return options;
  }
  WaczReport write(const std::vector<std::string>& warcs, const WaczOptions& options,
                   const std::vector<WaczPage>& pages = {}) {
    auto writer = WaczWriter::create(posix_file_system(), out_, options);
    EXPECT_TRUE(writer);
    for (const auto& page : pages) EXPECT_TRUE((*writer)->add_page(page).ok());
    for (const auto& warc : warcs) EXPECT_TRUE((*writer)->add_archive(posix_file_system(), warc).ok());
    auto report = (*writer)->finish();
    EXPECT_TRUE(report) << (report ? "" : to_string(report.error()));
    return report.value_or(WaczReport{});
  }
  std::string member(const std::string& name) {
    const auto files = make_container_file_system(posix_file_system());  // it caches containers
    auto bytes = read_file(*files, out_ + "!/" + name, 1u << 24);
    EXPECT_TRUE(bytes) << name;
    return bytes.value_or("");
  }
  static std::vector<std::string> lines(const std::string& text) {
    std::vector<std::string> out;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = text.find('\n', at);
      out.push_back(text.substr(at, end - at));
      at = end + 1;
    }
    return out;
  }

  test::TemporaryDirectory folder_;
  std::string out_ = folder_ / "out.wacz";
  std::unique_ptr<Clock> clock_ = make_fixed_clock(*parse_rfc3339("2026-04-01T12:00:00Z"));
};

}  // namespace bfa::test
