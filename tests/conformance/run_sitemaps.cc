// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdlib>
#include <map>

#include "bfa/feed/sitemap.h"
#include "runner.h"
#include "suite_file.h"

namespace bfa::conformance {
namespace {

constexpr const char* kBase = "http://www.example.com/sitemap.xml";

bool is_type(Sitemap::Type got, const std::string& wanted) {
  switch (got) {
    case Sitemap::Type::kUrlset:
      return wanted == "urlset";
    case Sitemap::Type::kIndex:
      return wanted == "sitemapindex";
    case Sitemap::Type::kText:
      return wanted == "text";
    case Sitemap::Type::kFeed:
      return wanted == "rss" || wanted == "feed";
  }
  return false;
}

// Values that cannot be read are absent for us and verbatim in the suite: only readable ones are compared.
std::string compare_entry(const SitemapEntry& got, const Json& wanted) {
  if (got.loc != text_at(wanted, "loc"))
    return "got " + shown(got.loc) + ", wanted " + shown(text_at(wanted, "loc"));
  if (got.changefreq != text_at(wanted, "changefreq")) return "changefreq of " + shown(got.loc);
  const std::string lastmod = text_at(wanted, "lastmod");
  if (const auto time = parse_timestamp(lastmod); time && (!got.lastmod || got.lastmod->utc != time->utc)) {
    return "lastmod of " + shown(got.loc) + ", wanted " + shown(lastmod);
  }
  const std::string priority = text_at(wanted, "priority");
  if (!priority.empty() && (!got.priority || std::abs(*got.priority - std::atof(priority.c_str())) > 1e-9)) {
    return "priority of " + shown(got.loc);
  }
  return {};
}

std::string check(const std::string& folder, const Json& item) {
  const auto bytes = read_raw_file(folder + "/" + text_at(item, "file"));
  if (!bytes) return to_string(bytes.error());
  Findings findings;
  const auto got = parse_sitemap(*bytes, kBase, findings);
  const Json expected = item.value("expected", Json::object());
  const bool must_fail = expected.contains("error") || flag_at(item, "upstream_throws");
  if (must_fail) return got ? "read, but must fail" : std::string();
  if (!got) return to_string(got.error());
  if (!is_type(got->type, text_at(expected, "type")))
    return "another type, wanted " + text_at(expected, "type");
  // The suite lists no entries for feeds.
  if (got->type == Sitemap::Type::kFeed) return {};
  if (item.contains("upstream_count") && item["upstream_count"].is_number_unsigned()) {
    const auto count = item["upstream_count"].get<std::size_t>();
    if (got->entries.size() != count) {
      return std::to_string(got->entries.size()) + " entries, wanted " + std::to_string(count);
    }
    return {};
  }
  const Json urls = expected.value("urls", Json::array());
  if (got->entries.size() != urls.size()) {
    return std::to_string(got->entries.size()) + " entries, wanted " + std::to_string(urls.size());
  }
  for (std::size_t i = 0; i < urls.size(); ++i) {
    std::string reason = compare_entry(got->entries[i], urls[i]);
    if (!reason.empty()) return reason;
  }
  return {};
}

class SitemapsKind : public SuiteKind {
 public:
  std::string_view name() const override { return "sitemaps"; }

  // Two lines may refer to one file and expect different results: the file was replaced in between, and only
  // the last line fits its content. No program can pass the earlier line, so it is not scored.
  Status run(const std::string& folder, KindReport& report) const override {
    std::map<std::string, Json> last;
    const Status first = for_each_line(folder + "/cases.jsonl", [&](const Json& item) {
      last[text_at(item, "file")] = item.value("expected", Json::object());
    });
    if (!first.ok()) return first;
    return for_each_line(folder + "/cases.jsonl", [&](const Json& item) {
      if (last[text_at(item, "file")] != item.value("expected", Json::object())) {
        ++report.skipped;
        return;
      }
      const std::string type = text_at(item.value("expected", Json::object()), "type");
      report.add(text_at(item, "id"), type.empty() ? "error" : type, check(folder, item));
    });
  }
};

}  // namespace

std::unique_ptr<SuiteKind> make_sitemaps_kind() {
  return std::make_unique<SitemapsKind>();
}

}  // namespace bfa::conformance
