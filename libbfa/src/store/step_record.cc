// SPDX-License-Identifier: Apache-2.0
#include "store/step_record.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "base/ascii.h"
#include "base/guard.h"
#include "base/try.h"
#include "bfa/io/digest.h"
#include "bfa/object/json.h"
#include "crawlmodel/crawl_json.h"

namespace bfa {
namespace {

void add(WarcFields& fields, const char* name, std::string value) {
  if (!value.empty()) fields.emplace_back(name, std::move(value));
}

void add(WarcFields& fields, const char* name, std::uint64_t value) {
  if (value != 0) fields.emplace_back(name, std::to_string(value));
}

// The first finding of each kind, for readers who have only the WARC file: it shows what was damaged or cut.
void add_findings(WarcFields& fields, const Findings& findings) {
  constexpr std::size_t kMaxFindings = 20;
  std::vector<std::string_view> told;
  for (const auto& finding : findings) {
    if (told.size() == kMaxFindings) return;
    if (std::find(told.begin(), told.end(), finding.id) != told.end()) continue;
    told.push_back(finding.id);
    add(fields, "bfa-finding", finding.id + ": " + finding.message);
  }
}

// Views into `block`.
std::vector<std::pair<std::string_view, std::string_view>> split_fields(std::string_view block) {
  std::vector<std::pair<std::string_view, std::string_view>> fields;
  while (!block.empty()) {
    const std::size_t end = block.find('\n');
    const std::string_view line = trim_line_end(block.substr(0, end));
    block.remove_prefix(end == std::string_view::npos ? block.size() : end + 1);
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    fields.emplace_back(trim_blanks(line.substr(0, colon)), trim_blanks(line.substr(colon + 1)));
  }
  return fields;
}

template <class T>
bool read_number(std::string_view text, T& out) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  return error == std::errc() && end == text.data() + text.size();
}

Error bad(std::string_view name) {
  return Error{
      Code::kCorrupt, "metadata record of the archive has a bad '" + std::string(name) + "'", {}, -1};
}

bool read_hop(std::string_view value, ArchiveRecord& record) {
  const std::size_t slash = value.find('/');
  return slash != std::string_view::npos && read_number(value.substr(0, slash), record.hop) &&
         read_number(value.substr(slash + 1), record.hops);
}

bool read_list(std::string_view value, std::vector<std::uint64_t>& out) {
  while (!value.empty()) {
    const std::size_t end = std::min(value.find(' '), value.size());
    std::uint64_t number = 0;
    if (!read_number(value.substr(0, end), number)) return false;
    out.push_back(number);
    value = trim_blanks(value.substr(end));
  }
  return !out.empty();
}

Status read_task(std::string_view value, ArchiveRecord& record) {
  BFA_ASSIGN_OR_RETURN(record.task, task_from_json(value));
  record.task_key = fast_hash(value);
  return {};
}

// Reads one field. Unknown names are ignored, so that later versions may add fields.
Status take_field(std::string_view name, std::string_view value, ArchiveRecord& record) {
  bool ok = true;
  if (name == "bfa-sequence") {
    ok = read_number(value, record.sequence);
  } else if (name == "bfa-hop") {
    ok = read_hop(value, record);
  } else if (name == "bfa-outcome") {
    const auto outcome = parse_outcome(value);
    ok = outcome.has_value();
    record.outcome = outcome.value_or(Outcome::kDone);
  } else if (name == "bfa-error") {
    record.error = value;
  } else if (name == "bfa-task-json") {
    return read_task(value, record);
  } else if (name == "bfa-template-json") {
    record.template_json = value;
  } else if (name == "bfa-crawl") {
    ok = read_number(value, record.crawl);
  } else if (name == "bfa-blog") {
    record.blogs.emplace_back(value);
  } else if (name == "bfa-settings") {
    record.settings = value;
  } else if (name == "bfa-originals-file") {
    record.originals_file = value;
  } else if (name == "bfa-void") {
    ok = read_list(value, record.aborted);
  } else if (name == "bfa-blog-json") {
    BFA_ASSIGN_OR_RETURN(record.blog, blog_from_json(value));
  } else if (name == "bfa-decision-json") {
    BFA_ASSIGN_OR_RETURN(record.decision, decision_from_json(value));
  } else if (name == "bfa-step-record") {
    record.step_record = value;
  } else if (name == "bfa-readings-json") {
    record.readings_json = value;
  } else if (name == "bfa-object") {
    record.object = value;
  } else if (name == "bfa-object-kind") {
    record.object_kind = value;
  } else if (name == "bfa-ended") {
    const auto ended = parse_rfc3339(value);
    ok = ended.has_value();
    if (ok) record.ended = *ended;
  }
  if (!ok) return bad(name);
  return {};
}

Result<std::optional<ArchiveRecord>> parse(std::string_view block) {
  const auto fields = split_fields(block);
  if (fields.empty() || fields.front().first != "bfa-record") return std::optional<ArchiveRecord>();
  ArchiveRecord record;
  const std::string_view kind = fields.front().second;
  if (kind == "step") {
    record.kind = ArchiveRecord::Kind::kStep;
  } else if (kind == "crawl") {
    record.kind = ArchiveRecord::Kind::kCrawl;
  } else if (kind == "void") {
    record.kind = ArchiveRecord::Kind::kAborted;
  } else if (kind == "originals") {
    record.kind = ArchiveRecord::Kind::kOriginals;
  } else if (kind == "blog") {
    record.kind = ArchiveRecord::Kind::kBlog;
  } else if (kind == "crawl-end") {
    record.kind = ArchiveRecord::Kind::kCrawlEnd;
  } else if (kind == "decision") {
    record.kind = ArchiveRecord::Kind::kDecision;
  } else if (kind == "readings") {
    record.kind = ArchiveRecord::Kind::kReadings;
  } else {
    return std::optional<ArchiveRecord>();  // of a later version
  }
  for (const auto& [name, value] : fields) BFA_RETURN_IF_ERROR(take_field(name, value, record));
  const bool of_step =
      record.kind == ArchiveRecord::Kind::kStep || record.kind == ArchiveRecord::Kind::kReadings;
  if (of_step && record.sequence == 0) return bad("bfa-sequence");
  const bool of_crawl =
      record.kind == ArchiveRecord::Kind::kCrawl || record.kind == ArchiveRecord::Kind::kCrawlEnd;
  if (of_crawl && record.crawl == 0) return bad("bfa-crawl");
  if (record.kind == ArchiveRecord::Kind::kBlog && record.blog.home.empty()) return bad("bfa-blog-json");
  if (record.kind == ArchiveRecord::Kind::kDecision && record.decision.kind.empty())
    return bad("bfa-decision-json");
  return std::optional<ArchiveRecord>(std::move(record));
}

}  // namespace

WarcFields step_fields(const StepResult& result, const std::string& task_json, std::uint64_t sequence,
                       std::uint32_t hop, std::uint32_t hops) {
  const CrawlTask& task = result.task;
  WarcFields fields;
  add(fields, "bfa-record", "step");
  add(fields, "bfa-sequence", sequence);
  add(fields, "bfa-crawl", task.crawl);
  add(fields, "bfa-task", std::string(task_kind_name(task.kind)));
  add(fields, "bfa-stage", std::string(stage_name(task.stage)));
  add(fields, "bfa-blog", task.blog);
  add(fields, "bfa-task-url", task.url.href());
  add(fields, "bfa-referrer", task.referrer);
  if (hops != 0) add(fields, "bfa-hop", std::to_string(hop) + "/" + std::to_string(hops));
  add(fields, "bfa-template", task.template_sequence);
  add(fields, "bfa-feed-capture", task.feed_sequence);
  if (task.feed_entry >= 0) add(fields, "bfa-feed-entry", std::to_string(task.feed_entry));
  add(fields, "bfa-outcome", std::string(outcome_name(result.outcome)));
  if (result.error) add(fields, "bfa-error", to_string(*result.error));
  if (hop + 1 >= hops) add_findings(fields, result.findings);
  add(fields, "bfa-task-json", task_json);
  if (result.learned && hop + 1 >= hops) add(fields, "bfa-template-json", template_to_json(*result.learned));
  return fields;
}

WarcFields crawl_fields(std::uint64_t crawl, const std::vector<std::string>& blogs,
                        const std::string& settings) {
  WarcFields fields;
  add(fields, "bfa-record", "crawl");
  add(fields, "bfa-crawl", crawl);
  for (const auto& blog : blogs) add(fields, "bfa-blog", blog);
  add(fields, "bfa-settings", settings);
  return fields;
}

WarcFields originals_fields(const std::string& file) {
  WarcFields fields;
  add(fields, "bfa-record", "originals");
  add(fields, "bfa-originals-file", file);
  return fields;
}

WarcFields aborted_fields(const std::vector<std::uint64_t>& sequences) {
  std::string list;
  for (const auto sequence : sequences) (list += list.empty() ? "" : " ") += std::to_string(sequence);
  WarcFields fields;
  add(fields, "bfa-record", "void");
  add(fields, "bfa-void", std::move(list));
  return fields;
}

WarcFields blog_fields(const BlogState& blog) {
  WarcFields fields;
  add(fields, "bfa-record", "blog");
  add(fields, "bfa-blog", blog.home);
  add(fields, "bfa-blog-json", blog_to_json(blog));
  return fields;
}

WarcFields crawl_end_fields(std::uint64_t crawl, UtcTime ended) {
  WarcFields fields;
  add(fields, "bfa-record", "crawl-end");
  add(fields, "bfa-crawl", crawl);
  add(fields, "bfa-ended", format_rfc3339(ended));
  return fields;
}

WarcFields decision_fields(const Decision& decision) {
  WarcFields fields;
  add(fields, "bfa-record", "decision");
  add(fields, "bfa-decision", decision.kind);
  add(fields, "bfa-target", decision.target);
  add(fields, "bfa-decision-json", decision_to_json(decision));
  return fields;
}

WarcFields readings_fields(const ArchiveRecord& record) {
  WarcFields fields;
  add(fields, "bfa-record", "readings");
  add(fields, "bfa-sequence", record.sequence);
  for (const auto& blog : record.blogs) add(fields, "bfa-blog", blog);
  add(fields, "bfa-object", record.object);
  add(fields, "bfa-object-kind", record.object_kind);
  add(fields, "bfa-step-record", record.step_record);
  add(fields, "bfa-readings-json", record.readings_json);
  return fields;
}

std::string decision_to_json(const Decision& decision) {
  nlohmann::ordered_json json;
  json["v"] = 1;
  json["kind"] = decision.kind;
  json["target"] = decision.target;
  json["value"] = decision.value;
  json["reason"] = decision.reason;
  json["time"] = format_rfc3339(decision.time);
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

Result<Decision> decision_from_json(std::string_view text) {
  const Error corrupt{Code::kCorrupt, "bad decision record", {}, -1};
  const auto json = nlohmann::ordered_json::parse(text, nullptr, false);
  if (!json.is_object()) return corrupt;
  Decision decision;
  const auto read = [&](const char* name, std::string& out) {
    const auto at = json.find(name);
    if (at == json.end()) return true;
    if (!at->is_string()) return false;
    out = at->get<std::string>();
    return true;
  };
  std::string time;
  if (!read("kind", decision.kind) || !read("target", decision.target) || !read("value", decision.value) ||
      !read("reason", decision.reason) || !read("time", time) || decision.kind.empty())
    return corrupt;
  BFA_ASSIGN_OR_RETURN(decision.time, parse_rfc3339(time));
  return decision;
}

Result<std::optional<ArchiveRecord>> parse_archive_record(std::string_view block) {
  return guarded([&] { return parse(block); });
}

}  // namespace bfa
