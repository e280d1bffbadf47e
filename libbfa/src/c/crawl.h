// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "bfa/c/crawl.h"
#include "bfa/crawl/crawl.h"
#include "bfa/crawl/replay.h"
#include "bfa/migrate/import.h"
#include "c/object.h"
#include "c/stop.h"

struct bfa_event : bfa::CHandle<bfa::HandleKind::kEvent> {
  explicit bfa_event(const bfa::CrawlEvent& of);

  const bfa::CrawlEvent& event;
  std::unique_ptr<bfa_change> change;
};

struct bfa_reports : bfa::CHandle<bfa::HandleKind::kReports> {
  std::vector<bfa::CrawlReport> list;
};

namespace bfa {

// The options of a call that crawls, imports or rebuilds, and what its callbacks said. It stays where it is.
class CrawlCall {
 public:
  // Errors: kInvalidArgument, kUnsupported.
  static Result<std::unique_ptr<CrawlCall>> make(const bfa_crawl_options* options,
                                                 const std::vector<std::string>& urls);

  CrawlOptions crawl;
  NetworkOptions network;
  // Of an import. Errors: kInvalidArgument.
  Status read_import(ImportOptions& settings) const;
  // The error of the callback, if it returned one.
  Status answer() const;

 private:
  explicit CrawlCall(const bfa_crawl_options& options) : given_(options), stop_(options.stop) {}

  Status read_step();
  Status read_lists(const std::vector<std::string>& urls);
  Status read_network();
  void tell(const CrawlEvent& event);

  bfa_crawl_options given_;
  CallStop stop_;
  bfa_code answered_ = BFA_OK;
};

}  // namespace bfa
