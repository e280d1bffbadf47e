// SPDX-License-Identifier: Apache-2.0
#include "check/index_health.h"

#include "bfa/search/search_index.h"
#include "store/bytes.h"
#include "store/keys.h"

namespace bfa {
namespace {

std::uint64_t last_step(const Database* database) {
  if (database == nullptr) return 0;
  const std::string prefix = "s:";
  const auto row = database->last_row(Family::kSteps, prefix + u64_bytes(0), prefix_end(prefix));
  return row && *row ? u64_value(std::string_view((*row)->first).substr(prefix.size())) : 0;
}

}  // namespace

void check_search_index(const std::string& directory, const Database* database, bool running, CheckLog& log) {
  const auto health = SearchIndex::check(directory);
  const std::string shown = "index/search.sqlite";
  if (!health) {
    log.failure(health.error(), shown, "the search index");
    return;
  }
  if (health->file.empty()) return;
  if (!health->damage.empty()) {
    log.damage("index_damaged", shown, health->damage,
               "bfa rebuild --index makes it anew: nothing else depends on it");
    return;
  }
  const std::uint64_t last = last_step(database);
  if (!health->same_store) {
    log.note("index_outdated", shown, "it was made from another store",
             "nothing: the next search or command that writes makes it anew");
  } else if (!running && health->reach < last) {
    log.note("index_behind", shown,
             "it reaches step " + std::to_string(health->reach) + " of " + std::to_string(last),
             "nothing: the next search or command that writes adds the others");
  }
}

}  // namespace bfa
