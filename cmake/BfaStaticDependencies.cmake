# SPDX-License-Identifier: Apache-2.0
# For scripts/make_portable.sh: links those outside libraries into the program whose licences ask for no more than a
# notice, and that Debian has as archives. The others come beside the program: libcurl and what it needs (parts are
# under the LGPL, and OpenSSL must not be there twice), uchardet (MPL), nettle and acl (LGPL), and C++ libraries without
# an archive (cld2, date, tinyxml2).
function(bfa_link_archive target)
  get_target_property(libraries ${target} INTERFACE_LINK_LIBRARIES)
  set(made "")
  foreach(library IN LISTS libraries)
    string(REGEX REPLACE "\\.so$" ".a" archive "${library}")
    if(EXISTS "${archive}")
      set(library "${archive}")
    endif()
    list(APPEND made "${library}")
  endforeach()
  set_target_properties(${target} PROPERTIES INTERFACE_LINK_LIBRARIES "${made};${ARGN}")
endfunction()

bfa_link_archive(PkgConfig::LIBDEFLATE)
bfa_link_archive(PkgConfig::ZSTD)
find_library(BFA_BROTLICOMMON NAMES libbrotlicommon.a REQUIRED)
bfa_link_archive(PkgConfig::BROTLI ${BFA_BROTLICOMMON})
if(TARGET PkgConfig::LZ4)
  bfa_link_archive(PkgConfig::LZ4)
endif()
bfa_link_archive(PkgConfig::EXTTEXTCAT)
bfa_link_archive(PkgConfig::RE2)
bfa_link_archive(PkgConfig::SQLITE)
if(TARGET PkgConfig::MAXMINDDB)
  bfa_link_archive(PkgConfig::MAXMINDDB)
endif()
include(BfaSmallIcu)
bfa_small_icu(BFA_ICU)
set_target_properties(PkgConfig::ICU PROPERTIES INTERFACE_LINK_LIBRARIES "${BFA_ICU}")
find_library(BFA_LEXBOR NAMES liblexbor_static.a REQUIRED)
set_target_properties(lexbor::lexbor PROPERTIES IMPORTED_LOCATION ${BFA_LEXBOR} IMPORTED_LOCATION_NONE ${BFA_LEXBOR}
                                                IMPORTED_LOCATION_RELEASE ${BFA_LEXBOR})
# libarchive's reader of xar files needs libxml2, whose archive needs 31 MB of tables of ICU for charsets that iconv
# knows too: no_icu.c says that ICU has none.
foreach(name xml2 lzma bz2 z snappy)
  find_library(BFA_LIB_${name} NAMES lib${name}.a REQUIRED)
endforeach()
# Debian's development packages of these two are not needed otherwise.
find_library(BFA_LIB_acl NAMES acl libacl.so.1 REQUIRED)
find_library(BFA_LIB_nettle NAMES nettle libnettle.so.8 REQUIRED)
add_library(bfa_no_icu STATIC ${PROJECT_SOURCE_DIR}/cmake/no_icu.c)
bfa_link_archive(PkgConfig::LIBARCHIVE ${BFA_LIB_xml2} bfa_no_icu ${BFA_LIB_lzma} ${BFA_LIB_bz2} ${BFA_LIB_nettle} ${BFA_LIB_acl})
set_target_properties(RocksDB::rocksdb PROPERTIES INTERFACE_LINK_LIBRARIES "${BFA_LIB_snappy};${BFA_LIB_bz2};${BFA_LIB_z};PkgConfig::LZ4;PkgConfig::ZSTD")
add_link_options(LINKER:--exclude-libs,ALL LINKER:--gc-sections LINKER:--as-needed)
# Packed relocations need glibc 2.36, which is the oldest that the program runs on.
add_link_options(LINKER:-z,pack-relative-relocs)
