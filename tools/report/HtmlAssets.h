// The style and the script of the HTML report: the files of tools/report/html, embedded when the
// program is built.
#pragma once

namespace acc::report {

extern const char *const kHtmlStyle;
extern const char *const kHtmlScript;

} // namespace acc::report
