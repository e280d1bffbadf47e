// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <new>
#include <set>
#include <utility>

#include "assemble.h"
#include "bfa/extract/post_pattern.h"
#include "bfa/text/language.h"
#include "boilerplate.h"
#include "dice_extract.h"
#include "strategies.h"
#include "training.h"

namespace bfa {
namespace {

std::string only_author(const Feed* feed) {
  std::set<std::string> authors;
  if (feed == nullptr) return {};
  for (const FeedEntry& entry : feed->entries) {
    if (entry.authors.size() > 1) return {};
    authors.insert(entry.authors.empty() ? "" : entry.authors.front());
  }
  if (authors.size() == 1) return *authors.begin();
  if (authors.empty() && feed->authors.size() == 1) return feed->authors.front();
  return {};
}

// A language tag in its usual writing: "zh_cn" is zh-CN.
std::string language_tag(std::string_view text) {
  std::string out;
  std::size_t part = 0;  // length of the part so far, and whether it is the first
  bool first = true;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i == text.size() || text[i] == '-' || text[i] == '_') {
      const std::size_t begin = out.size() - part;
      if (!first && part == 2) {
        for (std::size_t k = begin; k < out.size(); ++k) out[k] = static_cast<char>(out[k] - 'a' + 'A');
      }
      if (!first && part == 4) out[begin] = static_cast<char>(out[begin] - 'a' + 'A');
      if (i < text.size()) out += '-';
      first = false;
      part = 0;
      continue;
    }
    const char c = text[i];
    if (c >= 'A' && c <= 'Z') {
      out += static_cast<char>(c - 'A' + 'a');
    } else if (c >= 'a' && c <= 'z') {
      out += c;
    } else {
      return std::string(text);  // not of the usual form: as it is
    }
    ++part;
  }
  return out;
}

std::string language_of(const TrainingSet& set, const std::vector<Trainee>& trainees) {
  if (set.feed != nullptr && !set.feed->language.empty()) return language_tag(set.feed->language);
  for (const Trainee& trainee : trainees) {
    if (!trainee.facts.language.empty()) return language_tag(trainee.facts.language);
  }
  for (const Trainee& trainee : trainees) {
    const std::string language = detect_language(line_of(*trainee.page, trainee.page->body()));
    if (!language.empty()) return language;
  }
  return {};
}

std::string learn_pattern(const TrainingSet& set, const std::vector<Trainee>& trainees) {
  std::vector<std::string> urls;
  urls.reserve(trainees.size());
  for (const Trainee& trainee : trainees) urls.push_back(trainee.input->url.href());
  if (urls.empty() && set.feed != nullptr) {
    for (const FeedEntry& entry : set.feed->entries) urls.push_back(entry.link);
  }
  return PostPattern::learn(urls).to_text();
}

void learn_boilerplate(const TrainingSet& set, const std::vector<Trainee>& trainees, Template& t) {
  std::vector<RepeatPage> pages;
  pages.reserve(trainees.size() + set.others.size());
  for (const Trainee& trainee : trainees) pages.push_back({trainee.page.get(), trainee.node});
  std::vector<PageIndex> others;
  others.reserve(set.others.size());
  for (const TrainingPage& other : set.others) {
    if (other.doc == nullptr) continue;
    others.emplace_back(*other.doc);
    pages.push_back({&others.back(), article_by_rules(t, others.back()).node});
  }
  t.boilerplate = repeated_regions(pages);
}

class DiceStrategy final : public ExtractionStrategy {
 public:
  std::string_view name() const override { return "dice"; }

  Result<Template> learn(const TrainingSet& set) const override {
    try {
      return learn_template(set);
    } catch (const std::bad_alloc&) {
      return Error{Code::kIo, "out of memory while learning", set.blog.href()};
    }
  }

  Result<Extraction> extract(const Template* t, const PageInput& input) const override {
    try {
      if (t == nullptr || t->rule("article") == nullptr) return extract_generic(t, input);
      return extract_learned(*t, input);
    } catch (const std::bad_alloc&) {
      return Error{Code::kIo, "out of memory while extracting", input.url.href()};
    }
  }

 private:
  static Template learn_template(const TrainingSet& set) {
    Template t = bare_template(set);
    std::vector<Trainee> trainees;
    const bool of_comments = set.feed != nullptr && set.feed->is_comments;
    if (!of_comments) trainees = make_trainees(set.pages);
    t.language = language_of(set, trainees);
    std::vector<FieldRule> rules = learn_article(trainees);
    if (rules.empty()) {
      t.reason = of_comments        ? "the feed is one of comments"
                 : trainees.empty() ? "no page of the feed's entries is at hand"
                                    : "no page holds the text of its entry";
      t.post_pattern = learn_pattern(set, trainees);
      learn_common(set, t);
      return t;
    }
    t.method = "dice";
    t.rules = std::move(rules);
    for (Trainee& trainee : trainees) {
      t.captures.push_back(trainee.input->capture);
      trainee.node = article_by_rules(t, *trainee.page).node;
    }
    for (std::vector<FieldRule> more :
         {learn_title(trainees), learn_author(trainees), learn_date(trainees, t.language)}) {
      std::move(more.begin(), more.end(), std::back_inserter(t.rules));
    }
    const TitleFrame frame = learn_title_frame(trainees);
    t.title_prefix = frame.prefix;
    t.title_suffix = frame.suffix;
    t.author = only_author(set.feed);
    t.post_pattern = learn_pattern(set, trainees);
    learn_boilerplate(set, trainees, t);
    return t;
  }
};

}  // namespace

std::unique_ptr<ExtractionStrategy> make_dice_strategy() {
  return std::make_unique<DiceStrategy>();
}

std::unique_ptr<ExtractionStrategy> make_strategy(std::string_view name) {
  if (name == "dice") return make_dice_strategy();
  if (name == "generic") return make_generic_strategy();
  return nullptr;
}

}  // namespace bfa
