#include "panels/inspector/many_edits.hpp"

#include <cstring>
#include <utility>

#include "panels/base/language.hpp"
#include "panels/inspector/entity_edits.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

/// Those whose field can be set, in the order of `entities`.
std::vector<ecs::Entity> settable(const Context& context, std::span<const ecs::Entity> entities,
                                  const ecs::ComponentType& type) {
    std::vector<ecs::Entity> result;
    result.reserve(entities.size());
    for (const ecs::Entity entity : entities)
        if (context.world.alive(entity) && context.world.has(entity, type.id)) result.push_back(entity);
    // One entity at most holds the resources.
    std::erase_if(result, [&, holder = context.world.resource_holder()](ecs::Entity entity) {
        return entity == holder && !why_not_change(context, entity, type).empty();
    });
    return result;
}

std::string set_label(const Context& context, const std::vector<ecs::Entity>& entities, const ecs::ComponentType& type,
                      std::uint32_t field) {
    return phrase("Set {}.{} of {}", type.name, type.fields[field].name,
                  entities.size() == 1 ? name_or_id(context.world, entities.front())
                                       : format_count(entities.size(), "entity", "entities"));
}

void copy_part(const FieldChange& change, const void* from, void* to) {
    if (change.field->kind == ecs::FieldKind::String)
        *static_cast<std::string*>(to) = *static_cast<const std::string*>(from);
    else
        std::memcpy(to, from, change.size);
}

/// Writes the numbers of `from`, an address of the field, with the other sign. Returns why that is impossible.
std::string negated(const ecs::Field& field, const std::byte* from, std::byte* to) {
    const NumberKind* kind = number_kind(field.kind);
    if (kind == nullptr || field.kind == ecs::FieldKind::Color) return tr("It is no number");
    for (std::size_t at = 0; at < field.size_bytes(); at += kind->size)
        if (std::string problem = kind->put(field, -kind->number(from + at), to + at); !problem.empty()) return problem;
    return {};
}

}  // namespace

std::string why_not_negate(const Context& context, ecs::Entity entity, const ecs::ComponentType& type,
                           const ecs::Field& field) {
    if (number_kind(field.kind) == nullptr || field.kind == ecs::FieldKind::Color) return tr("It is no number");
    std::vector<std::byte> result(field.size_bytes());
    const auto* present = static_cast<const std::byte*>(context.world.get(entity, type.id));
    return present == nullptr ? std::string() : negated(field, present + field.offset, result.data());
}

void request_negate(const Context& context, std::span<const ecs::Entity> entities, ecs::ComponentId component,
                    std::uint32_t position) {
    const ecs::ComponentType& type = context.world.types()[component];
    const ecs::Field& field = type.fields[position];
    const std::size_t size = field.size_bytes();
    ecs::SetField set{component, position, settable(context, entities, type), {}};
    set.values.resize(set.entities.size() * size);
    for (std::size_t i = 0; i < set.entities.size(); ++i) {
        const auto* present = static_cast<const std::byte*>(context.world.get(set.entities[i], component));
        // All or nothing: the menu says of the entity under the mouse why not.
        if (!negated(field, present + field.offset, set.values.data() + i * size).empty()) return;
    }
    if (set.entities.empty()) return;
    std::string label = set_label(context, set.entities, type, position);
    std::vector<ecs::Edit> edits;
    edits.emplace_back(std::move(set));
    context.requests.push_back(EditRequest{std::move(label), std::move(edits), false, true});
}

void ManyEdits::begin_drag(const Context& context, std::span<const ecs::Entity> entities, ecs::ComponentId component,
                           std::size_t offset, const FieldChange& change) {
    if (drag_.id == change.drag) return;
    drag_.id = change.drag;
    drag_.entities = settable(context, entities, context.world.types()[component]);
    drag_.starts.resize(drag_.entities.size() * change.size);
    for (std::size_t i = 0; i < drag_.entities.size(); ++i)
        std::memcpy(drag_.starts.data() + i * change.size,
                    static_cast<const std::byte*>(context.world.get(drag_.entities[i], component)) + offset,
                    change.size);
}

std::string ManyEdits::request(const Context& context, std::span<const ecs::Entity> entities, const ecs::Value& value,
                               std::uint32_t position, const FieldChange& change) {
    using How = FieldChange::How;
    const ecs::World& world = context.world;
    const ecs::ComponentType& type = value.type();
    const ecs::Field& field = type.fields[position];
    const auto offset = static_cast<std::size_t>(static_cast<const std::byte*>(change.at) -
                                                 static_cast<const std::byte*>(value.data()));
    const std::size_t in_field = offset - field.offset;
    if (change.how == How::Move) begin_drag(context, entities, type.id, offset, change);
    std::vector<ecs::Entity> changed =
        change.how == How::Move ? settable(context, drag_.entities, type) : settable(context, entities, type);
    // Of those that went since the drag began, the starts would stand at the wrong places.
    if (change.how == How::Move && changed.size() != drag_.entities.size()) return {};
    if (changed.empty()) return {};
    const std::string label = set_label(context, changed, type, position);

    std::vector<ecs::Edit> edits;
    if (type.id == world.parent_id()) {
        for (const ecs::Entity entity : changed)
            edits.emplace_back(ecs::SetParent{entity, static_cast<const ecs::Parent*>(value.data())->value});
        context.requests.push_back(EditRequest{label, std::move(edits)});
        return {};
    }
    const bool trivial = ecs::is_trivial(field);
    const std::size_t size = field.size_bytes();
    ecs::SetField set{type.id, position, {}, {}};
    if (trivial) set.values.resize(changed.size() * size);
    for (std::size_t i = 0; i < changed.size(); ++i) {
        const auto* present = static_cast<const std::byte*>(world.get(changed[i], type.id));
        ecs::Value copy;
        std::byte* to = nullptr;
        if (trivial) {
            std::byte* whole = set.values.data() + i * size;
            std::memcpy(whole, present + field.offset, size);
            to = whole + in_field;
        } else {
            copy = ecs::Value(type, present);
            to = static_cast<std::byte*>(copy.data()) + offset;
        }
        if (change.how == How::Set) {
            copy_part(change, change.at, to);
        } else {
            const void* own = change.how == How::Move ? drag_.starts.data() + i * change.size : present + offset;
            if (const std::string problem = changed_number(change, own, to); !problem.empty())
                return phrase("{}: {}", name_or_id(world, changed[i]), problem);
        }
        if (!trivial) edits.emplace_back(ecs::SetComponent{changed[i], std::move(copy), {position}});
    }
    if (trivial) {
        set.entities = std::move(changed);
        edits.emplace_back(std::move(set));
    }
    context.requests.push_back(EditRequest{label, std::move(edits)});
    return {};
}

void request_set_field_of(const Context& context, std::span<const ecs::Entity> entities, const ecs::Value& value,
                          std::uint32_t field) {
    if (entities.size() == 1) return request_set_field(context, entities.front(), value, field);
    const ecs::Field& its = value.type().fields[field];
    if (!ecs::is_trivial(its)) {
        std::vector<ecs::Edit> edits;
        const std::vector<ecs::Entity> changed = settable(context, entities, value.type());
        for (const ecs::Entity entity : changed) edits.emplace_back(ecs::SetComponent{entity, value, {field}});
        if (!edits.empty())
            context.requests.push_back(EditRequest{set_label(context, changed, value.type(), field), std::move(edits)});
        return;
    }
    FieldChange change;
    change.at = static_cast<const std::byte*>(value.data()) + its.offset;
    change.size = its.size_bytes();
    change.field = &its;
    ManyEdits().request(context, entities, value, field, change);
}

}  // namespace panels
