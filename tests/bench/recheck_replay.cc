// SPDX-License-Identifier: Apache-2.0
// Replays edits of posts under three rules of re-checks at equal cost: uniform, by the time since the last
// change, and by learned rates (bfa/schedule/recheck.h). docs/schedule.md has the results.
//
// Usage: recheck_replay POSTS.tsv [synthetic]      POSTS.tsv: scripts/edit_history.py
// With `synthetic` the edits are drawn from the rates that are fitted to the file.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "bfa/schedule/recheck.h"

namespace {

using bfa::EditRates;
using bfa::EditTable;
using bfa::PageHistory;
using bfa::ScheduleTime;
using std::chrono::seconds;

constexpr int kDraws = 10, kResamples = 1000, kFits = 30;
constexpr double kDay = 86'400;

struct Post {
  int blog = 0;
  double published = 0, first = 0, last = 0;       // days since 1970
  std::vector<std::pair<double, double>> between;  // the edits
};

struct Data {
  std::vector<std::string> blogs;
  std::vector<Post> posts;
};

ScheduleTime at(double days) {
  return ScheduleTime(seconds(static_cast<std::int64_t>(days * kDay)));
}

Data read(const char* path) {
  Data data;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    std::replace(line.begin(), line.end(), ',', '\t');
    std::istringstream fields(line);
    std::string host;
    Post post;
    fields >> host >> post.published >> post.first >> post.last;
    post.published /= kDay, post.first /= kDay, post.last /= kDay;
    for (std::string edit; fields >> edit;) {
      const auto dash = edit.find('-');
      post.between.emplace_back(std::stod(edit.substr(0, dash)) / kDay,
                                std::stod(edit.substr(dash + 1)) / kDay);
    }
    if (data.blogs.empty() || data.blogs.back() != host) data.blogs.push_back(host);
    post.blog = static_cast<int>(data.blogs.size()) - 1;
    data.posts.push_back(post);
  }
  return data;
}

// The rates by age, by expectation and maximization; each blog counts with the same number of days.
// `without`: a blog that is held out.
EditTable fit(const Data& data, int without) {
  constexpr std::array<double, bfa::kEditAges + 1> kEnds{0, 0.25, 1, 7, 30, 90, 365, 1e6};
  EditTable rates;
  rates.fill(0.001F);
  for (int round = 0; round < kFits; ++round) {
    // A weak prior of the last rate's neighbour keeps ages without edits above 0.
    std::array<double, bfa::kEditAges> days{}, edits{};
    const auto spread = [&](const Post& post, double from, double to, auto use) {
      for (std::size_t i = 0; i < rates.size(); ++i) {
        const double overlap =
            std::min(to - post.published, kEnds[i + 1]) - std::max(from - post.published, kEnds[i]);
        if (overlap > 0) use(i, overlap);
      }
    };
    for (const Post& post : data.posts) {
      if (post.blog == without) continue;
      spread(post, post.first, post.last, [&](std::size_t i, double overlap) { days[i] += overlap; });
      for (const auto& [from, to] : post.between) {
        double sum = 0;
        spread(post, from, to, [&](std::size_t i, double overlap) { sum += overlap * rates[i]; });
        spread(post, from, to, [&](std::size_t i, double overlap) { edits[i] += overlap * rates[i] / sum; });
      }
    }
    double all_days = 0, all_edits = 0;
    for (std::size_t i = 0; i < rates.size(); ++i) all_days += days[i], all_edits += edits[i];
    double next = all_edits / all_days;
    for (std::size_t i = rates.size(); i-- > 0;) {
      next = (2 + edits[i]) / (2 / next + days[i]);
      rates[i] = static_cast<float>(next);
    }
    if (round + 1 == kFits && without < 0) {
      for (std::size_t i = 0; i < rates.size(); ++i)
        std::printf("age below %g days: %.0f page-days, %.1f edits, rate %.6f\n", kEnds[i + 1], days[i],
                    edits[i], static_cast<double>(rates[i]));
    }
  }
  return rates;
}

using Edits = std::vector<std::vector<double>>;  // of each post, ascending

Edits draw(const Data& data, const std::vector<EditTable>* synthetic, std::mt19937_64& random) {
  Edits out;
  std::gamma_distribution<double> level(1, 1);
  std::vector<double> levels;
  for (std::size_t i = 0; i < data.blogs.size(); ++i) levels.push_back(level(random));
  for (const Post& post : data.posts) {
    auto& edits = out.emplace_back();
    if (synthetic != nullptr) {
      const EditRates rates(synthetic->front());
      const double factor = levels[static_cast<std::size_t>(post.blog)] * level(random);
      for (double day = post.first; day < post.last; day += 0.25) {
        const double rate =
            factor * rates.edits_per_day(seconds(static_cast<std::int64_t>((day - post.published) * kDay)));
        if (std::generate_canonical<double, 53>(random) < rate * 0.25) edits.push_back(day + 0.1);
      }
    } else {
      for (const auto& [from, to] : post.between)
        edits.push_back(std::uniform_real_distribution<double>(from, to)(random));
    }
    std::sort(edits.begin(), edits.end());
  }
  return out;
}

enum class Rule { kUniform, kDue, kRates };

struct Found {
  std::vector<double> delays;  // an edit that was not found waits until the end of its post
  std::vector<bool> found;
  std::vector<std::size_t> post;
  double checks = 0;
};

struct State {
  double last = 0, changed = 0, planned = 0;  // planned: by the uniform rule
  std::size_t next = 0;                       // the first edit that is not found
  PageHistory page;
};

bool is_due(Rule rule, double level, const State& state, const EditRates& rates, double now) {
  if (rule == Rule::kUniform) return now - state.planned >= level;
  if (rule == Rule::kDue) return now - state.last >= std::max(1.0, (state.last - state.changed) * level);
  return rates.waiting(state.page, at(now)) >= level;
}

// One visit a day to each blog.
Found play(const Data& data, const Edits& edits, const std::vector<EditTable>& priors, Rule rule,
           double level) {
  Found out;
  for (std::size_t blog = 0; blog < data.blogs.size(); ++blog) {
    std::vector<std::size_t> posts;
    double begin = 1e9, end = 0;
    for (std::size_t i = 0; i < data.posts.size(); ++i) {
      if (data.posts[i].blog != static_cast<int>(blog)) continue;
      posts.push_back(i);
      begin = std::min(begin, data.posts[i].first), end = std::max(end, data.posts[i].last);
    }
    EditRates rates(priors[blog]);
    std::map<std::size_t, State> states;
    for (double now = begin; now <= end; now += 1) {
      for (const std::size_t i : posts) {
        const Post& post = data.posts[i];
        if (now < post.first || now > post.last) continue;
        auto [entry, is_new] = states.try_emplace(i);
        State& state = entry->second;
        if (is_new) {
          state.last = state.changed = state.planned = now;
          state.page.published = at(post.published);
          state.page.first_check = state.page.last_check = at(state.last);
          while (state.next < edits[i].size() && edits[i][state.next] <= now) ++state.next;
          continue;
        }
        if (!is_due(rule, level, state, rates, now)) continue;
        ++out.checks;
        state.planned += level;
        bool changed = false;
        for (; state.next < edits[i].size() && edits[i][state.next] <= now; ++state.next) {
          out.delays.push_back(now - edits[i][state.next]);
          out.found.push_back(true);
          out.post.push_back(i);
          changed = true;
        }
        if (rule == Rule::kRates) rates.learn(at(post.published), at(state.last), at(now), changed);
        state.last = now;
        if (changed) state.changed = now;
        state.page.changes += changed ? 1 : 0;
        state.page.last_check = at(now);
      }
    }
    for (auto& [i, state] : states) {
      for (; state.next < edits[i].size(); ++state.next) {
        out.delays.push_back(data.posts[i].last - edits[i][state.next]);
        out.found.push_back(false);
        out.post.push_back(i);
      }
    }
  }
  return out;
}

struct Sums {
  double edits = 0, found = 0, delay = 0;
};

std::vector<Sums> by_post(const Data& data, const std::vector<Found>& runs) {
  std::vector<Sums> out(data.posts.size());
  for (const Found& run : runs) {
    for (std::size_t i = 0; i < run.post.size(); ++i) {
      Sums& sums = out[run.post[i]];
      ++sums.edits, sums.found += run.found[i] ? 1 : 0, sums.delay += run.delays[i];
    }
  }
  return out;
}

std::vector<Found> play_all(const Data& data, const std::vector<Edits>& draws,
                            const std::vector<EditTable>& priors, Rule rule, double level, double* checks) {
  std::vector<Found> runs;
  *checks = 0;
  for (const Edits& edits : draws) {
    runs.push_back(play(data, edits, priors, rule, level));
    *checks += runs.back().checks / static_cast<double>(draws.size());
  }
  return runs;
}

// The level at which a rule costs as many checks.
double level_for(const Data& data, const std::vector<Edits>& draws, const std::vector<EditTable>& priors,
                 Rule rule, double wanted) {
  double low = 1e-2, high = 1e3;
  for (int i = 0; i < 25; ++i) {
    const double middle = std::sqrt(low * high);
    double checks = 0;
    play_all(data, draws, priors, rule, middle, &checks);
    (checks > wanted ? low : high) = middle;
  }
  return std::sqrt(low * high);
}

double total(const std::vector<Sums>& posts, const std::vector<std::size_t>& chosen) {
  double delay = 0, edits = 0;
  for (const std::size_t i : chosen) delay += posts[i].delay, edits += posts[i].edits;
  return edits > 0 ? delay / edits : 0;
}

// Blogs are drawn with repetition, then the posts of each.
std::vector<std::size_t> resample(const Data& data, std::mt19937_64& random) {
  std::vector<std::vector<std::size_t>> posts(data.blogs.size());
  for (std::size_t i = 0; i < data.posts.size(); ++i)
    posts[static_cast<std::size_t>(data.posts[i].blog)].push_back(i);
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < posts.size(); ++i) {
    const auto& blog = posts[random() % posts.size()];
    for (std::size_t j = 0; j < blog.size(); ++j) out.push_back(blog[random() % blog.size()]);
  }
  return out;
}

void compare(const Data& data, const std::vector<Edits>& draws, const std::vector<EditTable>& priors,
             double due) {
  double wanted = 0;
  std::vector<std::vector<Sums>> sums;
  for (const Rule rule : {Rule::kDue, Rule::kUniform, Rule::kRates}) {
    const double level = rule == Rule::kDue ? due : level_for(data, draws, priors, rule, wanted);
    double checks = 0;
    const auto runs = play_all(data, draws, priors, rule, level, &checks);
    if (rule == Rule::kDue) wanted = checks;
    sums.push_back(by_post(data, runs));
    double edits = 0, found = 0, delay = 0;
    for (const Sums& post : sums.back()) edits += post.edits, found += post.found, delay += post.delay;
    std::printf("%-8s level %8.4f checks %7.0f edits %.1f found %.1f%% delay %.1f",
                rule == Rule::kDue       ? "due"
                : rule == Rule::kUniform ? "uniform"
                                         : "rates",
                level, checks, edits / static_cast<double>(draws.size()), 100 * found / edits, delay / edits);
    for (std::size_t other = 0; other + 1 < sums.size(); ++other) {
      std::vector<double> spread;
      std::mt19937_64 random(7);
      for (int i = 0; i < kResamples; ++i) {
        const auto chosen = resample(data, random);
        spread.push_back(total(sums.back(), chosen) - total(sums[other], chosen));
      }
      std::sort(spread.begin(), spread.end());
      std::printf("  against %s: %+.1f to %+.1f (95%%)", other == 0 ? "due" : "uniform",
                  spread[kResamples / 40], spread[kResamples - kResamples / 40]);
    }
    std::printf("\n");
    for (std::size_t blog = 0; blog < data.blogs.size(); ++blog) {
      std::vector<std::size_t> own;
      for (std::size_t i = 0; i < data.posts.size(); ++i)
        if (data.posts[i].blog == static_cast<int>(blog)) own.push_back(i);
      std::printf("    %s %.1f", data.blogs[blog].c_str(), total(sums.back(), own));
    }
    std::printf("\n");
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fputs("usage: recheck_replay POSTS.tsv [synthetic]\n", stderr);
    return 2;
  }
  const Data data = read(argv[1]);
  if (data.posts.empty()) {
    std::fputs("recheck_replay: no posts\n", stderr);
    return 1;
  }
  const std::vector<EditTable> all{fit(data, -1)};
  std::vector<EditTable> priors;
  const bool synthetic = argc > 2;
  for (std::size_t i = 0; i < data.blogs.size(); ++i) priors.push_back(fit(data, static_cast<int>(i)));
  std::mt19937_64 random(1);
  std::vector<Edits> draws;
  for (int i = 0; i < kDraws; ++i) draws.push_back(draw(data, synthetic ? &all : nullptr, random));
  for (const double due : {0.125, 0.25, 0.5, 1.0}) compare(data, draws, priors, due);
  return 0;
}
