// SPDX-License-Identifier: Apache-2.0
#include "bfa/object/template.h"

#include <algorithm>

namespace bfa {

const FieldRule* Template::rule(std::string_view field) const {
  const auto found =
      std::find_if(rules.begin(), rules.end(), [&](const FieldRule& rule) { return rule.field == field; });
  return found == rules.end() ? nullptr : &*found;
}

}  // namespace bfa
