// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/warc/cdx_writer.h"
#include "io/line_sorter.h"
#include "warc/index/zipnum_writer.h"

namespace bfa {
namespace {

LineSortOptions line_options(const CdxSortOptions& options) {
  LineSortOptions lines;
  lines.directory = options.directory;
  lines.max_memory_bytes = options.max_memory_bytes;
  lines.drop_repeated = true;
  return lines;
}

}  // namespace

struct CdxSorter::Impl {
  Impl(FileSystem& fs, const CdxSortOptions& options) : lines(fs, line_options(options)) {}

  template <class Visit>
  Status for_each(Visit&& visit) {
    BFA_RETURN_IF_ERROR(lines.finish());
    for (;;) {
      BFA_ASSIGN_OR_RETURN(const auto line, lines.next());
      if (!line) return {};
      BFA_RETURN_IF_ERROR(visit(*line));
    }
  }

  LineSorter lines;
};

CdxSorter::CdxSorter(FileSystem& fs, const CdxSortOptions& options)
    : impl_(guarded_or_empty([&] { return std::make_unique<Impl>(fs, options); })) {}
CdxSorter::~CdxSorter() = default;

Status CdxSorter::add(const CdxEntry& entry) {
  if (!impl_) return Error{Code::kIo, "out of memory", {}, -1};
  return guarded([&]() -> Status { return impl_->lines.add(format_cdxj(entry)); });
}

std::uint64_t CdxSorter::lines() const noexcept {
  return impl_ ? impl_->lines.lines() : 0;
}

Status CdxSorter::for_each(const std::function<Status(std::string_view line)>& visit) {
  if (!impl_) return Error{Code::kIo, "out of memory", {}, -1};
  return guarded([&]() -> Status { return impl_->for_each(visit); });
}

Status CdxSorter::write(Sink& out) {
  if (!impl_) return Error{Code::kIo, "out of memory", {}, -1};
  return guarded([&]() -> Status {
    BFA_RETURN_IF_ERROR(impl_->lines.finish());
    return impl_->lines.write_to(out);
  });
}

Status CdxSorter::write_zipnum(Sink& blocks, Sink& index, const ZipNumOptions& options) {
  if (!impl_) return Error{Code::kIo, "out of memory", {}, -1};
  return guarded([&]() -> Status {
    ZipNumWriter writer(blocks, index, options);
    BFA_RETURN_IF_ERROR(impl_->for_each([&](std::string_view line) { return writer.add(line); }));
    return writer.finish();
  });
}

}  // namespace bfa
