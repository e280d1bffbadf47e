// SPDX-License-Identifier: Apache-2.0
// Rows of the store: none of any bytes is read beyond its end, and what was read is written and read again
// as the same value.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "fuzz/fuzz_target.h"
#include "io/text_delta.h"
#include "store/object_row_format.h"

BFA_FUZZ_TARGET(store_rows) {
  if (size == 0) return 0;
  const std::string bytes(data + 1, data + size);
  const std::string key(32, 'k');
  switch (data[0] % 7) {
    case 0: {
      const auto head = bfa::object_row::decode_head(bytes);
      if (!head || !std::holds_alternative<bfa::ObjectHead>(*head)) break;
      const std::string once = bfa::object_row::encode_head(std::get<bfa::ObjectHead>(*head));
      const auto again = bfa::object_row::decode_head(once);
      if (!again || bfa::object_row::encode_head(std::get<bfa::ObjectHead>(*again)) != once) std::abort();
      break;
    }
    case 1:
      static_cast<void>(bfa::object_row::decode_history({key, bytes}));
      break;
    case 2:
      static_cast<void>(bfa::object_row::decode_latest(bytes));
      break;
    case 3:
      static_cast<void>(bfa::object_row::decode_reading({key, bytes}));
      break;
    case 4:
      static_cast<void>(bfa::object_row::decode_comment_count(bytes));
      break;
    case 5:
      static_cast<void>(bfa::apply_delta("some base of the text", bytes));
      break;
    default: {
      const auto record = bfa::decode_capture_record(bytes);
      if (!record) break;
      const std::string once = bfa::encode(*record);
      const auto again = bfa::decode_capture_record(once);
      if (!again || bfa::encode(*again) != once) std::abort();
    }
  }
  return 0;
}
