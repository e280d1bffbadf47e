// SPDX-License-Identifier: Apache-2.0
#include "package/aip/pack_folder.h"

#include "base/try.h"
#include "container/container_writer.h"
#include "io/file_sink.h"
#include "package/files/folder_files.h"

namespace bfa {
namespace {

ContainerFormat format_of(PackageContainer container) {
  return container == PackageContainer::kTar   ? ContainerFormat::kTar
         : container == PackageContainer::kZip ? ContainerFormat::kZip
                                               : ContainerFormat::k7z;
}

}  // namespace

const char* container_ending(PackageContainer container) {
  switch (container) {
    case PackageContainer::kTar:
      return ".tar";
    case PackageContainer::kZip:
      return ".zip";
    case PackageContainer::k7z:
      return ".7z";
    case PackageContainer::kFolder:
      break;
  }
  return "";
}

namespace {

Result<std::uint64_t> pack_into(FileSystem& fs, const std::string& folder, const std::string& name,
                                PackageContainer container, UtcTime time, const std::string& draft) {
  BFA_ASSIGN_OR_RETURN(const auto files, files_below(folder));
  BFA_ASSIGN_OR_RETURN(const auto sink, FileSink::create(fs, draft));
  BFA_ASSIGN_OR_RETURN(const auto writer, make_container_writer(format_of(container), *sink));
  for (const std::string& file : files) {
    const std::string path = folder + "/" + file;
    BFA_ASSIGN_OR_RETURN(const std::uint64_t size, fs.file_size(path));
    BFA_ASSIGN_OR_RETURN(const auto source, open_file_source(fs, path));
    BFA_RETURN_IF_ERROR(writer->add(name.empty() ? file : name + "/" + file, *source, size, time));
  }
  BFA_RETURN_IF_ERROR(writer->finish());
  BFA_RETURN_IF_ERROR(sink->finish());
  return sink->fixity().size;
}

}  // namespace

Result<std::uint64_t> pack_folder(FileSystem& fs, const std::string& folder, const std::string& name,
                                  PackageContainer container, UtcTime time, const std::string& to) {
  // No package has a name that begins with a dot: a draft that a kill left is no package.
  const std::size_t name_at = to.rfind('/') + 1;
  const std::string draft = to.substr(0, name_at) + "." + to.substr(name_at) + ".open";
  auto size = pack_into(fs, folder, name, container, time, draft);
  Status named = size ? fs.rename(draft, to) : Status(size.error());
  if (named) return size;
  // On a full disk it would keep the others from being written. What made this necessary is reported.
  const Status ignored = fs.remove(draft);
  (void)ignored;
  return std::move(named).error();
}

}  // namespace bfa
