// SPDX-License-Identifier: Apache-2.0
#include "base/try.h"
#include "bfa/crawl/event_json.h"
#include "c/crawl.h"

namespace bfa {
namespace {

void add_item(const Committed::Item& item, const std::string& blog, bfa_event_fields& made) {
  made.blog = view_of(blog);
  made.url = view_of(item.url);
  made.object_kind = static_cast<std::int32_t>(item.kind);
  made.what = view_of(committed_name(item.what));
}

void add_counts(const CrawlCounts& counts, bfa_event_fields& made) {
  made.requests = counts.requests;
  made.bytes = counts.bytes;
  made.created = counts.created;
  made.changed = counts.changed;
  made.failed = counts.failed;
  made.queued = counts.queued;
}

// Fills the fields of each event.
struct EventFields {
  bfa_event_fields& made;

  void operator()(const FetchedEvent& event) const {
    made.kind = BFA_EVENT_FETCHED;
    made.blog = view_of(event.blog);
    made.url = view_of(event.url);
    made.task = view_of(task_kind_name(event.task));
    made.outcome = view_of(outcome_name(event.outcome));
    made.status = event.status;
    made.bytes = event.bytes;
  }
  void operator()(const ObjectEvent& event) const {
    made.kind = BFA_EVENT_OBJECT;
    add_item(event.item, event.blog, made);
  }
  void operator()(const ChangeEvent& event) const {
    made.kind = BFA_EVENT_CHANGE;
    add_item(event.item, event.blog, made);
  }
  void operator()(const ErrorEvent& event) const {
    made.kind = BFA_EVENT_ERROR;
    made.blog = view_of(event.blog);
    made.url = view_of(event.url);
    made.task = view_of(task_kind_name(event.task));
    made.outcome = view_of(outcome_name(event.outcome));
    made.code = static_cast<bfa_code>(event.error.code);
    made.message = view_of(event.error.message);
    made.where = view_of(event.error.where);
  }
  void operator()(const ProgressEvent& event) const {
    made.kind = BFA_EVENT_PROGRESS;
    made.blog = view_of(event.blog);
    add_counts(event.counts, made);
  }
  void operator()(const DoneEvent& event) const {
    made.kind = BFA_EVENT_DONE;
    made.blog = view_of(event.report.blog);
    add_counts(event.report, made);
  }
};

bfa_report fields_of(const CrawlReport& report) {
  bfa_report made{};
  made.blog = view_of(report.blog);
  made.requests = report.requests;
  made.bytes = report.bytes;
  made.fetched = report.fetched;
  made.posts = report.posts;
  made.created = report.created;
  made.changed = report.changed;
  made.unchanged = report.unchanged;
  made.failed = report.failed;
  made.denied = report.denied;
  made.not_modified = report.not_modified;
  made.queued = report.queued;
  made.moved = report.moved;
  made.elapsed_ms = std::chrono::duration_cast<std::chrono::milliseconds>(report.elapsed).count();
  made.interrupted = report.interrupted ? 1 : 0;
  made.deferred = report.deferred ? 1 : 0;
  made.limit = view_of(report.limit);
  made.moved_to = view_of(report.moved_to);
  made.became = view_of(report.became);
  made.message = made.where = no_view();
  if (report.error) {
    made.code = static_cast<bfa_code>(report.error->code);
    made.message = view_of(report.error->message);
    made.where = view_of(report.error->where);
  }
  made.failures = report.failures.size();
  return made;
}

Status give_event_json(const CrawlEvent& event, bfa_string** out) {
  auto json = crawl_event_to_json(event);
  if (json.empty()) return Error{Code::kIo, "out of memory", "C interface", -1};
  BFA_ASSIGN_OR_RETURN(*out, make_c_string(std::move(json)));
  return {};
}

}  // namespace
}  // namespace bfa

using bfa::Status;
using bfa::usable;

bfa_event::bfa_event(const bfa::CrawlEvent& of) : event(of) {
  const auto* const changed = std::get_if<bfa::ChangeEvent>(&of);
  if (changed != nullptr && changed->item.change)
    change = std::make_unique<bfa_change>(*changed->item.change);
}

bfa_code bfa_event_read(const bfa_event* event, bfa_event_fields* out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::require({{event, "event"}, {out, "out"}}));
    bfa_event_fields made{};
    made.blog = made.url = made.task = made.outcome = made.what = made.message = made.where = bfa::no_view();
    std::visit(bfa::EventFields{made}, event->event);
    made.change = event->change.get();
    return bfa::fill(out, made, "bfa_event_fields");
  });
}

bfa_code bfa_event_to_json(const bfa_event* event, bfa_string** out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    BFA_RETURN_IF_ERROR(bfa::require({{event, "event"}}));
    if (std::holds_alternative<bfa::ProgressEvent>(event->event))
      return bfa::Error{bfa::Code::kNotFound, "progress has no JSON", "C interface", -1};
    return bfa::give_event_json(event->event, out);
  });
}

size_t bfa_reports_count(const bfa_reports* reports) {
  return usable(reports) ? reports->list.size() : 0;
}

bfa_code bfa_reports_at(const bfa_reports* reports, size_t index, bfa_report* out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::require({{reports, "reports"}, {out, "out"}}));
    BFA_RETURN_IF_ERROR(bfa::check_index(index, reports->list.size()));
    return bfa::fill(out, bfa::fields_of(reports->list[index]), "bfa_report");
  });
}

bfa_error* bfa_reports_failure(const bfa_reports* reports, size_t index, size_t failure) {
  if (!usable(reports) || index >= reports->list.size() || failure >= reports->list[index].failures.size())
    return nullptr;
  bfa_error* made = nullptr;
  bfa::c_call(&made, [&]() -> Status { return reports->list[index].failures[failure]; });
  return made;
}

bfa_code bfa_reports_to_json(const bfa_reports* reports, size_t index, bfa_string** out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    BFA_RETURN_IF_ERROR(bfa::require({{reports, "reports"}}));
    BFA_RETURN_IF_ERROR(bfa::check_index(index, reports->list.size()));
    return bfa::give_event_json(bfa::DoneEvent{reports->list[index]}, out);
  });
}

void bfa_reports_free(bfa_reports* reports) {
  bfa::free_handle(reports);
}
