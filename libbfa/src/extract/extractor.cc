// SPDX-License-Identifier: Apache-2.0
#include "bfa/extract/extractor.h"

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/text/charset.h"
#include "bfa/text/utf8.h"
#include "extract/page/address_identity.h"

namespace bfa {
namespace {

// "text/html; charset=utf-8".
struct ContentType {
  std::string type;     // lower case
  std::string charset;  // a label
};

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kAround = " \t\r\n\"'";
  const std::size_t begin = text.find_first_not_of(kAround);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kAround) + 1 - begin);
}

ContentType parse_content_type(std::string_view text) {
  ContentType out;
  out.type = fold_case(trimmed(text.substr(0, text.find_first_of(";,"))));
  for (std::size_t at = text.find(';'); at != std::string_view::npos; at = text.find(';', at + 1)) {
    const std::string_view parameter = text.substr(at + 1, text.find(';', at + 1) - at - 1);
    const std::size_t equals = std::min(parameter.find('='), parameter.size());
    if (out.charset.empty() && fold_case(trimmed(parameter.substr(0, equals))) == "charset")
      out.charset = trimmed(parameter.substr(std::min(equals + 1, parameter.size())));
  }
  return out;
}

bool has_html_tag(std::string_view bytes) {
  const std::string head = fold_case(bytes.substr(0, 1024));
  return head.find("<html") != std::string::npos || head.find("<!doctype html") != std::string::npos ||
         head.find("<body") != std::string::npos || head.find("<head") != std::string::npos;
}

bool is_html(const std::string& type, std::string_view bytes) {
  if (type == "text/html" || type == "application/xhtml+xml")
    return !looks_like_feed(bytes) || has_html_tag(bytes);
  const bool unsaid = type.empty() || type == "text/plain" || type == "application/octet-stream";
  // Bytes in UTF-16 show no ASCII, and fragments no such tag.
  return unsaid && !looks_like_feed(bytes) && (type.empty() || has_html_tag(bytes));
}

Result<Url> parse_http_url(std::string_view text) {
  Result<Url> url = Url::parse(text);
  if (!url || !url->is_http())
    return Error{Code::kInvalidArgument, "not an absolute http or https address", std::string(text), -1};
  return url;
}

struct ParsedPage {
  Url url;
  HtmlDocument doc;
  std::vector<std::string> identities;  // of all of its addresses, the final one first
  Findings findings;
};

Result<ParsedPage> parse_page(const RawPage& raw, std::size_t max_bytes) {
  ParsedPage page;
  BFA_ASSIGN_OR_RETURN(page.url, parse_http_url(raw.url));
  page.identities.push_back(address_identity(page.url));
  for (const std::string& from : raw.redirected_from) {
    BFA_ASSIGN_OR_RETURN(const Url url, parse_http_url(from));
    page.identities.push_back(address_identity(url));
  }
  if (raw.bytes.size() > max_bytes)
    return Error{Code::kLimit, "the page is larger than " + std::to_string(max_bytes) + " bytes",
                 page.url.href(), -1};
  const ContentType type = parse_content_type(raw.content_type);
  if (!is_html(type.type, raw.bytes))
    return Error{Code::kUnsupported, "the page is not HTML, its type is '" + type.type + "'", page.url.href(),
                 -1};
  const DecodedText decoded = decode_text(raw.bytes, type.charset, CharsetContext::kHtml, page.findings);
  BFA_ASSIGN_OR_RETURN(page.doc, HtmlDocument::parse(decoded.text, page.findings, {}, decoded.encoding));
  return page;
}

constexpr double kMuchMore = 1.25;    // of the text of another feed's entry
constexpr std::size_t kMinMoved = 3;  // entries that match pages by their paths alone

struct EntryOfFeed {
  const FeedEntry* entry = nullptr;
  const std::string* feed_url = nullptr;
  const Feed* feed = nullptr;
};

struct PostFeed {
  Feed feed;
  std::string url;
};

const std::string& html_of(const FeedEntry& entry) {
  return entry.content.empty() ? entry.summary : entry.content;
}

// Bytes that are not in tags.
std::size_t text_size(const std::string& html) {
  std::size_t size = 0;
  bool tag = false;
  for (const char c : html) {
    if (c == '<') tag = true;
    if (!tag) ++size;
    if (c == '>') tag = false;
  }
  return size;
}

}  // namespace

struct Extractor::Impl {
  Status begin(std::string_view home_url, const ExtractorOptions& chosen) {
    options = chosen;
    if (options.now == UtcTime{}) options.now = system_clock().now();
    BFA_ASSIGN_OR_RETURN(home, parse_http_url(home_url));
    strategy = make_strategy(options.strategy);
    if (strategy == nullptr)
      return Error{Code::kInvalidArgument, "there is no strategy of this name", options.strategy, -1};
    if (!options.zone.empty()) return check_zone(options.zone);
    return {};
  }

  Status add_feed(std::string_view bytes, std::string_view url, std::string_view content_type);
  void add_page(ParsedPage page);
  void add_comments(const Feed& feed, const std::string& url);
  void index_entries(const PostFeed& feed);
  void add_entry(std::map<std::string, EntryOfFeed>& index, const Url& address, const EntryOfFeed& added);
  void index_by_path(const PostFeed& feed);
  EntryOfFeed entry_of(const std::vector<std::string>& identities) const;
  const std::vector<DataObject>* comments_of(const std::vector<std::string>& identities) const;
  std::vector<const ParsedPage*> spread_others(const std::vector<const ParsedPage*>& all) const;
  Result<LearnReport> learn();
  std::string why_nothing_learned(const LearnReport& report) const;
  Result<Extraction> extract(const ParsedPage& page) const;

  ExtractorOptions options;
  Status ready;  // the error of all calls, if not ok
  Url home;
  std::unique_ptr<ExtractionStrategy> strategy;
  std::vector<std::unique_ptr<PostFeed>> feeds;
  std::map<std::string, EntryOfFeed> by_link, by_id;         // entries, by identity; links come before ids
  std::deque<FeedEntry> fuller;                              // entries with the text of another feed's
  std::map<std::string, std::vector<DataObject>> comments;   // of feeds, by identity of the post's address
  std::map<std::string, std::set<std::string>> comment_ids;  // of these
  std::vector<std::unique_ptr<ParsedPage>> pages;
  std::map<std::string, std::size_t> page_at;  // by identity
  std::optional<CompiledTemplate> rules;
};

Status Extractor::Impl::add_feed(std::string_view bytes, std::string_view url,
                                 std::string_view content_type) {
  BFA_ASSIGN_OR_RETURN(const Url address, parse_http_url(url));
  if (bytes.size() > options.max_bytes)
    return Error{Code::kLimit, "the feed is larger than " + std::to_string(options.max_bytes) + " bytes",
                 address.href(), -1};
  Findings findings;
  BFA_ASSIGN_OR_RETURN(Feed feed, parse_feed(bytes, content_type, address.href(), findings));
  if (feed.is_comments) {
    add_comments(feed, address.href());
  } else {
    const auto known = std::find_if(feeds.begin(), feeds.end(),
                                    [&](const auto& other) { return other->url == address.href(); });
    auto added = std::make_unique<PostFeed>(PostFeed{std::move(feed), address.href()});
    if (known == feeds.end()) {
      feeds.push_back(std::move(added));
      index_entries(*feeds.back());
    } else {
      *known = std::move(added);
      by_link.clear();
      by_id.clear();
      fuller.clear();
      for (const auto& source : feeds) index_entries(*source);
    }
  }
  return {};
}

void Extractor::Impl::add_comments(const Feed& feed, const std::string& url) {
  for (DataObject& comment : comments_of_feed(feed, url, "")) {
    const Result<Url> post = Url::parse(comment.post);
    if (!post) continue;
    const std::string identity = address_identity(*post);
    if (comment_ids[identity].insert(comment.id).second) comments[identity].push_back(std::move(comment));
  }
}

// For a feed whose links no page has.
void Extractor::Impl::index_by_path(const PostFeed& feed) {
  std::map<std::string, EntryOfFeed> found;
  for (const FeedEntry& entry : feed.feed.entries) {
    const Result<Url> link = Url::parse(entry.link, &home);
    if (!link || !link->is_http()) continue;
    if (page_at.contains(address_identity(*link))) return;
    const Result<Url> own = link_on_host(*link, home);
    if (own && page_at.contains(address_identity(*own)))
      found.try_emplace(address_identity(*own), EntryOfFeed{&entry, &feed.url, &feed.feed});
  }
  if (found.size() >= kMinMoved && 2 * found.size() >= feed.feed.entries.size()) by_link.merge(found);
}

// Of entries with the same address the first one is used, with the text of another feed's that has more of
// it.
void Extractor::Impl::add_entry(std::map<std::string, EntryOfFeed>& index, const Url& address,
                                const EntryOfFeed& added) {
  const auto [at, is_new] = index.try_emplace(address_identity(address), added);
  EntryOfFeed& known = at->second;
  if (is_new || known.feed == added.feed) return;
  std::optional<FeedEntry> entry = with_fuller_text(*known.entry, *added.entry);
  if (entry) known.entry = &fuller.emplace_back(std::move(*entry));
}

void Extractor::Impl::index_entries(const PostFeed& feed) {
  for (const FeedEntry& entry : feed.feed.entries) {
    const Result<Url> link = Url::parse(entry.link, &home);
    if (link && link->is_http()) add_entry(by_link, *link, EntryOfFeed{&entry, &feed.url, &feed.feed});
    const Result<Url> id = Url::parse(entry.id, &home);
    if (id && id->is_http() && entry.id.starts_with("http"))
      add_entry(by_id, *id, EntryOfFeed{&entry, &feed.url, &feed.feed});
  }
}

void Extractor::Impl::add_page(ParsedPage page) {
  const std::vector<std::string> identities = page.identities;
  std::vector<std::string> freed;  // addresses of a page that is replaced
  std::size_t at = pages.size();
  if (const auto known = page_at.find(identities.front());
      known != page_at.end() && pages[known->second]->identities.front() == identities.front()) {
    at = known->second;
    freed = pages[at]->identities;
    for (const std::string& old : freed) {
      if (const auto entry = page_at.find(old); entry != page_at.end() && entry->second == at)
        page_at.erase(entry);
    }
    *pages[at] = std::move(page);
  } else {
    pages.push_back(std::make_unique<ParsedPage>(std::move(page)));
  }
  page_at[identities.front()] = at;  // a page's own address always belongs to it
  for (const std::string& identity : identities) page_at.try_emplace(identity, at);
  if (freed.size() < 2) return;
  for (std::size_t other = 0; other < pages.size(); ++other) {  // another page may be redirected from them
    for (const std::string& identity : pages[other]->identities) page_at.try_emplace(identity, other);
  }
}

EntryOfFeed Extractor::Impl::entry_of(const std::vector<std::string>& identities) const {
  for (const std::string& identity : identities) {
    if (const auto found = by_link.find(identity); found != by_link.end()) return found->second;
    if (const auto found = by_id.find(identity); found != by_id.end()) return found->second;
  }
  return {};
}

const std::vector<DataObject>* Extractor::Impl::comments_of(
    const std::vector<std::string>& identities) const {
  for (const std::string& identity : identities) {
    if (const auto found = comments.find(identity); found != comments.end()) return &found->second;
  }
  return nullptr;
}

std::vector<const ParsedPage*> Extractor::Impl::spread_others(
    const std::vector<const ParsedPage*>& all) const {
  const std::size_t most = feeds.empty() ? options.max_others_without_feed : options.max_others;
  const std::size_t count = std::min(all.size(), most);
  std::vector<const ParsedPage*> out;
  out.reserve(count);
  for (std::size_t k = 0; k < count; ++k) out.push_back(all[k * all.size() / count]);
  return out;
}

Result<LearnReport> Extractor::Impl::learn() {
  LearnReport report;
  report.pages = pages.size();
  TrainingSet set;
  set.blog = home;
  set.now = options.now;
  set.feed_url = home.href();
  if (!feeds.empty()) {
    set.feed = &feeds.front()->feed;
    set.feed_url = feeds.front()->url;
  }
  if (!feeds.empty()) index_by_path(*feeds.front());
  for (const std::unique_ptr<PostFeed>& source : feeds) report.entries += source->feed.entries.size();
  std::vector<const ParsedPage*> others;
  std::uint64_t capture = 0;
  for (const std::unique_ptr<ParsedPage>& page : pages) {
    const EntryOfFeed found = entry_of(page->identities);
    if (found.entry == nullptr) {
      others.push_back(page.get());
      continue;
    }
    ++report.matched;
    set.pages.push_back({page->url, &page->doc, found.entry, ++capture, options.now,
                         comments_of(page->identities), found.feed});
  }
  for (const ParsedPage* page : spread_others(others))
    set.others.push_back({page->url, &page->doc, nullptr, ++capture, options.now, nullptr});
  BFA_ASSIGN_OR_RETURN(report.rules, strategy->learn(set));
  report.learned = report.rules.rule("article") != nullptr;
  if (!report.learned) report.reason = why_nothing_learned(report);
  BFA_ASSIGN_OR_RETURN(rules, CompiledTemplate::compile(report.rules));
  return report;
}

std::string Extractor::Impl::why_nothing_learned(const LearnReport& report) const {
  if (pages.empty()) return "no page was added";
  if (feeds.empty() && !comments.empty()) return "the feed is one of comments";
  if (!feeds.empty() && report.entries == 0) return "the feed has no entries";
  const bool one_page = report.rules.reason.find("one page") != std::string::npos;
  for (const std::unique_ptr<PostFeed>& source : feeds) {
    if (report.matched > 0 || one_page || source->feed.entries.empty()) continue;
    return "no added page has the address of an entry; the first entry links to " +
           source->feed.entries.front().link;
  }
  return report.rules.reason.empty() ? "the pages have too little in common" : report.rules.reason;
}

Result<Extraction> Extractor::Impl::extract(const ParsedPage& page) const {
  const EntryOfFeed found = entry_of(page.identities);
  PageInput input{page.url, home, &page.doc, found.entry, {}, options.now, options.zone};
  if (found.feed_url != nullptr) input.feed_url = *found.feed_url;
  Result<Extraction> got = rules ? strategy->extract(*rules, input) : strategy->extract(nullptr, input);
  if (!got) return got;
  const std::vector<DataObject>* more = comments_of(page.identities);
  if (more != nullptr) got->comments = merge_comments(std::move(got->comments), *more);
  got->findings.insert(got->findings.begin(), page.findings.begin(), page.findings.end());
  return got;
}

Result<Url> link_on_host(const Url& link, const Url& home) {
  return guarded([&]() -> Result<Url> {
    std::string path(link.path());
    path.erase(std::unique(path.begin(), path.end(), [](char a, char b) { return a == '/' && b == '/'; }),
               path.end());
    if (link.has_query()) path.append("?").append(link.query());
    return Url::parse(home.origin() + path);
  });
}

std::optional<FeedEntry> with_fuller_text(const FeedEntry& entry, const FeedEntry& other) {
  return guarded_or_empty([&]() -> std::optional<FeedEntry> {
    const auto own = static_cast<double>(text_size(html_of(entry)));
    if (static_cast<double>(text_size(html_of(other))) <= kMuchMore * own) return std::nullopt;
    FeedEntry fuller = entry;
    fuller.content = html_of(other);
    return fuller;
  });
}

Extractor::Extractor(std::string_view home, const ExtractorOptions& options) noexcept {
  const Status made = guarded([&]() -> Status {
    impl_ = std::make_unique<Impl>();
    impl_->ready = impl_->begin(home, options);
    return {};
  });
  if (!made.ok()) impl_.reset();
}

Extractor::~Extractor() = default;
Extractor::Extractor(Extractor&&) noexcept = default;
Extractor& Extractor::operator=(Extractor&&) noexcept = default;

namespace {

// Runs `body` if the extractor is ready.
template <class Impl, class Body>
auto guarded_on(const std::unique_ptr<Impl>& impl, const Body& body) -> decltype(body()) {
  return guarded([&]() -> decltype(body()) {
    if (impl == nullptr) return Error{Code::kIo, "out of memory", {}, -1};
    if (!impl->ready.ok()) return impl->ready.error();
    return body();
  });
}

}  // namespace

Status Extractor::add_feed(std::string_view bytes, std::string_view url, std::string_view content_type) {
  return guarded_on(impl_, [&]() -> Status { return impl_->add_feed(bytes, url, content_type); });
}

Status Extractor::add_page(const RawPage& page) {
  return guarded_on(impl_, [&]() -> Status {
    BFA_ASSIGN_OR_RETURN(ParsedPage parsed, parse_page(page, impl_->options.max_bytes));
    impl_->add_page(std::move(parsed));
    return {};
  });
}

Status Extractor::add_page(std::string_view url, std::string_view bytes, std::string_view content_type,
                           std::vector<std::string> redirected_from) {
  return add_page(RawPage{url, bytes, content_type, std::move(redirected_from)});
}

Result<LearnReport> Extractor::learn() {
  return guarded_on(impl_, [&]() -> Result<LearnReport> { return impl_->learn(); });
}

Status Extractor::use(Template rules) {
  return guarded_on(impl_, [&]() -> Status {
    BFA_ASSIGN_OR_RETURN(impl_->rules, CompiledTemplate::compile(std::move(rules)));
    return {};
  });
}

Result<Extraction> Extractor::extract(std::string_view url) const {
  return guarded_on(impl_, [&]() -> Result<Extraction> {
    BFA_ASSIGN_OR_RETURN(const Url address, parse_http_url(url));
    const auto at = impl_->page_at.find(address_identity(address));
    if (at == impl_->page_at.end())
      return Error{Code::kNotFound, "no page of this address was added", std::string(url), -1};
    return impl_->extract(*impl_->pages[at->second]);
  });
}

Result<Extraction> Extractor::extract(const RawPage& page) const {
  return guarded_on(impl_, [&]() -> Result<Extraction> {
    BFA_ASSIGN_OR_RETURN(const ParsedPage parsed, parse_page(page, impl_->options.max_bytes));
    return impl_->extract(parsed);
  });
}

}  // namespace bfa
