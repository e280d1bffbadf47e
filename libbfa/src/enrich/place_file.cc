// SPDX-License-Identifier: Apache-2.0
#include "enrich/place_file.h"

#include <filesystem>

#include "base/guard.h"
#include "base/try.h"
#ifdef BFA_WITH_MAXMINDDB
#include <maxminddb.h>
#endif

namespace bfa {
#ifdef BFA_WITH_MAXMINDDB
namespace {

class MmdbFile : public PlaceFile {
 public:
  static Result<std::unique_ptr<PlaceFile>> open(const std::string& path) {
    std::unique_ptr<MmdbFile> file(new MmdbFile(path));
    const int status = MMDB_open(path.c_str(), MMDB_MODE_MMAP, &file->file_);
    if (status == MMDB_SUCCESS) {
      file->is_open_ = true;
      return std::unique_ptr<PlaceFile>(std::move(file));
    }
    const bool disk = status == MMDB_FILE_OPEN_ERROR || status == MMDB_IO_ERROR;
    return Error{disk ? Code::kIo : Code::kCorrupt,
                 std::string("cannot be read as an .mmdb file: ") + MMDB_strerror(status), path, -1};
  }
  ~MmdbFile() override {
    if (is_open_) MMDB_close(&file_);
  }
  MmdbFile(const MmdbFile&) = delete;
  MmdbFile& operator=(const MmdbFile&) = delete;

  Result<std::optional<NetworkPlace>> find(const std::string& address) const override {
    return guarded([&] { return look_up(address); });
  }

 private:
  explicit MmdbFile(std::string path) : path_(std::move(path)) {}

  Result<std::optional<NetworkPlace>> look_up(const std::string& address) const {
    int resolved = 0, status = MMDB_SUCCESS;
    // Numeric addresses only: no name is asked for.
    MMDB_lookup_result_s found = MMDB_lookup_string(&file_, address.c_str(), &resolved, &status);
    if (resolved != 0) return Error{Code::kInvalidArgument, "no address of the network", address, -1};
    // An IPv6 address, and a file of IPv4 addresses only.
    if (status == MMDB_IPV6_LOOKUP_IN_IPV4_DATABASE_ERROR) return std::optional<NetworkPlace>();
    if (status != MMDB_SUCCESS)
      return Error{Code::kCorrupt, std::string("damaged: ") + MMDB_strerror(status), path_, -1};
    if (!found.found_entry) return std::optional<NetworkPlace>();
    NetworkPlace place;
    BFA_ASSIGN_OR_RETURN(place.city, name_of(found.entry, "city"));
    BFA_ASSIGN_OR_RETURN(place.country, name_of(found.entry, "country"));
    if (place.city.empty() && place.country.empty()) return std::optional<NetworkPlace>();
    return std::optional(std::move(place));
  }

  Result<std::string> name_of(MMDB_entry_s entry, const char* what) const {
    MMDB_entry_data_s data;
    const char* const path[] = {what, "names", "en", nullptr};
    const int status = MMDB_aget_value(&entry, &data, path);
    if (status == MMDB_LOOKUP_PATH_DOES_NOT_MATCH_DATA_ERROR) return std::string();
    if (status != MMDB_SUCCESS)
      return Error{Code::kCorrupt, std::string("damaged: ") + MMDB_strerror(status), path_, -1};
    if (!data.has_data || data.type != MMDB_DATA_TYPE_UTF8_STRING) return std::string();
    return std::string(data.utf8_string, data.data_size);
  }

  const std::string path_;
  MMDB_s file_{};
  bool is_open_ = false;
};

}  // namespace
#endif

std::string NetworkPlace::text() const {
  std::string text;
  for (std::string name : {city, country}) {
    for (std::size_t at = 0; (at = name.find(", ", at)) != std::string::npos;) name.replace(at, 2, " - ");
    if (!name.empty()) text += (text.empty() ? "" : ", ") + name;
  }
  return text;
}

Result<std::unique_ptr<PlaceFile>> PlaceFile::open(const std::string& path) {
  return guarded([&]() -> Result<std::unique_ptr<PlaceFile>> {
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error))
      return Error{Code::kNotFound, "no such file", path, -1};
#ifdef BFA_WITH_MAXMINDDB
    return MmdbFile::open(path);
#else
    return Error{Code::kUnsupported, "this build cannot read .mmdb files: it has no libmaxminddb", path, -1};
#endif
  });
}

}  // namespace bfa
