// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <iterator>

#include "base/ascii.h"
#include "feed/build.h"

namespace bfa {
namespace {

constexpr std::size_t kMaxFields = 256;  // usual entries have a dozen; so many are an attack
constexpr int kMaxDepth = 4;             // media:group, media:content, media:credit
constexpr std::size_t kMaxAttributes = 32;

// Elements that have fields of their own. Sorted.
constexpr std::string_view kTyped[] = {"abstract",
                                       "atom:author",
                                       "atom:category",
                                       "atom:content",
                                       "atom:contributor",
                                       "atom:entry",
                                       "atom:icon",
                                       "atom:id",
                                       "atom:link",
                                       "atom:logo",
                                       "atom:published",
                                       "atom:rights",
                                       "atom:source",
                                       "atom:subtitle",
                                       "atom:summary",
                                       "atom:title",
                                       "atom:updated",
                                       "author",
                                       "body",
                                       "category",
                                       "cc:license",
                                       "channel",
                                       "comments",
                                       "content",
                                       "content:encoded",
                                       "contributor",
                                       "copyright",
                                       "created",
                                       "date",
                                       "dc:author",
                                       "dc:contributor",
                                       "dc:creator",
                                       "dc:date",
                                       "dc:description",
                                       "dc:language",
                                       "dc:publisher",
                                       "dc:rights",
                                       "dc:subject",
                                       "dc:title",
                                       "dcterms:abstract",
                                       "dcterms:created",
                                       "dcterms:issued",
                                       "dcterms:modified",
                                       "dcterms:valid",
                                       "description",
                                       "enclosure",
                                       "entry",
                                       "expirationdate",
                                       "fullitem",
                                       "generator",
                                       "guid",
                                       "homepage",
                                       "icon",
                                       "id",
                                       "image",
                                       "info",
                                       "issued",
                                       "item",
                                       "items",
                                       "itunes:author",
                                       "itunes:category",
                                       "itunes:keywords",
                                       "keywords",
                                       "language",
                                       "lastbuilddate",
                                       "link",
                                       "logo",
                                       "managingeditor",
                                       "media:category",
                                       "media:keywords",
                                       "modified",
                                       "pubdate",
                                       "published",
                                       "rights",
                                       "skipdays",
                                       "skiphours",
                                       "source",
                                       "subtitle",
                                       "summary",
                                       "tagline",
                                       "tags",
                                       "title",
                                       "ttl",
                                       "updated",
                                       "uri",
                                       "url",
                                       "webmaster",
                                       "xhtml:body",
                                       "xhtml:div",
                                       "xhtml:link"};

// Elements whose text is an address.
bool is_address_element(std::string_view key) {
  constexpr std::array<std::string_view, 10> kKeys{
      "wfw:comment",  "wfw:commentrss",      "docs",       "feedburner:origlink",          "newlocation",
      "itunes:image", "itunes:new-feed-url", "slash:link", "feedburner:origenclosurelink", "textinput/link"};
  return std::find(kKeys.begin(), kKeys.end(), key) != kKeys.end();
}

bool is_address_attribute(std::string_view name) {
  return name == "url" || name == "href" || name == "src" || name == "resource" || name == "scheme-uri";
}

std::string own_text(const XmlNode& node) {
  std::string out;
  for (const XmlNode& child : node.children) {
    if (child.kind == XmlNode::Kind::kText) out += child.text;
  }
  return std::string(trim_c_space(out));
}

void add_field(const XmlNode& node, std::string key, const BaseAddress& outer, int depth,
               std::vector<FeedField>& fields) {
  if (fields.size() >= kMaxFields) return;
  const BaseAddress base = outer.within(node);
  // A namespace without a known prefix is written in full.
  if (key.starts_with("?:")) key = "{" + node.ns + "}" + key.substr(2);
  FeedField field{std::move(key), own_text(node), {}};
  if (is_address_element(field.name)) field.value = base.resolve(field.value);
  for (const XmlNode::Attribute& a : node.attributes) {
    if (field.attributes.size() >= kMaxAttributes) break;
    const std::string name = ascii_lower_case(a.name);
    std::string value =
        is_address_attribute(name) ? base.resolve(a.value) : std::string(trim_c_space(a.value));
    field.attributes.try_emplace(name, std::move(value));
  }
  const std::string parent = field.name;
  const bool has_children = std::any_of(node.children.begin(), node.children.end(),
                                        [](const XmlNode& c) { return c.kind == XmlNode::Kind::kElement; });
  if (!field.value.empty() || !field.attributes.empty() || !has_children) fields.push_back(std::move(field));
  if (depth >= kMaxDepth) return;
  for (const XmlNode& child : node.children) {
    if (child.kind != XmlNode::Kind::kElement) continue;
    std::string child_key = element_key(child, node.ns);
    // A child of the same module has the module's prefix. A child without a module is written as
    // PARENT/NAME.
    if (child.ns == node.ns) {
      const std::size_t colon = parent.find_last_of(":}");
      const bool has_module = colon != std::string::npos && parent.find('/', colon) == std::string::npos;
      child_key = has_module ? parent.substr(0, colon + 1) + child_key : parent + "/" + child_key;
    }
    add_field(child, std::move(child_key), base, depth + 1, fields);
  }
}

}  // namespace

void add_fields(const ElementMap& map, const BaseAddress& base, std::vector<FeedField>& fields) {
  for (const auto& [key, node] : map.items()) {
    if (std::binary_search(std::begin(kTyped), std::end(kTyped), std::string_view(key))) continue;
    add_field(*node, key, base, 0, fields);
  }
}

void add_element_field(const XmlNode& node, std::string_view core, const BaseAddress& base,
                       std::vector<FeedField>& fields) {
  add_field(node, element_key(node, core), base, 0, fields);
}

const FeedField* find_field(const std::vector<FeedField>& fields, std::string_view name) {
  const auto found =
      std::find_if(fields.begin(), fields.end(), [&](const FeedField& f) { return f.name == name; });
  return found == fields.end() ? nullptr : &*found;
}

}  // namespace bfa
