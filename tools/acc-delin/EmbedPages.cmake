# Writes OUTPUT, a C++ file with every PAGES/*.md and every part of BOOKS that a heading "## id" starts behind rulePage(id).
set(rows "")
# Takes the page from the variable `text`: arguments would lose its backslashes.
function(add_page id)
  string(REPLACE "\\" "\\\\" text "${text}")
  string(REPLACE "\"" "\\\"" text "${text}")
  string(REPLACE "\n" "\\n\"\n     \"" text "${text}")
  string(APPEND rows "    {\"${id}\",\n     \"${text}\"},\n")
  set(rows "${rows}" PARENT_SCOPE)
endfunction()

file(GLOB pages "${PAGES}/*.md")
list(SORT pages)
foreach(page IN LISTS pages)
  get_filename_component(id "${page}" NAME_WE)
  file(READ "${page}" text)
  add_page("${id}")
endforeach()
foreach(book IN LISTS BOOKS)
  file(READ "${book}" whole)
  file(STRINGS "${book}" headings REGEX "^## [a-z-]+$")
  foreach(heading IN LISTS headings)
    string(SUBSTRING "${heading}" 3 -1 id)
    string(FIND "${whole}" "${heading}\n" start)
    string(SUBSTRING "${whole}" ${start} -1 text)
    string(FIND "${text}" "\n\n## " end)
    if(end GREATER 0)
      string(SUBSTRING "${text}" 0 ${end} text)
      string(APPEND text "\n")
    endif()
    add_page("${id}")
  endforeach()
endforeach()
file(WRITE "${OUTPUT}" "// Generated from docs by EmbedPages.cmake.
#include \"tools/acc-delin/RulePages.h\"

namespace acc {
namespace {

struct Page {
  std::string_view id, text;
};

const Page kPages[] = {
${rows}    {\"\", \"\"}};

} // namespace

std::string_view rulePage(std::string_view id) {
  for (const Page &page : kPages)
    if (page.id == id)
      return page.text;
  return {};
}

std::vector<std::string> ruleIds() {
  std::vector<std::string> ids;
  for (const Page &page : kPages)
    if (!page.id.empty())
      ids.emplace_back(page.id);
  return ids;
}

} // namespace acc
")
