// SPDX-License-Identifier: Apache-2.0
// Whatever the store has as the HTML of an object: on a page of ours it has known elements and attributes
// only, loads from this server only, does not leave the element around it, and no heading skips a level.
#include <array>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "bfa/html/document.h"
#include "bfa/text/utf8.h"
#include "fuzz/fuzz_target.h"
#include "serve/pages/article.h"

namespace {

using NodeId = bfa::HtmlDocument::NodeId;

void require(bool holds) {
  if (!holds) std::abort();
}

void check_attribute(std::string_view tag, const bfa::HtmlAttribute& attribute) {
  constexpr std::array<std::string_view, 15> kKnown = {"id",    "lang",    "dir",     "title", "href",
                                                       "src",   "alt",     "loading", "width", "height",
                                                       "start", "colspan", "rowspan", "value", "class"};
  bool known = false;
  for (const std::string_view name : kKnown) known = known || attribute.name == name;
  require(known);
  if (attribute.name == "src") require(tag == "img" && attribute.value.starts_with("/image/"));
  if (attribute.name == "href")
    require(attribute.value.starts_with("/link/") || attribute.value.starts_with("#x-"));
}

}  // namespace

BFA_FUZZ_TARGET(serve_article) {
  bfa::DataObject object;
  object.html = bfa::repair_utf8({reinterpret_cast<const char*>(data), size});
  bfa::pages::ArticlePlaces places;
  places.link = [](const std::string&) { return std::string("/link/"); };
  places.image = [](const std::string&) { return std::string("/image/"); };
  const bfa::pages::Markup markup = bfa::pages::article_markup(object, places, 3);
  bfa::Findings findings;
  const auto page = bfa::HtmlDocument::parse(
      "<!DOCTYPE html><body><article>" + markup.html() + "</article><footer></footer></body>", findings);
  require(page.has_value());
  if (!findings.empty()) return 0;
  const NodeId article = page->find_first("article");
  const NodeId footer = page->find_first("footer");
  require(article != bfa::HtmlDocument::kNone && footer != bfa::HtmlDocument::kNone);
  require(page->end(article) <= footer);
  require(page->tag(page->parent(footer)) == "body");
  unsigned level = 2;
  for (NodeId n = article + 1; n < page->end(article); ++n) {
    if (!page->is_element(n)) continue;
    const std::string_view tag = page->tag(n);
    require(tag != "script" && tag != "style" && tag != "iframe" && tag != "form" && tag != "h1" &&
            tag != "h2");
    for (const auto& attribute : page->attributes(n)) check_attribute(tag, attribute);
    if (tag.size() != 2 || tag[0] != 'h' || tag[1] < '1' || tag[1] > '6') continue;
    const auto own = static_cast<unsigned>(tag[1] - '0');
    require(own <= level + 1);
    level = own;
  }
  return 0;
}
