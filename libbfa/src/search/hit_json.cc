// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "base/guard.h"
#include "bfa/search/search_index.h"
#include "bfa/text/utf8.h"

namespace bfa {

std::string hit_to_json(const SearchHit& hit) {
  return guarded_or_empty([&]() -> std::string {
    using Json = nlohmann::ordered_json;
    Json json = {{"v", 1},
                 {"url", hit.url},
                 {"kind", kind_name(hit.kind)},
                 {"title", hit.title},
                 {"version", hit.version},
                 {"versions", hit.versions},
                 {"only_old", hit.only_old},
                 {"gone", hit.gone},
                 {"captured", format_rfc3339(hit.captured)},
                 {"snippet", hit.snippet},
                 {"marks", Json::array()}};
    const std::string_view text = hit.snippet;
    for (const auto& [begin, end] : hit.marks) {
      const std::size_t first = count_code_points(text.substr(0, begin));
      json["marks"].push_back({first, first + count_code_points(text.substr(begin, end - begin))});
    }
    const auto put = [&](const char* name, const std::string& value) {
      if (!value.empty()) json[name] = value;
    };
    put("type", hit.comment_type);
    put("blog", hit.blog_host);
    put("post", hit.post);
    put("post_title", hit.post_title);
    put("author", hit.authors.text);
    put("published", hit.published);
    put("language", hit.language);
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
  });
}

}  // namespace bfa
