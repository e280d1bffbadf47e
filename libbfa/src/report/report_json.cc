// SPDX-License-Identifier: Apache-2.0
// The figures as JSON: schemas/report.schema.json.
#include <nlohmann/json.hpp>

#include "base/guard.h"
#include "bfa/report/report.h"

namespace bfa {
namespace {

using Json = nlohmann::ordered_json;

template <class Value>
void put_known(Json& json, const char* name, const std::optional<Value>& value) {
  if (value) json[name] = *value;
}

void put_time(Json& json, const char* name, const std::optional<UtcTime>& time) {
  if (time) json[name] = format_rfc3339(*time);
}

void put_text(Json& json, const char* name, const std::string& text) {
  if (!text.empty()) json[name] = text;
}

void put_spread(Json& json, const char* name, const Spread& spread) {
  if (spread.count == 0) return;
  Json out = {{"count", spread.count}, {"min", spread.min}, {"q1", spread.q1},    {"median", spread.median},
              {"q3", spread.q3},       {"max", spread.max}, {"mean", spread.mean}};
  put_known(out, "deviation", spread.deviation);
  json[name] = std::move(out);
}

Json feed_json(const FeedFigures& feed) {
  Json out = {{"url", feed.url}};
  put_text(out, "format", feed.format);
  put_text(out, "version", feed.version);
  put_known(out, "window", feed.window);
  out["answers"] = feed.answers;
  out["failing"] = feed.failing;
  put_known(out, "compared", feed.compared);
  put_known(out, "overflows", feed.overflows);
  return out;
}

Json blog_json(const BlogFigures& blog) {
  Json out = {{"home", blog.home}};
  put_text(out, "title", blog.title);
  put_text(out, "domain", blog.domain);
  out["subscribed"] = blog.subscribed;
  out["feeds"] = Json::array();
  for (const FeedFigures& feed : blog.feeds) out["feeds"].push_back(feed_json(feed));
  out["posts"] = blog.posts;
  out["comments"] = blog.comments;
  out["pingbacks"] = blog.pingbacks;
  out["post_versions"] = blog.versions;
  out["changed"] = blog.changed;
  out["revisited"] = blog.revisited;
  out["gone"] = blog.gone;
  put_time(out, "first_post", blog.first_post);
  put_time(out, "newest_post", blog.newest_post);
  put_time(out, "first_visit", blog.first_visit);
  put_time(out, "last_visit", blog.last_visit);
  out["crawls"] = blog.crawls;
  out["answers"] = blog.answers;
  out["bytes"] = blog.bytes;
  out["failed"] = blog.failed;
  out["media_missing"] = blog.media_missing;
  put_spread(out, "intervals", blog.intervals);
  if (blog.intervals.count > 0) out["intervals_by_day"] = blog.intervals_by_day;
  put_spread(out, "delays", blog.delays);
  put_known(out, "promised_delay", blog.promised_delay);
  put_known(out, "possible_loss", blog.possible_loss);
  put_known(out, "silent", blog.silent);
  out["feed_failing"] = blog.feed_failing;
  return out;
}

Json domain_json(const DomainFigures& domain) {
  Json out = {
      {"domain", domain.domain}, {"blogs", domain.blogs}, {"posts", domain.posts}, {"series", domain.series}};
  put_known(out, "mean", domain.mean);
  put_known(out, "deviation", domain.deviation);
  return out;
}

Json ages_json(const std::vector<AgeFigures>& ages) {
  Json out = Json::array();
  for (const AgeFigures& age : ages) {
    out.push_back({{"age", age.age},
                   {"looks", age.looks},
                   {"changes", age.changes},
                   {"certain", age.certain},
                   {"text_same", age.by_similarity[0]},
                   {"similarity_99", age.by_similarity[1]},
                   {"similarity_90", age.by_similarity[2]},
                   {"similarity_50", age.by_similarity[3]},
                   {"similarity_less", age.by_similarity[4]}});
  }
  return out;
}

Json storage_json(const StorageFigures& storage) {
  Json out = Json::object();
  put_known(out, "warc_files", storage.warc_files);
  put_known(out, "warc_bytes", storage.warc_bytes);
  put_known(out, "store_bytes", storage.store_bytes);
  out["answers"] = storage.answers;
  out["answer_bytes"] = storage.answer_bytes;
  out["elsewhere"] = storage.elsewhere;
  out["revisits"] = storage.revisits;
  out["saved_bytes"] = storage.saved_bytes;
  return out;
}

Json totals_json(const ArchiveReport& report) {
  return {{"blogs", report.blogs.size()},     {"posts", report.posts},
          {"comments", report.comments},      {"pages", report.pages},
          {"post_versions", report.versions}, {"changed", report.changed},
          {"revisited", report.revisited},    {"gone", report.gone},
          {"unowned", report.unowned},        {"pingbacks", report.pingbacks}};
}

Json month_json(const MonthFigures& month) {
  return {{"published", month.published}, {"arrived", month.arrived}, {"changes", month.changes}};
}

Json report_json(const ArchiveReport& report, bool blogs) {
  Json out = {{"v", 1}, {"made", format_rfc3339(report.made)}, {"archive", report.directory}};
  out["silent_after_months"] = report.dead_after;
  out["totals"] = totals_json(report);
  out["loss"] = {{"known", report.loss_known}, {"unknown", report.loss_unknown}};
  put_known(out["loss"], "possible", report.possible_loss);
  out["feed_types"] = Json(report.feed_types);
  out["dates"] = Json(report.dates);
  out["midnight"] = report.midnight;
  put_spread(out, "intervals", report.intervals);
  put_spread(out, "delays", report.delays);
  put_known(out, "promised_delay", report.promised_delay);
  out["week_utc"] = report.week_utc;
  out["week_own"] = report.week_own;
  out["with_own_offset"] = report.with_own_offset;
  out["months"] = Json::object();
  for (const auto& [name, month] : report.months) out["months"][name] = month_json(month);
  out["ages"] = ages_json(report.ages);
  out["verdicts"] = Json(report.verdicts);
  out["changed_fields"] = Json(report.changed_fields);
  out["storage"] = storage_json(report.storage);
  if (!blogs) return out;
  out["domains"] = Json::array();
  for (const DomainFigures& domain : report.domains) out["domains"].push_back(domain_json(domain));
  out["blogs"] = Json::array();
  for (const BlogFigures& blog : report.blogs) out["blogs"].push_back(blog_json(blog));
  return out;
}

}  // namespace

std::string report_to_json(const ArchiveReport& report, bool blogs) {
  return guarded_or_empty(
      [&] { return report_json(report, blogs).dump(-1, ' ', false, Json::error_handler_t::replace); });
}

}  // namespace bfa
