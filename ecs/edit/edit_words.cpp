#include "ecs/edit/edit_words.hpp"
#include "ecs/base/language.hpp"

namespace ecs {

std::string label_of(const World& world, Entity entity) {
    const std::string_view name = world.name(entity);
    return name.empty() ? to_string(entity) : std::string(name) + " (" + to_string(entity) + ")";
}

std::string short_label(const World& world, Entity entity) {
    const std::string_view name = world.name(entity);
    return name.empty() ? to_string(entity) : std::string(name);
}

std::string count_of_entities(std::size_t count) {
    return count_phrase(std::to_string(count), count == 1 ? "entity" : "entities");
}

std::string component_name(const World& world, ComponentId component) {
    return component < world.types().size() ? world.types()[component].name : std::string(tr("a component"));
}

std::string gone(Entity entity) { return entity ? phrase("{} is gone", to_string(entity)) : tr("no entity was given"); }

std::string problem_of(const World& world, const Value& value) {
    if (!value) return tr("no value was given");
    const ComponentType& type = value.type();
    if (type.id >= world.types().size() || &world.types()[type.id] != &type)
        return phrase("{} is a component of another world", type.name);
    return {};
}

bool is_name(const World& world, const Value& value) { return value && value.type().id == world.name_id(); }

const std::string& name_in(const Value& name) { return static_cast<const Name*>(name.data())->value; }

}  // namespace ecs
