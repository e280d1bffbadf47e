// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bfa/c/archive.h"
#include "bfa/object/version.h"
#include "c/handle.h"

// An object: alone, or borrowed from the list, version or cursor that holds it.
struct bfa_object : bfa::CHandle<bfa::HandleKind::kObject> {
  bfa_object() = default;
  explicit bfa_object(bfa::DataObject of) : object(std::move(of)) {}

  bfa::DataObject object;
  std::string key;                            // empty outside of an archive
  std::optional<bfa::ObjectSummary> summary;  // its `latest` is empty: `object` is it
};

struct bfa_object_list : bfa::CHandle<bfa::HandleKind::kObjectList> {
  std::deque<bfa_object> list;
};

struct bfa_versions : bfa::CHandle<bfa::HandleKind::kVersions> {
  struct Item {
    bfa_object object;
    bfa_version_fields fields{};
  };
  std::deque<Item> list;
};

struct bfa_change : bfa::CHandle<bfa::HandleKind::kChange> {
  explicit bfa_change(bfa::Change of) : change(std::move(of)) {}
  bfa::Change change;
};

struct bfa_changes : bfa::CHandle<bfa::HandleKind::kChanges> {
  std::deque<bfa_change> list;
};

namespace bfa {

// An object of a listing.
void set_summary(bfa_object& object, std::string key, ObjectSummary summary);
std::unique_ptr<bfa_versions> make_c_versions(std::vector<Version> versions, const std::string& key);

}  // namespace bfa
