# SPDX-License-Identifier: Apache-2.0
# No archived page makes a browser connect to another host. The packages are those of package.json here.
find_program(NODE_EXECUTABLE NAMES node nodejs)
add_executable(leak_archive ${CMAKE_CURRENT_LIST_DIR}/leak_archive.cc)
target_link_libraries(leak_archive PRIVATE bfa::bfa bfa_warnings)
set(command sh -c "echo 'skipped: no node here'; exit 77")
if(NODE_EXECUTABLE)
  set(command ${NODE_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/leaks.mjs --modules ${PROJECT_SOURCE_DIR}/build/browser
              --bfa $<TARGET_FILE:bfa_tool> --make $<TARGET_FILE:leak_archive> --hostile ${CMAKE_CURRENT_SOURCE_DIR}/data/replay)
endif()
add_test(NAME browser.leaks COMMAND ${command})
set_tests_properties(browser.leaks PROPERTIES LABELS slow TIMEOUT 900 SKIP_RETURN_CODE 77)
