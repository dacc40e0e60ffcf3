// The entities of a world file.
#include <algorithm>
#include <numeric>

#include "world_reader.hpp"

namespace editor {

void WorldReader::read_entities() {
    std::vector<std::uint32_t> in_id_order(places_.size());
    std::iota(in_id_order.begin(), in_id_order.end(), 0u);
    const auto by_id = [&](std::uint32_t a, std::uint32_t b) {
        return places_[a].entity.index < places_[b].entity.index;
    };
    if (!std::is_sorted(in_id_order.begin(), in_id_order.end(), by_id))
        std::sort(in_id_order.begin(), in_id_order.end(), by_id);

    ecs::World& world = session_->world;
    if (!in_id_order.empty()) world.reserve(places_[in_id_order.back()].entity.index + std::size_t{1});
    std::size_t read = 0;
    for (std::uint32_t number : in_id_order) {
        if (read++ % entities_a_look == 0)
            job_.advance_to(text_bytes_ / 2 + text_bytes_ / 2 * read / in_id_order.size());
        read_entity(number);
    }
    link_parents();

    FreeSlots slots = default_free_slots(world);
    if (free_list_) slots.handles = std::move(*free_list_);
    std::erase_if(slots.handles, [&](ecs::Entity entity) { return bool(world.entity_at_slot(entity.index)); });
    for (ecs::Entity entity : slots.handles)
        slots.slot_count = std::max(slots.slot_count, std::size_t{entity.index} + 1);
    slots.slot_count = std::max(slots.slot_count, slot_count_);
    restore_free_slots(world, slots);
}

void WorldReader::read_entity(std::size_t number) {
    Place& place = places_[number];
    json_.go_to(place.offset, "entities", number);
    values_.clear();
    component_ids_.clear();
    json_.begin_object();
    while (const auto key = json_.next_member()) {
        if (*key == "id") {
            json_.skip();
        } else if (*key == "name") {
            ecs::Value& name = values_.emplace_back(session_->world.types()[session_->world.name_id()]);
            static_cast<ecs::Name*>(name.data())->value = json_.read_string();
        } else if (*key == "parent") {
            place.parent = fields_.read_entity();
            place.has_parent = bool(place.parent);
            const std::uint32_t index = place.parent.index;
            const std::uint32_t generation = index < generations_.size() ? generations_[index] : 0;
            if (place.has_parent && generation != place.parent.generation)
                json_.fail("is " + in_quotes(ecs::to_string(place.parent)) + ", which is no entity of the file" +
                           (generation == 0
                                ? std::string()
                                : "; did you mean " + in_quotes(ecs::to_string({index, generation})) + "?"));
        } else if (*key == "components") {
            read_values();
        } else {
            fail_unknown_member(*key, "an entity", {"id", "name", "parent", "components"});
        }
    }
    create(place.entity);
}

void WorldReader::read_values() {
    json_.begin_object();
    std::size_t count = 0;
    while (const auto name = json_.next_member()) {
        if (++count > most_components) json_.fail_about_key("an entity may have 256 components");
        const FileComponent& entry = component(*name);
        value_bytes_ += entry.type->size;
        if (value_bytes_ > most_bytes_)
            json_.fail_about_key("the values so far need more than " + std::to_string(most_bytes_ >> 20) +
                                 " MiB, too much for a file of this length");
        ecs::Value& value = values_.emplace_back(*entry.type);
        fields_.read_value(*entry.type, value.data(), entry.migrated);
    }
}

void WorldReader::create(ecs::Entity entity) {
    for (const ecs::Value& value : values_) component_ids_.push_back(value.type().id);
    ecs::World& world = session_->world;
    world.create_at(entity, component_ids_);
    for (ecs::Value& value : values_) {
        const ecs::ComponentType& type = value.type();
        if (type.is_tag()) continue;
        void* const raw = world.get_mut(entity, type.id);
        ecs::destroy_values(type, raw, 1);
        value.relocate_to(raw);
    }
}

// Deepest first: an entity whose own parent is not set yet is found not to be in a circle at once, however deep the
// tree.
void WorldReader::link_parents() {
    constexpr std::uint32_t unknown = 0, on_the_way = ~std::uint32_t{0};
    std::vector<std::uint32_t> number_of(generations_.size());
    std::vector<std::uint32_t> depth(places_.size(), unknown);
    std::vector<std::uint32_t> children;
    for (std::uint32_t number = 0; number < places_.size(); ++number) {
        number_of[places_[number].entity.index] = number;
        if (places_[number].has_parent) children.push_back(number);
    }
    const auto parent_of = [&](std::uint32_t number) { return number_of[places_[number].parent.index]; };

    std::vector<std::uint32_t> way;
    for (std::uint32_t child : children) {
        std::uint32_t number = child;
        while (depth[number] == unknown) {
            depth[number] = on_the_way;
            way.push_back(number);
            if (!places_[number].has_parent) break;
            number = parent_of(number);
            if (depth[number] == on_the_way) fail_at_parent(way.back());
        }
        std::uint32_t below = depth[number] == on_the_way ? 0 : depth[number];
        for (; !way.empty(); way.pop_back()) depth[way.back()] = ++below;
    }
    std::stable_sort(children.begin(), children.end(), [&](std::uint32_t a, std::uint32_t b) {
        return depth[a] != depth[b] ? depth[a] > depth[b] : places_[a].entity.index < places_[b].entity.index;
    });
    for (std::uint32_t child : children) session_->world.set_parent(places_[child].entity, places_[child].parent);
}

void WorldReader::fail_at_parent(std::size_t number) {
    const Place& place = places_[number];
    json_.go_to(place.offset, "entities", number);
    json_.begin_object();
    while (const auto key = json_.next_member()) {
        if (*key == "parent") {
            json_.peek();
            if (place.parent == place.entity) json_.fail("must not be the entity itself");
            json_.fail("must not be " + ecs::to_string(place.parent) + ", which is below " +
                       ecs::to_string(place.entity) + " itself");
        }
        json_.skip();
    }
    json_.fail("must not be below itself");
}

}  // namespace editor
