// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "extract/methods/density_method.h"
#include "extract/methods/dice_method.h"
#include "extract/methods/dom_method.h"
#include "extract/methods/keypath_method.h"
#include "extract/methods/max_subsequence_method.h"
#include "extract/methods/method.h"
#include "extract/methods/site_method.h"

namespace bfa {
namespace {

using MethodGetter = const ExtractionMethod& (*)();

// Every method, each from one paper.
constexpr std::array kMethods{&dice_method, &keypath_method,         &density_method,
                              &dom_method,  &max_subsequence_method, &clean_max_subsequence_method,
                              &site_method};

}  // namespace

const ExtractionMethod* method_named(std::string_view name) {
  for (const MethodGetter get : kMethods) {
    if (get().name() == name) return &get();
  }
  return nullptr;
}

std::vector<std::string> method_names() {
  std::vector<std::string> names;
  for (const MethodGetter get : kMethods) names.emplace_back(get().name());
  return names;
}

}  // namespace bfa
