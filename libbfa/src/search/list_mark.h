// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "bfa/search/catalogue.h"

namespace bfa {

// Where a page of a list ended: the value that it is sorted by and the row, or the key.
struct ListMark {
  std::int64_t sort = 0, id = 0;
  std::string key;
};

// As ObjectList::next has it; it says which order it is of. Errors: kInvalidArgument.
std::string list_mark_text(ObjectListQuery::Order order, const ListMark& mark);
Result<ListMark> parse_list_mark(ObjectListQuery::Order order, std::string_view text);

}  // namespace bfa
