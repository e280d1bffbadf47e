// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "bfa/object/data_object.h"

namespace bfa {

// The references of an object as two versions of it are compared: by kind and address, each once, in any
// order. Left out are links that are about the object itself: into its own page, and requests to share it.
// The object must outlive it.
class ReferenceKeys {
 public:
  explicit ReferenceKeys(const DataObject& object);

  bool operator==(const ReferenceKeys& other) const;
  // Appends those that `other` lacks.
  void without(const ReferenceKeys& other, std::vector<Reference>& links,
               std::vector<Reference>& media) const;

 private:
  std::vector<std::pair<std::string, const Reference*>> keys_;  // sorted by key
};

}  // namespace bfa
