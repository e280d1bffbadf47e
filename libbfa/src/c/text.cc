// SPDX-License-Identifier: Apache-2.0
#include "bfa/text/charset.h"

#include "base/try.h"
#include "bfa/c/web.h"
#include "bfa/text/language.h"
#include "bfa/text/prose_date.h"
#include "bfa/url/url.h"
#include "c/handle.h"

using bfa::Status;

bfa_code bfa_url_host_to_ascii(const char* host, bfa_string** out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    BFA_RETURN_IF_ERROR(bfa::require({{host, "host"}}));
    BFA_ASSIGN_OR_RETURN(auto ascii, bfa::host_to_ascii(host));
    BFA_ASSIGN_OR_RETURN(*out, bfa::make_c_string(std::move(ascii)));
    return {};
  });
}

bfa_code bfa_text_decode(const char* bytes, size_t size, const char* charset, int32_t context,
                         bfa_string** out, bfa_string** encoding, bfa_findings** findings, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    if (findings != nullptr) *findings = nullptr;
    if (encoding != nullptr) *encoding = nullptr;
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    if (context < BFA_TEXT_HTML || context > BFA_TEXT_PLAIN)
      return bfa::Error{bfa::Code::kInvalidArgument, "there is no context " + std::to_string(context),
                        "C interface", -1};
    BFA_ASSIGN_OR_RETURN(const auto given, bfa::bytes_of(bytes, size, "bytes"));
    bfa::Findings found;
    auto decoded = bfa::decode_text(given, bfa::text_or_empty(charset),
                                    static_cast<bfa::CharsetContext>(context), found);
    for (const bfa::Finding& finding : found) {
      if (finding.code == bfa::Code::kIo)
        return bfa::Error{finding.code, finding.message, finding.where, finding.offset};
    }
    BFA_ASSIGN_OR_RETURN(auto* const text, bfa::make_c_string(std::move(decoded.text)));
    std::unique_ptr<bfa_string> owned(text);
    std::unique_ptr<bfa_string> name;
    if (encoding != nullptr) {
      BFA_ASSIGN_OR_RETURN(auto* const made, bfa::make_c_string(std::move(decoded.encoding)));
      name.reset(made);
    }
    BFA_RETURN_IF_ERROR(bfa::give_findings(std::move(found), findings));
    *out = owned.release();
    if (encoding != nullptr) *encoding = name.release();
    return {};
  });
}

bfa_code bfa_text_language(const char* text, size_t size, bfa_string** out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    BFA_ASSIGN_OR_RETURN(const auto given, bfa::bytes_of(text, size, "text"));
    BFA_ASSIGN_OR_RETURN(*out, bfa::make_c_string(bfa::detect_language(given)));
    return {};
  });
}

bfa_code bfa_date_parse(const char* text, bfa_date* out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::require({{text, "text"}, {out, "out"}}));
    BFA_ASSIGN_OR_RETURN(const auto date, bfa::parse_feed_date(text));
    *out = bfa::date_of(date);
    return {};
  });
}

bfa_code bfa_date_find(const char* text, size_t size, const char* language, bfa_time now, bfa_date* out,
                       int32_t* ambiguous, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::require({{out, "out"}}));
    BFA_ASSIGN_OR_RETURN(const auto given, bfa::bytes_of(text, size, "text"));
    auto from = bfa::system_clock().now();
    if (now != BFA_NO_TIME) {
      BFA_ASSIGN_OR_RETURN(from, bfa::time_argument(now, "now"));
    }
    const auto date = bfa::find_prose_date(given, bfa::text_or_empty(language), from);
    if (!date) return bfa::Error{bfa::Code::kNotFound, "the text has no date that can be read", "", -1};
    *out = bfa::date_of(date->time);
    if (ambiguous != nullptr) *ambiguous = date->ambiguous ? 1 : 0;
    return {};
  });
}
