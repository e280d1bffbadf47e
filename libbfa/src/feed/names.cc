// SPDX-License-Identifier: Apache-2.0
#include "feed/names.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"

namespace bfa {
namespace {

// Without scheme, trailing '/' and '#'; lower case.
constexpr std::array<std::pair<std::string_view, std::string_view>, 54> kNamespaces{{
    {"", ""},
    {"purl.org/rss/1.0", ""},
    {"purl.org/net/rss1.1", ""},
    {"my.netscape.com/rdf/simple/0.9", ""},
    {"channel.netscape.com/rdf/simple/0.9", ""},
    {"my.netscape.com/publish/formats/rss-0.91.dtd", ""},
    {"backend.userland.com/rss", ""},
    {"backend.userland.com/rss2", ""},
    {"backend.userland.com/rss091", ""},
    {"blogs.law.harvard.edu/tech/rss", ""},
    {"cyber.law.harvard.edu/rss/rss.html", ""},
    {"cyber.harvard.edu/rss/rss.html", ""},
    {"www.rssboard.org/rss-specification", ""},
    {"www.w3.org/2005/atom", "atom"},
    {"purl.org/atom/ns", "atom"},
    {"example.com/newformat", "atom"},
    {"necho", "atom"},
    {"purl.org/echo", "atom"},
    {"www.w3.org/1999/02/22-rdf-syntax-ns", "rdf"},
    {"www.w3.org/1999/xhtml", "xhtml"},
    {"purl.org/rss/1.0/modules/content", "content"},
    {"purl.org/dc/elements/1.1", "dc"},
    {"purl.org/dc/elements/1.0", "dc"},
    {"purl.org/dc/terms", "dcterms"},
    {"purl.org/rss/1.0/modules/slash", "slash"},
    {"purl.org/rss/1.0/modules/syndication", "sy"},
    {"wellformedweb.org/commentapi", "wfw"},
    {"purl.org/syndication/thread/1.0", "thr"},
    {"search.yahoo.com/mrss", "media"},
    {"www.itunes.com/dtds/podcast-1.0.dtd", "itunes"},
    {"example.com/dtds/podcast-1.0.dtd", "itunes"},
    {"rssnamespace.org/feedburner/ext/1.0", "feedburner"},
    {"www.georss.org/georss", "georss"},
    {"web.resource.org/cc", "cc"},
    {"creativecommons.org/ns", "cc"},
    {"backend.userland.com/creativecommonsrssmodule", "cc"},
    {"cyber.law.harvard.edu/rss/creativecommonsrssmodule.html", "cc"},
    {"purl.org/syndication/history/1.0", "fh"},
    {"blogs.law.harvard.edu/tech/creativecommonsrssmodule", "cc"},
    {"www.creativecommons.org/licenses", "cc"},
    {"www.opengis.net/gml", "gml"},
    {"www.w3.org/2003/01/geo/wgs84_pos", "geo"},
    {"webns.net/mvcb", "admin"},
    {"podlove.org/simple-chapters", "psc"},
    {"podcastindex.org/namespace/1.0", "podcast"},
    {"www.google.com/schemas/play-podcasts/1.0", "googleplay"},
    {"schemas.google.com/g/2005", "gd"},
    {"schemas.google.com/blogger/2008", "blogger"},
    {"schemas.google.com/blogger/2018", "blogger"},
    {"a9.com/-/spec/opensearchrss/1.0", "opensearch"},
    {"a9.com/-/spec/opensearch/1.1", "opensearch"},
    {"www.w3.org/2007/app", "app"},
    {"purl.org/atom/app", "app"},
    {"madskills.com/public/xml/rss/module/trackback", "trackback"},
}};

}  // namespace

std::string_view namespace_prefix(std::string_view uri) {
  // The spellings of most documents; the code below handles the variants.
  constexpr std::array<std::pair<std::string_view, std::string_view>, 13> kExact{{
      {"", ""},
      {"http://purl.org/dc/elements/1.1/", "dc"},
      {"http://purl.org/rss/1.0/modules/content/", "content"},
      {"http://www.w3.org/2005/Atom", "atom"},
      {"http://www.w3.org/1999/xhtml", "xhtml"},
      {"http://purl.org/rss/1.0/modules/slash/", "slash"},
      {"http://wellformedweb.org/CommentAPI/", "wfw"},
      {"http://purl.org/rss/1.0/modules/syndication/", "sy"},
      {"http://search.yahoo.com/mrss/", "media"},
      {"http://www.itunes.com/dtds/podcast-1.0.dtd", "itunes"},
      {"http://purl.org/rss/1.0/", ""},
      {"http://purl.org/syndication/thread/1.0", "thr"},
      {"http://rssnamespace.org/feedburner/ext/1.0", "feedburner"},
  }};
  for (const auto& [known, prefix] : kExact) {
    if (known == uri) return prefix;
  }
  std::string name = ascii_lower_case(trim_c_space(uri));
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (name.starts_with(scheme)) name.erase(0, scheme.size());
  }
  while (!name.empty() && (name.back() == '/' || name.back() == '#')) name.pop_back();
  const auto* found = std::find_if(kNamespaces.begin(), kNamespaces.end(),
                                   [&](const auto& entry) { return entry.first == name; });
  return found == kNamespaces.end() ? "?" : found->second;
}

std::string element_key(const XmlNode& node, std::string_view core) {
  if (node.ns == core) return ascii_lower_case(node.name);
  const std::string_view prefix = namespace_prefix(node.ns);
  if (prefix.empty()) return ascii_lower_case(node.name);
  return std::string(prefix) + ":" + ascii_lower_case(node.name);
}

bool has_content(const XmlNode& node) {
  return std::any_of(node.children.begin(), node.children.end(), [](const XmlNode& child) {
    return child.kind == XmlNode::Kind::kElement || !trim_c_space(child.text).empty();
  });
}

ElementMap::ElementMap(const XmlNode& parent, std::string_view core) {
  for (const XmlNode& child : parent.children) {
    if (child.kind == XmlNode::Kind::kElement) items_.emplace_back(element_key(child, core), &child);
  }
}

const XmlNode* ElementMap::first(std::string_view key) const {
  for (const auto& [name, node] : items_) {
    if (name == key) return node;
  }
  return nullptr;
}

const XmlNode* ElementMap::first_of(std::initializer_list<std::string_view> keys) const {
  for (const std::string_view key : keys) {
    for (const auto& [name, node] : items_) {
      if (name == key && has_content(*node)) return node;
    }
  }
  return nullptr;
}

const XmlNode* ElementMap::last_of(std::string_view key) const {
  const XmlNode* last = nullptr;
  for (const auto& [name, node] : items_) {
    if (name == key && has_content(*node)) last = node;
  }
  return last;
}

std::vector<const XmlNode*> ElementMap::all(std::string_view key) const {
  std::vector<const XmlNode*> out;
  for (const auto& [name, node] : items_) {
    if (name == key) out.push_back(node);
  }
  return out;
}

std::string ElementMap::text_of(std::initializer_list<std::string_view> keys) const {
  const XmlNode* found = first_of(keys);
  return found == nullptr ? std::string() : std::string(trim_c_space(found->all_text()));
}

}  // namespace bfa
