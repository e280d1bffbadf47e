# SPDX-License-Identifier: Apache-2.0
# BFA_UNITY: several sources compile as one unit, so that headers that they share are read once. A build from nothing is
# faster, a build after a change of one source is slower: for checks on fresh machines.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
set(BFA_UNITY_SIZE 32 CACHE STRING "Sources that BFA_UNITY compiles as one at most")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/cmake/unity_groups.py)
# A name may shadow one of another source of the unit. Builds that compile each source alone warn of those that matter.
# g++ takes a type of an unnamed namespace for one of a header when a unit includes its source.
target_compile_options(bfa_warnings INTERFACE -Wno-shadow $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)

# bfa_unity(TARGET): divides the sources of the target. Sources with definitions of their own compile alone.
function(bfa_unity target)
  get_target_property(sources ${target} SOURCES)
  get_target_property(folder ${target} SOURCE_DIR)
  set(plain)
  foreach(source ${sources})
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${folder})
    get_source_file_property(definitions ${source} TARGET_DIRECTORY ${target} COMPILE_DEFINITIONS)
    if(source MATCHES "\\.cc$" AND EXISTS ${source} AND NOT definitions)
      list(APPEND plain ${source})
    endif()
  endforeach()
  set(list_file ${CMAKE_CURRENT_BINARY_DIR}/unity_${target}.txt)
  list(JOIN plain "\n" lines)
  file(WRITE ${list_file} "${lines}\n")
  execute_process(COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/cmake/unity_groups.py ${BFA_UNITY_SIZE}
                          ${PROJECT_SOURCE_DIR}/libbfa/src ${PROJECT_SOURCE_DIR}/libbfa/include ${PROJECT_SOURCE_DIR}/tools/bfa
                          ${PROJECT_SOURCE_DIR}/tests ${PROJECT_SOURCE_DIR}/tests/support ${PROJECT_SOURCE_DIR}/tests/crawl
                  INPUT_FILE ${list_file} OUTPUT_VARIABLE groups COMMAND_ERROR_IS_FATAL ANY)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  string(REGEX MATCHALL "[^\n]+" groups "${groups}")
  foreach(line ${groups})
    if(line MATCHES "^([0-9]+) (.*)$")
      set_source_files_properties(${CMAKE_MATCH_2} TARGET_DIRECTORY ${target} PROPERTIES UNITY_GROUP ${target}_${CMAKE_MATCH_1})
    endif()
  endforeach()
endfunction()

# bfa_unity_of_folder(FOLDER): the same for all targets of a folder and below it.
function(bfa_unity_of_folder folder)
  get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target ${targets})
    get_target_property(kind ${target} TYPE)
    if(kind MATCHES "EXECUTABLE|STATIC_LIBRARY|OBJECT_LIBRARY|SHARED_LIBRARY")
      bfa_unity(${target})
    endif()
  endforeach()
  get_property(folders DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  foreach(below ${folders})
    bfa_unity_of_folder(${below})
  endforeach()
endfunction()
