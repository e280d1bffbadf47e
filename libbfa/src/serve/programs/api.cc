// SPDX-License-Identifier: Apache-2.0
#include "serve/data/routes.h"

namespace bfa {

std::optional<ServeReply> answer_api(const SiteContext&, const ServeRequest&) {
  return std::nullopt;
}

}  // namespace bfa
