// SPDX-License-Identifier: Apache-2.0
#include "package/aip/readme.h"

#include "package/aip/mets_seal.h"

namespace bfa {
namespace {

constexpr const char* kMetsParts =
    "METS.xml             description of the whole (MARC 21, Dublin Core, MODS), digests, formats and\n"
    "                     events (PREMIS 3), the list of files, and two maps: of files, and of blog,\n"
    "                     posts, pages and comments\n"
    "metadata/marc.xml.gz descriptions of the blog, its posts, pages and comments in all versions\n"
    "                     (MARC 21 as MARCXML)\n"
    "data/text/           texts that are too long for a MARC record, UTF-8 (if there are any)\n"
    "metadata/source.json what the package has of the archive that it was made from\n";

constexpr const char* kPlainMetsParts =
    "METS.xml             all of it: descriptions of the blog, its posts, pages and comments in all\n"
    "                     versions (MARC 21 as MARCXML; of the whole also Dublin Core and MODS),\n"
    "                     digests, formats and events (PREMIS 3), the list of files, and two maps: of\n"
    "                     files, and of blog, posts, pages and comments\n"
    "data/text/           texts that are too long for a MARC record, UTF-8 (if there are any)\n"
    "metadata/source.json what the package has of the archive that it was made from\n";

constexpr const char* kEarkParts =
    "METS.xml                          list of files and metadata (E-ARK CSIP 2.2.0)\n"
    "metadata/descriptive/marc.xml     descriptions of the blog, its posts, pages and comments in all\n"
    "                                  versions (MARC 21 as MARCXML)\n"
    "metadata/descriptive/dc.xml, mods.xml   of the whole: Dublin Core and MODS\n"
    "metadata/preservation/premis.xml  what happened to the package (PREMIS 3)\n"
    "representations/rep1/             the captures, with a METS and a PREMIS file of their own\n"
    "schemas/schemas.txt               where the schemas of these documents are published\n"
    "documentation/source.json         what the package has of the archive that it was made from\n";

constexpr const char* kDspaceParts =
    "mets.xml             list of files, and a description of the whole in MODS and Dublin Core\n"
    "metadata/marc.xml    descriptions of the blog, its posts, pages and comments in all versions\n"
    "                     (MARC 21 as MARCXML)\n"
    "metadata/premis.xml  what happened to the files (PREMIS 3)\n"
    "data/text/           texts that are too long for a MARC record, UTF-8 (if there are any)\n"
    "metadata/source.json what the package has of the archive that it was made from\n";

constexpr const char* kOldParts =
    "records/             a METS file for each blog, post, page and comment and each of its versions, with\n"
    "                     its MARC record, in the form and the namespaces that the software of the\n"
    "                     BlogForever project read in 2013\n"
    "data/text/           texts that are too long for a MARC record, UTF-8 (if there are any)\n"
    "metadata/source.json what the package has of the archive that it was made from\n";

constexpr const char* kReading =
    "\nHow to read it without the software that made it\n"
    "- A WARC file opens in any web archive player (ReplayWeb.page, pywb).\n"
    "- MARC field 856 40 has the address of an object, 245 its title, 520 with \"Full text\" its text (a\n"
    "  pilcrow stands between paragraphs), 773 what it is part of, 950 the number of its version, 959\n"
    "  the WARC file, offset and record that it was taken from.\n";

std::string checking(PackageForm form) {
  if (form == PackageForm::kBag || form == PackageForm::kBlogForever2013)
    return "\nHow to check it\n"
           "  sha256sum -c manifest-sha256.txt      # in the folder with bagit.txt\n";
  const std::string document = form == PackageForm::kDspace ? "mets.xml" : "METS.xml";
  return "\nHow to check it\n- Each file's SHA-256 is in " + document +
         " as CHECKSUM: compare it with sha256sum FILE.\n- The last line of " + document + " " +
         std::string(kMetsSealWords) + ":\n  head -n -1 " + document + " | sha256sum; tail -n 1 " + document +
         "\n";
}

}  // namespace

std::string package_readme(const ReadmeFacts& facts) {
  const bool eark = facts.form == PackageForm::kEarkSip || facts.form == PackageForm::kEarkAip;
  std::string text = "Package " + facts.name + kReadmeBlog + facts.blog +
                     "\nMade: " + format_rfc3339(facts.created) + "\n\n";
  const bool mets =
      facts.form == PackageForm::kMets || facts.form == PackageForm::kBag || facts.form == PackageForm::kOcfl;
  text += mets && !facts.packed_records                 ? kPlainMetsParts
          : eark                                        ? kEarkParts
          : facts.form == PackageForm::kDspace          ? kDspaceParts
          : facts.form == PackageForm::kBlogForever2013 ? kOldParts
                                                        : kMetsParts;
  if (!eark) {
    text += facts.with_warc
                ? "data/warc/           the pages as they were sent, byte for byte (WARC, ISO 28500)\n"
                : "(the WARC files stay where METS.xml names them)\n";
  }
  if (!facts.readings.empty())
    text +=
        "The WARC file " + facts.readings +
        "\nhas no pages, but what was read from them and by which rules, for an import by this software.\n";
  if (facts.packed_records)
    text +=
        "The MARC records are in marc.xml.gz below metadata/, one packed MARCXML file: zcat shows it, and "
        "xmllint,\n"
        "yaz-marcdump -i marcxml and pymarc.parse_xml_to_array(gzip.open(...)) read it. Other documents name "
        "the\n"
        "records by their control numbers (field 001).\n";
  return text + kReading + checking(facts.form);
}

std::string eark_schemas() {
  return "http://www.loc.gov/METS/\n  METS 1.12: https://www.loc.gov/standards/mets/version1121/mets.xsd\n"
         "https://DILCIS.eu/XML/METS/CSIPExtensionMETS\n"
         "  https://earkcsip.dilcis.eu/schema/DILCISExtensionMETS.xsd\n"
         "https://DILCIS.eu/XML/METS/SIPExtensionMETS\n"
         "  https://earksip.dilcis.eu/schema/DILCISExtensionSIPMETS.xsd\n"
         "http://www.loc.gov/MARC21/slim\n"
         "  https://www.loc.gov/standards/marcxml/schema/MARC21slim.xsd\n"
         "http://www.loc.gov/mods/v3\n  MODS 3.8: https://www.loc.gov/standards/mods/v3/mods-3-8.xsd\n"
         "http://www.loc.gov/premis/v3\n  PREMIS 3: https://www.loc.gov/standards/premis/v3/premis.xsd\n"
         "http://www.openarchives.org/OAI/2.0/oai_dc/\n"
         "  http://www.openarchives.org/OAI/2.0/oai_dc.xsd\n";
}

}  // namespace bfa
