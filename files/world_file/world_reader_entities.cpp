// Reads the entities of a world file, in the second pass over them.
#include <algorithm>
#include <numeric>

#include "files/world_file/world_reader.hpp"

namespace files {

void WorldReader::read_entities() {
    std::vector<std::uint32_t> in_id_order(places_.size());
    std::iota(in_id_order.begin(), in_id_order.end(), 0u);
    const auto by_id = [&](std::uint32_t a, std::uint32_t b) {
        return places_[a].entity.index < places_[b].entity.index;
    };
    if (!std::is_sorted(in_id_order.begin(), in_id_order.end(), by_id))
        std::sort(in_id_order.begin(), in_id_order.end(), by_id);

    world_.reserve(places_.size());
    std::size_t read = 0;
    const auto is_instance = [&](std::size_t number) {
        return !instance_lines_.empty() && std::binary_search(instance_lines_.begin(), instance_lines_.end(), number);
    };
    for (std::uint32_t number : in_id_order) {
        if (is_instance(number)) continue;  // made when its prefab is there
        if (read++ % entities_a_look == 0)
            job_.advance_to(text_bytes_ / 2 + text_bytes_ / 2 * read / in_id_order.size());
        json_.go_to(places_[number].offset, "entities", number);
        create(read_members_of_entity(places_[number].entity));
        if (!links_.empty() && links_.back().child == places_[number].entity) links_.back().number = number;
    }
    read_instances();
    std::sort(links_.begin(), links_.end(), [](const Link& a, const Link& b) { return a.number < b.number; });
    link_parents();
    finish_slots();
}

void WorldReader::finish_slots() {
    FreeSlots slots = default_free_slots(world_);
    if (free_list_) slots.runs.assign(free_list_->rbegin(), free_list_->rend());
    for (const ecs::FreeRun& run : slots.runs) slots.slot_count = std::max<std::size_t>(slots.slot_count, run.end());
    slots.slot_count = std::max(slots.slot_count, slot_count_);
    restore_free_slots(world_, slots);
}

// The values stay in entity_components_ until create().
ecs::Entity WorldReader::read_members_of_entity(std::optional<ecs::Entity> known) {
    entity_components_.clear();
    json_.begin_object();
    std::optional<ecs::Entity> entity = known;
    while (const auto key = json_.next_member()) {
        if (*key == "id") {
            if (known)
                json_.skip();
            else
                entity = read_direct_id();
        } else if (*key == "name") {
            auto* const name = static_cast<ecs::Name*>(start_value(name_));
            name->value = json_.read_string();
            fields_.note(ecs::FieldKind::String, &name->value);
        } else if (*key == "parent") {
            // In direct reading the id may come later.
            const ecs::Entity parent = read_parent();
            if (parent) links_.push_back({entity.value_or(ecs::null_entity), parent});
        } else if (*key == "components") {
            read_values();
        } else if (is_about_instance(*key)) {
            if (direct_) throw NotDirect();
            json_.fail_about_key(in_quotes(*key) + R"( is said of instances: the entity needs "of", too)");
        } else {
            fail_unknown_member(*key, "an entity", {"id", "name", "parent", "components", "of"});
        }
    }
    if (!entity) throw NotDirect();
    if (!links_.empty() && !links_.back().child) links_.back().child = *entity;
    return *entity;
}

ecs::Entity WorldReader::read_parent() {
    const ecs::Entity parent = fields_.read_entity();
    if (direct_) {
        if (parent) notes_.values.push_back({json_.offset(), json_.end_offset(), ValueNote::What::Parent});
        return parent;
    }
    const std::uint32_t generation = parent.index < generations_.size() ? generations_[parent.index] : 0;
    if (parent && generation != parent.generation)
        json_.fail("is " + in_quotes(ecs::to_string(parent)) + ", which is no entity of the file" +
                   (generation == 0 ? std::string()
                                    : "; did you mean " + in_quotes(ecs::to_string({parent.index, generation})) + "?"));
    return parent;
}

void WorldReader::read_values() {
    json_.begin_object();
    std::size_t count = 0;
    while (const auto name = json_.next_member()) {
        if (++count > max_components) json_.fail_about_key("an entity may have 2048 components");
        FileComponent& entry = component(*name);
        value_bytes_ += entry.type->size;
        if (value_bytes_ > max_bytes_)
            json_.fail_about_key("the values so far need more than " + std::to_string(max_bytes_ >> 20) +
                                 " MiB, too much for a file of this length");
        fields_.read_value(*entry.type, start_value(entry), entry.migrated);
    }
}

/// The default value of a component of the present entity; the file's value is read over it.
void* WorldReader::start_value(FileComponent& component) {
    const ecs::ComponentType& type = *component.type;
    if (const auto known = inherited_.find(type.id); known != inherited_.end()) {
        component.value = std::move(known->second);
        inherited_.erase(known);
    } else if (!component.value)
        component.value = ecs::Value(type);
    else if (type.trivial)
        ecs::construct_values(type, component.value.data(), 1);
    entity_components_.push_back(&component);
    return component.value.data();
}

void WorldReader::create(ecs::Entity entity) {
    component_ids_.clear();
    for (const FileComponent* component : entity_components_) component_ids_.push_back(component->type->id);
    world_.create_at(entity, component_ids_);
    for (FileComponent* component : entity_components_) {
        const ecs::ComponentType& type = *component->type;
        if (type.is_tag()) continue;
        void* const raw = world_.get_mut(entity, type.id);
        ecs::destroy_values(type, raw, 1);
        if (type.trivial)
            ecs::copy_values(type, raw, component->value.data(), 1);
        else
            component->value.relocate_to(raw);
    }
}

// Deepest first: an entity whose own parent is not set yet is quickly found not to be in a cycle, however deep the
// tree.
void WorldReader::link_parents() {
    constexpr std::uint32_t unknown = 0, on_the_way = ~std::uint32_t{0}, none = on_the_way;
    if (links_.empty()) return;
    ecs::ZeroedArray<std::uint32_t> numbers;  // by slot: number of the entity's link, from 1 on
    numbers.resize(world_.slot_count());
    const auto number_of = [&](ecs::Entity entity) { return numbers[entity.index] - 1; };  // 0: none
    std::vector<std::uint32_t> depth(links_.size(), unknown);
    for (std::uint32_t number = 0; number < links_.size(); ++number) numbers[links_[number].child.index] = number + 1;

    std::vector<std::uint32_t> way;
    for (std::uint32_t link = 0; link < links_.size(); ++link) {
        std::uint32_t number = link;
        while (number != none && depth[number] == unknown) {
            depth[number] = on_the_way;
            way.push_back(number);
            number = number_of(links_[number].parent);
            if (number != none && depth[number] == on_the_way) fail_at_parent(links_[way.back()]);
        }
        std::uint32_t below = number == none ? 0 : depth[number];
        for (; !way.empty(); way.pop_back()) depth[way.back()] = ++below;
    }
    std::vector<std::uint32_t> order(links_.size());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return depth[a] != depth[b] ? depth[a] > depth[b] : links_[a].child.index < links_[b].child.index;
    });
    for (std::uint32_t number : order) world_.set_parent(links_[number].child, links_[number].parent);
}

void WorldReader::fail_at_parent(const Link& link) {
    if (direct_) throw NotDirect();
    json_.go_to(places_[link.number].offset, "entities", link.number);
    json_.begin_object();
    while (const auto key = json_.next_member()) {
        if (*key == "parent") {
            json_.peek();
            if (link.parent == link.child) json_.fail("must not be the entity itself");
            json_.fail("must not be " + ecs::to_string(link.parent) + ", which is below " + ecs::to_string(link.child) +
                       " itself");
        }
        json_.skip();
    }
    json_.fail("must not be below itself");
}

}  // namespace files
