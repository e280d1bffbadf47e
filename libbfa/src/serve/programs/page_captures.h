// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "serve/data/site_context.h"
#include "serve/programs/capture_cursor.h"

namespace bfa {

// The records that show a page in each of its captures: its own, those of its style sheets, images and frames
// as its captures name them, of the redirects on the way, and the originals of revisits. Collected in small
// steps. Memory: 50 bytes a record, and the addresses. Not thread-safe.
class PageCaptures {
 public:
  static constexpr std::size_t kMostAddresses = 5000, kMostRead = 2000, kMostPages = 1000;

  // `key`: SURT key of the page.
  PageCaptures(const SiteContext& context, std::string key);

  // Does some more; false when all is collected. Errors: those of the index and the archive.
  Result<bool> step();

  // By the path of the WARC file: offset and length of each record (0: it shares its compressed member).
  const std::map<std::string, std::map<std::uint64_t, std::uint64_t>>& records() const { return records_; }
  // What cannot be given: names of WARC files, and how many of the captures that were collected.
  const std::set<std::string>& missing() const { return missing_; }
  std::uint64_t missing_captures() const { return missing_captures_; }
  std::uint64_t captures() const { return seen_captures_; }
  // The page's own captures, oldest first.
  const std::vector<IndexedCapture>& pages() const { return pages_; }

 private:
  struct Address {
    std::string key;
    int depth = 0;  // 0: the page
  };
  void want(std::string key, int depth);
  Status add(const IndexedCapture& capture, int depth);
  Status add_original(const IndexedCapture& capture);
  void read_parts(const IndexedCapture& capture, int depth);

  const SiteContext context_;
  std::deque<Address> addresses_;
  std::set<std::string> keys_, read_;  // addresses that were wanted; payloads that were read for their parts
  std::optional<CaptureCursor> cursor_;  // of addresses_.front()
  std::map<std::string, std::map<std::uint64_t, std::uint64_t>> records_;
  std::set<std::string> missing_;
  std::uint64_t missing_captures_ = 0, seen_captures_ = 0;
  std::vector<IndexedCapture> pages_;
};

}  // namespace bfa
