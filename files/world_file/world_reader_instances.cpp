// Reads instances of prefabs. A line with "of" says only what differs from its source, and the line of an instance's
// root lists its parts. So they are made after all other entities, each after its source.
#include <algorithm>
#include <utility>

#include "files/world_file/world_reader.hpp"

namespace files {

namespace {

constexpr std::size_t most_sources = 64;  // of sources behind each other

bool says_what_instance(std::string_view key) {
    return key == "of" || key == "parts" || key == "moved" || key == "without";
}

}  // namespace

bool WorldReader::is_about_instance(std::string_view key) { return says_what_instance(key); }

// While ids are collected: the parts that are only listed have ids, too.
void WorldReader::scan_parts(std::size_t number) {
    json_.begin_object();
    while (const auto key = json_.next_member()) {
        const std::optional<ecs::Entity> source = ecs::parse_entity(*key);
        if (!source) json_.fail_about_key("parts are listed by the ids of the prefab's entities, like \"12v3\"");
        json_.peek();
        const std::size_t at = json_.offset();
        const ecs::Entity part = read_id();
        if (!listed_.try_emplace(part, ListedPart{number, *source, at, false}).second)
            json_.fail("is listed as a part twice: " + in_quotes(ecs::to_string(part)));
        instances_[number].parts.emplace(*source, part);
    }
}

// After all ids of lines are known.
void WorldReader::take_ids_of_parts() {
    for (auto& [part, listed] : listed_) {
        if (part.index >= generations_.size()) generations_.resize(std::size_t{part.index} + 1);
        std::uint32_t& generation = generations_[part.index];
        listed.has_line = generation == part.generation;
        if (generation != 0 && !listed.has_line) {
            json_.go_to(places_[listed.root].offset, "entities", listed.root);
            json_.fail_about("the part " + ecs::to_string(part) + " and the entity " +
                             ecs::to_string({part.index, generation}) + " cannot have one index");
        }
        generation = part.generation;
    }
}

void WorldReader::fail_at_line(std::size_t number, const std::string& problem) {
    json_.go_to(places_[number].offset, "entities", number);
    json_.peek();
    json_.fail_about(problem);
}

void WorldReader::read_sources() {
    for (const std::size_t number : instance_lines_) {
        json_.go_to(places_[number].offset, "entities", number);
        const ecs::Entity entity = places_[number].entity;
        FilePart part{{}, number, number, {}};
        if (const auto listed = listed_.find(entity); listed != listed_.end()) part.root = listed->second.root;
        json_.begin_object();
        while (const auto key = json_.next_member()) {
            if (*key == "of") {
                json_.peek();
                part.source = read_parent();
                if (!part.source) json_.fail_expected("the id of an entity of a prefab");
                const auto listed = listed_.find(entity);
                if (listed != listed_.end() && listed->second.source != part.source)
                    json_.fail("is " + in_quotes(ecs::to_string(part.source)) + ", but the instance lists " +
                               ecs::to_string(entity) + " for " + ecs::to_string(listed->second.source));
            } else if (*key == "moved") {
                read_moved(instances_[number]);
            } else {
                json_.skip();
            }
        }
        file_parts_.emplace(entity, std::move(part));
    }
    for (const auto& [entity, listed] : listed_)
        if (!listed.has_line) file_parts_.emplace(entity, FilePart{listed.source, listed.root, std::nullopt, {}});
    for (auto& [entity, part] : file_parts_)
        if (part.line == part.root) instances_[part.root].parts.emplace(part.source, entity);
}

void WorldReader::read_moved(FileInstance& instance) {
    json_.begin_object();
    while (const auto key = json_.next_member()) {
        const std::optional<ecs::FieldPath> number = ecs::find_field(world_.types(), *key);
        if (!number || !ecs::is_number(number->kind))
            json_.fail_about_key("instances are moved in numbers, like \"Position.x\"");
        instance.moved.push_back({*number, read_number_as<double>(json_)});
    }
}

void WorldReader::read_instances() {
    if (instance_lines_.empty()) return;
    if (std::string problem = ecs::register_prefab_types(world_.types()); !problem.empty())
        fail_at_line(instance_lines_.front(), problem);
    prefab_ = ecs::prefab_type(world_.types());
    instance_.type = &world_.types()[ecs::instance_type(world_.types())];
    read_sources();
    for (const Link& link : links_) parent_of_.emplace(link.child, link.parent);
    std::vector<ecs::Entity> in_id_order;
    for (const auto& [entity, part] : file_parts_) in_id_order.push_back(entity);
    std::sort(in_id_order.begin(), in_id_order.end());
    for (const ecs::Entity entity : in_id_order) make_part(entity, 0);
}

void WorldReader::make_part(ecs::Entity entity, std::size_t depth) {
    FilePart& part = file_parts_.at(entity);
    if (part.state == FilePart::State::Made) return;
    const std::size_t line = part.line.value_or(part.root);
    if (part.state == FilePart::State::OnTheWay || depth > most_sources)
        fail_at_line(line, ecs::to_string(entity) + " is an instance of itself, by way of other prefabs");
    part.state = FilePart::State::OnTheWay;
    if (file_parts_.contains(part.source)) make_part(part.source, depth + 1);
    check_source(entity, part);

    entity_components_.clear();
    inherited_.clear();
    const FileInstance& instance = instances_[part.root];
    for (const ecs::ComponentType* type : world_.archetype_of(part.source).types()) {
        if (type->id == world_.parent_id() || type->id == prefab_ || type->id == instance_.type->id) continue;
        if (!type->copyable())
            fail_at_line(line, type->name + " of " + ecs::to_string(part.source) + " cannot be copied");
        inherited_.emplace(type->id,
                           ecs::inherited(*type, world_.get(part.source, type->id), instance.parts, instance.moved));
    }
    ecs::Entity parent;
    if (part.line != part.root) {
        const auto above = parent_of_.find(part.source);
        const auto found = above == parent_of_.end() ? instance.parts.end() : instance.parts.find(above->second);
        if (found != instance.parts.end()) parent = found->second;
    }
    if (part.line) read_part_line(*part.line, parent);
    for (auto& [component, value] : inherited_) {
        FileComponent& entry = entry_of(component);
        entry.value = std::move(value);
        entity_components_.push_back(&entry);
    }
    if (instance_.type != nullptr) {
        instance_.value = ecs::Value::of(*instance_.type, ecs::InstanceOf{part.source});
        std::erase_if(entity_components_, [&](const FileComponent* each) { return each->type == instance_.type; });
        entity_components_.push_back(&instance_);
    }
    if (parent) {
        links_.push_back({entity, parent, line});
        parent_of_.insert_or_assign(entity, parent);
    }
    create(entity);
    part.state = FilePart::State::Made;
}

void WorldReader::check_source(ecs::Entity entity, const FilePart& part) {
    const std::size_t line = part.line.value_or(part.root);
    if (!world_.alive(part.source))
        fail_at_line(line, ecs::to_string(part.source) + ", of which " + ecs::to_string(entity) +
                               " is an instance, is no entity of the file");
    if (!world_.has(part.source, prefab_))
        fail_at_line(line, ecs::to_string(part.source) + ", of which " + ecs::to_string(entity) +
                               " is an instance, is no prefab: it has no component Prefab");
    if (part.line == part.root) return;
    const ecs::Entity root = places_[part.root].entity;
    const auto of = file_parts_.find(root);
    const ecs::Entity prefab = of == file_parts_.end() ? ecs::null_entity : of->second.source;
    ecs::Entity above = part.source;
    for (std::size_t steps = 0; above && above != prefab && steps < places_.size() + listed_.size(); ++steps) {
        const auto next = parent_of_.find(above);
        above = next == parent_of_.end() ? ecs::null_entity : next->second;
    }
    if (above != prefab)
        fail_at_line(line, ecs::to_string(part.source) + " is no part of the prefab " + ecs::to_string(prefab));
}

void WorldReader::read_part_line(std::size_t number, ecs::Entity& parent) {
    json_.go_to(places_[number].offset, "entities", number);
    json_.begin_object();
    while (const auto key = json_.next_member()) {
        if (*key == "id" || *key == "of" || *key == "parts" || *key == "moved") {
            json_.skip();
        } else if (*key == "name") {
            auto* const name = static_cast<ecs::Name*>(start_value(name_));
            name->value = json_.read_string();
        } else if (*key == "parent") {
            parent = read_parent();
        } else if (*key == "components") {
            read_values();
        } else if (*key == "without") {
            json_.begin_array();
            while (json_.next_element()) {
                const std::string name(json_.read_string("the name of a component"));
                const ecs::ComponentType* const type = name == "Name" ? name_.type : known_component(name);
                if (type == nullptr || inherited_.erase(type->id) == 0)
                    json_.fail("names " + in_quotes(name) + ", which the entity in the prefab does not have");
            }
        } else {
            fail_unknown_member(*key, "an instance",
                                {"id", "name", "parent", "of", "moved", "parts", "without", "components"});
        }
    }
}

const ecs::ComponentType* WorldReader::known_component(std::string_view name) const {
    const auto found = components_.find(name);
    return found == components_.end() ? nullptr : found->second.type;
}

WorldReader::FileComponent& WorldReader::entry_of(ecs::ComponentId component) {
    if (component == world_.name_id()) return name_;
    for (auto& [name, entry] : components_)
        if (entry.type->id == component) return entry;
    return this->component(world_.types()[component].name);
}

}  // namespace files
