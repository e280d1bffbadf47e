// SPDX-License-Identifier: Apache-2.0
// Replays edits of posts under three rules of re-checks at equal cost.
#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <string>
#include <utility>

#include "base/guard.h"
#include "bfa/schedule/simulate.h"
#include "schedule/fit_edits.h"

namespace bfa {
namespace {

constexpr double kStep = 0.25;  // days, between two drawn edits of a synthetic history
constexpr int kBisections = 25;

using Edits = std::vector<std::vector<double>>;  // of each post, ascending

struct Sums {
  double edits = 0, found = 0, delay = 0;

  void add(double waited, bool was_found) {
    ++edits;
    found += was_found ? 1 : 0;
    delay += waited;
  }
};

// A rule over all draws.
struct Played {
  std::vector<Sums> posts;
  double requests = 0;
};

class PageReplay {
 public:
  PageReplay(const std::vector<EditHistory>& histories, const PageSimulationOptions& options)
      : options_(options) {
    std::map<std::string, std::size_t> numbers;
    for (const EditHistory& history : histories) {
      const auto [at, is_new] = numbers.emplace(history.blog, numbers.size());
      if (is_new) blogs_.push_back(history.blog);
      ReplayedPost post{at->second, days(history.published), days(history.first), days(history.last), {}};
      for (const auto& [after, before] : history.edits) post.between.emplace_back(days(after), days(before));
      posts_.push_back(std::move(post));
    }
    by_blog_.resize(blogs_.size());
    for (std::size_t i = 0; i < posts_.size(); ++i) by_blog_[posts_[i].blog].push_back(i);
    for (std::size_t i = 0; i < blogs_.size(); ++i) priors_.push_back(fit_edits(posts_, i));
    std::mt19937_64 random(options.seed);
    const EditTable all = fit_edits(posts_, std::nullopt);
    for (std::size_t i = 0; i < options.draws; ++i) draws_.push_back(draw(all, random));
  }

  PageSimulation run() {
    PageSimulation out;
    out.blogs = blogs_;
    for (const double due : options_.due) {
      std::vector<Played> played;
      for (const RecheckRule rule : {RecheckRule::kDue, RecheckRule::kUniform, RecheckRule::kRates}) {
        const double level = rule == RecheckRule::kDue ? due : level_for(rule, played.front().requests);
        played.push_back(play_all(rule, level));
        RecheckFigures figures = figures_of(played.back());
        figures.rule = rule;
        figures.level = level;
        if (played.size() > 1) figures.against_due = range(played.back(), played[0]);
        if (played.size() > 2) figures.against_uniform = range(played.back(), played[1]);
        out.figures.push_back(std::move(figures));
      }
    }
    return out;
  }

 private:
  struct State {
    double last = 0, changed = 0, planned = 0;  // planned: by the uniform rule
    std::size_t next = 0;                       // the first edit that is not found
    bool begun = false;
    PageHistory page;
  };

  static double days(std::int64_t seconds) { return static_cast<double>(seconds) / kSecondsOfDay; }

  Edits draw(const EditTable& all, std::mt19937_64& random) const {
    Edits out;
    std::gamma_distribution<double> level(1, 1);
    std::vector<double> levels;
    for (std::size_t i = 0; i < blogs_.size(); ++i) levels.push_back(level(random));
    const EditRates rates(all);
    for (const ReplayedPost& post : posts_) {
      auto& edits = out.emplace_back();
      if (options_.synthetic) {
        const double factor = levels[post.blog] * level(random);
        for (double day = post.first; day < post.last; day += kStep) {
          const auto age = time_of_days(day) - time_of_days(post.published);
          const double expected = factor * rates.edits_per_day(age) * kStep;
          if (std::generate_canonical<double, 53>(random) < expected)
            edits.push_back(std::min(day + 0.1, post.last));
        }
      } else {
        for (const auto& [from, to] : post.between)
          edits.push_back(std::uniform_real_distribution<double>(from, to)(random));
      }
      std::sort(edits.begin(), edits.end());
    }
    return out;
  }

  static bool is_due(RecheckRule rule, double level, const State& state, const EditRates& rates, double now) {
    if (rule == RecheckRule::kUniform) return now - state.planned >= level;
    if (rule == RecheckRule::kDue)
      return now - state.last >= std::max(1.0, (state.last - state.changed) * level);
    return rates.waiting(state.page, time_of_days(now)) >= level;
  }

  // A look at a page.
  static void begin(const ReplayedPost& post, const std::vector<double>& edits, double now, State& state) {
    state.begun = true;
    state.last = state.changed = state.planned = now;
    state.page.published = time_of_days(post.published);
    state.page.first_check = state.page.last_check = time_of_days(now);
    while (state.next < edits.size() && edits[state.next] <= now) ++state.next;
  }

  void play_blog(std::size_t blog, const Edits& edits, RecheckRule rule, double level, Played& out) const {
    double begun = 1e9, end = 0;
    for (const std::size_t i : by_blog_[blog])
      begun = std::min(begun, posts_[i].first), end = std::max(end, posts_[i].last);
    EditRates rates(priors_[blog]);
    std::vector<State> states(by_blog_[blog].size());
    const auto visits = static_cast<std::size_t>(std::floor(end - begun)) + 1;
    for (std::size_t visit = 0; visit < visits; ++visit) {
      const double now = begun + static_cast<double>(visit);
      for (std::size_t k = 0; k < states.size(); ++k) {
        const std::size_t i = by_blog_[blog][k];
        const ReplayedPost& post = posts_[i];
        State& state = states[k];
        if (now < post.first || now > post.last) continue;
        if (!state.begun) {
          begin(post, edits[i], now, state);
          continue;
        }
        if (!is_due(rule, level, state, rates, now)) continue;
        ++out.requests;
        state.planned += level;
        const bool changed = state.next < edits[i].size() && edits[i][state.next] <= now;
        for (; state.next < edits[i].size() && edits[i][state.next] <= now; ++state.next)
          out.posts[i].add(now - edits[i][state.next], true);
        if (rule == RecheckRule::kRates)
          rates.learn(time_of_days(post.published), time_of_days(state.last), time_of_days(now), changed);
        state.last = now;
        if (changed) state.changed = now;
        state.page.changes += changed ? 1 : 0;
        state.page.last_check = time_of_days(now);
      }
    }
    for (std::size_t k = 0; k < states.size(); ++k) {
      const std::size_t i = by_blog_[blog][k];
      if (!states[k].begun) continue;
      for (std::size_t next = states[k].next; next < edits[i].size(); ++next)
        out.posts[i].add(posts_[i].last - edits[i][next], false);
    }
  }

  Played play_all(RecheckRule rule, double level) const {
    Played out;
    out.posts.resize(posts_.size());
    for (const Edits& edits : draws_) {
      for (std::size_t blog = 0; blog < blogs_.size(); ++blog) play_blog(blog, edits, rule, level, out);
    }
    out.requests /= static_cast<double>(draws_.size());
    return out;
  }

  // The level at which a rule costs as many requests.
  double level_for(RecheckRule rule, double wanted) const {
    double low = 1e-2, high = 1e3;
    for (int i = 0; i < kBisections; ++i) {
      const double middle = std::sqrt(low * high);
      (play_all(rule, middle).requests > wanted ? low : high) = middle;
    }
    return std::sqrt(low * high);
  }

  RecheckFigures figures_of(const Played& played) const {
    RecheckFigures out;
    Sums all;
    std::vector<Sums> blogs(blogs_.size());
    for (std::size_t i = 0; i < posts_.size(); ++i) {
      const Sums& post = played.posts[i];
      for (Sums* const sums : {&all, &blogs[posts_[i].blog]})
        sums->edits += post.edits, sums->found += post.found, sums->delay += post.delay;
    }
    out.requests = played.requests;
    out.edits = all.edits / static_cast<double>(draws_.size());
    out.found = all.edits > 0 ? all.found / all.edits : 0;
    out.delay = all.edits > 0 ? all.delay / all.edits : 0;
    for (const Sums& blog : blogs) out.delay_of_blog.push_back(blog.edits > 0 ? blog.delay / blog.edits : 0);
    return out;
  }

  static double mean_delay(const Played& played, const std::vector<std::size_t>& chosen) {
    double delay = 0, edits = 0;
    for (const std::size_t i : chosen) delay += played.posts[i].delay, edits += played.posts[i].edits;
    return edits > 0 ? delay / edits : 0;
  }

  // Blogs are drawn with repetition, then the posts of each.
  RecheckFigures::Range range(const Played& played, const Played& other) const {
    std::mt19937_64 random(options_.seed + 6);
    std::vector<double> differences;
    for (std::size_t sample = 0; sample < options_.resamples; ++sample) {
      std::vector<std::size_t> chosen;
      for (std::size_t i = 0; i < by_blog_.size(); ++i) {
        const auto& blog = by_blog_[random() % by_blog_.size()];
        for (std::size_t j = 0; j < blog.size(); ++j) chosen.push_back(blog[random() % blog.size()]);
      }
      differences.push_back(mean_delay(played, chosen) - mean_delay(other, chosen));
    }
    std::sort(differences.begin(), differences.end());
    const std::size_t cut = options_.resamples / 40;
    return {differences[cut], differences[options_.resamples - cut - 1]};
  }

  const PageSimulationOptions& options_;
  std::vector<std::string> blogs_;
  std::vector<ReplayedPost> posts_;
  std::vector<std::vector<std::size_t>> by_blog_;
  std::vector<EditTable> priors_;  // of each blog, from the others
  std::vector<Edits> draws_;
};

Status check(const std::vector<EditHistory>& posts, const PageSimulationOptions& options) {
  const auto wrong = [](const char* message) { return Error{Code::kInvalidArgument, message, {}, -1}; };
  if (options.due.empty() || options.draws == 0 || options.resamples < 40)
    return wrong("a share, a draw and 40 resamples at least are wanted");
  for (const double due : options.due) {
    if (!(due > 0 && due <= 1000)) return wrong("the shares of the rule due are above 0");
  }
  for (const EditHistory& post : posts) {
    if (post.blog != posts.front().blog) return {};
  }
  return wrong("histories of two blogs at least are wanted: the prior of each is fitted to the others");
}

}  // namespace

Result<PageSimulation> simulate_pages(const std::vector<EditHistory>& posts,
                                      const PageSimulationOptions& options) {
  return guarded(
      [&]() -> Result<PageSimulation> {
        if (Status valid = check(posts, options); !valid.ok()) return std::move(valid).error();
        return PageReplay(posts, options).run();
      },
      "simulate_pages");
}

}  // namespace bfa
