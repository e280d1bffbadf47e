// SPDX-License-Identifier: Apache-2.0
#include "serve/data/routes.h"

namespace bfa {

std::optional<ServeReply> answer_record(const SiteContext&, const ServeRequest&) {
  return std::nullopt;
}

}  // namespace bfa
