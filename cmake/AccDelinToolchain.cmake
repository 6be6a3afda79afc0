# Finds the compilers' libraries and fixes the language. Order matters: libLLVM
# exports the isl that Polly bundles, so isl must come before it on every link
# line; the tests of `acc-delin --version` and IslIdentity fail when it does not.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()
# Assertions stay on in every build: a wrong rewrite costs more than a check.
set(CMAKE_CXX_FLAGS_RELEASE "-O2")

find_program(ACC_CCACHE ccache)
set(ACC_WITHOUT_CCACHE ON)
if(ACC_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${ACC_CCACHE}")
  set(ACC_WITHOUT_CCACHE OFF)
endif()

# find_package(LLVM 19) rejects 19.1, and version ranges do not work with LLVM's
# version file: find any, then judge.
if(NOT LLVM_DIR AND NOT DEFINED ENV{LLVM_DIR} AND EXISTS /usr/lib/llvm-19/lib/cmake/llvm)
  set(LLVM_DIR /usr/lib/llvm-19/lib/cmake/llvm)
endif()
set(CMAKE_FIND_PACKAGE_SORT_ORDER NATURAL)
set(CMAKE_FIND_PACKAGE_SORT_DIRECTION DEC)
find_package(LLVM REQUIRED CONFIG)
if(LLVM_VERSION_MAJOR LESS 19)
  message(FATAL_ERROR "acc-delin needs LLVM 19 or newer, found "
    "${LLVM_PACKAGE_VERSION} in ${LLVM_DIR}; pass -DLLVM_DIR=...")
elseif(LLVM_VERSION_MAJOR GREATER 22)
  message(WARNING "acc-delin is tested with LLVM 19 to 22, found ${LLVM_PACKAGE_VERSION}")
endif()
find_package(Clang REQUIRED CONFIG
  PATHS "${LLVM_INSTALL_PREFIX}/lib/cmake/clang" NO_DEFAULT_PATH)
message(STATUS "LLVM ${LLVM_PACKAGE_VERSION} in ${LLVM_DIR}")

find_package(PkgConfig REQUIRED)
pkg_check_modules(ISL REQUIRED IMPORTED_TARGET isl)
pkg_check_modules(GINAC REQUIRED IMPORTED_TARGET ginac)

# What is linked with isl and GiNaC (acc_sets), and with Clang and LLVM too (acc_llvm). An executable with the property
# ACC_STATIC takes archives where the system has them: loading libclang-cpp and libLLVM takes longer than analysing a
# small file, and each call inside them goes through a table.
option(ACC_DELIN_STATIC "Link the program with the archives of LLVM, Clang, isl and GiNaC" ON)
set(llvm_archives "")
if(ACC_DELIN_STATIC)
  include(AccDelinArchives)
  acc_find_archives(llvm_archives set_archives)
endif()
# CMake orders libraries by who needs whom, not as they are written here; options come before all of them.
list(JOIN ISL_LINK_LIBRARIES " " isl)
set(link_options "SHELL:-Wl,--push-state,--no-as-needed ${isl} -Wl,--pop-state")
set(sets PkgConfig::ISL PkgConfig::GINAC)
set(llvm clang-cpp LLVM)
if(llvm_archives)
  set(static "$<BOOL:$<TARGET_PROPERTY:ACC_STATIC>>")
  set(link_options "$<$<NOT:${static}>:${link_options}>" "$<${static}:-no-pie;-Wl,--gc-sections>")
  set(sets "$<$<NOT:${static}>:${sets}>" "$<${static}:${set_archives}>")
  set(llvm "$<$<NOT:${static}>:${llvm}>" "$<${static}:${llvm_archives}>")
endif()

add_library(acc_sets INTERFACE)
target_link_libraries(acc_sets INTERFACE ${sets})
add_library(acc_llvm INTERFACE)
target_include_directories(acc_llvm SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS} ${CLANG_INCLUDE_DIRS})
target_link_libraries(acc_llvm INTERFACE acc_sets ${llvm})
target_link_options(acc_llvm INTERFACE ${link_options})
