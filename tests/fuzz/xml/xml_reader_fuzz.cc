// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "fuzz/fuzz_target.h"
#include "xml/xml.h"

namespace {

bool same(const bfa::XmlNode& a, const bfa::XmlNode& b) {
  if (a.kind != b.kind || a.ns != b.ns || a.name != b.name || a.children.size() != b.children.size()) {
    return false;
  }
  for (std::size_t i = 0; i < a.children.size(); ++i) {
    if (!same(a.children[i], b.children[i])) return false;
  }
  return true;
}

}  // namespace

// What the strict reader takes, the tolerant one takes with the same tree and without findings; and what the
// tolerant one repairs, the strict one refuses.
BFA_FUZZ_TARGET(xml_reader) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  bfa::Findings findings;
  const auto tolerant = bfa::read_xml_tolerant(text, findings);
  const auto strict = bfa::read_xml(text);
  if (strict) {
    if (!tolerant || !findings.empty()) std::abort();
    // A reference to a C1 control means windows-1252 to the tolerant reader: texts are not compared.
    if (!same(*strict, *tolerant)) std::abort();
  }
  return 0;
}
