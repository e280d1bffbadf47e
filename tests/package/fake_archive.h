// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "bfa/io/compress.h"
#include "bfa/object/filters.h"
#include "bfa/store/archive.h"
#include "bfa/url/url.h"

namespace bfa::test {

inline UtcTime instant(const char* text) {
  return *parse_rfc3339(text);
}

// The past of an archive of which nothing but values is there.
class NoView : public BlogView {
 public:
  Result<std::optional<BlogState>> blog(const std::string&) const override {
    return std::optional<BlogState>();
  }
  Result<std::optional<Template>> template_at(const std::string&, std::uint64_t) const override {
    return std::optional<Template>();
  }
  Result<std::optional<FeedVersion>> feed_at(const std::string&, std::uint64_t) const override {
    return std::optional<FeedVersion>();
  }
  Result<std::optional<FeedVersion>> last_feed(const std::string&) const override {
    return std::optional<FeedVersion>();
  }
  Result<std::optional<RobotsState>> robots(const std::string&) const override {
    return std::optional<RobotsState>();
  }
  Result<std::optional<Capture>> last_capture(const std::string&) const override {
    return std::optional<Capture>();
  }
  Result<std::optional<Capture>> capture(std::uint64_t sequence) const override {
    for (const Capture& one : captures) {
      if (one.sequence == sequence) return std::optional<Capture>(one);
    }
    return std::optional<Capture>();
  }
  std::vector<Capture> captures;
  Result<Exchange> load(std::uint64_t) const override {
    return Error{Code::kNotFound, "no such capture", {}, -1};
  }
  Result<std::optional<Version>> last_version(const std::string&) const override {
    return std::optional<Version>();
  }
};

// An archive of values, with real files in its warc/. Only what reading needs is there.
class FakeArchive : public Archive {
 public:
  explicit FakeArchive(std::string directory) : directory_(std::move(directory)) {
    std::filesystem::create_directories(warc_directory());
  }

  void add_blog(const std::string& home, const std::string& feed = {}) {
    BlogState blog;
    blog.home = blog.base = home;
    blog.feed = feed;
    blog.last_crawl = instant("2026-11-02T10:00:00Z");
    blogs_.push_back(blog);
  }

  void add(DataObject object, std::uint64_t versions = 1) {
    ObjectSummary summary;
    summary.versions = versions;
    summary.first_seen = instant("2026-11-01T10:00:00Z");
    summary.last_seen = summary.last_changed = instant("2026-11-02T10:00:00Z");
    summary.latest = std::move(object);
    const std::string key = object_key(summary.latest);
    objects_[key] = std::move(summary);
  }

  // A small WARC file of one record and the capture in it.
  WarcRef add_warc(const std::string& name, const std::string& url) {
    const std::string record = "WARC/1.1\r\nWARC-Type: resource\r\nWARC-Target-URI: " + url +
                               "\r\nContent-Length: 4\r\n\r\ntext\r\n\r\n";
    const std::string member = name.ends_with(".gz") ? *gzip_member(record) : record;
    std::ofstream(warc_directory() + "/" + name, std::ios::binary | std::ios::app) << member;
    Capture capture;
    capture.sequence = view_.captures.size() + 1;
    capture.url = capture.final_url = url;
    capture.time = instant("2026-11-01T10:00:00Z") + std::chrono::seconds(view_.captures.size());
    capture.status = 200;
    capture.warc = {name, 0, member.size(), "urn:uuid:0d5fba40-7f3c-4d1b-9a01-000000000001"};
    view_.captures.push_back(capture);
    return capture.warc;
  }

  const std::string& directory() const override { return directory_; }
  std::string warc_directory() const override { return directory_ + "/warc"; }
  const std::vector<WarcRecovery>& recovery() const override { return recovery_; }
  const BlogView& view() const override { return view_; }
  RecordSink& sink() override { std::abort(); }
  Frontier& frontier() override { std::abort(); }
  Status close() override { return {}; }
  Result<std::uint64_t> begin_crawl(const std::vector<std::string>&, const std::string&) override {
    return std::uint64_t{0};
  }
  Status end_crawl(std::uint64_t) override { return {}; }
  Result<Committed> commit_recorded(StepResult, const RecordedStep&) override { return Committed{}; }
  Status restore_crawl(std::uint64_t, const std::vector<std::string>&, const std::string&, UtcTime) override {
    return {};
  }
  Status restore_crawl_end(std::uint64_t, UtcTime) override { return {}; }
  Result<std::string> last_settings() const override { return std::string(); }
  Result<std::vector<RecordedCrawl>> crawls() const override { return std::vector<RecordedCrawl>{}; }
  Status refresh() override { return {}; }
  Result<std::uint64_t> last_step() const override { return std::uint64_t{0}; }
  const Reconciliation& reconciliation() const override { return reconciliation_; }
  Status put_note(const std::string&, const std::string&) override { return {}; }
  Status for_each_note(const std::string&,
                       const std::function<bool(const std::string&, const std::string&)>&) const override {
    return {};
  }
  Status put_decision(const Decision&) override { return {}; }
  Status put_decisions(const std::vector<Decision>&) override { return {}; }
  Result<std::vector<Decision>> decisions(const std::string&) const override {
    return std::vector<Decision>{};
  }
  Status finish_rebuild() override { return {}; }
  Result<IndexOriginalsReport> index_originals(const std::string&) override { return IndexOriginalsReport(); }
  Result<std::optional<PayloadOriginal>> find_original(const std::string&) override {
    return std::optional<PayloadOriginal>();
  }
  Result<std::optional<WarcRef>> original_of(std::uint64_t sequence) const override {
    const auto at = originals.find(sequence);
    return at == originals.end() ? std::optional<WarcRef>() : at->second;
  }
  std::map<std::uint64_t, WarcRef> originals;  // of revisits, by sequence
  mutable std::size_t summaries_read = 0;
  Result<std::vector<BlogState>> blogs() const override { return blogs_; }
  Status put_blog(const BlogState&) override { return {}; }
  Status reset_seen(const std::string&) override { return {}; }
  Result<std::vector<FailedTask>> failures(const std::string&) const override {
    return std::vector<FailedTask>{};
  }

  Status for_each_object(
      const ObjectQuery& query,
      const std::function<bool(const std::string&, const ObjectSummary&)>& visit) const override {
    for (const auto& [key, object] : objects_) {
      if (query.kind && listed_kind(object.latest) != *query.kind) continue;
      if (!query.blog_host.empty() && Url::parse(object.latest.url)->host() != query.blog_host) continue;
      if (!visit(key, object)) break;
    }
    return {};
  }
  Result<std::string> find_object(const std::string& url) const override {
    for (const auto& [key, object] : objects_) {
      if (object.latest.url == url) return key;
    }
    return Error{Code::kNotFound, "no such object", url, -1};
  }
  Result<ObjectSummary> summary(const std::string& key) const override {
    ++summaries_read;
    const auto found = objects_.find(key);
    if (found == objects_.end()) return Error{Code::kNotFound, "no such object", key, -1};
    return found->second;
  }
  Result<std::vector<Version>> versions(const std::string&) const override { return std::vector<Version>{}; }
  Result<std::vector<Reading>> readings(const std::string&, const Version& version) const override {
    return std::vector<Reading>{{version.object, version.sequence, {}}};
  }
  Result<std::vector<Sighting>> sightings(const std::string&) const override {
    return std::vector<Sighting>{};
  }
  Result<std::vector<Change>> changes(const std::string&) const override { return std::vector<Change>{}; }
  Status for_each_claim(const std::string&, const std::function<bool(const AddressClaim&)>&) const override {
    return {};
  }
  Result<std::vector<std::string>> former_addresses(const std::string&) const override {
    return std::vector<std::string>{};
  }
  Result<std::optional<Version>> version_at(const std::string&, UtcTime) const override {
    return std::optional<Version>{};
  }
  Result<std::vector<DataObject>> comments_of(const std::string& post_url) const override {
    std::vector<DataObject> comments;
    for (const auto& [key, object] : objects_) {
      if (object.latest.kind == ObjectKind::kComment && object.latest.post == post_url)
        comments.push_back(object.latest);
    }
    return comments;
  }
  Status for_each_capture_after(std::uint64_t after,
                                const std::function<bool(const Capture&)>& visit) const override {
    for (const Capture& capture : view_.captures) {
      if (capture.sequence > after && !visit(capture)) break;
    }
    return {};
  }
  Status for_each_known_page(const std::string&, const std::function<bool(const Capture&)>&) const override {
    return {};
  }
  Result<std::vector<Template>> templates(const std::string&) const override {
    return std::vector<Template>{};
  }

 private:
  NoView view_;
  std::string directory_;
  std::vector<BlogState> blogs_;
  std::map<std::string, ObjectSummary> objects_;
  std::vector<WarcRecovery> recovery_;
  Reconciliation reconciliation_;
};

}  // namespace bfa::test
