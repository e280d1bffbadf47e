// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace bfa::test {

// Stories in Japanese and Russian, 0 to 2, and a page around each (any_script_table.cc).
std::string any_script_story(unsigned i);
std::string any_script_page(unsigned i);

}  // namespace bfa::test
