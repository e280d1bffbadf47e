// SPDX-License-Identifier: Apache-2.0
#include "base/try.h"
#include "c/warc.h"

// The parts are destroyed in the opposite order: the record before what it is read from.
struct bfa_segments : bfa::CHandle<bfa::HandleKind::kSegments> {
  std::unique_ptr<bfa::FileSystem> disk = bfa::make_c_disk();
  bfa::SegmentJoiner joiner{*disk};
  std::vector<std::string> origins;
  std::unique_ptr<bfa::JoinedRecord> joined;
  std::optional<bfa_record> current;

  void forget() {
    current.reset();
    joined.reset();
  }
};

using bfa::Status;
using bfa::usable;

bfa_code bfa_segments_new(bfa_segments** out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    *out = std::make_unique<bfa_segments>().release();
    return {};
  });
}

bfa_code bfa_segments_scan(bfa_segments* segments, const char* path, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::require({{segments, "segments"}, {path, "path"}}));
    segments->forget();
    const Status scanned = segments->joiner.scan(path);
    segments->origins = segments->joiner.origins();
    return scanned;
  });
}

size_t bfa_segments_count(const bfa_segments* segments) {
  return usable(segments) ? segments->origins.size() : 0;
}

bfa_view bfa_segments_origin(const bfa_segments* segments, size_t index) {
  if (!usable(segments) || index >= segments->origins.size()) return bfa::no_view();
  return bfa::view_of(segments->origins[index]);
}

bfa_code bfa_segments_open(bfa_segments* segments, const char* origin, bfa_record** out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    BFA_RETURN_IF_ERROR(bfa::require({{segments, "segments"}, {origin, "origin"}}));
    segments->forget();
    BFA_ASSIGN_OR_RETURN(segments->joined, segments->joiner.open(origin));
    *out = &segments->current.emplace(segments->joined->header(), segments->joined->block());
    return {};
  });
}

bfa_code bfa_segments_findings(const bfa_segments* segments, bfa_findings** out, bfa_error** err) {
  return bfa::c_call(err, [&]() -> Status {
    BFA_RETURN_IF_ERROR(bfa::clear(out, "out"));
    BFA_RETURN_IF_ERROR(bfa::require({{segments, "segments"}}));
    return bfa::give_findings(segments->joined == nullptr ? bfa::Findings() : segments->joined->findings(),
                              out);
  });
}

void bfa_segments_free(bfa_segments* segments) {
  bfa::free_handle(segments);
}
