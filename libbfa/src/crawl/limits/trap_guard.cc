// SPDX-License-Identifier: Apache-2.0
#include "crawl/limits/trap_guard.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/ascii.h"
#include "bfa/io/digest.h"

namespace bfa {
namespace {

constexpr std::size_t kMostParts = 64 * 1024;       // of sketches; about 10 MB
constexpr std::size_t kMostAddresses = 128 * 1024;  // of posts and images
constexpr std::size_t kBinsOfPart = 2;
constexpr std::size_t kMostText = 64 * 1024;
constexpr const char* kOtherForms = "(other forms)";

enum class Segment : std::uint8_t { kWord, kNumber, kMixture };

// Session ids and random names are mixtures; "top-10-of-2021" is a word.
Segment kind_of(std::string_view segment) {
  std::size_t digits = 0, letters = 0, others = 0;
  for (const char c : segment) {
    if (is_digit(c)) {
      ++digits;
    } else if (is_letter(c)) {
      ++letters;
    } else {
      ++others;
    }
  }
  if (digits > 0 && letters == 0) return Segment::kNumber;
  if (segment.find('=') != std::string_view::npos || segment.find('(') != std::string_view::npos)
    return Segment::kMixture;
  return digits >= 2 && letters > 0 && others == 0 && segment.size() >= 6 ? Segment::kMixture
                                                                          : Segment::kWord;
}

std::vector<std::string_view> segments_of(std::string_view path) {
  std::vector<std::string_view> segments;
  for (std::size_t begin = 0; begin < path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    if (end > begin) segments.push_back(path.substr(begin, end - begin));
    begin = end + 1;
  }
  return segments;
}

// The words of a text, in small ASCII letters. Bytes above ASCII are parts of words.
template <class Take>
void for_each_word(std::string_view text, const Take& take) {
  std::string word;
  const auto end_word = [&] {
    if (!word.empty()) take(word);
    word.clear();
  };
  for (const char c : text) {
    const bool letter = is_letter_or_digit(c) || static_cast<unsigned char>(c) >= 0x80;
    if (letter) {
      word += ascii_lower(c);
    } else {
      end_word();
    }
  }
  end_word();
}

}  // namespace

std::string address_form(const Url& url) {
  const std::vector<std::string_view> segments = segments_of(url.path());
  std::string form, last;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const Segment kind = kind_of(segments[i]);
    std::string part = kind == Segment::kNumber ? "N" : kind == Segment::kMixture ? "#" : "*";
    if (i == 0 && segments.size() > 1 && kind == Segment::kWord) part = segments[0].substr(0, 40);
    if (part == last) continue;
    form += "/" + part;
    last = std::move(part);
  }
  if (form.empty()) form = "/";
  if (!url.has_query()) return form;
  std::set<std::string> names;
  const std::string_view query = url.query();
  for (std::size_t begin = 0; begin <= query.size() && names.size() < 8;) {
    const std::size_t end = std::min(query.find('&', begin), query.size());
    const std::string_view pair = query.substr(begin, end - begin);
    if (!pair.empty()) names.insert(std::string(pair.substr(0, std::min<std::size_t>(pair.find('='), 20))));
    begin = end + 1;
  }
  form += '?';
  for (const auto& name : names) form += (form.back() == '?' ? "" : "&") + name;
  return form;
}

SeenTexts::Sketch SeenTexts::sketch_of(std::string_view text, const Url& url) {
  std::set<std::string> of_address;
  for_each_word(url.path(), [&](const std::string& word) { of_address.insert(word); });
  if (url.has_query()) for_each_word(url.query(), [&](const std::string& word) { of_address.insert(word); });
  std::string kept;
  for_each_word(text.substr(0, kMostText), [&](const std::string& word) {
    if (std::any_of(word.begin(), word.end(), is_digit) || of_address.contains(word)) return;
    kept += word + ' ';
  });
  return TextPrint::sketch_of(kept);
}

// Bins that both texts lack say nothing.
bool SeenTexts::alike(const Sketch& a, const Sketch& b) {
  std::size_t filled = 0, same = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] == 0 && b[i] == 0) continue;
    ++filled;
    if (a[i] == b[i]) ++same;
  }
  return same * 5 >= filled * 4;
}

bool SeenTexts::is_new(std::string_view text, const Url& url) {
  return keep(sketch_of(text, url), false);
}

bool SeenTexts::is_new_post(std::string_view text) {
  return keep(TextPrint::sketch_of(text.substr(0, kMostText)), true);
}

// Keeps the sketch. `equal`: only the same one counts as seen. True when it was not seen.
bool SeenTexts::keep(const Sketch& sketch, bool equal) {
  std::array<std::uint64_t, TextPrint::kBins / kBinsOfPart> keys{};
  bool seen = false;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    keys[i] = i + (equal ? keys.size() : 0);
    for (std::size_t j = 0; j < kBinsOfPart; ++j)
      keys[i] = (keys[i] ^ sketch[i * kBinsOfPart + j]) * 0x9E3779B97F4A7C15U;
    const auto known = by_part_.find(keys[i]);
    if (known == by_part_.end()) continue;
    seen = seen || (equal ? known->second == sketch : alike(known->second, sketch));
  }
  if (by_part_.size() > kMostParts) by_part_.clear();
  for (const std::uint64_t key : keys) by_part_.insert_or_assign(key, sketch);
  return !seen;
}

void SeenTexts::set_soft_404(std::string_view text, const Url& url) {
  soft_404_ = {sketch_of(text, url)};
}

bool SeenTexts::is_soft_404(std::string_view text, const Url& url) const {
  return !soft_404_.empty() && alike(soft_404_.front(), sketch_of(text, url));
}

TrapGuard::Form& TrapGuard::form_of(const Url& url, bool is_post) {
  std::string name = address_form(url);
  std::string key = (is_post ? "post " : "page ") + name;
  if (const auto known = forms_.find(key); known != forms_.end()) return known->second;
  if (forms_.size() >= kForms) {
    name = kOtherForms;
    key = (is_post ? "post " : "page ") + name;
  }
  Form& form = forms_[key];
  form.cut.form = name;
  return form;
}

void TrapGuard::charge(Form& form, bool fruitful, bool soft_404) {
  if (fruitful) {
    form.left = std::min(kBudget, form.left + kRefill);
    overall_ = std::min(kOverall, overall_ + kRefill);
    return;
  }
  ++form.cut.visited;
  if (soft_404) ++form.cut.soft_404;
  form.left = std::max(0, form.left - 1);
  overall_ = std::max(0, overall_ - 1);
  half_spent_ = half_spent_ || form.left <= kBudget / 2;
}

bool TrapGuard::is_new(std::string_view address) {
  if (addresses_.size() >= kMostAddresses) addresses_.clear();
  return addresses_.insert(hash(address)).second;
}

std::uint64_t TrapGuard::hash(std::string_view address) {
  return fast_hash(address);
}

// Links to posts count as long as posts of that form turn out to be new ones.
bool TrapGuard::leads_to_posts(const std::vector<CrawlTask>& links) {
  bool found = false;
  for (const CrawlTask& link : links) {
    if (link.kind != TaskKind::kPage || link.stage != Stage::kPost) continue;
    if (is_new(link.url.href()) && form_of(link.url, true).left > 0) found = true;
  }
  return found;
}

bool TrapGuard::visit(const Url& url, bool is_post, const DataObject& object,
                      const std::vector<CrawlTask>& links) {
  const bool leads_on = leads_to_posts(links);
  const std::string text = object.title + '\n' + object.text;
  const bool soft_404 = texts_.is_soft_404(text, url);
  const bool is_new_text =
      object.kind == ObjectKind::kPost ? texts_.is_new_post(object.text) : texts_.is_new(text, url);
  bool brings = is_new_text && !soft_404;
  for (const Reference& reference : object.references) {
    if (reference.kind == ReferenceKind::kImage && is_new(reference.url)) brings = true;
  }
  Form& form = form_of(url, is_post);
  // A post has to bring something itself: what leads from post to post endlessly is a trap.
  const bool fruitful = brings || (leads_on && !is_post);
  charge(form, fruitful, soft_404);
  return fruitful || leads_on;
}

bool TrapGuard::admit(const CrawlTask& link, bool fruitful) {
  if (link.kind != TaskKind::kPage) return true;
  const bool is_post = link.stage == Stage::kPost;
  Form& form = form_of(link.url, is_post);
  const bool spent = form.left == 0 && (!is_post || !fruitful);
  if (!spent && (overall_ > 0 || fruitful)) return true;
  if (form.cut.cut++ == 0) form.cut.example = link.url.href();
  return false;
}

bool TrapGuard::admit_now(const CrawlTask& task) {
  const auto from = visited_.find(hash(task.referrer));
  return from == visited_.end() || admit(task, from->second);
}

void TrapGuard::note_cut(const Url& url) {
  const std::string name = forms_.size() >= kForms ? kOtherForms : address_form(url);
  Form& entry = forms_["query " + name];
  entry.cut.form = name;
  if (entry.cut.cut++ == 0) entry.cut.example = url.href();
}

void TrapGuard::filter(StepResult& result) {
  const CrawlTask& task = result.task;
  const bool is_page = task.kind == TaskKind::kPage || task.kind == TaskKind::kExtract;
  if (!is_page || task.origin != TaskOrigin::kCrawl) return;
  const auto own = std::find_if(result.objects.begin(), result.objects.end(), [](const Observation& seen) {
    return seen.object.kind != ObjectKind::kComment && !seen.reading;
  });
  const bool read = own != result.objects.end();
  const bool is_post = task.stage == Stage::kPost ||
                       (task.stage != Stage::kOther && read && own->object.kind == ObjectKind::kPost);
  bool fruitful = true;  // a page that is read later is judged then
  if (result.outcome == Outcome::kSomethingElse) {
    const bool soft_404 =
        std::any_of(result.findings.begin(), result.findings.end(),
                    [](const Finding& finding) { return finding.id == "not_page.soft_404"; });
    charge(form_of(task.url, is_post), false, soft_404);
    fruitful = false;
  } else if (read) {
    fruitful = visit(task.url, is_post, own->object, result.tasks);
  }
  std::erase_if(result.tasks, [&](const CrawlTask& link) { return !admit(link, fruitful); });
  if (result.tasks.empty()) return;
  if (visited_.size() >= kMostAddresses) visited_.clear();
  visited_.insert_or_assign(hash(task.url.href()), fruitful);
}

bool TrapGuard::wants_probe() {
  return half_spent_ && !std::exchange(probed_, half_spent_);
}

std::vector<CutTrap> TrapGuard::traps() const {
  std::vector<CutTrap> found;
  for (const auto& [key, form] : forms_) {
    if (form.cut.cut > 0) found.push_back(form.cut);
  }
  return found;
}

}  // namespace bfa
