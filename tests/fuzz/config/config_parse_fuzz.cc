// SPDX-License-Identifier: Apache-2.0
// A file of settings is read or refused with its name, and an edit of it changes one key only.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "bfa/config/config.h"
#include "fuzz/fuzz_target.h"

BFA_FUZZ_TARGET(config_parse) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto entries = bfa::parse_config(text, "file");
  if (!entries) {
    if (entries.error().where != "file") std::abort();
    return 0;
  }
  for (const auto& entry : *entries) {
    const auto edited = bfa::edit_config(text, "file", entry.key, {"a 'value'\n"}, entry.list);
    if (!edited) std::abort();
    const auto again = bfa::parse_config(*edited, "file");
    if (!again || again->size() != entries->size()) std::abort();
    for (std::size_t i = 0; i < again->size(); ++i) {
      const bool changed = (*entries)[i].key == entry.key;
      const auto& wanted = changed ? std::vector<std::string>{"a 'value'\n"} : (*entries)[i].values;
      if ((*again)[i].key != (*entries)[i].key || (*again)[i].values != wanted) std::abort();
    }
    if (entries->size() > 50) return 0;
  }
  return 0;
}
