// SPDX-License-Identifier: Apache-2.0
#include "bfa/feed/discover.h"

#include <algorithm>
#include <array>
#include <set>

#include "base/ascii.h"
#include "base/guard.h"
#include "bfa/html/content.h"
#include "bfa/text/utf8.h"
#include "feed/build.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

enum class TypeClass { kFeed, kPerhaps, kNone, kOther };

TypeClass classify_type(std::string_view type) {
  constexpr std::array<std::string_view, 11> kFeedTypes{"application/rss+xml",
                                                        "application/atom+xml",
                                                        "application/rdf+xml",
                                                        "application/feed+json",
                                                        "text/rss+xml",
                                                        "text/atom+xml",
                                                        "application/x-rss+xml",
                                                        "application/x.atom+xml",
                                                        "application/rss",
                                                        "application/atom",
                                                        "text/rss"};
  constexpr std::array<std::string_view, 4> kPerhaps{"text/xml", "application/xml", "application/json",
                                                     "application/x-rss"};
  if (type.empty()) return TypeClass::kNone;
  if (std::find(kFeedTypes.begin(), kFeedTypes.end(), type) != kFeedTypes.end()) return TypeClass::kFeed;
  if (std::find(kPerhaps.begin(), kPerhaps.end(), type) != kPerhaps.end()) return TypeClass::kPerhaps;
  return TypeClass::kOther;
}

// True when the address alone shows that it is a feed.
bool is_feed_like(const Url& url) {
  const std::string path = ascii_lower_case(url.path());
  for (const std::string_view end : {"/feed",
                                     "/feed/",
                                     "/feeds",
                                     "/feeds/",
                                     "/rss",
                                     "/rss/",
                                     "/atom",
                                     "/atom/",
                                     ".rss",
                                     ".atom",
                                     ".rdf",
                                     "rss.xml",
                                     "atom.xml",
                                     "feed.xml",
                                     "/index.xml",
                                     "feed.json",
                                     "rss2.xml",
                                     "rss.php",
                                     "/feed/atom",
                                     "/feed/atom/",
                                     "/feed/rss2",
                                     "/feed/rss2/",
                                     "/feeds/posts/default",
                                     "/feeds/posts/default/"}) {
    if (path.ends_with(end)) return true;
  }
  const std::string query = ascii_lower_case(url.query());
  if (query.starts_with("feed=") || query.find("&feed=") != std::string::npos || query == "format=feed")
    return true;
  if (query.find("alt=rss") != std::string::npos || query.find("format=rss") != std::string::npos)
    return true;
  const std::string host = ascii_lower_case(url.host());
  return host == "feeds.feedburner.com" || host == "feeds2.feedburner.com" ||
         path.find("/feeds/posts/") != std::string::npos || path.starts_with("/feeds/all.");
}

// What each address that is_feed_like() takes has in it.
bool has_word_of_feeds(std::string_view text) {
  for (std::size_t i = 0; i + 2 < text.size(); ++i) {
    const auto is = [&](std::string_view word) {
      return equals_ignoring_case(text.substr(i, word.size()), word);
    };
    switch (text[i] | 0x20) {
      case 'a':
        if (is("atom")) return true;
        break;
      case 'f':
        if (is("feed")) return true;
        break;
      case 'r':
        if (is("rss") || is("rdf")) return true;
        break;
      case 'x':
        if (is("xml")) return true;
        break;
      default:
        break;
    }
  }
  return false;
}

// True where the URL parser may give other letters than the text has: it drops control characters, takes "\\"
// for "/", and decodes hosts.
bool is_rewritten(std::string_view href) {
  const auto is_dropped = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == '\\'; };
  if (std::any_of(href.begin(), href.end(), is_dropped)) return true;
  const std::size_t colon = href.find(':'), slashes = href.find("//");
  if (colon == std::string_view::npos && slashes == std::string_view::npos) return false;
  std::string_view host = href.substr(std::min(colon, slashes) + 1);
  host.remove_prefix(std::min(host.find_first_not_of('/'), host.size()));
  host = host.substr(0, host.find('/'));
  return std::any_of(host.begin(), host.end(),
                     [](char c) { return c == '%' || static_cast<unsigned char>(c) >= 0x80; });
}

// Services that subscribe to feeds of other sites. The feed's address is in the query of such a link; the
// page also links to the feed directly.
bool is_subscription_service(const Url& url) {
  const std::string host = ascii_lower_case(url.host());
  for (const std::string_view name :
       {"feedly.com", "www.feedly.com", "cloud.feedly.com", "www.google.com", "fusion.google.com",
        "add.my.yahoo.com", "www.bloglines.com", "www.netvibes.com", "www.newsgator.com",
        "feedburner.google.com", "www.inoreader.com", "validator.w3.org", "theoldreader.com"}) {
    if (host == name) return true;
  }
  return false;
}

bool is_sub_feed(std::string_view url, std::string_view title) {
  const std::string lower = ascii_lower_case(url);
  for (const std::string_view part : {"/category/", "/categories/", "/tag/", "/tags/", "/author/", "/label/",
                                      "/topics/", "/archive/", "search_rss", "/search/", "?s="}) {
    if (lower.find(part) != std::string::npos) return true;
  }
  const std::string folded = fold_case(title);
  return folded.find("category feed") != std::string::npos || folded.find("tag feed") != std::string::npos ||
         folded.find("posts by") != std::string::npos;
}

// A page's other representations: oEmbed, the REST description of the page.
bool is_page_data(std::string_view url) {
  const std::string lower = ascii_lower_case(url);
  return lower.find("/wp-json") != std::string::npos || lower.find("oembed") != std::string::npos ||
         lower.find("rest_route=") != std::string::npos || lower.find("/opensearch") != std::string::npos ||
         lower.find("sitemap") != std::string::npos || lower.find("manifest.json") != std::string::npos;
}

bool has_token(std::string_view list, std::string_view token) {
  const std::string lower = ascii_lower_case(list);
  std::string_view rest = lower;
  while (!rest.empty()) {
    rest = trim_c_space(rest);
    const std::size_t end = std::min(rest.find_first_of(" \t\r\n\f,"), rest.size());
    if (rest.substr(0, end) == token) return true;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
}

std::string without_slashes(std::string_view text) {
  while (text.ends_with('/')) text.remove_suffix(1);
  return std::string(text);
}

std::string media_type(std::string_view type) {
  return ascii_lower_case(trim_c_space(type.substr(0, type.find(';'))));
}

class Discovery {
 public:
  Discovery(const HtmlDocument& doc, const Url& page) : doc_(doc), page_(page), base_(base_url(doc, page)) {}

  std::vector<FeedCandidate> run() {
    std::vector<FeedCandidate> links;
    for (NodeId n = 0; n < doc_.size(); ++n) {
      if (doc_.tag(n) == "link") add_link(n, links);
    }
    mark_comments_of_page(links);
    const bool has_posts = std::any_of(links.begin(), links.end(), [](const auto& c) { return !c.comments; });
    // Links in the text are guesses: they count only if no link element refers to a feed of posts.
    if (!has_posts) add_anchors(links);
    std::stable_sort(links.begin(), links.end(),
                     [this](const auto& a, const auto& b) { return rank(a) < rank(b); });
    bring_other_format_forward(links);
    return links;
  }

 private:
  // The first feed in another format than the best is of the whole blog more often than further ones in the
  // same format, which are of sections; and it may have the whole texts.
  void bring_other_format_forward(std::vector<FeedCandidate>& links) const {
    const auto is_of_posts = [](const FeedCandidate& each) {
      return !each.comments && each.from == FeedCandidate::From::kLinkElement;
    };
    const auto best = std::ranges::find_if(links, is_of_posts);
    if (best == links.end()) return;
    const auto other = std::find_if(best + 1, links.end(), [&](const FeedCandidate& each) {
      return is_of_posts(each) && each.type != best->type && rank(each) == rank(*best);
    });
    if (other != links.end()) std::rotate(best + 1, other, other + 1);
  }

  std::optional<Url> resolve(std::string_view href) const {
    std::string_view text = trim_c_space(href);
    if (text.empty()) return std::nullopt;
    const std::string lower = ascii_lower_case(text.substr(0, 7));
    std::string http;
    if (lower.starts_with("feed:")) {  // "feed://host/x" and "feed:http://host/x"
      text.remove_prefix(5);
      if (text.starts_with("//")) {
        http = "http:" + std::string(text);
        text = http;
      }
    }
    auto url = Url::parse(text, &base_);
    if (!url || !url->is_http()) return std::nullopt;
    return *std::move(url);
  }

  void add(const Url& url, std::string type, std::string title, FeedCandidate::From from,
           std::vector<FeedCandidate>& out) {
    if (!seen_.insert(url.href()).second) return;
    const bool comments = is_comment_feed_address(url.href()) || is_comment_feed_title(title);
    out.push_back({url.href(), std::move(type), std::move(title), from, comments});
  }

  // WordPress: a post's comment feed is at its address + "feed/", with titles in any language. The feed of
  // posts is "feed/" in a folder above. That shows whether the page is a post or a list.
  void mark_comments_of_page(std::vector<FeedCandidate>& links) const {
    if (links.empty()) return;
    const std::string page = page_.origin() + without_slashes(page_.path());
    const std::string own = page + "/feed";
    const auto is_above = [&](const FeedCandidate& other) {
      const std::string feed = without_slashes(other.url);
      return feed.size() < own.size() && feed.ends_with("/feed") &&
             page.starts_with(std::string_view(feed).substr(0, feed.size() - 4));
    };
    if (std::none_of(links.begin(), links.end(), is_above)) return;
    if (!has_id("commentform") && !has_id("respond")) return;
    for (FeedCandidate& link : links) link.comments = link.comments || without_slashes(link.url) == own;
  }

  bool has_id(std::string_view id) const {
    for (NodeId n = 0; n < doc_.size(); ++n) {
      if (doc_.is_element(n) && doc_.attribute(n, "id") == id) return true;
    }
    return false;
  }

  void add_link(NodeId n, std::vector<FeedCandidate>& out) {
    const std::string_view rel = doc_.attribute(n, "rel");
    const bool is_feed_rel = has_token(rel, "feed");
    if (!is_feed_rel && (!has_token(rel, "alternate") || has_token(rel, "stylesheet"))) return;
    const auto url = resolve(doc_.attribute(n, "href"));
    if (!url) return;
    const std::string type = media_type(doc_.attribute(n, "type"));
    const TypeClass type_class = classify_type(type);
    if (type_class == TypeClass::kOther && !is_feed_rel) return;
    if (type_class == TypeClass::kNone && !is_feed_rel && !is_feed_like(*url)) return;
    if (type_class == TypeClass::kPerhaps && is_page_data(url->href())) return;
    // Search indexes of static sites are JSON as well.
    if (type == "application/json" && !is_feed_like(*url)) return;
    add(*url, type, collapse_space(doc_.attribute(n, "title")), FeedCandidate::From::kLinkElement, out);
  }

  void add_anchors(std::vector<FeedCandidate>& out) {
    for (NodeId n = 0; n < doc_.size(); ++n) {
      const std::string_view tag = doc_.tag(n);
      if (tag == "a" || tag == "area") add_anchor(n, out);
    }
  }

  void add_anchor(NodeId n, std::vector<FeedCandidate>& out) {
    const std::string_view href = doc_.attribute(n, "href");
    if (href.empty()) return;
    if (!may_be_feed(n, href)) return;
    const std::string type = media_type(doc_.attribute(n, "type"));
    const bool is_typed = classify_type(type) == TypeClass::kFeed ||
                          ascii_lower_case(trim_c_space(href).substr(0, 5)) == "feed:";
    const auto url = resolve(href);
    if (!url || is_subscription_service(*url) || is_page_data(url->href())) return;
    if (!is_typed && !is_feed_like(*url)) return;
    std::string title = collapse_space(doc_.attribute(n, "title"));
    if (title.empty()) title = collapse_space(text_of(doc_, n));
    add(*url, type, std::move(title), FeedCandidate::From::kAnchor, out);
  }

  // False for an anchor that cannot name a feed: most are not worth the URL parser. A relative address may
  // take its feed words from the base.
  bool may_be_feed(NodeId n, std::string_view href) const {
    return base_has_word_ || has_word_of_feeds(href) || !doc_.attribute(n, "type").empty() ||
           is_rewritten(href);
  }

  int rank(const FeedCandidate& candidate) const {
    int rank = candidate.comments ? 100 : 0;
    if (candidate.from != FeedCandidate::From::kLinkElement) rank += 40;
    if (is_sub_feed(candidate.url, candidate.title)) rank += 20;
    if (classify_type(candidate.type) == TypeClass::kPerhaps) rank += 5;
    const auto url = Url::parse(candidate.url);
    const bool is_elsewhere =
        url && url->host() != page_.host() && url->host().find("feedburner") == std::string_view::npos;
    if (is_elsewhere && candidate.from != FeedCandidate::From::kLinkElement) rank += 10;
    return rank;
  }

  const HtmlDocument& doc_;
  const Url& page_;
  Url base_;
  bool base_has_word_ = has_word_of_feeds(base_.href());
  std::set<std::string> seen_;
};

}  // namespace

std::vector<FeedCandidate> discover_feeds(const HtmlDocument& doc, const Url& page) {
  return guarded_or_empty([&] { return Discovery(doc, page).run(); });
}

}  // namespace bfa
