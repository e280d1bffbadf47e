// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bfa/io/file_system.h"
#include "package/aip/package_model.h"

namespace bfa {

// Makes `folder`, which has a folder data/ and nothing else, a bag: bagit.txt, bag-info.txt, manifests of
// SHA-256 and SHA-512, and their tag manifests; `md5`: of MD5 too, for old readers. Reads each payload file
// once. Returns the bytes written. Errors: kIo. Source: RFC 8493.
Result<std::uint64_t> make_bag(FileSystem& fs, const std::string& folder, const PackageModel& model,
                               bool md5 = false);

}  // namespace bfa
