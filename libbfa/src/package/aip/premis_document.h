// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bfa/io/sink.h"
#include "package/aip/package_model.h"

namespace bfa {

// What a PREMIS document is about.
enum class PremisScope {
  kPackage,  // the intellectual entity, its rights, and events of the package as a whole
  kFiles,    // the representation, the files and their events
  kAll
};

// Writes a PREMIS 3 document. Errors: those of the sink.
Status write_premis_document(Sink& sink, const PackageModel& model, PremisScope scope);

}  // namespace bfa
