#include "tools/lib/ReadDrivers.h"

namespace acc {

void readDrivers(UnitRun &run) {
  auto markers = findMarkers(*run.options.written);
  auto *regions = std::get_if<std::vector<MarkedRegion>>(&markers);
  if (!regions)
    return;
  std::set<std::string> functions;
  for (const MarkedRegion &region : *regions)
    functions.insert(region.nest.substr(0, region.nest.find('#')));
  for (const FunctionInterface &interface : readInterfaces(run.input, functions)) {
    std::set<std::string> sizes = interface.elements;
    for (const report::Nest &row : run.result.file.nests)
      if (row.function == interface.name)
        for (const report::Parameter &parameter : row.parameters)
          sizes.insert(parameter.name);
    run.result.drivers.push_back(driverText(interface, sizes));
  }
}

} // namespace acc
