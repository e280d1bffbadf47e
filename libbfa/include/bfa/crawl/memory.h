// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "bfa/crawlmodel/crawl_store.h"

namespace bfa {

// Keeps a crawl in memory: for tests, and for programs with their own store that need only the crawl's
// results. It is the sink, the view and the frontier of a crawl. Reading through view() is thread-safe; the
// rest is for one thread. Memory grows with the crawl. Derive from it and override commit() to receive each
// result. A call for which there is no memory fails with kIo; after a select_blogs() or wind_down() for which
// there was none, next() does. objects() is then empty.
class BFA_EXPORT MemoryCrawl : public RecordSink, public Frontier {
 public:
  MemoryCrawl();
  ~MemoryCrawl() override;

  const BlogView& view() const;
  // The latest version of every object, by key.
  std::map<std::string, Version> objects() const;
  std::uint64_t versions() const;  // of all objects

  Result<WarcRef> put(const Exchange& exchange, const StepResult& result) override;
  Result<Committed> commit(StepResult result) override;
  Status flush() override;

  Result<bool> add(const CrawlTask& task) override;
  Result<std::optional<CrawlTask>> next(UtcTime now, const std::vector<std::string>& busy_hosts) override;
  Status done(const CrawlTask& task) override;
  Status release(const CrawlTask& task) override;
  Result<std::uint64_t> size(const std::string& blog) const override;
  void select_blogs(const std::vector<std::string>& blogs) override;
  void wind_down(const std::string& blog, bool on) override;
  Result<std::vector<CrawlTask>> tasks(const std::string& blog, Stage stage) const override;
  Result<std::optional<UtcTime>> next_due() const override;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace bfa
