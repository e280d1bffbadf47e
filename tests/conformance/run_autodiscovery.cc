// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>

#include "bfa/feed/discover.h"
#include "bfa/text/charset.h"
#include "runner.h"
#include "suite_file.h"

namespace bfa::conformance {
namespace {

std::string list(const std::set<std::string>& urls) {
  std::string out;
  for (const std::string& url : urls) out += (out.empty() ? "" : " ") + url;
  return "[" + out + "]";
}

std::set<std::string> wanted_urls(const Json& item) {
  std::set<std::string> out;
  for (const Json& feed : item.value("feeds", Json::array())) {
    const std::string url = text_at(feed, "url");
    const auto parsed = Url::parse(url);  // "https://a.example" and "https://a.example/" are one
    out.insert(parsed ? parsed->href() : url);
  }
  return out;
}

std::string compare(const std::set<std::string>& got, const std::set<std::string>& wanted) {
  return got == wanted ? std::string() : "got " + list(got) + ", wanted " + list(wanted);
}

std::string check_convention(const Json& item) {
  std::set<std::string> got;
  if (const auto page = Url::parse(text_at(item, "url"))) {
    for (const FeedCandidate& found : platform_feeds(*page)) got.insert(found.url);
  }
  return compare(got, wanted_urls(item));
}

// Of files that are there at usual paths, one must be among the addresses worth a try. "feed/index.html" is
// how a static copy keeps "feed/".
std::string check_usual_paths(const Json& item, const Url& page) {
  std::set<std::string> tried;
  for (const FeedCandidate& found : conventional_feeds(page)) tried.insert(found.url);
  const Json paths = item.value("feeds_at_conventional_paths", Json::array());
  for (const Json& path : paths) {
    if (!path.is_string() || tried.contains(page.origin() + "/" + path.get<std::string>())) return {};
  }
  return paths.empty() ? std::string() : "no usual path tries " + paths.dump();
}

class AutodiscoveryKind : public SuiteKind {
 public:
  std::string_view name() const override { return "autodiscovery"; }

  // All operations but the wish list of platforms. A page whose list is known only by its length passes by
  // it.
  Status run(const std::string& folder, KindReport& report) const override {
    return for_each_line(folder + "/cases.jsonl", [&](const Json& item) {
      const std::string op = text_at(item, "op");
      if (op == "url_convention_ours") {
        ++report.skipped;
        return;
      }
      report.add(text_at(item, "id"), op,
                 op == "url_convention" ? check_convention(item) : check(folder, item));
    });
  }

 private:
  static std::string check(const std::string& folder, const Json& item) {
    const auto bytes = read_raw_file(folder + "/" + text_at(item, "file"));
    if (!bytes) return to_string(bytes.error());
    const auto page = Url::parse(text_at(item, "url"));
    if (!page) return "the page's address does not parse";
    Findings findings;
    const DecodedText decoded = decode_text(*bytes, {}, CharsetContext::kHtml, findings);
    const auto doc = HtmlDocument::parse(decoded.text, findings);
    if (!doc) return to_string(doc.error());
    const bool counts_anchors = text_at(item, "op") == "determine_feed";
    std::set<std::string> got;
    for (const FeedCandidate& found : discover_feeds(*doc, *page)) {
      if (counts_anchors || found.from == FeedCandidate::From::kLinkElement) got.insert(found.url);
    }
    const std::set<std::string> wanted = wanted_urls(item);
    if (wanted.empty() && item.contains("count") && item["count"].is_number_unsigned()) {
      const auto count = item["count"].get<std::size_t>();
      return got.size() == count ? std::string() : "got " + list(got) + ", wanted " + std::to_string(count);
    }
    const std::string reason = compare(got, wanted);
    return reason.empty() ? check_usual_paths(item, *page) : reason;
  }
};

}  // namespace

std::unique_ptr<SuiteKind> make_autodiscovery_kind() {
  return std::make_unique<AutodiscoveryKind>();
}

}  // namespace bfa::conformance
