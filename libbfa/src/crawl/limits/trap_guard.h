// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "bfa/crawl/crawl.h"
#include "bfa/object/data_object.h"
#include "bfa/url/url.h"
#include "crawl/moves/text_print.h"

namespace bfa {

// What the addresses of endless pages have in common: the first segment of the path as it is, numbers as "N",
// mixtures of letters and digits as "#", other segments as "*", repetitions once, and the names in the query.
// "/tag/red-blue" gives "/tag/*", "/2021/03/09/x" gives "/N/*", "/s/9f8a7c66/x" gives "/s/#/*".
std::string address_form(const Url& url);

// The texts of a run, to tell a new text from one that was seen with other numbers or names in it. Keeps a
// sketch of the last texts: what repeats endlessly is among them.
class SeenTexts {
 public:
  // True when no text like it was seen. Keeps it. Words of the address `url` do not count, nor do numbers.
  bool is_new(std::string_view text, const Url& url);
  // The same of a post, where every word and number counts: a series differs in numbers only.
  bool is_new_post(std::string_view text);
  // The text that the host shows for an address that cannot exist.
  void set_soft_404(std::string_view text, const Url& url);
  bool is_soft_404(std::string_view text, const Url& url) const;

 private:
  using Sketch = std::array<std::uint64_t, TextPrint::kBins>;

  static Sketch sketch_of(std::string_view text, const Url& url);
  bool keep(const Sketch& sketch, bool equal);
  static bool alike(const Sketch& a, const Sketch& b);

  std::unordered_map<std::uint64_t, Sketch> by_part_;
  std::vector<Sketch> soft_404_;  // none or one
};

// Ends endless walks through a blog: addresses of one form are followed as long as they bring something new.
// Each form has a budget of fruitless pages, which a fruitful page fills up again. Fruitful is a page with a
// new text, a new image, or a link to a post that was not seen. Posts themselves are cut off only where a
// fruitless page leads to them. One blog in one run; one thread. docs/crawl.md, "Traps".
class TrapGuard {
 public:
  static constexpr int kBudget = 100;          // fruitless pages of one form
  static constexpr int kRefill = 10;           // that a fruitful page gives back
  static constexpr int kOverall = 1000;        // fruitless pages of all forms
  static constexpr std::size_t kForms = 5000;  // further ones share a budget

  // Judges the page of a step, and takes the links out of `result.tasks` that are not to be followed.
  void filter(StepResult& result);

  // Takes the page of a step, before its links are followed. `object`: what was read from it. False: it
  // brought nothing new.
  bool visit(const Url& url, bool is_post, const DataObject& object, const std::vector<CrawlTask>& links);
  // True when the link may be followed. `fruitful`: the page that has it.
  bool admit(const CrawlTask& link, bool fruitful);
  // The same when the task is about to be fetched: its form may be spent by now. What the home page, feeds
  // and sitemaps name is fetched all the same.
  bool admit_now(const CrawlTask& task);
  // Counts a link that another rule cut off.
  void note_cut(const Url& url);

  // The first time that a form has spent half of its budget: the host should be asked for an address that
  // cannot exist.
  bool wants_probe();
  void take_probe(std::string_view text, const Url& url) { texts_.set_soft_404(text, url); }

  // The forms that were cut off.
  std::vector<CutTrap> traps() const;

 private:
  struct Form {
    int left = kBudget;
    CutTrap cut;
  };

  static std::uint64_t hash(std::string_view address);
  Form& form_of(const Url& url, bool is_post);
  void charge(Form& form, bool fruitful, bool soft_404);
  bool is_new(std::string_view address);
  bool leads_to_posts(const std::vector<CrawlTask>& links);

  std::map<std::string, Form> forms_;
  SeenTexts texts_;
  std::unordered_set<std::uint64_t> addresses_;      // of posts and images, hashed
  std::unordered_map<std::uint64_t, bool> visited_;  // pages with links, hashed: whether they were fruitful
  int overall_ = kOverall;
  bool half_spent_ = false, probed_ = false;
};

}  // namespace bfa
