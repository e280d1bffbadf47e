# SPDX-License-Identifier: Apache-2.0
# Every outside library, found on the machine and never downloaded. Each is used by the one module that names it.
find_package(Threads REQUIRED)
find_package(PkgConfig REQUIRED)
find_package(date REQUIRED)          # base: time zones; the zones themselves are the system's (package tzdata)
find_package(OpenSSL REQUIRED)       # io: digests
find_package(ZLIB REQUIRED)          # io
pkg_check_modules(LIBDEFLATE REQUIRED IMPORTED_TARGET libdeflate)  # io
pkg_check_modules(ZSTD REQUIRED IMPORTED_TARGET libzstd)           # io
pkg_check_modules(BROTLI REQUIRED IMPORTED_TARGET libbrotlidec)    # io
pkg_check_modules(LZ4 IMPORTED_TARGET liblz4)                      # io: .warc.lz4 files, when it is there
pkg_check_modules(UCHARDET REQUIRED IMPORTED_TARGET uchardet)      # text
find_package(cld2 REQUIRED)          # text
pkg_check_modules(EXTTEXTCAT REQUIRED IMPORTED_TARGET libexttextcat)  # text: languages that CLD2 lacks
find_package(stemmer REQUIRED)       # text
find_package(lexbor 3.0 REQUIRED)    # text (encodings), url, html
pkg_check_modules(LIBPSL REQUIRED IMPORTED_TARGET libpsl)          # url
find_package(tinyxml2 REQUIRED)      # xml
pkg_check_modules(LIBARCHIVE REQUIRED IMPORTED_TARGET libarchive)    # container: all kinds but zip and tar
pkg_check_modules(RE2 REQUIRED IMPORTED_TARGET re2)                # warc: patterns that users give
pkg_check_modules(MAXMINDDB IMPORTED_TARGET libmaxminddb)          # enrich: places of addresses, when it is there
pkg_check_modules(SQLITE REQUIRED IMPORTED_TARGET sqlite3)        # search: the index
pkg_check_modules(ICU REQUIRED IMPORTED_TARGET icu-uc)             # search: folding of case, width and accents
find_path(BOOST_INCLUDE_DIR boost/beast/http/basic_parser.hpp REQUIRED)  # serve: Asio and Beast, headers only
find_package(CURL REQUIRED)          # http
find_package(RocksDB REQUIRED)       # store
set(BFA_ROCKSDB RocksDB::rocksdb-shared)
if(NOT TARGET ${BFA_ROCKSDB} OR BFA_STATIC_DEPENDENCIES)
  set(BFA_ROCKSDB RocksDB::rocksdb)
endif()
find_package(nlohmann_json REQUIRED) # object and what prints or reads JSON; never in a public header
find_path(XXHASH_INCLUDE_DIR xxhash.h REQUIRED)  # io: fast hashes, inline only
pkg_check_modules(JEMALLOC IMPORTED_TARGET jemalloc)               # the command bfa alone: its memory allocator, when it is there
if(BFA_STATIC_DEPENDENCIES)
  include(BfaStaticDependencies)
endif()
