// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bfa/html/content.h"
#include "bfa/html/document.h"

namespace bfa::test {

// A page of ours that a test looks into.
class Looked {
 public:
  explicit Looked(const std::string& html) {
    auto parsed = HtmlDocument::parse(html, findings);
    EXPECT_TRUE(parsed);
    if (parsed) doc = std::move(*parsed);
  }
  std::size_t count(std::string_view tag) const {
    std::size_t number = 0;
    for (HtmlDocument::NodeId n = 0; n < doc.size(); ++n) number += doc.tag(n) == tag ? 1 : 0;
    return number;
  }
  std::string text(std::string_view tag) const {
    const auto n = doc.find_first(tag);
    return n == HtmlDocument::kNone ? std::string() : text_of(doc, n);
  }
  // The values of an attribute, in order.
  std::vector<std::string> values(std::string_view name) const {
    std::vector<std::string> out;
    for (HtmlDocument::NodeId n = 0; n < doc.size(); ++n) {
      if (doc.has_attribute(n, name)) out.emplace_back(doc.attribute(n, name));
    }
    return out;
  }

  Findings findings;
  HtmlDocument doc;
};

// What each page has to have, whatever it shows.
inline void expect_sound(const std::string& target, const std::string& html) {
  SCOPED_TRACE(target);
  const Looked page(html);
  EXPECT_TRUE(page.findings.empty());
  EXPECT_EQ(page.count("h1"), 1U);
  EXPECT_FALSE(page.text("h1").empty());
  for (const char* tag : {"main", "header", "footer", "title", "html"}) EXPECT_GE(page.count(tag), 1U) << tag;
  EXPECT_EQ(page.count("style"), 0U);
  std::set<std::string> ids;
  for (HtmlDocument::NodeId n = 0; n < page.doc.size(); ++n) {
    const std::string_view tag = page.doc.tag(n);
    for (const HtmlAttribute& attribute : page.doc.attributes(n)) {
      EXPECT_FALSE(attribute.name.starts_with("on")) << tag << " " << attribute.name;
      EXPECT_NE(attribute.name, "style") << tag;
      if (attribute.name == "id") {
        EXPECT_TRUE(ids.insert(std::string(attribute.value)).second) << attribute.value;
      }
      if (attribute.name == "src" || attribute.name == "action") {
        EXPECT_TRUE(attribute.value.starts_with("/") && !attribute.value.starts_with("//"))
            << attribute.value;
      }
      if (attribute.name == "href") {
        const bool safe = attribute.value.starts_with("/") || attribute.value.starts_with("#") ||
                          attribute.value.starts_with("http://") || attribute.value.starts_with("https://");
        EXPECT_TRUE(safe && !attribute.value.starts_with("//")) << attribute.value;
      }
    }
    if (tag == "script") {
      EXPECT_TRUE(page.doc.attribute(n, "src").starts_with("/static/"));
    }
    if (tag == "img") {
      EXPECT_TRUE(page.doc.has_attribute(n, "alt"));
    }
    if (tag == "input" && page.doc.attribute(n, "type") != "hidden") {
      const std::string_view id = page.doc.attribute(n, "id");
      bool labelled = false;
      for (HtmlDocument::NodeId label = 0; label < page.doc.size(); ++label) {
        if (page.doc.tag(label) != "label") continue;
        labelled = labelled || page.doc.contains(label, n) ||
                   (!id.empty() && page.doc.attribute(label, "for") == id);
      }
      EXPECT_TRUE(labelled) << page.doc.attribute(n, "name");
    }
  }
}

}  // namespace bfa::test
