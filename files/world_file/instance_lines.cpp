#include "files/world_file/instance_lines.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "files/json/json_fields.hpp"
#include "files/json/json_reader.hpp"
#include "files/json/json_text.hpp"

namespace files {

namespace {

constexpr std::size_t most_levels = 32;  // of prefabs in prefabs that a reader follows

}  // namespace

InstanceLines::InstanceLines(const ecs::World& world)
    : world_(world), prefabs_(world), placing_(ecs::default_placing(world.types())) {
    if (!prefabs_.any()) return;
    std::vector<ecs::Entity> roots;
    prefabs_.each_part([&](ecs::Entity part, ecs::Entity) {
        if (prefabs_.is_instance(part)) roots.push_back(part);
    });
    std::sort(roots.begin(), roots.end());
    for (const ecs::Entity root : roots) plan(root);
}

bool InstanceLines::is_own(ecs::ComponentId component) const {
    return component == world_.name_id() || component == world_.parent_id() || component == prefabs_.tag() ||
           component == prefabs_.instance();
}

bool InstanceLines::can_be_short(ecs::Entity part) const {
    if (prefabs_.levels(part) > most_levels) return false;
    for (const ecs::Entity entity : {part, prefabs_.source_of(part)})
        for (const ecs::ComponentType* type : world_.archetype_of(entity).types())
            if (!type->copyable() || (type->fields.empty() && !type->is_tag() && !type->opaque_json)) return false;
    // Texts that are too long are refused where entities are written in full.
    return world_.name(part).size() <= JsonReader::longest_string_bytes;
}

void InstanceLines::plan(ecs::Entity root) {
    const std::vector<ecs::Entity> all = prefabs_.parts(root);
    if (!std::all_of(all.begin(), all.end(), [&](ecs::Entity part) { return can_be_short(part); })) return;
    Instance instance{root, {}, {}, {}};
    const ecs::Entity prefab = prefabs_.source_of(root);
    for (const ecs::Entity part : all)
        if (instance.parts.try_emplace(prefabs_.source_of(part), part).second && part != root)
            instance.listed.push_back(part);
    for (const ecs::Placing::Axis& axis : placing_.moved) {
        const void* const here = world_.get(root, axis.number.component);
        const void* const there = world_.get(prefab, axis.number.component);
        if (here == nullptr || there == nullptr) continue;
        const double way = ecs::read_number(axis.number, here) - ecs::read_number(axis.number, there);
        if (way != 0 && way - way == 0) instance.moved.push_back({axis.number, way});
    }
    const std::size_t number = instances_.size();
    instances_.push_back(std::move(instance));
    for (const auto& [source, part] : instances_[number].parts) parts_[part] = {number, source, true};
    for (const ecs::Entity part : instances_[number].listed) {
        Part& present = parts_.at(part);
        present.differs = difference(part, present).any();
    }
}

InstanceLines::How InstanceLines::how(ecs::Entity entity) const {
    if (parts_.empty()) return How::InFull;
    const auto found = parts_.find(entity);
    if (found == parts_.end()) return How::InFull;
    return found->second.differs ? How::Short : How::WithRoot;
}

void InstanceLines::append_component(std::string& out, const Part& plan, ecs::Entity part,
                                     const ecs::ComponentType& type) const {
    const void* const present = world_.get(part, type.id);
    const Instance& instance = instances_[plan.instance];
    std::string text;
    if (is_own(type.id) || !world_.has(plan.source, type.id)) {
        append_value(text, type, present);
    } else if (!type.is_tag()) {
        const ecs::Value wanted =
            ecs::inherited(type, world_.get(plan.source, type.id), instance.parts, instance.moved);
        if (type.fields.empty() || type.opaque_json) {
            if (!ecs::values_equal(type, present, wanted.data())) append_value(text, type, present);
        } else {
            std::vector<std::uint32_t> different;
            for (std::uint32_t i = 0; i < type.fields.size(); ++i)
                if (!ecs::field_equal(type.fields[i], present, wanted.data())) different.push_back(i);
            if (!different.empty()) append_fields(text, type, different, present);
        }
    }
    if (text.empty()) return;
    out += out.empty() ? "{ " : ", ";
    append_string(out, type.name);
    out += ": ";
    out += text;
}

InstanceLines::Difference InstanceLines::difference(ecs::Entity part, const Part& plan) const {
    const Instance& instance = instances_[plan.instance];
    Difference found;
    const bool named = world_.has(part, world_.name_id()), source_named = world_.has(plan.source, world_.name_id());
    found.name = named && (!source_named || world_.name(part) != world_.name(plan.source));
    if (source_named && !named) found.without.push_back("Name");
    if (part == instance.root) {
        found.parent = static_cast<bool>(world_.parent(part));
    } else {
        const auto above = instance.parts.find(world_.parent(plan.source));
        found.parent = above == instance.parts.end() || above->second != world_.parent(part);
    }
    std::vector<const ecs::ComponentType*> types;
    for (const ecs::ComponentType* type : world_.archetype_of(plan.source).types())
        if (!is_own(type->id) && !world_.has(part, type->id)) found.without.push_back(type->name);
    for (const ecs::ComponentType* type : world_.archetype_of(part).types())
        if (!is_own(type->id) || type->id == prefabs_.tag()) types.push_back(type);
    std::sort(found.without.begin(), found.without.end());
    std::sort(types.begin(), types.end(), [](const auto* a, const auto* b) { return a->name < b->name; });
    for (const ecs::ComponentType* type : types) append_component(found.components, plan, part, *type);
    if (!found.components.empty()) found.components += " }";
    return found;
}

std::string InstanceLines::line_of(ecs::Entity entity) const {
    const Part& plan = parts_.at(entity);
    const Instance& instance = instances_[plan.instance];
    const Difference found = difference(entity, plan);
    std::string line = R"({ "id": )";
    append_entity(line, entity);
    if (found.name) {
        line += R"(, "name": )";
        append_string(line, world_.name(entity));
    }
    if (found.parent) {
        line += R"(, "parent": )";
        append_entity(line, world_.parent(entity));
    }
    line += R"(, "of": )";
    append_entity(line, plan.source);
    if (entity == instance.root) {
        const char* separator = R"(, "moved": { )";
        for (const ecs::InstanceMove& move : instance.moved) {
            const ecs::ComponentType& type = world_.types()[move.number.component];
            std::string path;
            for (const ecs::Field& field : type.fields) {
                if (move.number.offset < field.offset || move.number.offset >= field.offset + field.size_bytes())
                    continue;
                path = type.name + "." + field.name;
                if (field.kind == ecs::FieldKind::F32 || field.kind == ecs::FieldKind::F64) break;
                constexpr std::string_view axes[] = {".x", ".y", ".z", ".w"};
                path += axes[std::min<std::size_t>((move.number.offset - field.offset) / move.number.element_size, 3)];
                break;
            }
            line += std::exchange(separator, ", ");
            append_string(line, path);
            line += ": ";
            append_float(line, move.way);
        }
        if (!instance.moved.empty()) line += " }";
        separator = R"(, "parts": { )";
        for (const ecs::Entity part : instance.listed) {
            line += std::exchange(separator, ", ");
            append_entity(line, parts_.at(part).source);
            line += ": ";
            append_entity(line, part);
        }
        if (!instance.listed.empty()) line += " }";
    }
    const char* separator = R"(, "without": [)";
    for (const std::string& name : found.without) {
        line += std::exchange(separator, ", ");
        append_string(line, name);
    }
    if (!found.without.empty()) line += ']';
    if (!found.components.empty()) line += R"(, "components": )" + found.components;
    line += " }";
    return line;
}

}  // namespace files
