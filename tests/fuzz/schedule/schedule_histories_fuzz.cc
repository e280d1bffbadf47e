// SPDX-License-Identifier: Apache-2.0
// A file of edit histories is read or refused with its line; what is read is in order, is the same when it is
// written and read again, and can be played.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "bfa/schedule/simulate.h"
#include "fuzz/fuzz_target.h"

namespace {

constexpr std::int64_t kMostDays = 3000;  // that are played

std::string written(const std::vector<bfa::EditHistory>& posts) {
  std::string out;
  for (const bfa::EditHistory& post : posts) {
    out += post.blog + '\t' + std::to_string(post.published) + '\t' + std::to_string(post.first) + '\t' +
           std::to_string(post.last);
    for (std::size_t i = 0; i < post.edits.size(); ++i)
      out += (i == 0 ? "\t" : ",") + std::to_string(post.edits[i].after) + '-' +
             std::to_string(post.edits[i].before);
    out += '\n';
  }
  return out;
}

void check_order(const bfa::EditHistory& post) {
  if (post.published < 0 || post.first < post.published || post.last < post.first) std::abort();
  std::int64_t before = post.first;
  for (const auto& edit : post.edits) {
    if (edit.after < before || edit.before < edit.after || edit.before > post.last) std::abort();
    before = edit.before;
  }
}

void play(const std::vector<bfa::EditHistory>& posts) {
  std::int64_t days = 0;
  for (const bfa::EditHistory& post : posts) days += (post.last - post.first) / 86400 + 1;
  if (days > kMostDays) return;
  bfa::PageSimulationOptions options;
  options.due = {0.5};
  options.draws = 1;
  options.resamples = 40;
  options.synthetic = posts.size() % 2 == 0;
  const auto result = bfa::simulate_pages(posts, options);
  if (!result) {
    if (result.error().code != bfa::Code::kInvalidArgument) std::abort();  // one blog
    return;
  }
  for (const auto& figures : result->figures) {
    const bool good = figures.found >= 0 && figures.found <= 1 && figures.delay >= 0 && figures.requests >= 0;
    if (!good) std::abort();
  }
}

}  // namespace

BFA_FUZZ_TARGET(schedule_histories) {
  const auto posts = bfa::parse_edit_histories({reinterpret_cast<const char*>(data), size}, "posts");
  if (!posts) {
    if (!posts.error().where.starts_with("posts")) std::abort();
    return 0;
  }
  for (const bfa::EditHistory& post : *posts) check_order(post);
  const std::string text = written(*posts);
  const auto again = bfa::parse_edit_histories(text, "again");
  if (!again || written(*again) != text) std::abort();
  play(*posts);
  return 0;
}
