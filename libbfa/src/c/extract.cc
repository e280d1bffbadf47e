// SPDX-License-Identifier: Apache-2.0
#include "base/try.h"
#include "bfa/c/web.h"
#include "bfa/extract/extractor.h"
#include "bfa/object/json.h"
#include "c/object.h"

struct bfa_extractor : bfa::CHandle<bfa::HandleKind::kExtractor> {
  bfa_extractor(const char* home, const bfa::ExtractorOptions& options) : extractor(home, options) {}
  bfa::Extractor extractor;
};

struct bfa_extraction : bfa::CHandle<bfa::HandleKind::kExtraction> {
  std::optional<bfa_object> object;
  std::deque<bfa_object> comments;
  bfa::Findings findings;
};

namespace bfa {
namespace {

Status give_extraction(Result<Extraction> result, bfa_extraction** out) {
  if (!result) return std::move(result).error();
  auto made = std::make_unique<bfa_extraction>();
  if (result->object) made->object.emplace(*std::move(result->object));
  for (auto& each : result->comments) made->comments.emplace_back(std::move(each));
  made->findings = std::move(result->findings);
  *out = made.release();
  return {};
}

}  // namespace
}  // namespace bfa

using bfa::Status;
using bfa::usable;

bfa_code bfa_extractor_options_init(bfa_extractor_options* options, size_t struct_size) {
  bfa_extractor_options made{};
  made.now = BFA_NO_TIME;
  made.max_bytes = std::uint64_t{64} << 20U;
  return bfa::init_struct(options, struct_size, made);
}

bfa_code bfa_extractor_new(const char* home, const bfa_extractor_options* options, bfa_extractor** out,
                           bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    BFA_RETURN_IF_ERROR(bfa::require({{home, "home"}}));
    BFA_ASSIGN_OR_RETURN(const auto given,
                         bfa::options_of(options, &bfa_extractor_options_init, "bfa_extractor_options"));
    bfa::ExtractorOptions settings;
    if (given.strategy != nullptr) settings.strategy = given.strategy;
    settings.zone = bfa::text_or_empty(given.zone);
    if (given.now != BFA_NO_TIME) {
      BFA_ASSIGN_OR_RETURN(settings.now, bfa::time_argument(given.now, "now"));
    }
    settings.max_bytes = static_cast<std::size_t>(given.max_bytes);
    *out = new bfa_extractor(home, settings);
    return {};
  });
}

bfa_code bfa_extractor_add_feed(bfa_extractor* extractor, const char* bytes, size_t size, const char* url,
                                const char* content_type, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::require({{extractor, "extractor"}, {bytes, "bytes"}, {url, "url"}}));
    return extractor->extractor.add_feed({bytes, size}, url, bfa::text_or_empty(content_type));
  });
}

bfa_code bfa_extractor_add_page(bfa_extractor* extractor, const char* url, const char* bytes, size_t size,
                                const char* content_type, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::require({{extractor, "extractor"}, {bytes, "bytes"}, {url, "url"}}));
    return extractor->extractor.add_page(url, {bytes, size}, bfa::text_or_empty(content_type));
  });
}

bfa_code bfa_extractor_learn(bfa_extractor* extractor, bfa_learned* result, bfa_string** rules,
                             bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    if (rules != nullptr) *rules = nullptr;
    BFA_RETURN_IF_ERROR(bfa::require({{extractor, "extractor"}}));
    if (result != nullptr)
      BFA_RETURN_IF_ERROR(bfa::check_struct_size(result->struct_size, sizeof *result, "bfa_learned"));
    BFA_ASSIGN_OR_RETURN(const auto report, extractor->extractor.learn());
    if (rules != nullptr) {
      auto json = bfa::template_to_json(report.rules);
      if (json.empty()) return bfa::Error{bfa::Code::kIo, "out of memory", "C interface", -1};
      BFA_ASSIGN_OR_RETURN(*rules, bfa::make_c_string(std::move(json)));
    }
    if (result == nullptr) return {};
    bfa_learned made{};
    made.learned = report.learned ? 1 : 0;
    made.pages = report.pages;
    made.entries = report.entries;
    made.matched = report.matched;
    return bfa::fill(result, made, "bfa_learned");
  });
}

bfa_code bfa_extractor_use(bfa_extractor* extractor, const char* rules, size_t size, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::require({{extractor, "extractor"}, {rules, "rules"}}));
    BFA_ASSIGN_OR_RETURN(auto learned, bfa::template_from_json({rules, size}));
    return extractor->extractor.use(std::move(learned));
  });
}

bfa_code bfa_extractor_extract(const bfa_extractor* extractor, const char* url, bfa_extraction** out,
                               bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    BFA_RETURN_IF_ERROR(bfa::require({{extractor, "extractor"}, {url, "url"}}));
    return bfa::give_extraction(extractor->extractor.extract(std::string_view(url)), out);
  });
}

bfa_code bfa_extractor_extract_page(const bfa_extractor* extractor, const char* url, const char* bytes,
                                    size_t size, const char* content_type, bfa_extraction** out,
                                    bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    BFA_RETURN_IF_ERROR(bfa::require({{extractor, "extractor"}, {url, "url"}, {bytes, "bytes"}}));
    bfa::RawPage page;
    page.url = url;
    page.bytes = {bytes, size};
    page.content_type = bfa::text_or_empty(content_type);
    return bfa::give_extraction(extractor->extractor.extract(page), out);
  });
}

void bfa_extractor_free(bfa_extractor* extractor) {
  bfa::free_handle(extractor);
}

const bfa_object* bfa_extraction_object(const bfa_extraction* extraction) {
  return usable(extraction) && extraction->object ? &*extraction->object : nullptr;
}

size_t bfa_extraction_comments(const bfa_extraction* extraction) {
  return usable(extraction) ? extraction->comments.size() : 0;
}

const bfa_object* bfa_extraction_comment(const bfa_extraction* extraction, size_t index) {
  return usable(extraction) && index < extraction->comments.size() ? &extraction->comments[index] : nullptr;
}

bfa_code bfa_extraction_findings(const bfa_extraction* extraction, bfa_findings** out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    BFA_RETURN_IF_ERROR(bfa::require({{extraction, "extraction"}}));
    return bfa::give_findings(extraction->findings, out);
  });
}

void bfa_extraction_free(bfa_extraction* extraction) {
  bfa::free_handle(extraction);
}
