// SPDX-License-Identifier: Apache-2.0
#include "serve/data/replies.h"
#include "serve/programs/stream/stream_parts.h"

namespace bfa {

std::optional<ServeReply> answer_stream(ServedArchive& archive, const SiteContext& context,
                                        const ServeRequest& request) {
  const std::string_view path = request.path();
  if (path == "/events") return answer_events(archive, context, request);
  if (path == "/stream") return redirect_reply("/stream/");
  if (path.starts_with("/stream/")) return answer_batches(context, request);
  if (path.starts_with("/feeds/")) return answer_feeds(context, request);
  return std::nullopt;
}

}  // namespace bfa
