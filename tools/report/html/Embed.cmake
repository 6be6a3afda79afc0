# Writes OUTPUT, a C++ file with the texts of STYLE and of the scripts SCRIPTS, one behind the other; cut into pieces of one
# line, because compilers limit the length of one literal.
function(literal out)
  set(all "")
  foreach(file ${ARGN})
    file(READ "${file}" text)
    string(REPLACE "\\" "\\\\" text "${text}")
    string(REPLACE "\"" "\\\"" text "${text}")
    string(REPLACE "\n" "\\n\"\n  \"" text "${text}")
    string(APPEND all "${text}")
  endforeach()
  set(${out} "${all}" PARENT_SCOPE)
endfunction()

literal(style "${STYLE}")
literal(script ${SCRIPTS})
file(WRITE "${OUTPUT}" "// Generated from tools/report/html by Embed.cmake.
#include \"tools/report/HtmlAssets.h\"

namespace acc::report {

const char *const kHtmlStyle =
  \"${style}\";
const char *const kHtmlScript =
  \"${script}\";

} // namespace acc::report
")
