// SPDX-License-Identifier: Apache-2.0
// What reads as an object, template, change or task is written and read back unchanged.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "bfa/object/json.h"
#include "crawlmodel/crawl_json.h"
#include "fuzz/fuzz_target.h"

BFA_FUZZ_TARGET(object_json) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (const auto object = bfa::object_from_json(text)) {
    const std::string json = bfa::object_to_json(*object);
    const auto back = bfa::object_from_json(json);
    if (!back || bfa::object_to_json(*back) != json) std::abort();
    if (bfa::object_key(*back).empty() || bfa::object_changed(*back, *back)) std::abort();
  }
  if (const auto learned = bfa::template_from_json(text)) {
    const auto back = bfa::template_from_json(bfa::template_to_json(*learned));
    if (!back || !(*back == *learned)) std::abort();
  }
  if (const auto change = bfa::change_from_json(text)) {
    const std::string json = bfa::change_to_json(*change);
    const auto back = bfa::change_from_json(json);
    if (!back || bfa::change_to_json(*back) != json) std::abort();
  }
  if (const auto task = bfa::task_from_json(text)) {
    const std::string json = bfa::task_to_json(*task);
    const auto back = bfa::task_from_json(json);
    if (!back || bfa::task_to_json(*back) != json) std::abort();
  }
  return 0;
}
