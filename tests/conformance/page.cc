// SPDX-License-Identifier: Apache-2.0
#include "page.h"

#include "bfa/extract/extract.h"
#include "bfa/text/charset.h"
#include "suite_file.h"

namespace bfa::conformance {

Result<LoadedPage> load_page(const std::string& path, const std::string& url) {
  auto bytes = read_file(path);
  if (!bytes) return std::move(bytes).error();
  auto address = Url::parse(url.empty() ? "http://page.example/" : url);
  if (!address) return std::move(address).error();
  Findings findings;
  const DecodedText decoded = decode_text(*bytes, {}, CharsetContext::kHtml, findings);
  auto doc = HtmlDocument::parse(decoded.text, findings, {}, decoded.encoding);
  if (!doc) return std::move(doc).error();
  return LoadedPage{*std::move(address), *std::move(doc)};
}

Result<DataObject> extract_alone(const LoadedPage& page) {
  PageInput input;
  input.url = page.url;
  auto blog = Url::parse(page.url.origin() + "/");
  input.blog = blog ? *std::move(blog) : page.url;
  input.doc = &page.doc;
  auto got = make_generic_strategy()->extract(nullptr, input);
  if (!got) return std::move(got).error();
  return got->object ? *std::move(got->object) : DataObject();
}

}  // namespace bfa::conformance
