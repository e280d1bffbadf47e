// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bfa/store/archive.h"
#include "bfa/url/url.h"
#include "support/fixtures.h"

namespace bfa::test {

inline UtcTime time_at(const std::string& text) {
  const auto time = parse_rfc3339(text);
  EXPECT_TRUE(time) << text;
  return time.value_or(UtcTime());
}

// An archive of captures that a test makes one by one, without a crawl.
class CapturedSite {
 public:
  using Headers = std::vector<std::pair<std::string, std::string>>;

  CapturedSite() {
    ArchiveOptions options;
    options.mode = ArchiveOptions::Mode::kWrite;
    options.create = true;
    auto opened = Archive::open(path(), options);
    EXPECT_TRUE(opened) << to_string(opened.error());
    if (opened) archive_ = std::move(*opened);
  }

  std::string path() const { return folder_ / "archive"; }

  void put(const std::string& url, const std::string& time, const std::string& body,
           const std::string& type = "text/html; charset=utf-8", int status = 200, Headers headers = {}) {
    if (!type.empty()) headers.emplace_back("Content-Type", type);
    StepResult step = step_of(url);
    step.exchanges.push_back(exchange_of(url, time_at(time), body, status, headers));
    commit(step);
  }

  // `url` answers with a redirect to `target`, and that with `body`.
  void put_redirect(const std::string& url, const std::string& target, const std::string& time,
                    const std::string& body) {
    StepResult step = step_of(url);
    step.exchanges.push_back(exchange_of(url, time_at(time), "", 301, {{"Location", target}}));
    step.exchanges.push_back(exchange_of(target, time_at(time), body, 200, {{"Content-Type", "text/html"}}));
    commit(step);
  }

  void put_object(DataObject object, const std::string& time) {
    StepResult step = step_of(object.url);
    step.task.kind = TaskKind::kPage;
    step.objects.push_back({std::move(object), time_at(time), 0});
    commit(step);
  }

  void commit(const StepResult& step) {
    ASSERT_TRUE(archive_);
    const auto committed = archive_->sink().commit(step);
    EXPECT_TRUE(committed) << to_string(committed.error());
  }

  // Ends writing.
  std::unique_ptr<Archive> read() {
    close();
    auto opened = Archive::open(path(), {});
    EXPECT_TRUE(opened) << to_string(opened.error());
    return opened ? std::move(*opened) : nullptr;
  }

  void close() {
    if (!archive_) return;
    const auto closed = archive_->close();
    EXPECT_TRUE(closed) << to_string(closed.error());
    archive_.reset();
  }

  Archive& archive() { return *archive_; }

  static StepResult step_of(const std::string& url) {
    StepResult step;
    step.task.kind = TaskKind::kMedia;
    step.task.blog = "http://blog.example/";
    step.task.url = Url::parse(url).value_or(Url());
    step.task.crawl = 1;
    return step;
  }

  static Exchange exchange_of(const std::string& url, UtcTime time, const std::string& body, int status,
                              const Headers& headers) {
    Exchange exchange;
    exchange.url = url;
    exchange.started = time;
    exchange.protocol = "http/1.1";
    exchange.ip_address = "192.0.2.1";
    exchange.request = Blob("GET / HTTP/1.1\r\nHost: blog.example\r\n\r\n");
    std::string head = "HTTP/1.1 " + std::to_string(status) + " X\r\n";
    for (const auto& [name, value] : headers) head.append(name).append(": ").append(value).append("\r\n");
    if (status != 304) head += "Content-Length: " + std::to_string(body.size()) + "\r\n";
    head += "\r\n";
    Findings findings;
    exchange.head = *parse_response_head(head, findings);
    exchange.response = Blob(head + body);
    return exchange;
  }

 private:
  TemporaryDirectory folder_;
  std::unique_ptr<Archive> archive_;
};

}  // namespace bfa::test
