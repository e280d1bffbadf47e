// SPDX-License-Identifier: Apache-2.0
// Content in its place in a captured page.
#include "replay/rebuilt_markup.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "base/markup_escape.h"
#include "bfa/html/content.h"
#include "bfa/html/path_rule.h"
#include "bfa/url/canonical.h"
#include "replay/rewrite/markup_writer.h"

namespace bfa {
namespace {

using NodeId = HtmlDocument::NodeId;

constexpr std::size_t kMostLinks = 500;  // of a page, in the search for the place of a list
constexpr std::array<std::string_view, 3> kFields = {"title", "author", "date"};
constexpr std::array<std::string_view, 3> kOfAnother = {"comment", "tag", "category"};
constexpr std::array<std::string_view, 6> kLinksOfAnother = {"canonical", "prev",    "previous",
                                                             "next",      "amphtml", "shortlink"};
constexpr std::array<std::string_view, 5> kMetaOfAnyPage = {"viewport", "generator", "referrer",
                                                            "color-scheme", "theme-color"};

NodeId found_by(const HtmlDocument& doc, const std::string& xpath) {
  const auto rule = PathRule::parse(xpath);
  return rule ? rule->first(doc) : HtmlDocument::kNone;
}

// The rules of a field, the best first: those of the template, then of its layouts.
std::vector<const FieldRule*> rules_of(const Template* rules, std::string_view field) {
  std::vector<const FieldRule*> out;
  if (rules == nullptr) return out;
  const auto add = [&](const std::vector<FieldRule>& list) {
    for (const auto& rule : list) {
      // The day of an element's attribute is shown by the element.
      if (rule.field == field && (rule.attribute.empty() || field == "date")) out.push_back(&rule);
    }
  };
  add(rules->rules);
  for (const auto& layout : rules->layouts) add(layout.rules);
  return out;
}

NodeId place_of_field(const HtmlDocument& doc, const DataObject& object, const Template* rules,
                      const std::string& field) {
  const auto own = object.provenance.rules.find(field);
  if (own != object.provenance.rules.end()) {
    if (const NodeId node = found_by(doc, own->second); node != HtmlDocument::kNone) return node;
  }
  for (const FieldRule* rule : rules_of(rules, field)) {
    if (const NodeId node = found_by(doc, rule->xpath); node != HtmlDocument::kNone) return node;
  }
  return HtmlDocument::kNone;
}

std::string author_text(const DataObject& object) {
  std::string out;
  for (const auto& author : object.authors) out += (out.empty() ? "" : ", ") + author;
  return escaped_markup(out);
}

std::string date_text(const DataObject& object) {
  if (!object.published) return {};
  const std::string text = format_timestamp(*object.published);
  return "<time datetime=\"" + text + "\">" + text.substr(0, 10) + "</time>";
}

std::string field_text(const DataObject& object, std::string_view field) {
  if (field == "title") return escaped_markup(object.title);
  return field == "author" ? author_text(object) : date_text(object);
}

std::string text_of_object(const DataObject& object) {
  if (!object.html.empty()) return object.html;
  std::string out = "<p>";
  for (std::size_t at = 0; at < object.text.size();) {
    const std::size_t end = std::min(object.text.find("\n\n", at), object.text.size());
    out += escaped_markup(object.text.substr(at, end - at));
    at = end + 2;
    if (at < object.text.size()) out += "</p><p>";
  }
  return out + "</p>";
}

std::string list_markup(const std::vector<FeedEntry>& entries) {
  std::string out;
  for (const auto& entry : entries) {
    out += "<article><h2><a href=\"" + escaped_markup(entry.link) + "\">" +
           escaped_markup(display_title(entry)) + "</a></h2>";
    const auto& date = entry.published ? entry.published : entry.updated;
    if (date) {
      const std::string text = format_timestamp(*date);
      out += "<p><time datetime=\"" + text + "\">" + text.substr(0, 10) + "</time></p>";
    }
    out += "<div>" + (entry.content.empty() ? entry.summary : entry.content) + "</div></article>";
  }
  return out;
}

// The content, with the fields that have no place of their own above it. `own`: the page around it is that of
// the content, and shows its author and day.
std::string content_markup(const RebuiltContent& content, const RebuiltPlaces& places, bool own) {
  if (content.source == RebuiltPage::Source::kList) return list_markup(content.entries);
  const DataObject& object = content.object;
  std::string out;
  if (!places.fields.contains("title") && !object.title.empty())
    out += "<h1>" + escaped_markup(object.title) + "</h1>";
  std::string line;
  for (const std::string field : {"author", "date"}) {
    const bool shown = places.fields.contains(field) || (own && !places.within.contains(field));
    const std::string text = shown ? std::string() : field_text(object, field);
    if (!text.empty()) line += (line.empty() ? "" : ", ") + text;
  }
  if (!line.empty()) out += "<p>" + line + "</p>";
  return out + text_of_object(object);
}

class RebuiltWriter final : public MarkupWriter {
 public:
  RebuiltWriter(const HtmlDocument& doc, const Url& url, const RebuiltPlaces& places,
                const RebuiltContent& content, bool other)
      : MarkupWriter(doc, url, true), places_(places), content_(content), other_(other) {}

  std::string take() { return std::move(html_); }

 private:
  Fate begin(NodeId node, std::string_view tag) override {
    if (node == places_.content) return replace(node, tag, content_markup(content_, places_, !other_));
    if (places_.left_out.contains(node)) return Fate::kDropped;
    for (const auto& [field, place] : places_.fields) {
      if (place == node) return replace(node, tag, field_text(content_.object, field), true);
    }
    if (tag == "title" && content_.source != RebuiltPage::Source::kList)
      return replace(node, tag, escaped_markup(content_.object.title));
    if (!other_) return Fate::kKept;
    // What the head says of another post.
    if (tag == "link") {
      const std::string rel = rel_of(doc_, node);
      const bool of_another = std::any_of(kLinksOfAnother.begin(), kLinksOfAnother.end(),
                                          [&](std::string_view token) { return has_rel(rel, token); });
      return of_another ? Fate::kDropped : Fate::kKept;
    }
    return tag == "meta" && !is_meta_of_any_page(node) ? Fate::kDropped : Fate::kKept;
  }

  // True for what a meta element says of the form of a page, and not of what stands in it.
  bool is_meta_of_any_page(NodeId node) const {
    if (doc_.has_attribute(node, "property") || doc_.has_attribute(node, "itemprop")) return false;
    const std::string_view name = doc_.attribute(node, "name");
    return name.empty() || std::any_of(kMetaOfAnyPage.begin(), kMetaOfAnyPage.end(),
                                       [&](std::string_view one) { return equals_ignoring_case(name, one); });
  }

  // `field`: what attributes say of the field is that of another post.
  Fate replace(NodeId node, std::string_view tag, std::string_view markup, bool field = false) {
    html_.append("<").append(tag);
    for (const auto& attribute : doc_.attributes(node)) {
      const bool says =
          attribute.name == "datetime" || attribute.name == "content" || attribute.name == "title";
      const bool leads = other_ && attribute.name == "href";  // to the author of another post
      if (!is_unfit(attribute.name) && !(field && (says || leads))) put(attribute.name, attribute.value);
    }
    html_.append(">").append(markup).append("</").append(tag).append(">");
    return Fate::kReplaced;
  }

  std::optional<std::string> value_of(NodeId, std::string_view, const HtmlAttribute& attribute) override {
    return std::string(attribute.value);
  }
  void end_attributes(NodeId, std::string_view, bool) override {}
  void inside(NodeId, std::string_view) override {}
  std::string sheet(NodeId, std::string_view css) override { return css_in_markup(std::string(css)); }

  const RebuiltPlaces& places_;
  const RebuiltContent& content_;
  const bool other_;
};

}  // namespace

RebuiltPlaces places_in(const HtmlDocument& doc, const DataObject& object, const Template* rules,
                        bool other) {
  RebuiltPlaces places;
  const NodeId content = place_of_field(doc, object, rules, "article");
  const NodeId body = doc.find_first("body");
  if (content == HtmlDocument::kNone || body == HtmlDocument::kNone || content == body ||
      !doc.contains(body, content))
    return places;
  places.content = content;
  const auto apart = [&](NodeId node) {
    return !doc.contains(content, node) && !doc.contains(node, content);
  };
  for (const std::string_view field : kFields) {
    const NodeId node = place_of_field(doc, object, rules, std::string(field));
    if (node == HtmlDocument::kNone || !doc.contains(body, node)) continue;
    if (apart(node)) places.fields[std::string(field)] = node;
    if (doc.contains(content, node)) places.within.insert(std::string(field));
  }
  if (!other) return places;
  for (const std::string_view field : kOfAnother) {
    for (const FieldRule* rule : rules_of(rules, field)) {
      const auto path = PathRule::parse(rule->xpath);
      if (!path) continue;
      for (const NodeId node : path->match(doc)) {
        if (doc.contains(body, node) && apart(node)) places.left_out.insert(node);
      }
    }
  }
  return places;
}

RebuiltPlaces list_place_in(const HtmlDocument& doc, const Url& url, const std::vector<FeedEntry>& entries) {
  std::set<std::string> wanted;
  for (const auto& entry : entries) wanted.insert(surt_key(entry.link));
  std::vector<std::pair<NodeId, std::string>> links;
  const Url base = base_url(doc, url);
  for (const auto& link : links_of(doc, 0, base)) {
    if (links.size() == kMostLinks) break;
    std::string key = surt_key(link.url);
    if (link.kind == LinkKind::kLink && wanted.contains(key)) links.emplace_back(link.node, std::move(key));
  }
  // An item is the largest element with one of the links; the list is its parent.
  std::map<NodeId, std::set<std::string>> below;
  for (const auto& [link, key] : links) {
    for (NodeId up = link; up != HtmlDocument::kNone; up = doc.parent(up)) below[up].insert(key);
  }
  std::map<NodeId, std::set<NodeId>> lists;
  for (const auto& [link, key] : links) {
    NodeId item = link;
    while (doc.parent(item) != HtmlDocument::kNone && below[doc.parent(item)].size() == 1)
      item = doc.parent(item);
    if (doc.parent(item) != HtmlDocument::kNone) lists[doc.parent(item)].insert(item);
  }
  RebuiltPlaces places;
  std::size_t most = 0;
  for (const auto& [list, items] : lists) {
    // A list of titles in a side bar has less text.
    std::size_t text = 0;
    for (const NodeId item : items) text += text_of(doc, item).size();
    if (items.size() < 2 || text <= most) continue;
    most = text;
    places.content = *items.begin();
    places.left_out = {std::next(items.begin()), items.end()};
  }
  return places;
}

std::string markup_with(const HtmlDocument& doc, std::string_view source, const Url& url,
                        const RebuiltPlaces& places, const RebuiltContent& content, bool other) {
  RebuiltWriter writer(doc, url, places, content, other);
  writer.run(source);
  return writer.take();
}

std::string plain_markup(const RebuiltContent& content) {
  const std::string& title = content.object.title;
  std::string html = "<!DOCTYPE html>\n<html lang=\"" + escaped_markup(content.object.language) +
                     "\" dir=\"auto\"><head><title>" + escaped_markup(title) +
                     "</title><style>body{max-width:45em;margin:1em auto;padding:0 1em;font:17px/1.6 serif}"
                     "img{max-width:100%}</style></head><body>";
  if (content.source == RebuiltPage::Source::kList) html += "<h1>" + escaped_markup(title) + "</h1>";
  return html + "<article>" + content_markup(content, {}, false) + "</article></body></html>";
}

}  // namespace bfa
