// How values are made, copied, moved and destroyed by their described fields alone, without a C++ type: a text lies at
// each string field, and all else is bytes.
#pragma once

#include "ecs/types/component_type.hpp"

namespace ecs {

ValueOps ops_by_fields();

}  // namespace ecs
