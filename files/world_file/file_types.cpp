#include "files/world_file/file_types.hpp"

#include <algorithm>

namespace files {

const ecs::ComponentType* FileTypes::find(std::string_view name) const {
    const ecs::ComponentType* const type = types_->find(name);
    return type && !left_over(*type) ? type : nullptr;
}

bool FileTypes::left_over(const ecs::ComponentType& type) const {
    return std::find(left_over_.begin(), left_over_.end(), type.id) != left_over_.end();
}

const ecs::ComponentType* FileTypes::take_again(std::string_view name) {
    const ecs::ComponentType* const type = types_->find(name);
    if (!type || !left_over(*type)) return nullptr;
    std::erase(left_over_, type->id);
    return type;
}

ecs::Result<ecs::ComponentId> FileTypes::note(ecs::Result<ecs::ComponentId> added) {
    if (added) made_.push_back(*added);
    return added;
}

ecs::Result<ecs::ComponentId> FileTypes::add_at_run_time(const ecs::ComponentType& type) {
    if (const ecs::ComponentType* const again = take_again(type.name)) return again->id;
    return note(types_->add_at_run_time(type));
}

ecs::Result<ecs::ComponentId> FileTypes::add_opaque(const std::string& name) {
    if (const ecs::ComponentType* const again = take_again(name)) return again->id;
    return note(types_->add_opaque(name));
}

}  // namespace files
