# acc_library(NAME DEPS...): the static library of one folder, from its *.cpp.
# acc_unit_test(NAME DEPS...): one GoogleTest program from tests/unit/NAME/*.cpp.
# acc_in_groups(TARGETS...): their files are compiled together, some at a time, where ACC_DELIN_UNITY says so; libraries always are.
# acc_precompiled_headers(NAME OPTIMIZATION LIBRARY HEADERS...): what acc_use_precompiled(TARGET NAME) lets targets share that are
#   compiled with this option ("" for none) and with the definitions of this library ("" for none).

function(acc_options target)
  target_include_directories(${target} PUBLIC
    "${CMAKE_SOURCE_DIR}" "${CMAKE_SOURCE_DIR}/include")
  target_compile_options(${target} PRIVATE -Wall -Wextra
    # gcc 12 at -O2 reports overlaps inside std::string that cannot happen (PR105329), and the moved-from members of a
    # std::variant as uninitialised (PR105562).
    $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict> $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  if(ACC_DELIN_PRECOMPILE)
    # The same inside std::string: from precompiled headers gcc tells what it leaves out of system headers.
    target_compile_options(${target} PRIVATE
      $<$<CXX_COMPILER_ID:GNU>:-Wno-stringop-overflow> $<$<CXX_COMPILER_ID:GNU>:-Wno-stringop-overread>
      $<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds>)
  endif()
  if(ACC_DELIN_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
endfunction()

# Headers of others, parsed once: about two of the four or five seconds that a file takes. Clang's are left out: with them
# gcc reads more than it saves. ccache does not keep what is compiled so, and is faster; where it is installed nothing is
# precompiled, which also shows headers that are not included where they are needed.
option(ACC_DELIN_PRECOMPILE "Precompile the headers of the standard library, isl and GoogleTest" ${ACC_WITHOUT_CCACHE})
# Files of a folder compiled together, some at a time: what they include, Clang most of all, is read once for all of them.
# Names of one file's own must then differ from those of its neighbours in the folder.
option(ACC_DELIN_UNITY "Compile files of a folder in groups" ${ACC_WITHOUT_CCACHE})

function(acc_in_groups)
  foreach(target ${ARGN})
    set_target_properties(${target} PROPERTIES UNITY_BUILD ${ACC_DELIN_UNITY} UNITY_BUILD_BATCH_SIZE 8)
  endforeach()
endfunction()

function(acc_precompiled_headers name optimization library)
  if(NOT ACC_DELIN_PRECOMPILE)
    return()
  endif()
  file(CONFIGURE OUTPUT "${CMAKE_BINARY_DIR}/precompiled.cpp" CONTENT "")
  add_library(${name} OBJECT "${CMAKE_BINARY_DIR}/precompiled.cpp")
  acc_options(${name})
  target_compile_options(${name} PRIVATE ${optimization})
  target_link_libraries(${name} PRIVATE acc_sets ${library})
  target_precompile_headers(${name} PRIVATE
    <algorithm> <array> <cassert> <cctype> <cmath> <cstdint> <cstdlib> <filesystem> <fstream> <functional> <map> <memory>
    <numeric> <optional> <set> <sstream> <string> <string_view> <utility> <variant> <vector> <isl/cpp.h> ${ARGN})
endfunction()

function(acc_use_precompiled target headers)
  if(ACC_DELIN_PRECOMPILE)
    target_precompile_headers(${target} REUSE_FROM ${headers})
  endif()
endfunction()

function(acc_library name)
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.cpp")
  if(NOT sources)
    add_library(${name} INTERFACE)
    target_link_libraries(${name} INTERFACE ${ARGN})
    return()
  endif()
  add_library(${name} STATIC ${sources})
  set_property(GLOBAL APPEND PROPERTY ACC_DELIN_PARTS ${name})
  acc_options(${name})
  target_link_libraries(${name} PUBLIC ${ARGN})
  acc_use_precompiled(${name} acc_precompiled)
  acc_in_groups(${name})
endfunction()

function(acc_unit_test name)
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/tests/unit/${name}/*.cpp")
  if(NOT sources)
    return()
  endif()
  add_executable(unit_${name} ${sources})
  acc_options(unit_${name})
  target_compile_options(unit_${name} PRIVATE -O0) # they are compiled more often than they run
  target_link_libraries(unit_${name} PRIVATE ${ARGN} GTest::gtest_main)
  acc_use_precompiled(unit_${name} acc_precompiled_tests)
  target_compile_definitions(unit_${name} PRIVATE
    ACC_SOURCE_DIR="${CMAKE_SOURCE_DIR}" ACC_BINARY_DIR="${CMAKE_BINARY_DIR}")
  add_test(NAME unit_${name} COMMAND unit_${name})
  set_tests_properties(unit_${name} PROPERTIES TIMEOUT 600)
endfunction()
