// SPDX-License-Identifier: Apache-2.0
// Where each field of a version comes from, down to its WARC record; and the version as files.
#include <map>
#include <set>

#include "bfa/io/file_system.h"
#include "report/html_parts.h"
#include "serve/pages/post_view.h"

namespace bfa::pages {
namespace {

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

Markup field_rows(const Provenance& from) {
  std::set<std::string> fields;
  for (const auto& [field, method] : from.methods) fields.insert(field);
  for (const auto& [field, rule] : from.rules) fields.insert(field);
  Markup rows;
  for (const std::string& field : fields) {
    const auto method = from.methods.find(field);
    const auto rule = from.rules.find(field);
    rows +=
        element("tr", {}, element("th", {{"scope", "row"}}, field),
                element("td", {}, method == from.methods.end() ? from.method : method->second),
                element("td", {},
                        rule == from.rules.end() ? Markup()
                                                 : element("code", {}, shortened_text(rule->second, 300))));
  }
  return rows;
}

}  // namespace

Markup provenance_part(const SiteContext& context, const PostView& view, const std::string& home) {
  const Provenance& from = view.object().provenance;
  Markup facts = fact("Found by", Markup::text(from.method));
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
  Markup out = element("dl", {{"class", "facts"}}, facts);
  const Markup rows = field_rows(from);
  if (rows.empty()) return out;
  Markup heads;
  for (const char* name : {"Field", "Found by", "Rule"}) heads += element("th", {{"scope", "col"}}, name);
  return out.add(
      element("div", {{"class", "scroll"}, {"tabindex", "0"}, {"role", "region"}, {"aria-label", "Fields"}},
              element("table", {}, element("caption", {{"class", "hidden"}}, "Fields"),
                      element("thead", {}, element("tr", {}, heads)), element("tbody", {}, rows))));
}

Markup downloads_part(const PostView& view) {
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
                  "the page, all captures, for players");
  }
  return markup_of(element("ul", {{"class", "values"}}, items),
                   element("p", {{"class", "muted"}},
                           "The whole blog as a package: ", element("code", {}, "bfa pack"), "."));
}

}  // namespace bfa::pages
