// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "base/try.h"
#include "crawl/step_context.h"

namespace bfa {
namespace {

constexpr std::size_t kMinServed = 3;  // pages that a new template has to serve: fewer show no repetition
constexpr std::size_t kMaxLayouts = 8;

const std::string& article_xpath(const std::vector<FieldRule>& rules) {
  static const std::string kNone;
  const auto at =
      std::find_if(rules.begin(), rules.end(), [](const auto& r) { return r.field == "article"; });
  return at == rules.end() ? kNone : at->xpath;
}

// Keeps the layouts of `before`: old pages may still have the layout that the feed showed, or one learned
// since.
void keep_layouts(const Template& before, Template& learned) {
  const auto keep = [&](Layout layout) {
    const std::string& article = article_xpath(layout.rules);
    bool known =
        layout.signature.empty() || (layout.folder.empty() && article == article_xpath(learned.rules));
    for (const Layout& other : learned.layouts) {
      const bool same = other.signature == layout.signature || article_xpath(other.rules) == article;
      known = known || (other.folder == layout.folder && same);
    }
    if (!known && learned.layouts.size() < kMaxLayouts) learned.layouts.push_back(std::move(layout));
  };
  keep(Layout{before.signature,
              before.captures,
              before.rules,
              before.boilerplate,
              before.title_prefix,
              before.title_suffix,
              before.title_words,
              {},
              {},
              {}});
  for (const Layout& layout : before.layouts) keep(layout);
}

}  // namespace

Result<std::optional<Template>> accept_relearned(const StepContext& context, const TrainingSet& set,
                                                 const Template& before, Template learned) {
  if (learned.rule("article") == nullptr) return std::optional<Template>();
  keep_layouts(before, learned);
  std::size_t asked = 0, served = 0;
  for (const auto* list : {&set.pages, &set.others}) {
    for (const TrainingPage& page : *list) {
      const auto& named = context.task.captures;
      if (std::find(named.begin(), named.end(), page.capture) == named.end()) continue;
      PageInput input;
      input.url = page.url;
      input.blog = set.blog;
      input.doc = page.doc;
      input.entry = page.entry;
      input.feed_url = set.feed_url;
      input.captured = page.captured;
      BFA_ASSIGN_OR_RETURN(const Extraction got, context.strategy.extract(&learned, input));
      ++asked;
      const bool post = got.object && got.object->kind == ObjectKind::kPost;
      if (post && !is_unlike_template(&learned, *got.object)) ++served;
    }
  }
  if (served < kMinServed || 2 * served < asked) return std::optional<Template>();
  return std::optional<Template>(std::move(learned));
}

}  // namespace bfa
