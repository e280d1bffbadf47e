// SPDX-License-Identifier: Apache-2.0
#include "serve/data/removed.h"

#include "base/markup_escape.h"
#include "bfa/remove/remove.h"
#include "serve/data/replies.h"

namespace bfa {

bool wants_pages(const ServeRequest& request) {
  return request.header("accept").find("text/html") != std::string_view::npos;
}

std::optional<ServeReply> removed_reply(const Archive& archive, const ServeRequest& request,
                                        const std::string& url) {
  const auto removal = removal_of(archive, url);
  if (!removal || !*removal) return std::nullopt;
  const std::string sentence = removal_sentence(**removal);
  if (!wants_pages(request)) return problem_reply(410, sentence, url);
  return html_reply(
      410,
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
      "content=\"width=device-width, initial-scale=1\"><title>Removed from the archive</title>"
      "<link rel=\"stylesheet\" href=\"/view.css\"></head><body><main><h1>Removed from the "
      "archive</h1><p class=\"url\">" +
          escaped_markup(url) + "</p><p dir=\"auto\">" + escaped_with_times(sentence) +
          "</p><p><a href=\"/\">The archive's start page</a></p></main></body></html>\n");
}

}  // namespace bfa
