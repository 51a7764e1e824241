#include "codegen/interpret/access_setting.h"

namespace appyl {

std::string callerAt(const AccessSetting& setting, unsigned place) {
  for (const auto& [body, name] : setting.rows)
    if (body.begin <= place && place < body.end) return name + ".";
  return setting.space + "::";
}

}  // namespace appyl
