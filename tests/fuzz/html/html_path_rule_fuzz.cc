// SPDX-License-Identifier: Apache-2.0
// A rule that is accepted is written in a form that reads back as itself.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "bfa/html/path_rule.h"
#include "fuzz/fuzz_target.h"

BFA_FUZZ_TARGET(html_path_rule) {
  const auto rule = bfa::PathRule::parse({reinterpret_cast<const char*>(data), size});
  if (!rule) return 0;
  const auto again = bfa::PathRule::parse(rule->xpath());
  if (!again || *again != *rule) std::abort();
  bfa::Findings findings;
  const auto doc = bfa::HtmlDocument::parse("<div id=a class='b c'><p><b title=x>t</b></p></div>", findings);
  if (!doc) std::abort();
  const auto nodes = rule->match(*doc);
  if (rule->first(*doc) != (nodes.empty() ? bfa::HtmlDocument::kNone : nodes.front())) std::abort();
  return 0;
}
