// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bfa/crawlmodel/crawl_store.h"
#include "bfa/object/version.h"
#include "store/database.h"
#include "store/object_ledger.h"
#include "store/object_rows.h"

namespace bfa {

// Objects that stand under another address than before: the histories under both become one, under the new
// address, and the old one leads to it. One thread.
class ObjectMoves {
 public:
  explicit ObjectMoves(Database& database) : database_(database), rows_(database) {}

  // Joins the post or page that stood at `from` with `object`, which is stored at its own address and was
  // observed there at that moment. The comments of a post move along: their items follow that of the post.
  // Nothing when there is no object at `from`, or when it stands there already. Errors: kIo, kCorrupt.
  // An object that stands at `from` moves back to an address that it had: `seen` is when it was seen there.
  Result<std::vector<Committed::Item>> join(const std::string& from, const DataObject& object,
                                            const Seen& seen);
  // Asked before an object is stored that was observed at that moment. True: it is an object that has left
  // this address and is shown here again, and is to be counted as seen. Another object under an address that
  // was left begins a history of its own: the address leads to it from now on.
  Result<bool> is_shown_again(const DataObject& object, const Moment& observed);
  // True for the key of an address that its object has left.
  Result<bool> is_former(const std::string& key) const;

 private:
  Result<std::optional<FoundObject>> text_at(const std::string& address) const;
  Result<std::vector<Committed::Item>> move_back(FoundObject& stored, const DataObject& object,
                                                 const Seen& seen);
  Status drop_gone(FoundObject& object, UtcTime from);
  Status stand_at(const DataObject& object, const Moment& moment);
  Status move_comments(const std::string& from, const std::string& to, const Moment& observed,
                       std::vector<Committed::Item>& items);
  Result<std::optional<Committed::Item>> move_comment(const std::string& key, const std::string& from,
                                                      const std::string& to, const Moment& observed);
  Status forget_comment(const std::string& key, const std::string& post);

  Database& database_;
  ObjectRowWriter rows_;
};

// A version with another address than the one before is the object under its new address.
void note_move(Change& change, const DataObject& before, const DataObject& after);
// The addresses under which an object stood before its present one, oldest first.
Result<std::vector<std::string>> former_addresses(const ObjectRows& rows, const std::string& key);

}  // namespace bfa
