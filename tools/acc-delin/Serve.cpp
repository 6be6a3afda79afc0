#include "tools/acc-delin/Commands.h"
#include "tools/lib/ApiCalls.h"

#include <iostream>

namespace acc {

int serve() {
  acc_delin::ApiCalls calls;
  for (std::string line; std::getline(std::cin, line);)
    std::cout << calls.answer(line) << std::endl;
  return kFine;
}

} // namespace acc
