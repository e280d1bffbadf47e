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
constexpr std::array kMethods{&dice_method, &keypath_method,  &density_method, &dom_method,
                              &www_method,  &www_plus_method, &site_method};

}  // namespace

const ExtractionMethod* method_named(std::string_view name) {
  for (const MethodGetter get : kMethods) {
    if (get().name() == name) return &get();
  }
  return nullptr;
}

std::unique_ptr<ExtractionStrategy> make_dice_strategy() {
  return make_single_strategy(dice_method());
}

std::unique_ptr<ExtractionStrategy> make_strategy(std::string_view name) {
  if (name == "ensemble") return make_ensemble_strategy();
  if (name == "generic") return make_generic_strategy();
  const ExtractionMethod* method = method_named(name);
  return method == nullptr ? nullptr : make_single_strategy(*method);
}

std::vector<std::string> strategy_names() {
  std::vector<std::string> names{"ensemble"};
  for (const MethodGetter get : kMethods) names.emplace_back(get().name());
  names.emplace_back("generic");
  return names;
}

}  // namespace bfa
