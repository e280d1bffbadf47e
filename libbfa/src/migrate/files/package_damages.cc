// SPDX-License-Identifier: Apache-2.0
#include "migrate/files/package_damages.h"

#include <algorithm>
#include <utility>

#include "base/try.h"
#include "bfa/check/check.h"
#include "store/journal.h"

namespace bfa {

Result<bool> PackageDamages::add(const std::string& root, std::stop_token stop, bool loose) {
  CheckOptions options;
  options.stop = std::move(stop);
  BFA_ASSIGN_OR_RETURN(const CheckReport checked, check_package(root, options));
  if (checked.stopped) return Error{Code::kUnavailable, "stopped", root, -1};
  // A list that is damaged itself may have named the file: then the damage is to be accepted or not.
  const bool listed = std::ranges::none_of(checked.problems, [](const CheckProblem& problem) {
    return problem.id == "mets_damaged" || problem.id == "bag_damaged" || problem.id == "manifest_damaged";
  });
  for (const CheckProblem& problem : checked.problems) {
    if (listed && !loose && problem.id == "file_foreign" && is_warc_name(problem.file))
      return Error{Code::kDenied,
                   "the package does not name this WARC file: nothing was written (move it away)",
                   problem.file, -1};
    if (problem.kind == CheckProblem::Kind::kNote) continue;
    note(root, problem.file + ": " + problem.message);
  }
  return listed;
}

void PackageDamages::note(const std::string& root, std::string damage) {
  if (count_++ > 0) return;
  first_ = std::move(damage);
  where_ = root;
}

Status PackageDamages::accept(std::optional<std::uint64_t> accepted) const {
  if (count_ == 0 || accepted == count_) return {};
  return Error{Code::kDenied,
               "the package is damaged (" + first_ + "): nothing was written (--accept-loss " +
                   std::to_string(count_) + ")",
               where_, -1};
}

}  // namespace bfa
