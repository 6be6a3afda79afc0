# Installs the build to a fresh prefix, builds the examples against the installed package (by CMake and by pkg-config), runs them,
# compiles the C that they print without a warning, and runs it.
function(step)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE text ERROR_VARIABLE text)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${ARGN}: ${status}\n${text}")
  endif()
endfunction()

file(REMOVE_RECURSE "${WORK}")
step("${CMAKE_COMMAND}" --install "${BUILD}" --prefix "${WORK}/prefix")
step("${CMAKE_COMMAND}" -S "${EXAMPLE}" -B "${WORK}/build" "-DCMAKE_PREFIX_PATH=${WORK}/prefix"
  "-DCMAKE_CXX_COMPILER=${CXX}" "-DCMAKE_C_COMPILER=${CC}")
step("${CMAKE_COMMAND}" --build "${WORK}/build")
foreach(program matmul accera_gemm accera_arrays)
  execute_process(COMMAND "${WORK}/build/${program}" OUTPUT_FILE "${WORK}/${program}.c" RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "the example ${program}: ${status}")
  endif()
  step("${CC}" -std=c89 -pedantic -Wall -Wextra -Werror -O1 -c "${WORK}/${program}.c" -o "${WORK}/${program}.o")
endforeach()
foreach(name gemm arrays)
  step("${CC}" -O1 -ffp-contract=off "${HERE}/run_${name}.c" "${WORK}/accera_${name}.o" -o "${WORK}/run_${name}" -lm)
  step("${WORK}/run_${name}")
endforeach()

file(GLOB_RECURSE pc "${WORK}/prefix/*/acc-delin.pc")
cmake_path(GET pc PARENT_PATH pc)
execute_process(COMMAND "${CMAKE_COMMAND}" -E env "PKG_CONFIG_PATH=${pc}" pkg-config --cflags --libs acc-delin
  OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(flags)
step("${CXX}" -std=c++20 "${EXAMPLE}/matmul.cpp" -o "${WORK}/by_pkg_config" ${flags})
execute_process(COMMAND "${WORK}/by_pkg_config" OUTPUT_FILE "${WORK}/by_pkg_config.c" COMMAND_ERROR_IS_FATAL ANY)
step("${CMAKE_COMMAND}" -E compare_files "${WORK}/matmul.c" "${WORK}/by_pkg_config.c")

foreach(file bin/acc-delin share/man/man1/acc-delin.1 share/bash-completion/completions/acc-delin
    share/zsh/vendor-completions/_acc-delin share/fish/vendor_completions.d/acc-delin.fish)
  if(NOT EXISTS "${WORK}/prefix/${file}")
    message(FATAL_ERROR "not installed: ${file}")
  endif()
endforeach()
