// FileTypes makes the component types that only a file knows. When reading begins anew in the same world, the types of
// the first attempt are still there: they are taken again, and are not mistaken for types of the program.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ecs/types/type_registry.hpp"

namespace files {

class FileTypes {
public:
    explicit FileTypes(ecs::TypeRegistry& types) : types_(&types) {}

    /// The next attempt finds none of the types that this one made.
    void begin_anew() { left_over_ = made_; }
    /// The same in another registry.
    void begin_anew(ecs::TypeRegistry& types) { *this = FileTypes(types); }

    /// Null when neither the program nor this attempt has a type of that name.
    const ecs::ComponentType* find(std::string_view name) const;
    ecs::Result<ecs::ComponentId> add_at_run_time(const ecs::ComponentType& type);
    ecs::Result<ecs::ComponentId> add_opaque(const std::string& name);

private:
    /// Whether an earlier attempt made the type, and this one did not yet.
    bool left_over(const ecs::ComponentType& type) const;
    const ecs::ComponentType* take_again(std::string_view name);
    ecs::Result<ecs::ComponentId> note(ecs::Result<ecs::ComponentId> added);

    ecs::TypeRegistry* types_;
    std::vector<ecs::ComponentId> made_, left_over_;
};

}  // namespace files
