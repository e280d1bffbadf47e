// SPDX-License-Identifier: Apache-2.0
#include "bfa/feed/opml.h"

#include <algorithm>
#include <new>
#include <set>

#include "base/ascii.h"
#include "base/guard.h"
#include "bfa/io/sink.h"
#include "bfa/text/charset.h"
#include "bfa/text/prose_date.h"
#include "bfa/text/utf8.h"
#include "feed/build.h"
#include "xml/xml.h"

namespace bfa {
namespace {

constexpr std::size_t kMaxBytes = 32u << 20;
constexpr std::size_t kMaxOutlines = 100'000;

Error corrupt(std::string message) {
  return Error{Code::kCorrupt, std::move(message), "opml", -1};
}

const XmlNode* child_of(const XmlNode& node, std::string_view name) {
  const auto found = std::find_if(node.children.begin(), node.children.end(), [&](const XmlNode& child) {
    return child.kind == XmlNode::Kind::kElement && equals_ignoring_case(child.name, name);
  });
  return found == node.children.end() ? nullptr : &*found;
}

std::string_view attribute_of(const XmlNode& node, std::string_view name) {
  const auto found = std::find_if(node.attributes.begin(), node.attributes.end(), [&](const auto& attribute) {
    return equals_ignoring_case(attribute.name, name);
  });
  return found == node.attributes.end() ? std::string_view() : trim_c_space(found->value);
}

class Reader {
 public:
  Reader(std::string_view base, Findings& findings) : base_(base), findings_(findings) {}

  Result<Opml> read(std::string_view bytes) {
    if (bytes.size() > kMaxBytes) return Error{Code::kLimit, "OPML of more than 32 MiB", "opml", -1};
    const DecodedText decoded = decode_text(bytes, {}, CharsetContext::kXml, findings_);
    auto root = read_xml(decoded.text);
    if (!root) root = read_xml_tolerant(decoded.text, findings_);
    if (!root && root.error().code == Code::kLimit) return read_flat(decoded.text, root.error());
    if (!root) return std::move(root).error();
    if (!equals_ignoring_case(root->name, "opml")) {
      return corrupt("no OPML: the root element is <" + root->name.substr(0, 40) + ">");
    }
    Opml out;
    out.version = std::string(attribute_of(*root, "version"));
    if (const XmlNode* head = child_of(*root, "head")) read_head(*head, out);
    if (const XmlNode* body = child_of(*root, "body")) read_outlines(*body, out.outlines);
    return out;
  }

 private:
  void note(Code code, const char* id, std::string message, std::int64_t offset) {
    findings_.push_back({code, id, std::move(message), offset + shift_, "opml"});
  }

  // Outlines that are not closed nest without end: their start tags alone, each as an outline of the body.
  Result<Opml> read_flat(std::string_view text, const Error& limit) {
    if (find_tag(text, "opml", 0) == std::string_view::npos) return limit;
    note(Code::kLimit, "nested_outlines", limit.message + ": all outlines are read as one flat list",
         limit.offset);
    Opml out;
    for (std::size_t at = find_tag(text, "outline", 0); at != std::string_view::npos;) {
      const std::size_t end = end_of_tag(text, at);
      std::string tag(text.substr(at, end - at));
      if (tag.ends_with('/')) tag.pop_back();
      Findings ignored;  // of a piece; what is wrong with its values is noted below
      const auto node = read_xml_tolerant(tag + "/>", ignored);
      shift_ = static_cast<std::int64_t>(at);
      if (node && !add_outline(*node, 0, out.outlines)) break;
      at = find_tag(text, "outline", end);
    }
    return out;
  }

  // The next start tag of that name.
  static std::size_t find_tag(std::string_view text, std::string_view name, std::size_t from) {
    for (std::size_t at = text.find('<', from); at != std::string_view::npos; at = text.find('<', at + 1)) {
      const std::size_t behind = at + 1 + name.size();
      if (behind < text.size() && equals_ignoring_case(text.substr(at + 1, name.size()), name) &&
          std::string_view(" \t\r\n/>").find(text[behind]) != std::string_view::npos)
        return at;
    }
    return std::string_view::npos;
  }

  // Where a start tag ends: before its ">", or before the next tag.
  static std::size_t end_of_tag(std::string_view text, std::size_t at) {
    char quote = 0;
    for (std::size_t i = at + 1; i < text.size(); ++i) {
      const char c = text[i];
      if (c == '<' || (c == '>' && quote == 0)) return i;
      if (quote != 0) {
        if (c == quote) quote = 0;
      } else if (c == '"' || c == '\'') {
        quote = c;
      }
    }
    return text.size();
  }

  std::optional<Timestamp> read_date(std::string_view text, std::int64_t offset) {
    if (text.empty()) return std::nullopt;
    const auto parsed = parse_feed_date(text);
    if (parsed) return *parsed;
    note(Code::kCorrupt, "unreadable_date",
         "a date that cannot be read: '" + std::string(text.substr(0, 60)) + "'", offset);
    return std::nullopt;
  }

  void read_head(const XmlNode& head, Opml& out) {
    const auto text = [&](std::string_view name) {
      const XmlNode* node = child_of(head, name);
      return node == nullptr ? std::string() : std::string(trim_c_space(node->all_text()));
    };
    out.title = text("title");
    out.owner_name = text("ownerName");
    out.owner_email = text("ownerEmail");
    out.created = read_date(text("dateCreated"), head.offset);
    out.modified = read_date(text("dateModified"), head.offset);
  }

  std::string address(std::string_view text, std::int64_t offset) {
    if (text.empty()) return {};
    std::string url =
        base_.resolve(text.starts_with("feed://") ? "http" + std::string(text.substr(4)) : std::string(text));
    if (is_http_address(url) && Url::parse(url)) return url;
    note(Code::kCorrupt, "bad_address",
         "an outline's address that is no http one: '" + repair_utf8(text.substr(0, 80)) + "'", offset);
    return {};
  }

  OpmlOutline read_outline(const XmlNode& node) {
    OpmlOutline out;
    const auto get = [&](std::string_view name) { return std::string(attribute_of(node, name)); };
    out.text = collapse_space(get("text"));
    out.title = collapse_space(get("title"));
    out.type = get("type");
    out.description = get("description");
    out.language = get("language");
    out.version = get("version");
    out.xml_url = address(attribute_of(node, "xmlUrl"), node.offset);
    out.html_url = address(attribute_of(node, "htmlUrl"), node.offset);
    // An outline that is a link: to a feed when its type says so.
    if (out.xml_url.empty() && out.html_url.empty()) {
      const std::string type = ascii_lower_case(out.type);
      const bool is_feed = type == "rss" || type == "atom" || type == "feed";
      (is_feed ? out.xml_url : out.html_url) = address(attribute_of(node, "url"), node.offset);
    }
    const std::string list = get("category");
    for (std::string_view rest = list; !rest.empty();) {
      const std::size_t comma = std::min(rest.find(','), rest.size());
      add_unique(out.categories, rest.substr(0, comma));
      rest.remove_prefix(std::min(comma + 1, rest.size()));
    }
    out.created = read_date(attribute_of(node, "created"), node.offset);
    read_outlines(node, out.children);
    return out;
  }

  // Recursion is as deep as the XML reader lets elements nest.
  void read_outlines(const XmlNode& parent, std::vector<OpmlOutline>& out) {
    for (const XmlNode& child : parent.children) {
      if (child.kind != XmlNode::Kind::kElement || !equals_ignoring_case(child.name, "outline")) continue;
      if (!add_outline(child, child.offset, out)) return;
    }
  }

  // False when there are too many.
  bool add_outline(const XmlNode& node, std::int64_t offset, std::vector<OpmlOutline>& out) {
    if (++count_ <= kMaxOutlines) {
      out.push_back(read_outline(node));
      return true;
    }
    if (count_ == kMaxOutlines + 1)
      note(Code::kLimit, "too_many_entries", "more than 100000 outlines, the rest is left out", offset);
    return false;
  }

  BaseAddress base_;
  Findings& findings_;
  std::size_t count_ = 0;
  std::int64_t shift_ = 0;  // of offsets in the piece that is read
};

// Outlines with a feed, or (`pages`) those with a page and no feed.
void collect(const std::vector<OpmlOutline>& outlines, bool pages, std::vector<std::string>& folders,
             std::set<std::string>& seen, std::vector<OpmlFeed>& out) {
  for (const OpmlOutline& outline : outlines) {
    const std::string& name = outline.title.empty() ? outline.text : outline.title;
    const std::string type = ascii_lower_case(outline.type);
    const bool points_elsewhere = type == "link" || type == "include";
    const bool wanted = pages ? outline.xml_url.empty() && !points_elsewhere : !outline.xml_url.empty();
    const std::string& url = pages ? outline.html_url : outline.xml_url;
    if (wanted && !url.empty() && seen.insert(url).second)
      out.push_back({outline.xml_url, outline.html_url, name, folders});
    if (outline.children.empty()) continue;
    folders.push_back(outline.text.empty() ? name : outline.text);
    collect(outline.children, pages, folders, seen, out);
    folders.pop_back();
  }
}

std::vector<OpmlFeed> collect(const Opml& opml, bool pages) {
  return guarded_or_empty([&] {
    std::vector<OpmlFeed> out;
    std::vector<std::string> folders;
    std::set<std::string> seen;
    collect(opml.outlines, pages, folders, seen, out);
    return out;
  });
}

void write_attribute(XmlWriter& writer, std::string_view name, const std::string& value) {
  if (!value.empty()) writer.attribute(name, value);
}

void write_outline(XmlWriter& writer, const OpmlOutline& outline) {
  writer.start("outline");
  // OPML 2.0: every outline has a text.
  const std::string& text = !outline.text.empty()    ? outline.text
                            : !outline.title.empty() ? outline.title
                                                     : outline.xml_url;
  writer.attribute("text", text);
  write_attribute(writer, "title", outline.title);
  const std::string type = outline.type.empty() && !outline.xml_url.empty() ? "rss" : outline.type;
  write_attribute(writer, "type", type);
  write_attribute(writer, "xmlUrl", outline.xml_url);
  write_attribute(writer, "htmlUrl", outline.html_url);
  write_attribute(writer, "description", outline.description);
  write_attribute(writer, "language", outline.language);
  write_attribute(writer, "version", outline.version);
  std::string categories;
  for (const std::string& category : outline.categories)
    categories += (categories.empty() ? "" : ",") + category;
  write_attribute(writer, "category", categories);
  if (outline.created) writer.attribute("created", format_http_date(outline.created->utc));
  for (const OpmlOutline& child : outline.children) write_outline(writer, child);
  writer.end();
}

void write_text(XmlWriter& writer, std::string_view name, const std::string& value) {
  if (!value.empty()) writer.element(name, value);
}

Result<std::string> write(const Opml& opml) {
  std::string out;
  const std::unique_ptr<Sink> sink = make_string_sink(out);
  XmlWriter writer(*sink);
  writer.start("opml");
  writer.attribute("version", "2.0");
  writer.start("head");
  write_text(writer, "title", opml.title);
  if (opml.created) writer.element("dateCreated", format_http_date(opml.created->utc));
  if (opml.modified) writer.element("dateModified", format_http_date(opml.modified->utc));
  write_text(writer, "ownerName", opml.owner_name);
  write_text(writer, "ownerEmail", opml.owner_email);
  writer.end();
  writer.start("body");
  for (const OpmlOutline& outline : opml.outlines) write_outline(writer, outline);
  const Status status = writer.finish();
  if (!status.ok()) return status.error();
  return out;
}

}  // namespace

Result<Opml> parse_opml(std::string_view bytes, std::string_view base, Findings& findings) {
  return guarded([&] { return Reader(base, findings).read(bytes); }, "opml");
}

std::vector<OpmlFeed> feeds_of(const Opml& opml) {
  return collect(opml, false);
}

std::vector<OpmlFeed> pages_of(const Opml& opml) {
  return collect(opml, true);
}

Result<std::string> write_opml(const Opml& opml) {
  return guarded([&] { return write(opml); }, "opml");
}

}  // namespace bfa
