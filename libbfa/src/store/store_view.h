// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "bfa/container/container.h"
#include "bfa/crawlmodel/crawl_store.h"
#include "store/database.h"
#include "store/object_ledger.h"

namespace bfa {

// The past, read from the store and the WARC files. Thread-safe.
class StoreView final : public BlogView {
 public:
  StoreView(const Database& database, FileSystem& fs, std::string warc_directory)
      : database_(database),
        objects_(database),
        files_(make_container_file_system(fs)),
        warc_directory_(std::move(warc_directory)) {}

  Result<std::optional<BlogState>> blog(const std::string& home) const override;
  Result<std::optional<Template>> template_at(const std::string& blog, std::uint64_t sequence) const override;
  Result<std::optional<FeedVersion>> feed_at(const std::string& url, std::uint64_t sequence) const override;
  Result<std::optional<FeedVersion>> last_feed(const std::string& url) const override;
  Result<std::optional<RobotsState>> robots(const std::string& origin) const override;
  Result<std::optional<Capture>> last_capture(const std::string& url) const override;
  Result<std::optional<Capture>> capture(std::uint64_t sequence) const override;
  Result<Exchange> load(std::uint64_t sequence) const override;
  Result<std::optional<Version>> last_version(const std::string& object_key) const override;

  // Where the payload of a capture is stored in full when its record is a revisit.
  Result<std::optional<WarcRef>> original_of(std::uint64_t sequence) const;
  // The FeedVersion of a row of Family::kFeeds.
  Result<FeedVersion> read_feed(const std::string& url, const Database::Row& row) const;

 private:
  Result<Exchange> read_record(const WarcRef& location) const;

  const Database& database_;
  ObjectReader objects_;
  std::unique_ptr<FileSystem> files_;  // also reads originals within containers
  std::string warc_directory_;
};

// In Family::kFeeds: before the sequence.
std::string feed_prefix(const std::string& url);

}  // namespace bfa
