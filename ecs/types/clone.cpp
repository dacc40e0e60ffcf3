#include "ecs/types/clone.hpp"

namespace ecs::detail {

void set_clone(TypeRegistry& types, ComponentId type, CopyValues copy) {
    // The caller may change the registry, and so its types.
    const_cast<ComponentType&>(types[type]).ops.copy = copy;
}

}  // namespace ecs::detail
