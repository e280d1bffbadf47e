// SPDX-License-Identifier: Apache-2.0
#include "crawl/leaveout/take_rules.h"

#include <algorithm>

#include "base/try.h"
#include "bfa/crawl/address_rules.h"

namespace bfa {

Status check_patterns(const CrawlOptions& options) {
  for (const auto* const list : {&options.exclude, &options.include, &options.lift}) {
    for (const auto& expression : *list) BFA_RETURN_IF_ERROR(check_pattern(expression));
  }
  return {};
}

Status take_rules(Archive& archive, const std::vector<std::string>& homes, CrawlOptions& options) {
  Clock& clock = options.clock != nullptr ? *options.clock : system_clock();
  BFA_ASSIGN_OR_RETURN(const auto before, archive.decisions({}));
  BFA_ASSIGN_OR_RETURN(const auto patterns, address_patterns(before));
  const auto holds = [&](const AddressPattern& wanted) {
    return std::any_of(patterns.begin(), patterns.end(), [&](const AddressPattern& known) {
      return known.include == wanted.include && known.blog == wanted.blog &&
             known.expression == wanted.expression;
    });
  };
  for (const auto& home : homes) {
    for (const bool include : {false, true}) {
      for (const auto& expression : options.lift) {
        const AddressPattern pattern{include, home, expression, clock.now()};
        if (holds(pattern)) BFA_RETURN_IF_ERROR(archive.put_decision(pattern_decision(pattern, true)));
      }
      for (const auto& expression : include ? options.include : options.exclude) {
        const AddressPattern pattern{include, home, expression, clock.now()};
        if (!holds(pattern)) BFA_RETURN_IF_ERROR(archive.put_decision(pattern_decision(pattern, false)));
      }
    }
  }
  BFA_ASSIGN_OR_RETURN(const auto decisions, archive.decisions({}));
  BFA_ASSIGN_OR_RETURN(options.step.rules, AddressRules::make(decisions));
  return {};
}

std::vector<CrawlReport> take_blocked(const AddressRules& rules, std::vector<std::string>& homes) {
  std::vector<CrawlReport> reports;
  std::erase_if(homes, [&](const std::string& home) {
    const Removal* const removal = rules.blocks(home, home);
    if (removal == nullptr || removal->form == RemovalForm::kUrl) return false;
    CrawlReport report;
    report.blog = home;
    report.blocked = 1;
    report.error = Error{Code::kDenied, removal_sentence(*removal), home, -1};
    reports.push_back(std::move(report));
    return true;
  });
  return reports;
}

Result<std::shared_ptr<const AddressRules>> block_rules(const std::vector<Decision>& decisions) {
  std::vector<Decision> removals;
  for (const Decision& decision : decisions) {
    const bool taken = decision.kind == "tombstone" || decision.kind == "block" || decision.kind == "post";
    if (taken) removals.push_back(decision);
  }
  return AddressRules::make(removals);
}

}  // namespace bfa
