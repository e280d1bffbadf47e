// SPDX-License-Identifier: Apache-2.0
#include "container/container_writer.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "bfa/container/container.h"
#include "container/archive_writer.h"
#include "container/zip_writer.h"

namespace bfa {
namespace {

Error misuse(const char* message) {
  return {Code::kInvalidArgument, message, {}, -1};
}

// Names that every program unpacks to the same place below its folder.
Status check_name(std::string_view name) {
  if (name.empty() || name.size() > 65535) return misuse("a member's name has 1 to 65,535 bytes");
  if (name.find('\0') != std::string_view::npos) return misuse("a member's name has no zero bytes");
  if (name.find('\\') != std::string_view::npos) return misuse("a member's name has no backslash");
  for (std::string_view rest = name;;) {
    const std::size_t slash = rest.find('/');
    const std::string_view part = rest.substr(0, slash);
    if (part.empty() || part == "." || part == "..")
      return misuse("a member's name is a path below a folder");
    if (slash == std::string_view::npos) return {};
    rest.remove_prefix(slash + 1);
  }
}

class ZipMembers final : public ArchiveWriter {
 public:
  explicit ZipMembers(Sink& sink) : zip_(sink) {}
  Status begin(const std::string& name, std::uint64_t size, UtcTime time) override {
    return zip_.begin(name, size, ZipWriter::Method::kDeflate, time);
  }
  Status write(std::string_view bytes) override { return zip_.write(bytes); }
  Status end() override {
    const auto ended = zip_.end();
    return ended ? Status() : Status(ended.error());
  }
  Status finish() override { return zip_.finish(); }

 private:
  ZipWriter zip_;
};

class CheckedWriter final : public ContainerWriter {
 public:
  explicit CheckedWriter(std::unique_ptr<ArchiveWriter> inner) : inner_(std::move(inner)) {}

  Status add(const std::string& name, Source& content, std::uint64_t size, UtcTime time) override {
    return guarded([&]() -> Status {
      if (failed_) return *failed_;
      Status status = add_member(name, content, size, time);
      if (status) return {};
      Error error = status.error();
      if (error.where.empty()) {
        error.where = printable_name(name);
      } else if (error.where != name) {
        error.message = "member '" + printable_name(name) + "': " + error.message;
      }
      failed_ = error;
      return error;
    });
  }

  Status finish() override {
    return guarded([&]() -> Status {
      if (failed_) return *failed_;
      const Status status = inner_->finish();
      failed_ = status ? misuse("the container is finished") : status.error();
      return status;
    });
  }

 private:
  Status add_member(const std::string& name, Source& content, std::uint64_t size, UtcTime time) {
    BFA_RETURN_IF_ERROR(check_name(name));
    if (!names_.insert(name).second) return misuse("a member of that name is there");
    BFA_RETURN_IF_ERROR(inner_->begin(name, size, time));
    std::uint64_t left = size;
    for (;;) {
      // One byte more than is left shows a content that is too long.
      const std::size_t wanted = left < buffer_.size() ? static_cast<std::size_t>(left) + 1 : buffer_.size();
      BFA_ASSIGN_OR_RETURN(const std::size_t got, content.read(std::span(buffer_).first(wanted)));
      if (got > left || (got == 0 && left != 0)) {
        return misuse(got == 0 ? "its content is shorter than its size"
                               : "its content is longer than its size");
      }
      if (got == 0) return inner_->end();
      BFA_RETURN_IF_ERROR(inner_->write({reinterpret_cast<const char*>(buffer_.data()), got}));
      left -= got;
    }
  }

  std::unique_ptr<ArchiveWriter> inner_;
  std::set<std::string> names_;
  std::optional<Error> failed_;
  std::array<std::byte, 65536> buffer_;
};

}  // namespace

Result<std::unique_ptr<ContainerWriter>> make_container_writer(ContainerFormat format, Sink& sink) {
  return guarded([&]() -> Result<std::unique_ptr<ContainerWriter>> {
    std::unique_ptr<ArchiveWriter> inner;
    if (format == ContainerFormat::kZip) {
      inner = std::make_unique<ZipMembers>(sink);
    } else {
      BFA_ASSIGN_OR_RETURN(inner, make_archive_writer(format, sink));
    }
    std::unique_ptr<ContainerWriter> made = std::make_unique<CheckedWriter>(std::move(inner));
    return made;
  });
}

}  // namespace bfa
