// SPDX-License-Identifier: Apache-2.0
#include "crawl/judge/not_page.h"

#include <algorithm>
#include <array>

#include "base/counted.h"
#include "crawl/judge/phrases.h"

namespace bfa {
namespace {

constexpr std::size_t kFewWords = 60;      // a notice
constexpr std::size_t kSomeWords = 150;    // a notice with explanations
constexpr std::size_t kParkedWords = 400;  // a parked domain with lists of advertisements
constexpr std::size_t kWallWords = 900;    // a consent wall with its legal text
constexpr int kEnough = 3;

struct Name {
  std::string_view name, words;
};
constexpr std::array<Name, kNotPageKinds> kNames = {{
    {"parked_domain", "a parked or sold domain"},
    {"hosting_notice", "a notice of the hoster"},
    {"bot_challenge", "a check for bots"},
    {"login_wall", "a login wall"},
    {"consent_wall", "a consent wall"},
    {"maintenance", "a maintenance page"},
    {"soft_404", "a 'not found' page with a good status"},
    {"redirect_to_home", "the home page"},
}};

// What the title and the headings say of one kind.
struct HeadSays {
  bool title = false, heading = false;  // it is a good part of the title, of a heading
  std::string_view phrase;              // the longest, also where it is only a small part
  bool mainly() const { return title || heading; }
};

// `hits`: of each segment.
HeadSays head_says(const PageSigns& signs, const std::vector<PhraseHits>& hits, NotPageKind kind) {
  HeadSays says;
  for (std::size_t i = 0; i < signs.segments.size(); ++i) {
    if (hits[i].best(kind).size() > says.phrase.size()) says.phrase = hits[i].best(kind);
    if (hits[i].covers(kind, signs.segments[i])) (signs.heading[i] ? says.heading : says.title) = true;
  }
  return says;
}

// Collects what speaks for one kind.
class Case {
 public:
  Case(NotPageKind kind, const HeadSays& head, const PhraseHits& body)
      : kind_(kind), said_(!head.phrase.empty() || body.count(kind) > 0) {
    if (!head.phrase.empty())
      add(head.mainly() ? 2 : 1, "its title or heading says \"" + std::string(head.phrase) + "\"");
    const std::size_t further =
        body.count(kind) - std::min(body.count(kind), head.phrase.empty() ? 0 : std::size_t{1});
    if (further > 0) add(1, "its text says \"" + std::string(body.best(kind)) + "\"");
    if (further > 1) add(1, "and more of that kind");
  }

  void add(int weight, std::string evidence) {
    weight_ += weight;
    evidence_ += (evidence_.empty() ? "" : "; ") + std::move(evidence);
  }
  void add_if(bool holds, int weight, const char* evidence) {
    if (holds) add(weight, evidence);
  }
  bool said() const { return said_; }
  std::optional<NotPage> decide(int enough = kEnough) const {
    if (weight_ < enough) return std::nullopt;
    return NotPage{kind_, evidence_};
  }

 private:
  NotPageKind kind_;
  bool said_ = false;
  int weight_ = 0;
  std::string evidence_;
};

class Judge {
 public:
  Judge(const PageSigns& signs, const AnswerSigns& answer, const KnownPage& known)
      : signs_(signs), answer_(answer), known_(known), body_(signs.text + signs.buttons) {
    for (const std::string& segment : signs.segments) heads_.emplace_back(segment);
    // A page of a blog links to other pages of it, or marks itself as a post.
    bare_ = signs.inner_links <= 2 && signs.post_mark.empty();
  }

  std::optional<NotPage> run() const {
    // From the clearest to the least clear.
    for (const auto judge : {&Judge::challenge, &Judge::parked, &Judge::hosting_notice, &Judge::maintenance,
                             &Judge::login, &Judge::consent, &Judge::soft_404}) {
      if (auto found = (this->*judge)()) return found;
    }
    return std::nullopt;
  }

 private:
  Case open(NotPageKind kind) const {
    Case found(kind, said_by_head(kind), body_);
    found.add_if(known_.absent, 1, "nothing of the known post is on it");
    return found;
  }
  HeadSays said_by_head(NotPageKind kind) const { return head_says(signs_, heads_, kind); }
  std::string few_words() const { return "the page has only " + counted(signs_.words, "word", "words"); }
  bool titled_by_host() const {
    const std::string host = phrase_text(signs_.host);
    return signs_.title.find(host) != std::string::npos ||
           std::any_of(signs_.segments.begin(), signs_.segments.end(),
                       [&](const std::string& segment) { return segment.find(host) != std::string::npos; });
  }
  bool names_host() const {
    return titled_by_host() || signs_.text.find(phrase_text(signs_.host)) != std::string::npos;
  }
  // A post may tell of a sale, and its print view has no links to other pages: what is offered on a parked
  // page is the domain itself.
  bool offers_domain() const {
    return titled_by_host() || said_by_head(NotPageKind::kParked).mainly() || signs_.frame || signs_.form ||
           known_.absent || known_.other_host || (known_.home && names_host() && signs_.words < kFewWords);
  }

  std::optional<NotPage> parked() const {
    if (!bare_ || signs_.words > kParkedWords) return std::nullopt;
    Case found = open(NotPageKind::kParked);
    const bool titled = signs_.title == phrase_text(signs_.host);
    const bool shell =
        titled && signs_.words < 30 && (signs_.frame || signs_.script) && signs_.inner_links == 0;
    if (!found.said() && !(shell && (known_.home || known_.expected))) return std::nullopt;
    if (!offers_domain() || (signs_.words > kSomeWords && signs_.outer_links == 0)) return std::nullopt;
    found.add_if(shell, 3, "a shell with the host's name as its title, which loads all else");
    found.add_if(names_host(), 1, "it names the host");
    found.add_if(signs_.inner_links == 0, 1, "it links to no page of the blog");
    found.add_if(known_.other_host, 1, "it came from another domain");
    found.add_if(signs_.outer_links > 0 || signs_.form || signs_.frame, 1, "it leads to offers elsewhere");
    return found.decide(known_.absent ? kEnough : kEnough + 1);
  }

  std::optional<NotPage> hosting_notice() const {
    if (!bare_ || signs_.words > kParkedWords) return std::nullopt;
    Case found = open(NotPageKind::kHostingNotice);
    // Within a text, "it works" or "the index of 1931" are words like others.
    const bool mainly = said_by_head(NotPageKind::kHostingNotice).mainly();
    if (!found.said() || !(mainly || known_.absent)) return std::nullopt;
    found.add_if(signs_.inner_links == 0, 1, "it links to no page of the blog");
    if (signs_.words < kFewWords) found.add(1, few_words());
    return found.decide();
  }

  std::optional<NotPage> challenge() const {
    if (answer_.mitigated && signs_.words < kParkedWords)
      return NotPage{NotPageKind::kChallenge,
                     "the server says that it answers with a challenge (cf-mitigated)"};
    if (!bare_ || signs_.words > kSomeWords) return std::nullopt;
    Case found = open(NotPageKind::kChallenge);
    if (!found.said() && !(signs_.captcha && known_.absent)) return std::nullopt;
    found.add_if(signs_.captcha, 1, "an element is named after a captcha or challenge");
    found.add_if(signs_.asks_script, 1, "it asks for JavaScript");
    found.add_if(answer_.guarded, 1, "the server names a guard against bots");
    found.add_if(signs_.refresh || (signs_.script && signs_.words < kFewWords), 1,
                 "it goes on by script or refresh");
    found.add_if(signs_.inner_links == 0 && signs_.words < kFewWords, 1, "it has few words and no links");
    return found.decide();
  }

  std::optional<NotPage> maintenance() const {
    if (!bare_ || signs_.words > kSomeWords) return std::nullopt;
    Case found = open(NotPageKind::kMaintenance);
    if (!found.said()) return std::nullopt;
    found.add_if(answer_.retry_after, 1, "the answer has Retry-After");
    found.add_if(signs_.inner_links == 0, 1, "it links to no page of the blog");
    if (signs_.words < kFewWords) found.add(1, few_words());
    return found.decide(known_.absent || known_.expected ? kEnough : kEnough + 1);
  }

  // A page that is not expected to be a post may be the blog's own login page.
  std::optional<NotPage> login() const {
    const bool in_place = known_.expected || known_.absent || known_.home || known_.other_path;
    if (!in_place || signs_.inner_links > kMostLinksOfWall || signs_.words > 2 * kSomeWords)
      return std::nullopt;
    if (known_.main_words.value_or(0) > kSomeWords) return std::nullopt;
    Case found = open(NotPageKind::kLogin);
    if (!found.said()) return std::nullopt;
    found.add_if(signs_.password, 1, "it asks for a password");
    found.add_if(known_.other_path, 1, "it stands at another address");
    found.add_if(signs_.inner_links == 0, 1, "it links to no page of the blog");
    if (signs_.words < kFewWords) found.add(1, few_words());
    return found.decide(kEnough + 1);
  }

  std::optional<NotPage> consent() const {
    if (signs_.inner_links > kMostLinksOfWall || signs_.words > kWallWords) return std::nullopt;
    Case found = open(NotPageKind::kConsent);
    // A banner has no say in the title of a page.
    const HeadSays head = said_by_head(NotPageKind::kConsent);
    const bool first = head.mainly() || (bare_ && !head.phrase.empty());
    if (!found.said() || (!first && !known_.absent && !known_.other_path)) return std::nullopt;
    const bool button = agrees(signs_.buttons);
    if (!button && !signs_.form) return std::nullopt;
    found.add_if(button, 1, "it has a button that agrees");
    found.add_if(known_.other_path || known_.other_host, 1, "it stands at another address");
    found.add_if(signs_.inner_links == 0, 1, "it links to no page of the blog");
    return found.decide(kEnough + (known_.absent || known_.expected ? 0 : 1));
  }

  std::optional<NotPage> soft_404() const {
    if (signs_.named_404 && !known_.absent) return std::nullopt;
    const HeadSays head = said_by_head(NotPageKind::kSoft404);
    const bool title = head.title, heading = head.heading;
    Case found(NotPageKind::kSoft404, HeadSays(), body_);
    const std::size_t words = known_.main_words.value_or(signs_.words);
    const std::size_t most = title && heading ? kParkedWords : kSomeWords;
    if ((!title && !heading && !(known_.absent && found.said())) || words > most) return std::nullopt;
    found.add_if(title, 1, "its title says that there is no such page");
    found.add_if(heading, 1, "a heading says that there is no such page");
    found.add_if(known_.absent, 1, "nothing of the known post is on it");
    found.add_if(signs_.noindex, 1, "it asks search engines not to index it");
    found.add_if(signs_.error_class, 1, "its body is marked as an error page");
    found.add_if(signs_.search && words < kSomeWords, 1, "it offers a search");
    if (words < kFewWords) found.add(1, "its text has only " + counted(words, "word", "words"));
    return found.decide();
  }

  const PageSigns& signs_;
  const AnswerSigns& answer_;
  const KnownPage& known_;
  PhraseHits body_;
  std::vector<PhraseHits> heads_;  // of the segments
  bool bare_ = false;
};

}  // namespace

std::string_view not_page_name(NotPageKind kind) {
  return kNames[static_cast<std::size_t>(kind)].name;
}

std::string_view not_page_words(NotPageKind kind) {
  return kNames[static_cast<std::size_t>(kind)].words;
}

std::optional<NotPageKind> parse_not_page(std::string_view name) {
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (kNames[i].name == name) return static_cast<NotPageKind>(i);
  }
  return std::nullopt;
}

// Each kind but a soft 404 needs few links or the server's word (Judge).
bool is_one_of_many(const HtmlDocument& doc, const Url& page, const Url& home,
                    const std::vector<HtmlLink>& links, const AnswerSigns& answer) {
  if (answer.mitigated) return false;
  const PageSigns signs = first_signs_of(doc, page, home, links);
  if (signs.inner_links <= kMostLinksOfWall) return false;
  return std::none_of(signs.segments.begin(), signs.segments.end(), [](const std::string& segment) {
    return PhraseHits(segment).covers(NotPageKind::kSoft404, segment);
  });
}

std::optional<NotPage> judge_page(const PageSigns& signs, const AnswerSigns& answer, const KnownPage& known) {
  if (known.present || !signs.post_mark.empty()) return std::nullopt;
  return Judge(signs, answer, known).run();
}

}  // namespace bfa
