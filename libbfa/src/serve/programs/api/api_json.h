// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bfa/search/catalogue.h"
#include "bfa/search/search_index.h"
#include "bfa/serve/handler.h"

namespace bfa {

// The JSON of the REST interface that no public header has: one object on one line. Equal values give equal
// bytes.

std::string json_of(const ListedObject& object);
std::string json_of(const IndexedCapture& capture);

// `json` with the members of that name only, and "v". Unchanged when `fields` is empty.
std::string with_fields(std::string json, const std::vector<std::string>& fields);
// "title,url" as names.
std::vector<std::string> field_names(std::string_view list);

// {"v":1,NAME:[ITEM,...],"next":NEXT}; `next` is left out when it is empty. A cursor that is a number is one
// in the JSON too.
ServeReply list_reply(std::string_view name, const std::vector<std::string>& items, std::string_view next);
// A string of JSON in quotes.
std::string json_quoted(std::string_view text);

}  // namespace bfa
