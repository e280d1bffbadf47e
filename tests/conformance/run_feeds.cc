// SPDX-License-Identifier: Apache-2.0
#include "bfa/feed/feed.h"
#include "bfa/text/utf8.h"
#include "bfa/url/url.h"
#include "feed_checks.h"
#include "runner.h"
#include "suite_file.h"

namespace bfa::conformance {
namespace {

// The document that the suite's servers pretend to serve where a case names no address.
constexpr const char* kServer = "http://127.0.0.1:8097/";

std::string header(const Json& item, std::string_view name) {
  const Json headers = item.value("headers", Json::object());
  if (!headers.is_object()) return {};
  for (const auto& [key, value] : headers.items()) {
    if (fold_case(std::string_view(key)) == name && value.is_string()) return value.get<std::string>();
  }
  return {};
}

std::string base_of(const Json& item) {
  std::string base = text_at(item, "base_url");
  if (base.empty()) base = text_at(item, "feed_url");
  const std::string location = header(item, "content-location");
  if (location.empty()) return base;
  const auto outer = Url::parse(base.empty() ? kServer : base);
  const auto url = Url::parse(location, outer ? &*outer : nullptr);
  return url ? url->href() : base;
}

std::string check(const std::string& folder, const Json& item, bool has_checks) {
  const auto bytes = read_raw_file(folder + "/" + text_at(item, "file"));
  if (!bytes) return to_string(bytes.error());
  Findings findings;
  const auto feed = parse_feed(*bytes, header(item, "content-type"), base_of(item), findings);
  if (flag_at(item, "must_fail")) return feed ? "read, but must fail" : std::string();
  const ParsedFeed parsed{feed ? &*feed : nullptr, &findings};
  if (!has_checks) return compare_with_oracle(parsed, item);
  for (const Json& one : item["checks"]) {
    std::string reason = run_check(parsed, one);
    if (!reason.empty()) return reason;
  }
  return {};
}

class FeedsKind : public SuiteKind {
 public:
  std::string_view name() const override { return "feeds"; }

  // Group "checks": upstream's own assertions, the hard truth, but for those that feedparser itself fails.
  // Group "oracle": feedparser's reading of the rest, an opinion. JSON Feed has no oracle.
  Status run(const std::string& folder, KindReport& report) const override {
    return for_each_line(folder + "/cases.jsonl", [&](const Json& item) {
      const bool must_fail = flag_at(item, "must_fail");
      const bool has_checks = item.contains("checks") && item["checks"].is_array() && !item["checks"].empty();
      const bool is_soft = has_checks && !flag_at(item, "oracle_meets_expect", true);
      const bool is_json = text_at(item, "file").ends_with(".json");
      if (is_soft || (is_json && !has_checks && !must_fail)) {
        ++report.skipped;
        return;
      }
      report.add(text_at(item, "id"), has_checks || must_fail ? "checks" : "oracle",
                 check(folder, item, has_checks));
    });
  }
};

}  // namespace

std::unique_ptr<SuiteKind> make_feeds_kind() {
  return std::make_unique<FeedsKind>();
}

}  // namespace bfa::conformance
