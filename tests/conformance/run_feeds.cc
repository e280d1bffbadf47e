// SPDX-License-Identifier: Apache-2.0
#include "bfa/feed/feed.h"
#include "bfa/text/utf8.h"
#include "bfa/url/url.h"
#include "feed_checks.h"
#include "feed_view.h"
#include "runner.h"
#include "suite_file.h"

namespace bfa::conformance {
namespace {

// The document that the suite's servers pretend to serve if a case has no address.
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

// Values of the response, which feedparser's client hands on; libbfa's `http` has them, its `feed` does not.
bool asks_for_headers(const Json& item) {
  for (const Json& check : item.value("checks", Json::array())) {
    const Json path = check.value("path", Json::array());
    const bool is_header =
        path.size() == 1 && (path[0] == "etag" || path[0] == "modified" || path[0] == "modified_parsed");
    if (is_header) return true;
  }
  return false;
}

std::string check(const std::string& folder, const Json& item, bool has_checks, std::size_t& unsafe) {
  const auto bytes = read_raw_file(folder + "/" + text_at(item, "file"));
  if (!bytes) return to_string(bytes.error());
  Findings findings;
  const FeedOrigin origin{base_of(item), header(item, "content-type"), header(item, "content-language")};
  const auto feed = parse_feed(*bytes, origin, findings);
  if (flag_at(item, "must_fail")) return feed ? "read, but must fail" : std::string();
  if (feed) {
    if (const std::string found = unsafe_part(*feed); !found.empty()) {
      ++unsafe;
      return "unsafe: " + found;
    }
  }
  const ParsedFeed parsed{feed ? &*feed : nullptr, &findings};
  if (!has_checks) return compare_with_oracle(parsed, item);
  const bool is_miniflux = text_at(item, "source") == "miniflux";
  const Json view = !feed ? Json() : is_miniflux ? miniflux_view(*feed, origin.address) : feed_view(*feed);
  for (const Json& one : item["checks"]) {
    std::string reason = run_check(parsed, view, one);
    if (!reason.empty()) return reason;
  }
  return {};
}

class FeedsKind : public SuiteKind {
 public:
  std::string_view name() const override { return "feeds"; }

  // Group "checks": upstream's own assertions, except those that feedparser itself fails. Group "oracle":
  // feedparser's reading of the rest, an opinion. JSON Feed has no oracle. Measure "unsafe": cases in which
  // something that runs survived, whichever group they are in.
  Status run(const std::string& folder, KindReport& report) const override {
    std::size_t unsafe = 0;
    const Status status = for_each_line(folder + "/cases.jsonl", [&](const Json& item) {
      const bool must_fail = flag_at(item, "must_fail");
      const bool has_checks = item.contains("checks") && item["checks"].is_array() && !item["checks"].empty();
      const bool is_soft = has_checks && !flag_at(item, "oracle_meets_expect", true);
      const bool is_json = text_at(item, "file").ends_with(".json");
      if (is_soft || asks_for_headers(item) || (is_json && !has_checks && !must_fail)) {
        ++report.skipped;
        return;
      }
      report.add(text_at(item, "id"), has_checks || must_fail ? "checks" : "oracle",
                 check(folder, item, has_checks, unsafe));
    });
    report.measures["unsafe"] = static_cast<double>(unsafe);
    return status;
  }
};

}  // namespace

std::unique_ptr<SuiteKind> make_feeds_kind() {
  return std::make_unique<FeedsKind>();
}

}  // namespace bfa::conformance
