// The calls of the library (include/acc-delin) as JSON, one object in and one out, for languages
// other than C++. docs/library.md lists them.
//
//   {"call": "schedule", "nest": {...}}
//       -> {"value": {"handle": 1, "indices": ["i", "j"], ...}}
//   {"call": "split", "schedule": 1, "index": "j", "size": 0}
//       -> {"refusal": {"id": "invalid-schedule", "message": ...}}
//
// Values live on this side and are named by numbers, their handles; "drop" ends one.
#pragma once

#include <memory>
#include <string>

namespace acc_delin {

class ApiCalls {
public:
  ApiCalls();
  ~ApiCalls();

  /// The answer to one request, as one line without its end: an object with one of the keys
  /// "value"; "refusal" with "id" and "message", as the library refuses; "error", a sentence, where
  /// the text is no request.
  std::string answer(const std::string &request);

private:
  struct State;
  std::unique_ptr<State> state;
};

} // namespace acc_delin
