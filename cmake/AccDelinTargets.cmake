# acc_library(NAME DEPS...): the static library of one folder, from its *.cpp.
# acc_unit_test(NAME DEPS...): one GoogleTest program from tests/unit/NAME/*.cpp.

function(acc_options target)
  target_include_directories(${target} PUBLIC
    "${CMAKE_SOURCE_DIR}" "${CMAKE_SOURCE_DIR}/include")
  target_compile_options(${target} PRIVATE -Wall -Wextra
    # gcc 12 at -O2 reports overlaps inside std::string that cannot happen (PR105329), and the moved-from members of a
    # std::variant as uninitialised (PR105562).
    $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict> $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  if(ACC_DELIN_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
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
  target_compile_definitions(unit_${name} PRIVATE
    ACC_SOURCE_DIR="${CMAKE_SOURCE_DIR}" ACC_BINARY_DIR="${CMAKE_BINARY_DIR}")
  add_test(NAME unit_${name} COMMAND unit_${name})
  set_tests_properties(unit_${name} PROPERTIES TIMEOUT 600)
endfunction()
