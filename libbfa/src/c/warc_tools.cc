// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/try.h"
#include "bfa/warc/validate.h"
#include "bfa/warc/writer.h"
#include "c/warc.h"

namespace bfa {
namespace {

bfa_warc_difference view_of_difference(const WarcDifference& of) {
  bfa_warc_difference made{};
  made.struct_size = sizeof made;
  made.kind = static_cast<std::int32_t>(of.kind);
  made.url = view_of(of.url);
  made.date = view_of(of.date);
  made.digest_a = view_of(of.digest_a);
  made.digest_b = view_of(of.digest_b);
  made.file_a = view_of(of.place_a.file);
  made.file_b = view_of(of.place_b.file);
  made.offset_a = of.place_a.offset;
  made.offset_b = of.place_b.offset;
  return made;
}

}  // namespace
}  // namespace bfa

using bfa::Status;

bfa_view bfa_warc_type_name(int32_t type) {
  if (type < BFA_WARCINFO || type >= BFA_UNKNOWN_TYPE) return bfa::no_view();
  return bfa::view_of(bfa::warc_type_name(static_cast<bfa::WarcType>(type)));
}

bfa_view bfa_warc_suffix(int32_t packing) {
  if (packing < BFA_WARC_PLAIN || packing > BFA_WARC_ZSTD) return bfa::no_view();
  return bfa::view_of(bfa::warc_suffix(static_cast<bfa::WarcPacking>(packing)));
}

bfa_code bfa_warc_dictionary(const bfa_view* samples, size_t count, size_t max_bytes, bfa_string** out,
                             bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    if (count > 0) BFA_RETURN_IF_ERROR(bfa::require({{samples, "samples"}}));
    constexpr size_t kMost = 64u << 20;
    if (max_bytes > kMost)
      return bfa::Error{bfa::Code::kInvalidArgument, "max_bytes is above 64 MiB", "C interface", -1};
    std::vector<std::string> texts;
    for (size_t i = 0; i < count; ++i) {
      BFA_ASSIGN_OR_RETURN(const auto bytes, bfa::bytes_of(samples[i].data, samples[i].size, "samples"));
      texts.emplace_back(bytes);
    }
    BFA_ASSIGN_OR_RETURN(*out, bfa::make_c_string(bfa::train_warc_dictionary(texts, max_bytes)));
    return {};
  });
}

bfa_code bfa_warc_record_id(bfa_string** out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    const std::string uuid = bfa::random_uuid();
    if (uuid.empty()) return bfa::Error{bfa::Code::kIo, "out of memory", "C interface", -1};
    BFA_ASSIGN_OR_RETURN(*out, bfa::make_c_string("<urn:uuid:" + uuid + ">"));
    return {};
  });
}

bfa_code bfa_warc_compare(const char* const* a, size_t a_count, const char* const* b, size_t b_count,
                          bfa_difference_fn visit, void* user, const bfa_stop* stop, bfa_warc_comparison* out,
                          bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::require({{out, "out"}}));
    BFA_RETURN_IF_ERROR(bfa::check_struct_size(out->struct_size, sizeof *out, "bfa_warc_comparison"));
    BFA_ASSIGN_OR_RETURN(const auto first, bfa::strings_of(a, a_count, "a"));
    BFA_ASSIGN_OR_RETURN(const auto second, bfa::strings_of(b, b_count, "b"));
    BFA_RETURN_IF_ERROR(bfa::require_stop(stop));
    bfa::StoppableDisk disk(stop);
    Status answer;
    bool stopped = visit == nullptr;
    const auto show = [&](const bfa::WarcDifference& difference) {
      if (stopped || !answer.ok()) return;
      const bfa_warc_difference made = bfa::view_of_difference(difference);
      answer = bfa::callback_status(visit(&made, user), stopped);
    };
    BFA_ASSIGN_OR_RETURN(const auto compared, bfa::compare_warcs(disk.files(), first, second, show));
    BFA_RETURN_IF_ERROR(answer);
    bfa_warc_comparison made{};
    made.captures_a = compared.captures_a;
    made.captures_b = compared.captures_b;
    made.same = compared.same;
    made.only_a = compared.only_a;
    made.only_b = compared.only_b;
    made.differing = compared.differing;
    return bfa::fill(out, made, "bfa_warc_comparison");
  });
}

bfa_code bfa_warc_check_tail(const char* path, const bfa_stop* stop, bfa_warc_tail* out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::require({{path, "path"}, {out, "out"}}));
    BFA_RETURN_IF_ERROR(bfa::require_stop(stop));
    bfa::StoppableDisk disk(stop);
    BFA_ASSIGN_OR_RETURN(const auto tail, bfa::check_warc_tail(disk.files(), path));
    bfa_warc_tail made{};
    made.records = tail.records;
    made.kept_bytes = tail.kept_bytes;
    made.cut_bytes = tail.cut_bytes;
    return bfa::fill(out, made, "bfa_warc_tail");
  });
}

bfa_code bfa_warc_recover(const char* directory, bfa_recovery_fn visit, void* user, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::require({{directory, "directory"}}));
    BFA_ASSIGN_OR_RETURN(const auto files, bfa::recover_open_warcs(bfa::posix_file_system(), directory));
    bool stopped = visit == nullptr;
    for (const bfa::WarcRecovery& file : files) {
      if (stopped) break;
      bfa_warc_recovery made{};
      made.struct_size = sizeof made;
      made.file = bfa::view_of(file.file);
      made.kept_bytes = file.kept_bytes;
      made.cut_bytes = file.cut_bytes;
      made.records = file.records;
      BFA_RETURN_IF_ERROR(bfa::callback_status(visit(&made, user), stopped));
    }
    return {};
  });
}
