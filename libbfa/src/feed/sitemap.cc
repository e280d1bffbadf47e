// SPDX-License-Identifier: Apache-2.0
#include "bfa/feed/sitemap.h"

#include <charconv>
#include <new>
#include <set>

#include "base/ascii.h"
#include "base/guard.h"
#include "bfa/feed/feed.h"
#include "bfa/io/compress.h"
#include "bfa/text/charset.h"
#include "bfa/text/prose_date.h"
#include "feed/build.h"
#include "xml/xml.h"

namespace bfa {
namespace {

constexpr std::uint64_t kMaxBytes = 50u << 20;  // sitemaps.org: of the uncompressed file
constexpr std::size_t kMaxEntries = 50'000;     // sitemaps.org
constexpr std::size_t kMaxImages = 1000;        // of a page, Google's image extension
constexpr std::size_t kMaxAlternates = 256;     // more than the languages of any site

class Reader {
 public:
  Reader(std::string_view base, Findings& findings) : base_(base), findings_(findings) {}

  Result<Sitemap> read(std::string_view bytes) {
    std::string unpacked;
    if (bytes.starts_with("\x1f\x8b")) {
      const Status status = decode_content_into(ContentCoding::kGzip, bytes, kMaxBytes, unpacked);
      if (!status.ok() && (unpacked.empty() || status.error().code == Code::kLimit)) return status.error();
      if (!status.ok()) note("truncated", status.error().message, -1);
      bytes = unpacked;
    }
    if (bytes.size() > kMaxBytes) {
      return Error{Code::kLimit, "a sitemap of more than 50 MiB", "sitemap", -1};
    }
    const DecodedText decoded = decode_text(bytes, {}, CharsetContext::kXml, findings_);
    std::string_view text = decoded.text;
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    text = trim_c_space(text);
    if (text.empty()) return corrupt("an empty document");
    if (text.front() != '<') return read_text(text);
    if (looks_like_feed(text)) return read_feed(bytes);
    return read_document(text);
  }

 private:
  static Error corrupt(std::string message) {
    return Error{Code::kCorrupt, std::move(message) + ", not a sitemap", "sitemap", -1};
  }

  void note(std::string_view id, std::string message, std::int64_t offset) {
    findings_.push_back({Code::kCorrupt, std::string(id), std::move(message), offset, "sitemap"});
  }

  // False when the list is full.
  bool add(SitemapEntry entry, std::int64_t offset) {
    if (entry.loc.empty()) return true;
    const std::string url = base_.resolve(entry.loc);
    if (!is_http_address(url) || !Url::parse(url)) {
      note("bad_address", "an entry that is no http address: '" + entry.loc.substr(0, 80) + "'", offset);
      return true;
    }
    if (map_.entries.size() >= kMaxEntries) {
      findings_.push_back({Code::kLimit, "too_many_entries", "more than 50000 entries, the rest is left out",
                           offset, "sitemap"});
      return false;
    }
    entry.loc = url;
    map_.entries.push_back(std::move(entry));
    return true;
  }

  Result<Sitemap> read_text(std::string_view text) {
    map_.type = Sitemap::Type::kText;
    std::int64_t offset = 0;
    bool has_address = false;
    while (!text.empty()) {
      const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
      const std::string line(trim_c_space(text.substr(0, end)));
      if (is_http_address(line)) {
        has_address = true;
        SitemapEntry entry;
        entry.loc = line;
        if (!add(std::move(entry), offset)) break;
      } else if (!line.empty()) {
        if (!has_address && offset == 0) return corrupt("text that begins with no address");
        note("bad_address", "a line that is no http address: '" + line.substr(0, 80) + "'", offset);
      }
      const std::size_t skip = std::min(end + 1, text.size());
      offset += static_cast<std::int64_t>(skip);
      text.remove_prefix(skip);
    }
    return std::move(map_);
  }

  Result<Sitemap> read_feed(std::string_view bytes) {
    auto feed = parse_feed(bytes, {}, base_.text(), findings_);
    if (!feed) return std::move(feed).error();
    map_.type = Sitemap::Type::kFeed;
    for (const FeedEntry& entry : feed->entries) {
      SitemapEntry page;
      page.loc = entry.link;
      page.lastmod = entry.updated ? entry.updated : entry.published;
      if (!add(std::move(page), -1)) break;
    }
    return std::move(map_);
  }

  Result<Sitemap> read_document(std::string_view text) {
    auto root = read_xml(text);
    if (!root) root = read_xml_tolerant(text, findings_);
    if (!root) return std::move(root).error();
    const std::string name = ascii_lower_case(root->name);
    if (name == "html") return corrupt("looks like an HTML page");
    if (name != "urlset" && name != "sitemapindex") {
      return corrupt("the root element is <" + root->name.substr(0, 40) + ">");
    }
    map_.type = name == "urlset" ? Sitemap::Type::kUrlset : Sitemap::Type::kIndex;
    collect(*root, root->ns);
    return std::move(map_);
  }

  // Entries at any depth: a missing end tag puts one into the other.
  bool collect(const XmlNode& node, std::string_view core) {
    for (const XmlNode& child : node.children) {
      if (child.kind != XmlNode::Kind::kElement || child.ns != core) continue;
      const std::string name = ascii_lower_case(child.name);
      if (name != "url" && name != "sitemap" && name != "loc") continue;
      if (name != "loc" && !add(read_entry(child, core), child.offset)) return false;
      if (!collect(child, core)) return false;
    }
    return true;
  }

  std::optional<Timestamp> read_date(const XmlNode& node) {
    const std::string text(trim_c_space(own_text(node)));
    if (text.empty()) return std::nullopt;
    const auto parsed = parse_feed_date(text);
    if (parsed) return *parsed;
    note("unreadable_date", "a date that cannot be read: '" + text.substr(0, 60) + "'", node.offset);
    return std::nullopt;
  }

  static std::string text_of(const XmlNode& node, std::string_view name) {
    const XmlNode* child = node.child(name);
    return child == nullptr ? std::string() : std::string(trim_c_space(child->all_text()));
  }

  void read_image(const XmlNode& node, SitemapEntry& entry) {
    SitemapImage image{base_.resolve(text_of(node, "loc")), text_of(node, "title"), text_of(node, "caption"),
                       base_.resolve(text_of(node, "license"))};
    if (is_http_address(image.loc) && entry.images.size() < kMaxImages)
      entry.images.push_back(std::move(image));
  }

  void read_news(const XmlNode& node, SitemapEntry& entry) {
    SitemapNews news;
    if (const XmlNode* publication = node.child("publication")) {
      news.publication = text_of(*publication, "name");
      news.language = text_of(*publication, "language");
    }
    news.title = text_of(node, "title");
    const std::string keywords = text_of(node, "keywords");
    for (std::string_view rest = keywords; !rest.empty();) {
      const std::size_t comma = std::min(rest.find(','), rest.size());
      add_unique(news.keywords, rest.substr(0, comma));
      rest.remove_prefix(std::min(comma + 1, rest.size()));
    }
    if (const XmlNode* date = node.child("publication_date")) news.published = read_date(*date);
    entry.news = std::move(news);
  }

  // Elements of the extensions, by the last part of their namespaces.
  void read_extension(const XmlNode& node, SitemapEntry& entry) {
    if (node.ns.find("sitemap-image") != std::string::npos && node.name == "image") read_image(node, entry);
    if (node.ns.find("sitemap-news") != std::string::npos && node.name == "news") read_news(node, entry);
    const bool is_link = namespace_prefix(node.ns) == "xhtml" && node.name == "link";
    if (is_link && equals_ignoring_case(node.attribute("rel"), "alternate") &&
        entry.alternates.size() < kMaxAlternates) {
      const std::string url = base_.resolve(node.attribute("href"));
      if (is_http_address(url)) entry.alternates.emplace_back(std::string(node.attribute("hreflang")), url);
    }
  }

  SitemapEntry read_entry(const XmlNode& node, std::string_view core) {
    SitemapEntry entry;
    for (const XmlNode& child : node.children) {
      if (child.kind != XmlNode::Kind::kElement) continue;
      if (child.ns != core) {
        read_extension(child, entry);
        continue;
      }
      const std::string name = ascii_lower_case(child.name);
      const std::string text(trim_c_space(own_text(child)));
      if (name == "loc" && entry.loc.empty()) {
        const XmlNode* nested =
            text.empty() ? child.child("url") : nullptr;  // <loc><url>http://...</url></loc>
        entry.loc = nested == nullptr ? text : std::string(trim_c_space(own_text(*nested)));
      }
      if (name == "changefreq" && entry.changefreq.empty()) entry.changefreq = text;
      if (name == "priority" && !entry.priority) {
        double value = 0;
        const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
        if (parsed.ec == std::errc() && parsed.ptr == text.data() + text.size()) entry.priority = value;
      }
      if (name == "lastmod" && !entry.lastmod) entry.lastmod = read_date(child);
    }
    return entry;
  }

  // The text of the element itself, without that of elements in it (an unclosed <loc> contains the rest).
  static std::string own_text(const XmlNode& node) {
    std::string out;
    for (const XmlNode& child : node.children) {
      if (child.kind == XmlNode::Kind::kText) out += child.text;
    }
    return out;
  }

  BaseAddress base_;
  Findings& findings_;
  Sitemap map_;
};

}  // namespace

Result<Sitemap> parse_sitemap(std::string_view bytes, std::string_view base, Findings& findings) {
  return guarded([&] { return Reader(base, findings).read(bytes); }, "sitemap");
}

}  // namespace bfa
