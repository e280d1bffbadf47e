// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>

#include "bfa/crawl/step.h"
#include "bfa/extract/extract.h"
#include "crawl/past/page.h"
#include "crawl/past/parsed_view.h"

namespace bfa {

// The result of a processed step, and the page of its answer if a later step reads it again.
struct ProcessedStep {
  StepResult result;
  std::shared_ptr<const StoredPage> page = nullptr;
};

// The steps of one crawl: its settings, its strategy, and the parsed past that they share. plan() and
// process() are thread-safe.
class CrawlSteps {
 public:
  // `view` must outlive it. Errors: kInvalidArgument (no such strategy).
  static Result<std::unique_ptr<CrawlSteps>> make(const BlogView& view, StepOptions options);

  // As plan_fetch() and process_fetched().
  Result<std::optional<FetchRequest>> plan(const CrawlTask& task) const;
  ProcessedStep process(const CrawlTask& task, Fetched fetched) const;
  // Whether the known rules of its host let `url`, the target of a redirect, be fetched, and the delay that
  // they ask for. Errors: kDenied, those of the view.
  Result<std::chrono::milliseconds> permit(const Url& url) const;

  const ParsedView& view() const { return view_; }
  const StepOptions& options() const { return options_; }
  const ExtractionStrategy& strategy() const { return *strategy_; }

 private:
  CrawlSteps(const BlogView& view, StepOptions options, std::unique_ptr<ExtractionStrategy> strategy)
      : view_(view), options_(std::move(options)), strategy_(std::move(strategy)) {}

  ParsedView view_;
  StepOptions options_;
  std::unique_ptr<ExtractionStrategy> strategy_;
};

}  // namespace bfa
