// SPDX-License-Identifier: Apache-2.0
#include "extract/talk.h"

#include "extract/blog.h"

namespace bfa::test {

std::string told(const std::vector<DataObject>& comments) {
  std::string out;
  for (const DataObject& comment : comments) {
    const DataObject* at = &comment;
    for (bool up = true; up;) {
      up = false;
      for (const DataObject& other : comments) {
        if (at->parent.empty() || other.id != at->parent) continue;
        out += "  ";
        at = &other;
        up = true;
        break;
      }
    }
    if (comment.attributes.count("comment_type") > 0) out += "ping ";
    out += comment.authors.empty() ? "-" : comment.authors.front();
    out +=
        " | " + (comment.published ? format_timestamp(*comment.published).substr(0, 10) : std::string("-"));
    const std::size_t hash = comment.url.find('#');
    out += " | " + (hash == std::string::npos ? std::string("-") : comment.url.substr(hash));
    std::string text = comment.text;
    for (char& c : text) c = c == '\n' ? '/' : c;
    out += " | " + text + "\n";
  }
  return out;
}

Extraction extract_soup(const std::string& html) {
  Findings findings;
  const HtmlDocument doc = HtmlDocument::parse(html, findings).value();
  const Url url = Url::parse("http://blog.example/soup/").value();
  const PageInput input{url, Url::parse("http://blog.example/").value(),   &doc, nullptr,
                        "",  parse_rfc3339("2024-06-01T12:00:00Z").value()};
  return make_generic_strategy()->extract(nullptr, input).value();
}

Extraction extract_page(const std::string& discussion, const std::string& inside) {
  return extract_soup(
      "<!DOCTYPE html><html lang=en><head><title>Talk - "
      "Boats</title></head><body><h1>Boats</h1><main><article>"
      "<h2>Talk</h2><div class=story>" +
      paragraphs(3, 3) + inside + "</div></article>" + discussion +
      "</main><footer>Foot</footer></body></html>");
}

}  // namespace bfa::test
