// Which short names of component types are not unique, so that short_name() says as much as is needed to tell them
// apart: of foo::Objective and bar::Objective all, of solo::Only no more than Only. As the language, it is one for the
// process: whoever draws or writes names of another world says so first.
#pragma once

#include "ecs/types/type_registry.hpp"

namespace figures {

/// short_name() is about these types from now on. Cheap when they are as before.
void tell_names_apart(const ecs::TypeRegistry& types);

}  // namespace figures
