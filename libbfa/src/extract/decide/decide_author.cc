// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "extract/decide/assemble.h"
#include "extract/fields/byline_lines.h"
#include "extract/fields/bylines.h"

namespace bfa {
namespace {

std::string joined(const std::vector<std::string>& names) {
  std::string line;
  for (const std::string& name : names) line += (line.empty() ? "" : ", ") + name;
  return line;
}

}  // namespace

void decide_author(const PageView& view, std::string_view language, PageDecision& decision) {
  const auto take = [&decision](std::string name, const char* method) {
    if (!decision.author.empty() || name.empty()) return;
    decision.author = std::move(name);
    decision.provenance.methods["author"] = method;
  };
  const std::string of_entry = view.input.entry == nullptr ? "" : joined(view.input.entry->authors);
  take(marked_author(view.page, decision.article, view.talk), "byline");
  // A feed that has one author for all its entries has the blog's: the head of a page is more exact.
  if (view.rules_or_none().source.author.empty()) take(of_entry, "feed");
  take(stated_author(view.facts), "metadata");
  take(of_entry, "feed");
  // Last: "Author: Ann Rye" may be the author of a book that the post is about.
  if (decision.author.empty()) take(author_in_lines(view, decision.article, language), "byline");
}

}  // namespace bfa
