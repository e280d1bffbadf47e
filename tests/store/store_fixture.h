// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "bfa/store/archive.h"
#include "support/fixtures.h"

namespace bfa::test {

inline constexpr const char* kBlog = "https://blog.example/";

inline UtcTime at(int second) {
  return *parse_rfc3339("2026-01-01T00:00:00Z") + std::chrono::seconds(second);
}

inline std::string page_url(int number) {
  return kBlog + std::string("p/") + std::to_string(number);
}

inline CrawlTask page_task(const std::string& url, std::uint64_t crawl = 1, Stage stage = Stage::kPost) {
  CrawlTask task;
  task.kind = TaskKind::kPage;
  task.stage = stage;
  task.blog = kBlog;
  task.url = Url::parse(url).value_or(Url());
  task.crawl = crawl;
  return task;
}

inline Exchange exchange_of(const std::string& url, UtcTime started, const std::string& body,
                            int status = 200) {
  Exchange exchange;
  exchange.url = url;
  exchange.started = started;
  exchange.protocol = "http/1.1";
  exchange.ip_address = "192.0.2.1";
  exchange.request = Blob("GET / HTTP/1.1\r\nHost: blog.example\r\n\r\n");
  std::string head = "HTTP/1.1 " + std::to_string(status) + " X\r\n";
  if (status != 304)
    head += "Content-Type: text/html\r\nContent-Length: " + std::to_string(body.size()) + "\r\n";
  head += "ETag: \"e\"\r\n\r\n";
  Findings findings;
  exchange.head = *parse_response_head(head, findings);
  exchange.response = Blob(head + body);
  return exchange;
}

inline DataObject post_of(const std::string& url, const std::string& text) {
  DataObject object;
  object.kind = ObjectKind::kPost;
  object.url = url;
  object.title = "T";
  object.text = text;
  return object;
}

// A step that fetched a page and found a post in it.
inline StepResult page_step(const std::string& url, UtcTime time, const std::string& text,
                            std::uint64_t crawl = 1) {
  StepResult step;
  step.task = page_task(url, crawl);
  step.exchanges.push_back(exchange_of(url, time, "<p>" + text + "</p>" + std::string(300, 'x')));
  step.objects.push_back({post_of(url, text), time, 0});
  return step;
}

inline ArchiveOptions write_options() {
  ArchiveOptions options;
  options.mode = ArchiveOptions::Mode::kWrite;
  options.create = true;
  return options;
}

inline std::unique_ptr<Archive> open_or_fail(const std::string& path, const ArchiveOptions& options) {
  auto archive = Archive::open(path, options);
  EXPECT_TRUE(archive) << to_string(archive.error());
  return archive ? std::move(*archive) : nullptr;
}

// Puts, commits and returns what became of it.
inline Committed take(Archive& archive, const StepResult& step) {
  for (const auto& exchange : step.exchanges) {
    const auto put = archive.sink().put(exchange, step);
    EXPECT_TRUE(put) << to_string(put.error());
  }
  auto committed = archive.sink().commit(step);
  EXPECT_TRUE(committed) << to_string(committed.error());
  return committed ? *committed : Committed{};
}

}  // namespace bfa::test
