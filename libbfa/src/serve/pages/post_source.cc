// SPDX-License-Identifier: Apache-2.0
// Where each field of a version comes from, down to its WARC record; and the version as files.
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "bfa/io/file_system.h"
#include "report/html_parts.h"
#include "serve/pages/post_view.h"
#include "serve/programs/mementos.h"

namespace bfa::pages {
namespace {

constexpr std::size_t kMostRecords = 10;  // of comments, each with a row

Markup fact(std::string_view name, const Markup& value) {
  return value.empty() ? Markup() : element("div", {}, element("dt", {}, name), element("dd", {}, value));
}

// Whether the file of a record is there. What cannot be asked counts as there.
bool is_missing(const SiteContext& context, const std::string& file) {
  if (file.empty()) return false;
  const std::string path = file.front() == '/' ? file : context.archive->warc_directory() + "/" + file;
  const auto exists = posix_file_system().exists(path);
  return exists && !*exists;
}

Markup record_of(const SiteContext& context, const WarcRef& warc) {
  if (warc.file.empty()) return {};
  Markup out = element("code", {}, warc.file);
  out.add(", byte ").add(grouped(warc.offset));
  if (warc.length > 0) out.add(", ").add(size_text(warc.length)).add(" stored");
  if (is_missing(context, warc.file)) {
    out +=
        notice("trouble", markup_of("The file ", element("code", {}, warc.file),
                                    " is missing: the bytes of this page cannot be read until it is back."));
  } else if (!warc.record_id.empty()) {
    out.add(", ").add(link(record_address(warc.record_id), "the record"));
  }
  return out;
}

// What a method of the provenance is called for people; a method of extraction has its own name.
std::string method_text(const std::string& method) {
  static const std::map<std::string, std::string_view, std::less<>> kNames = {
      {"feed", "entry of the feed"},
      {"page", "the page itself"},
      {"metadata", "metadata in the head of the page"},
      {"blog", "the same for the whole blog"},
      {"text", "recognised from the text"},
      {"classes", "class names around the article"},
      {"rule", "a learned rule"},
      {"given", "given by a user"},
      {"learned", "learned from the blog"}};
  const auto at = kNames.find(method);
  return at == kNames.end() ? method : std::string(at->second);
}

// A field that an object has: its name for people, the field of the rule that reads it, and how many values.
struct FieldOf {
  std::string name;
  const char* rule;  // as in Provenance::methods; empty: the value has no rule of its own
  std::size_t count = 1;
};

std::size_t lines_in(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1;
}

// The fields that have a value, in the order in which people read them.
std::vector<FieldOf> fields_of(const DataObject& object) {
  std::vector<FieldOf> out;
  const auto add = [&out](std::size_t count, std::string name, const char* rule) {
    if (count > 0) out.push_back({std::move(name), rule, count});
  };
  add(object.title.empty() ? 0 : 1, "title", "title");
  add(object.subtitle.empty() ? 0 : 1, "subtitle", "subtitle");
  add(object.text.empty() && object.html.empty() ? 0 : 1, "text", "article");
  add(object.authors.size(), "author", "author");
  add(object.published ? 1 : 0, "date", "date");
  add(object.provenance.methods.contains("zone") ? 1 : 0, "time zone", "zone");
  add(object.modified ? 1 : 0, "modified", "modified");
  add(object.tags.size(), "tag", "tag");
  add(object.language.empty() ? 0 : 1, "language", "language");
  for (const auto& [kind, name] : {std::pair(ReferenceKind::kLink, "link"),
                                   {ReferenceKind::kImage, "image"},
                                   {ReferenceKind::kAudio, "audio"},
                                   {ReferenceKind::kVideo, "video"},
                                   {ReferenceKind::kEmbed, "embedded part"}}) {
    const auto is_one = [wanted = kind](const Reference& reference) { return reference.kind == wanted; };
    const auto count = std::count_if(object.references.begin(), object.references.end(), is_one);
    add(static_cast<std::size_t>(count), name, "article");
  }
  for (const auto& [name, value] : object.attributes) {
    if (value.empty()) continue;
    const bool category = name == "categories";
    add(lines_in(value), category ? "category" : name, category ? "category" : "");
  }
  return out;
}

// The rows of a table of fields, each with the record that its value was read from.
class FieldTable {
 public:
  FieldTable(const SiteContext& context, const PostView& view)
      : context_(context), from_(view.object().provenance) {
    page_ = place("page", from_.warc);
    if (from_.feed_sequence == 0) return;
    // A feed whose capture cannot be read leaves its cell without a link.
    const auto capture = context.archive->view().capture(from_.feed_sequence);
    feed_ = capture && *capture ? place("feed", (*capture)->warc) : Markup::text("feed");
  }

  void add(const FieldOf& field) {
    const auto method = from_.methods.find(field.rule);
    const auto rule = from_.rules.find(field.rule);
    std::string found;
    if (method != from_.methods.end()) {
      found = method_text(method->second);
    } else if (rule != from_.rules.end() || from_.method == "feed") {
      found = method_text(from_.method);
    }
    const bool by_feed = found == method_text("feed");
    row(field.name, field.count, found,
        rule == from_.rules.end() ? Markup() : element("code", {}, shortened_text(rule->second, 300)),
        by_feed && !feed_.empty() ? feed_ : page_);
  }

  // What the page's status says, with the answer that it was read from.
  void add_status(const DataObject& object) {
    if (object.status.empty()) return;
    row("status", 1, "answer of the server", element("code", {}, shortened_text(object.status, 40)), page_);
  }

  // The comments, by the records that they were read from.
  void add_comments(const std::vector<DataObject>& comments) {
    std::map<std::string, std::pair<std::size_t, const Provenance*>> records;
    for (const DataObject& comment : comments) {
      const Provenance& from = comment.provenance;
      auto& [count, first] = records[from.warc.record_id + "\n" + from.method];
      if (count++ == 0) first = &from;
    }
    std::size_t shown = 0;
    for (const auto& [key, record] : records) {
      if (++shown > kMostRecords) break;
      const Provenance& from = *record.second;
      const auto rule = from.rules.find("comment");
      row("comment", record.first, method_text(from.method),
          rule == from.rules.end() ? Markup() : element("code", {}, shortened_text(rule->second, 300)),
          place(from.method == "feed" ? "feed" : "page", from.warc));
    }
    if (records.size() > kMostRecords)
      row("comment", 1, "and " + counted(records.size() - kMostRecords, "further record"), {}, {});
  }

  Markup take() const {
    if (rows_.empty()) return {};
    Markup heads;
    for (const char* name : {"Field", "Found by", "Rule", "WARC record"})
      heads += element("th", {{"scope", "col"}}, name);
    return element("div",
                   {{"class", "scroll"}, {"tabindex", "0"}, {"role", "region"}, {"aria-label", "Fields"}},
                   element("table", {}, element("caption", {{"class", "hidden"}}, "Fields"),
                           element("thead", {}, element("tr", {}, heads)), element("tbody", {}, rows_)));
  }

 private:
  // A link to a record, by a short name.
  Markup place(std::string_view name, const WarcRef& warc) const {
    if (warc.file.empty()) return {};
    if (warc.record_id.empty()) return Markup::text(warc.file + ", byte " + grouped(warc.offset));
    if (is_missing(context_, warc.file)) return Markup::text(warc.file + " is missing");
    return link(record_address(warc.record_id), name);
  }

  void row(const std::string& name, std::size_t count, const std::string& found, const Markup& rule,
           const Markup& record) {
    Markup head = foreign(shortened_text(name, 60));
    if (count > 1) head.add(" ").add(element("span", {{"class", "muted"}}, "\xc3\x97 " + grouped(count)));
    rows_ += element("tr", {}, element("th", {{"scope", "row"}}, head),
                     element("td", {}, found.empty() ? std::string("not recorded") : found),
                     element("td", {}, rule), element("td", {}, record));
  }

  const SiteContext& context_;
  const Provenance& from_;
  Markup page_, feed_, rows_;
};

// "the page with its 3 captures, for players".
std::string wacz_text(const SiteContext& context, const std::string& url) {
  constexpr std::size_t kMost = 1000;
  const auto key = memento_key(*context.index, url);
  const auto count = key ? count_mementos(*context.index, *key, kMost) : Result<std::size_t>(key.error());
  if (!count || *count == 0) return "the page, all captures, for players";
  std::string text =
      *count == kMost ? "more than " + grouped(kMost - 1) + " captures" : counted(*count, "capture");
  return "the page with its " + text + ", for players";
}

}  // namespace

Markup provenance_part(const SiteContext& context, const PostView& view,
                       const std::vector<DataObject>& comments, const std::string& home) {
  const Provenance& from = view.object().provenance;
  Markup facts = fact("Found by", Markup::text(method_text(from.method)));
  if (from.template_sequence != 0) {
    const std::string name = "template-" + std::to_string(from.template_sequence);
    const std::string text = "step " + std::to_string(from.template_sequence);
    facts += fact("Template", home.empty() ? Markup::text(text) : link(blog_address(home).at(name), text));
  }
  if (from.confidence > 0) facts += fact("Confidence", Markup::text(decimal(from.confidence, 2)));
  if (from.feed_sequence != 0) {
    std::string text = "capture of step " + std::to_string(from.feed_sequence);
    if (from.feed_entry >= 0) text += ", entry " + std::to_string(from.feed_entry + 1);
    facts += fact("Feed entry", Markup::text(text));
  }
  facts += fact("Captured", time_element(view.version().observed));
  facts += fact("WARC record", record_of(context, from.warc));
  FieldTable fields(context, view);
  for (const FieldOf& field : fields_of(view.object())) fields.add(field);
  fields.add_status(view.object());
  fields.add_comments(comments);
  return element("dl", {{"class", "facts"}}, facts).add(fields.take());
}

Markup downloads_part(const SiteContext& context, const PostView& view) {
  const auto item = [](const std::string& address, std::string_view name, std::string_view what) {
    return element("li", {}, link(address, name), " ", element("span", {{"class", "muted"}}, what));
  };
  SiteAddress json = view.address(), markdown = view.address();
  Markup items = item(json.with("format", "json").text(), "JSON", "this version with its comments");
  items += item(markdown.with("format", "markdown").text(), "Markdown", "text and comments");
  const WarcRef& warc = view.object().provenance.warc;
  if (!warc.record_id.empty())
    items += item(record_address(warc.record_id), "WARC record", "the bytes as they came");
  if (!view.url.empty()) {
    items += item(SiteAddress("/wacz").with("url", view.page_url()).text(), "WACZ",
                  wacz_text(context, view.page_url()));
    if (view.object().kind == ObjectKind::kPost || view.object().kind == ObjectKind::kPage) {
      items += item(package_address(view.url, "mets"), "Package (METS)",
                    "all versions and comments, described, with their captures");
      items += item(package_address(view.url, "bag"), "Package (BagIt)", "the same as a bag");
    }
  }
  return element("ul", {{"class", "values"}}, items);
}

}  // namespace bfa::pages
