# Installs the build to a fresh prefix, builds the example against the installed package, runs it, and compiles the C that
# it prints without a warning.
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
execute_process(COMMAND "${WORK}/build/example" OUTPUT_FILE "${WORK}/package.c" RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "the example: ${status}")
endif()
step("${CC}" -std=c89 -pedantic -Wall -Wextra -Werror -O1 -c "${WORK}/package.c" -o "${WORK}/package.o")
