// SPDX-License-Identifier: Apache-2.0
#include "package/aip/capture_facts.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <set>
#include <utility>

#include "base/ascii.h"
#include "base/try.h"
#include "bfa/feed/feed.h"
#include "bfa/http/robots.h"
#include "bfa/io/digest.h"
#include "bfa/text/language.h"
#include "package/aip/marc_mapper.h"
#include "package/aip/page_statements.h"

namespace bfa {
namespace {

constexpr std::uint64_t kMaxRobots = 1u << 20;
constexpr std::size_t kLetters = 60;  // bytes of text by which a comment's language is told

void put(DataObject& object, const char* name, const std::string& value) {
  if (!value.empty()) object.attributes.emplace(name, value);
}

// Adds lines to an attribute that has one value a line, each once, without `own`.
void add_lines(DataObject& object, const char* name, const std::vector<std::string>& values,
               const std::string& own) {
  std::string text = object.attributes.contains(name) ? object.attributes[name] : std::string();
  std::set<std::string> known = {own, ""};
  for (std::string& line : attribute_lines(text)) known.insert(std::move(line));
  for (const std::string& value : values) {
    if (!known.insert(value).second) continue;
    (text += text.empty() ? "" : "\n") += value;
  }
  if (!text.empty()) object.attributes[name] = text;
}

// An address that says where a site is hosted: no private or local one.
bool is_public_address(const std::string& ip) {
  for (const char* const begin : {"10.", "127.", "192.168.", "169.254.", "0.", "::1", "fe80:", "fc", "fd"}) {
    if (ip.starts_with(begin)) return false;
  }
  for (int i = 16; i < 32; ++i) {
    if (ip.starts_with("172." + std::to_string(i) + ".")) return false;
  }
  return !ip.empty();
}

std::string a_day(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", number);
  return text;
}

// Whom a comment addresses by name: "@jane: ..." gives "jane".
std::string addressed(const std::string& text) {
  if (!text.starts_with('@')) return {};
  std::string name = text.substr(1, text.find_first_of(" \n\t,:", 1) - 1);
  return name.size() > 60 || name.find('@') != std::string::npos ? std::string() : name;
}

}  // namespace

struct CaptureFacts::Counter : ItemVisitor {
  explicit Counter(CaptureFacts& f) : facts(f) {}
  Status enter(const PackageItem& item) override {
    const DataObject& object = item.object.latest;
    if (object.kind != ObjectKind::kPost && object.kind != ObjectKind::kComment) return {};
    if (item.object.versions > 1) facts.updates_ += item.object.versions - 1;
    const auto later = [](const std::optional<Timestamp>& a, const std::optional<Timestamp>& b) {
      return !b || a->utc > b->utc;
    };
    if (object.published && later(object.published, facts.last_activity_))
      facts.last_activity_ = object.published;
    if (object.kind != ObjectKind::kPost) return {};
    ++facts.posts_;
    if (!object.language.empty()) ++facts.languages_[object.language];
    if (!object.published) return {};
    if (later(object.published, facts.last_post_)) facts.last_post_ = object.published;
    if (!facts.first_post_ || object.published->utc < facts.first_post_->utc)
      facts.first_post_ = object.published;
    return {};
  }
  Status leave(const PackageItem&) override { return {}; }
  CaptureFacts& facts;
};

// The newest robots.txt of the blog.
Status CaptureFacts::read_robots(std::uint64_t sequence) {
  const auto exchange = archive_.view().load(sequence);
  if (!exchange) return exchange.error().code == Code::kIo ? Status(exchange.error()) : Status();
  Findings findings;
  const auto body = decoded_prefix(*exchange, kMaxRobots, findings);
  if (!body) return body.error();
  const auto rules = RobotsRules::from_response(exchange->head.status, *body, findings);
  for (const std::string& sitemap : rules.sitemaps()) sitemaps_.push_back(sitemap);
  return {};
}

Status CaptureFacts::read_feed(const std::string& url) {
  BFA_ASSIGN_OR_RETURN(const auto version, archive_.view().last_feed(url));
  if (!version) return {};
  const auto feed = deserialize_feed(version->serialized);
  if (!feed || feed->is_comments) return {};
  for (const FeedEntry& entry : feed->entries) {
    if (!entry.id.empty() && entry.id != entry.link) feed_ids_.emplace(entry.link, entry.id);
  }
  const auto first = [](std::string& to, const std::string& from) {
    if (to.empty()) to = from;
  };
  first(feed_title_, feed->title);
  first(feed_language_, feed->language);
  first(generator_, feed->generator);
  if (const auto rights = feed->extra.find("rights"); rights != feed->extra.end())
    first(feed_rights_, rights->second);
  if (feed->publisher) first(webmaster_, mailbox_of(feed->publisher->email));
  for (const FeedPerson& person : feed->people) first(webmaster_, mailbox_of(person.email));
  if (feed->place && feed->place->type == "Point" && !feed->place->coordinates.empty()) {
    const auto& [east, north] = feed->place->coordinates.front();
    first(geo_, a_day(north) + "," + a_day(east));
  }
  return {};
}

Status CaptureFacts::gather(const PackageSelection& selection, const BlogState& state,
                            const PlannedCaptures& captures) {
  if (!options_.places.empty()) {
    BFA_ASSIGN_OR_RETURN(places_, PlaceFile::open(options_.places));
  }
  sitemaps_ = captures.sitemaps;
  captures_ = &captures;
  if (captures.robots != 0) BFA_RETURN_IF_ERROR(read_robots(captures.robots));
  std::vector<std::string> feeds = state.feeds;
  if (!state.feed.empty()) feeds.insert(feeds.begin(), state.feed);
  for (const std::string& feed : feeds) BFA_RETURN_IF_ERROR(read_feed(feed));
  former_ = state.former;
  ended_ = !state.became.empty() && !state.became_overruled;
  if (state.base != state.home && !state.base.empty()) former_.push_back(state.base);
  Counter counter(*this);
  return selection.walk(counter);
}

// What the newest capture of the object's page states.
Status CaptureFacts::read_page(DataObject& object) const {
  BFA_ASSIGN_OR_RETURN(const auto capture, archive_.view().last_capture(object.url));
  if (!capture) return {};
  put(object, "response_code", std::to_string(capture->status));
  const auto exchange = archive_.view().load(capture->sequence);
  if (!exchange) return exchange.error().code == Code::kIo ? Status(exchange.error()) : Status();
  const bool blog = object.kind == ObjectKind::kBlog;
  BFA_ASSIGN_OR_RETURN(const PageStatements page, read_statements(*exchange, blog));
  put(object, "encoding", page.encoding);
  put(object, "license", page.license);
  put(object, "geo", page.geo);
  put(object, "rights", page.rights);
  if (blog || !is_list_above(page.canonical, object.url))
    add_lines(object, "aliases", {page.canonical}, object.url);
  add_lines(object, "alternative_ids", page.shortlinks, object.url);
  if (page.asks_password) object.attributes["access"] = "restricted";
  if (!blog) return {};
  put(object, "generator", page.generator);
  put(object, "rights", feed_rights_.empty() ? page.footer_rights : feed_rights_);
  put(object, "webmaster", webmaster_.empty() ? mailbox_of(page.mail) : webmaster_);
  if (!is_public_address(exchange->ip_address)) return {};
  put(object, "hosting_ip", exchange->ip_address);
  if (!places_) return {};
  BFA_ASSIGN_OR_RETURN(const auto place, places_->find(exchange->ip_address));
  if (place) put(object, "hosting_place", place->text());
  return {};
}

void CaptureFacts::complete_blog(DataObject& blog) const {
  if (blog.title.empty()) blog.title = feed_title_;
  if (ended_) blog.status = "gone";
  const auto most = std::max_element(languages_.begin(), languages_.end(),
                                     [](const auto& a, const auto& b) { return a.second < b.second; });
  // What most posts are in says more than a theme's declaration.
  if (most != languages_.end() && (blog.language.empty() || most->second * 2 > posts_))
    blog.language = most->first;
  if (blog.language.empty()) blog.language = feed_language_;
  if (!blog.published && first_post_) blog.published = first_post_;
  // Older readings have the generator as the platform.
  const auto platform = blog.attributes.find("platform");
  if (platform != blog.attributes.end() && !blog.attributes.contains("generator"))
    put(blog, "generator", platform->second);
  put(blog, "generator", generator_);
  if (const auto generator = blog.attributes.find("generator"); generator != blog.attributes.end()) {
    const PlatformName name = platform_of(generator->second);
    if (!name.name.empty()) blog.attributes["platform"] = name.name;
    put(blog, "platform_version", name.version);
  }
  put(blog, "geo", geo_);
  put(blog, "rights", feed_rights_);
  put(blog, "webmaster", webmaster_);
  add_lines(blog, "sitemaps", sitemaps_, {});
  add_lines(blog, "aliases", former_, blog.url);
  if (posts_ > 0) put(blog, "post_count", std::to_string(posts_));
  if (last_activity_) put(blog, "last_activity", format_timestamp(*last_activity_));
  if (!first_post_ || posts_ < 2) return;
  const double days = std::chrono::duration<double>(last_post_->utc - first_post_->utc).count() / 86'400;
  if (days < 1) return;
  put(blog, "post_frequency", a_day(static_cast<double>(posts_) / days));
  put(blog, "update_frequency", a_day(static_cast<double>(posts_ + updates_) / days));
}

// What the rows of captures say of an object.
void CaptureFacts::add_rows(DataObject& object) const {
  if (const auto status = captures_->statuses.find(fast_hash(object.url));
      status != captures_->statuses.end())
    put(object, "response_code", std::to_string(status->second));
  if (const auto from = captures_->redirects.find(object.url); from != captures_->redirects.end())
    add_lines(object, "aliases", from->second, object.url);
}

Status CaptureFacts::complete(ObjectSummary& summary) const {
  DataObject& object = summary.latest;
  if (object.kind == ObjectKind::kComment) {
    put(object, "addressed_to", addressed(object.text));
    if (object.language.empty() && object.text.size() >= kLetters)
      object.language = detect_language(object.text);
    return {};
  }
  if (captures_ != nullptr) add_rows(object);
  if (const auto id = feed_ids_.find(object.url); id != feed_ids_.end())
    add_lines(object, "alternative_ids", {id->second}, object.url);
  BFA_RETURN_IF_ERROR(read_page(object));
  if (object.kind == ObjectKind::kBlog) complete_blog(object);
  if (!object.attributes.contains("access") && !object.status.empty() && object.status != "gone")
    object.attributes["access"] = object.status == "restricted" ? "restricted" : "open";
  return {};
}

}  // namespace bfa
