// SPDX-License-Identifier: Apache-2.0
#include "warc/copy/selector.h"

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "base/try.h"
#include "bfa/url/canonical.h"
#include "bfa/url/url.h"
#include "http/head_limit.h"
#include "warc/copy/url_pattern.h"

namespace bfa {
namespace {

struct Range {
  int first = 0, last = 0;
};

std::optional<Range> range_of(std::string_view text) {
  const auto number = [](std::string_view digits) -> std::optional<int> {
    const auto value = digits.size() == 3 ? parse_number(digits) : std::nullopt;
    return value ? std::optional(static_cast<int>(*value)) : std::nullopt;
  };
  if (text.size() == 3 && text[0] >= '1' && text[0] <= '9' && equals_ignoring_case(text.substr(1), "xx")) {
    const int first = (text[0] - '0') * 100;
    return Range{first, first + 99};
  }
  const std::size_t dash = text.find('-');
  const auto first = number(text.substr(0, dash));
  const auto last = dash == std::string_view::npos ? first : number(text.substr(dash + 1));
  if (!first || !last || *first > *last) return std::nullopt;
  return Range{*first, *last};
}

std::string canonical(std::string_view text) {
  const auto url = Url::parse(text);
  return url ? canonical_url(*url).href() : std::string(text);
}

std::string spelling_key(std::string_view text) {
  const auto url = Url::parse(text);
  return url ? fetch_dedup_key(*url) : std::string(text);
}

bool host_fits(std::string_view host, std::string_view wanted) {
  if (!wanted.starts_with("*.")) return equals_ignoring_case(host, wanted);
  const std::string_view parent = wanted.substr(2);
  if (host.size() <= parent.size()) return equals_ignoring_case(host, parent);
  const std::string_view tail = host.substr(host.size() - parent.size());
  return equals_ignoring_case(tail, parent) && host[host.size() - parent.size() - 1] == '.';
}

bool mime_fits(std::string_view mime, std::string_view wanted) {
  if (!wanted.ends_with("/*")) return equals_ignoring_case(mime, wanted);
  return mime.size() > wanted.size() - 1 &&
         equals_ignoring_case(mime.substr(0, wanted.size() - 1), wanted.substr(0, wanted.size() - 1));
}

class Matcher final : public Selector {
 public:
  Matcher(const WarcSelection& selection, Spellings spellings)
      : selection_(selection), spellings_(spellings) {}

  Status prepare() {
    for (const auto& url : selection_.urls) canonical_urls_.push_back(canonical(url));
    if (spellings_ == Spellings::kAll) {
      for (const auto& url : selection_.urls) url_keys_.push_back(spelling_key(url));
      for (const auto& prefix : selection_.url_prefixes) prefix_keys_.push_back(spelling_key(prefix));
    }
    for (const auto& status : selection_.statuses) {
      const auto range = range_of(status);
      if (!range) return Error{Code::kInvalidArgument, "no status code, class (4xx) or range", status, -1};
      statuses_.push_back(*range);
    }
    for (const auto& expression : selection_.url_patterns) {
      BFA_ASSIGN_OR_RETURN(UrlPattern pattern, UrlPattern::compile(expression));
      patterns_.push_back(std::move(pattern));
    }
    return {};
  }

  bool wants_head() const override { return !selection_.statuses.empty() || !selection_.mimes.empty(); }

  bool matches(const WarcHeader& header, const HttpHead* head) const override {
    return fits(header, head) != selection_.invert;
  }

 private:
  bool fits(const WarcHeader& header, const HttpHead* head) const {
    return url_fits(header.target_uri()) && date_fits(header) && type_fits(header) &&
           status_fits(header, head) && type_of_content_fits(header, head);
  }

  bool url_fits(const std::string& url) const {
    const WarcSelection& s = selection_;
    if (s.urls.empty() && s.url_prefixes.empty() && s.url_patterns.empty() && s.surt_prefixes.empty() &&
        s.hosts.empty())
      return true;
    if (url.empty()) return false;
    if (std::find(s.urls.begin(), s.urls.end(), url) != s.urls.end()) return true;
    if (!canonical_urls_.empty()) {
      const std::string other = canonical(url);
      if (std::find(canonical_urls_.begin(), canonical_urls_.end(), other) != canonical_urls_.end())
        return true;
    }
    for (const auto& prefix : s.url_prefixes) {
      if (url.starts_with(prefix)) return true;
    }
    if (other_spelling_fits(url)) return true;
    for (const auto& pattern : patterns_) {
      if (pattern.is_found_in(url)) return true;
    }
    return surt_fits(url) || any_host_fits(url);
  }

  bool other_spelling_fits(const std::string& url) const {
    if (url_keys_.empty() && prefix_keys_.empty()) return false;
    const std::string key = spelling_key(url);
    return std::find(url_keys_.begin(), url_keys_.end(), key) != url_keys_.end() ||
           std::any_of(prefix_keys_.begin(), prefix_keys_.end(),
                       [&](const std::string& prefix) { return key.starts_with(prefix); });
  }

  bool surt_fits(const std::string& url) const {
    if (selection_.surt_prefixes.empty()) return false;
    const std::string key = surt_key(url);
    return std::any_of(selection_.surt_prefixes.begin(), selection_.surt_prefixes.end(),
                       [&](const std::string& prefix) { return key.starts_with(prefix); });
  }

  bool any_host_fits(const std::string& url) const {
    if (selection_.hosts.empty()) return false;
    const auto parsed = Url::parse(url);
    std::string host = parsed ? std::string(parsed->host()) : std::string();
    if (url.starts_with("dns:")) host = url.substr(4);
    return std::any_of(selection_.hosts.begin(), selection_.hosts.end(),
                       [&](const std::string& wanted) { return host_fits(host, wanted); });
  }

  bool date_fits(const WarcHeader& header) const {
    if (!selection_.from && !selection_.until) return true;
    const auto date = header.date();
    return date && (!selection_.from || *date >= *selection_.from) &&
           (!selection_.until || *date < *selection_.until);
  }

  bool type_fits(const WarcHeader& header) const {
    const auto& types = selection_.types;
    return types.empty() || std::any_of(types.begin(), types.end(), [&](const std::string& type) {
             return equals_ignoring_case(type, header.field("WARC-Type"));
           });
  }

  bool status_fits(const WarcHeader& header, const HttpHead* head) const {
    if (statuses_.empty()) return true;
    const int status = head != nullptr ? head->status : header.type() == WarcType::kResource ? 200 : 0;
    return std::any_of(statuses_.begin(), statuses_.end(),
                       [&](const Range& range) { return status >= range.first && status <= range.last; });
  }

  bool type_of_content_fits(const WarcHeader& header, const HttpHead* head) const {
    const auto& mimes = selection_.mimes;
    if (mimes.empty()) return true;
    const std::string value =
        head != nullptr ? std::string(head->header("Content-Type")) : header.content_type();
    const std::string mime = parse_media_type(value).essence;
    return std::any_of(mimes.begin(), mimes.end(),
                       [&](const std::string& wanted) { return mime_fits(mime, wanted); });
  }

  const WarcSelection selection_;
  const Spellings spellings_;
  std::vector<std::string> canonical_urls_;
  std::vector<std::string> url_keys_, prefix_keys_;  // Spellings::kAll
  std::vector<UrlPattern> patterns_;
  std::vector<Range> statuses_;
};

}  // namespace

Result<std::unique_ptr<Selector>> Selector::make(const WarcSelection& selection, Spellings spellings) {
  auto matcher = std::make_unique<Matcher>(selection, spellings);
  BFA_RETURN_IF_ERROR(matcher->prepare());
  return std::unique_ptr<Selector>(std::move(matcher));
}

Result<std::optional<HttpHead>> answer_head(WarcRecord& record) {
  const WarcType type = record.header().type();
  std::optional<HttpHead> none;
  if (type != WarcType::kResponse && type != WarcType::kRevisit) return none;
  const auto bytes = read_all(*make_limit_source(record.block(), kMaxHeadBytes), kMaxHeadBytes);
  if (!bytes && bytes.error().code == Code::kIo) return bytes.error();
  if (!bytes) return none;
  Findings ignored;
  auto head = parse_response_head(*bytes, ignored);
  if (!head) return none;
  return std::optional(std::move(*head));
}

}  // namespace bfa
