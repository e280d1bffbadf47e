# SPDX-License-Identifier: Apache-2.0
# Writes the files of a folder as a table in C++, for assets.cc.
#
# Usage: cmake -DFOLDER=DIR -DOUTPUT=FILE -P make_assets.cmake
file(GLOB files ${FOLDER}/*.css ${FOLDER}/*.js ${FOLDER}/*.svg)
list(SORT files)
set(rows "")
set(count 0)
foreach(file ${files})
  cmake_path(GET file FILENAME name)
  file(READ "${file}" bytes)
  # A literal of a string may be long, but not in all compilers longer than this.
  string(LENGTH "${bytes}" length)
  if(length GREATER 60000)
    message(FATAL_ERROR "${name} has ${length} bytes: split it")
  endif()
  string(APPEND rows "    {\"${name}\", R\"asset(${bytes})asset\"},\n")
  math(EXPR count "${count} + 1")
endforeach()
file(WRITE ${OUTPUT} "// Made by make_assets.cmake.\n#include <array>\n\n#include \"serve/pages/assets_list.h\"\n\n"
                     "namespace bfa::pages {\nnamespace {\n\nconstexpr std::array<AssetSource, ${count}> kSources = {{\n${rows}}};\n\n"
                     "}  // namespace\n\nstd::span<const AssetSource> asset_sources() {\n  return kSources;\n}\n\n}  // namespace bfa::pages\n")
