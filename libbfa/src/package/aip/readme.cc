// SPDX-License-Identifier: Apache-2.0
#include "package/aip/readme.h"

namespace bfa {

std::string package_readme(const std::string& name, const std::string& blog, UtcTime created,
                           bool with_warc) {
  std::string text =
      "Package " + name + "\nA blog as archived: " + blog + "\nMade: " + format_rfc3339(created) +
      "\n\n"
      "METS.xml             all of it: descriptions (MARC 21 in MARCXML), digests and formats of the\n"
      "                     WARC files (PREMIS 3), the list of files, and two maps: of folders and\n"
      "                     files, and of blog, posts, pages and comments\n";
  text += with_warc ? "data/warc/           the pages as they were sent, byte for byte (WARC, ISO 28500)\n"
                    : "(the WARC files stay where METS.xml names them)\n";
  text +=
      "data/text/           texts that a MARC record cannot hold, UTF-8\n"
      "metadata/            the same descriptions by kind, as MARCXML collections\n\n"
      "The text of a post stands in one or several MARC fields 520; put their $a together in order. Field\n"
      "959 names the WARC file, the offset and the record that an object was taken from. SHA-256 digests\n"
      "of all files stand in the file section of METS.xml.\n";
  return text;
}

}  // namespace bfa
