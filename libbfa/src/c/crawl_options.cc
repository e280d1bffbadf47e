// SPDX-License-Identifier: Apache-2.0
#include "base/try.h"
#include "bfa/http/fetcher.h"
#include "c/archive.h"
#include "c/crawl.h"

namespace bfa {
namespace {

Error bad_option(const char* name, std::int64_t value) {
  return {Code::kInvalidArgument,
          std::string("bfa_crawl_options: ") + name + " cannot be " + std::to_string(value), "C interface",
          -1};
}

std::string text_of(const char* text) {
  return std::string(text_or_empty(text));
}

}  // namespace

Result<std::unique_ptr<CrawlCall>> CrawlCall::make(const bfa_crawl_options* options,
                                                   const std::vector<std::string>& urls) {
  BFA_ASSIGN_OR_RETURN(const auto given, options_of(options, &bfa_crawl_options_init, "bfa_crawl_options"));
  if (given.stop != nullptr) BFA_RETURN_IF_ERROR(require({{given.stop, "stop"}}));
  std::unique_ptr<CrawlCall> call(new CrawlCall(given));
  BFA_RETURN_IF_ERROR(call->read_step());
  BFA_RETURN_IF_ERROR(call->read_lists(urls));
  BFA_RETURN_IF_ERROR(call->read_network());
  call->crawl.stop = call->stop_.token();
  call->crawl.log = log_of(given.log, given.log_user);
  if (given.on_event != nullptr)
    call->crawl.on_event = [self = call.get()](const CrawlEvent& event) { self->tell(event); };
  return call;
}

Status CrawlCall::read_step() {
  if (given_.robots_tags < BFA_ROBOTS_TAGS_IGNORE || given_.robots_tags > BFA_ROBOTS_TAGS_OBEY)
    return bad_option("robots_tags", given_.robots_tags);
  if (given_.recheck < BFA_RECHECK_DUE || given_.recheck > BFA_RECHECK_NONE)
    return bad_option("recheck", given_.recheck);
  if (given_.order < BFA_ORDER_NEAREST || given_.order > BFA_ORDER_BREADTH)
    return bad_option("order", given_.order);
  if (given_.threads > 4096) return bad_option("threads", static_cast<std::int64_t>(given_.threads));
  StepOptions& step = crawl.step;
  if (given_.agent != nullptr) step.agent = given_.agent;
  step.obey_robots = given_.obey_robots != 0;
  step.robots_tags = static_cast<RobotsTagPolicy>(given_.robots_tags);
  step.obey_crawl_delay = given_.obey_crawl_delay != 0;
  step.media = given_.media != 0;
  step.comments = given_.comments != 0;
  step.extract = given_.extract != 0;
  crawl.order = static_cast<FetchOrder>(given_.order);
  step.max_depth = given_.max_depth;
  if (given_.strategy != nullptr) step.strategy = given_.strategy;
  crawl.recheck = static_cast<Recheck>(given_.recheck);
  crawl.ordered = given_.ordered != 0;
  crawl.max_pages = given_.max_pages;
  crawl.max_bytes = given_.max_bytes;
  crawl.threads = static_cast<std::size_t>(given_.threads);
  crawl.zone = text_of(given_.zone);
  return {};
}

Status CrawlCall::read_lists(const std::vector<std::string>& urls) {
  BFA_ASSIGN_OR_RETURN(crawl.exclude, strings_of(given_.exclude, given_.exclude_count, "exclude"));
  BFA_ASSIGN_OR_RETURN(crawl.include, strings_of(given_.include, given_.include_count, "include"));
  BFA_ASSIGN_OR_RETURN(crawl.lift, strings_of(given_.lift, given_.lift_count, "lift"));
  BFA_ASSIGN_OR_RETURN(auto feeds, strings_of(given_.feeds, given_.feeds_count, "feeds"));
  if (feeds.empty()) return {};
  if (urls.size() != 1)
    return Error{Code::kInvalidArgument, "bfa_crawl_options: feeds are for a call with one blog",
                 "C interface", -1};
  crawl.feeds[urls.front()] = std::move(feeds);
  return {};
}

Status CrawlCall::read_network() {
  using std::chrono::milliseconds;
  constexpr std::int64_t kMost = 7LL * 86'400'000;  // a week
  for (const auto& [name, value] : {std::pair<const char*, std::int64_t>{"delay_ms", given_.delay_ms},
                                    {"timeout_ms", given_.timeout_ms},
                                    {"total_timeout_ms", given_.total_timeout_ms}}) {
    if (value < 0 || value > kMost) return bad_option(name, value);
  }
  network.user_agent = text_of(given_.user_agent);
  network.from = text_of(given_.from);
  network.proxy = text_of(given_.proxy);
  network.ca_file = text_of(given_.ca_file);
  network.allow_private = given_.allow_private != 0;
  network.delay = milliseconds(given_.delay_ms);
  network.timeout = milliseconds(given_.timeout_ms);
  network.total_timeout = milliseconds(given_.total_timeout_ms);
  network.log = log_of(given_.log, given_.log_user);
  BFA_ASSIGN_OR_RETURN(network.connect_to,
                       strings_of(given_.connect_to, given_.connect_to_count, "connect_to"));
  return {};
}

Status CrawlCall::read_import(ImportOptions& settings) const {
  if (given_.keep_inputs < 0 || given_.keep_inputs > 2) return bad_option("keep_inputs", given_.keep_inputs);
  settings.input.base_url = text_or_empty(given_.base_url);
  settings.keep = static_cast<ImportOptions::Keep>(given_.keep_inputs);
  return {};
}

// A callback that fails stops the crawl; its further events are dropped, but not what they report.
void CrawlCall::tell(const CrawlEvent& event) {
  if (answered_ != BFA_OK) return;
  const bfa_event handle(event);
  answered_ = given_.on_event(&handle, given_.event_user);
  if (answered_ != BFA_OK) stop_.request();
}

Status CrawlCall::answer() const {
  bool stopped = false;
  return callback_status(answered_, stopped);
}

}  // namespace bfa

bfa_code bfa_crawl_options_init(bfa_crawl_options* options, size_t struct_size) {
  const bfa::CrawlOptions crawl;
  const bfa::NetworkOptions network;
  bfa_crawl_options made{};
  made.obey_robots = crawl.step.obey_robots ? 1 : 0;
  made.robots_tags = static_cast<int32_t>(crawl.step.robots_tags);
  made.obey_crawl_delay = crawl.step.obey_crawl_delay ? 1 : 0;
  made.media = crawl.step.media ? 1 : 0;
  made.comments = crawl.step.comments ? 1 : 0;
  made.extract = crawl.step.extract ? 1 : 0;
  made.order = static_cast<int32_t>(crawl.order);
  made.recheck = static_cast<int32_t>(crawl.recheck);
  made.max_depth = crawl.step.max_depth;
  made.delay_ms = network.delay.count();
  made.timeout_ms = network.timeout.count();
  made.total_timeout_ms = network.total_timeout.count();
  return bfa::init_struct(options, struct_size, made);
}
