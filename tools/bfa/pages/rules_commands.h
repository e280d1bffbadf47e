// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "bfa/store/archive.h"
#include "command.h"

namespace bfa::tool {

// What the commands below `bfa rules` share.

// The blog that a URL belongs to: its home, or the longest base that the URL starts with. Errors: kNotFound.
Result<BlogState> find_blog(const Archive& archive, const std::string& text);
// Its current template. Errors: kNotFound.
Result<Template> current_rules(const Archive& archive, const BlogState& blog);

// The fields that a rule can be for, for messages and help.
inline constexpr const char* kRuleFields =
    "article, title, author, date, modified, comment, tag, category or menu";
bool is_rule_field(std::string_view field);

int rules_explain(const Arguments& arguments);
int rules_test(const Arguments& arguments);
int rules_pin(const Arguments& arguments);
int rules_export(const Arguments& arguments);

}  // namespace bfa::tool
