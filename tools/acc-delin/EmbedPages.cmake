# Writes OUTPUT, a C++ file with every PAGES/*.md behind rejectionPage(id).
file(GLOB pages "${PAGES}/*.md")
list(SORT pages)
set(rows "")
foreach(page IN LISTS pages)
  get_filename_component(id "${page}" NAME_WE)
  file(READ "${page}" text)
  string(REPLACE "\\" "\\\\" text "${text}")
  string(REPLACE "\"" "\\\"" text "${text}")
  string(REPLACE "\n" "\\n\"\n     \"" text "${text}")
  string(APPEND rows "    {\"${id}\",\n     \"${text}\"},\n")
endforeach()
file(WRITE "${OUTPUT}" "// Generated from docs/rejections by EmbedPages.cmake.
#include \"tools/acc-delin/RejectionPages.h\"

namespace acc {
namespace {

struct Page {
  std::string_view id, text;
};

const Page kPages[] = {
${rows}    {\"\", \"\"}};

} // namespace

std::string_view rejectionPage(std::string_view id) {
  for (const Page &page : kPages)
    if (page.id == id)
      return page.text;
  return {};
}

} // namespace acc
")
