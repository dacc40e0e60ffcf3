#include "ecs/edit/edit_facts.hpp"

#include <algorithm>
#include <functional>
#include <span>
#include <string>

namespace ecs {

namespace {

std::size_t heap_of(const std::string& text) {
    const char* const at = text.data();
    const auto* const self = reinterpret_cast<const char*>(&text);
    const bool inside = !std::less<const char*>()(at, self) && std::less<const char*>()(at, self + sizeof text);
    return inside ? 0 : text.capacity() + 1;
}

std::size_t heap_of_fields(std::span<const Field> fields, const void* base) {
    std::size_t bytes = 0;
    for (const Field& field : fields) {
        if (field.kind != FieldKind::String && field.kind != FieldKind::Struct) continue;
        for (std::uint32_t i = 0; i < field.count; ++i) {
            const std::byte* const at =
                static_cast<const std::byte*>(base) + field.offset + std::size_t{i} * field.element_size;
            bytes += field.kind == FieldKind::Struct ? heap_of_fields(field.fields, at)
                                                     : heap_of(*reinterpret_cast<const std::string*>(at));
        }
    }
    return bytes;
}

/// What a value holds beside itself.
std::size_t heap_of(const Value& value) {
    if (!value || value.data() == nullptr) return 0;
    const ComponentType& type = value.type();
    const auto* const self = reinterpret_cast<const std::byte*>(&value);
    const auto* const data = static_cast<const std::byte*>(value.data());
    const std::less<const std::byte*> before;
    const bool inside = !before(data, self) && before(data, self + sizeof value);
    std::size_t bytes = inside ? 0 : type.size;
    if (type.opaque_json)
        bytes += heap_of(*static_cast<const std::string*>(value.data()));
    else if (!type.trivial)
        bytes += heap_of_fields(type.fields, value.data());
    return bytes;
}

/// What the first `count` values hold beside themselves.
std::size_t heap_of_values(const ComponentType& type, const TakenRows::Column& values, std::size_t count) {
    std::size_t bytes = 0;
    if (type.trivial) return bytes;
    for (std::size_t i = 0; i < count; ++i)
        bytes += type.opaque_json ? heap_of(*reinterpret_cast<const std::string*>(values.at(i)))
                                  : heap_of_fields(type.fields, values.at(i));
    return bytes;
}

/// What the values of rows hold beside themselves.
std::size_t heap_of_rows(const TakenRows& rows) {
    std::size_t bytes = 0;
    for (const TakenRows::Group& group : rows.groups)
        for (std::size_t i = 0; i < group.types.size(); ++i)
            if (group.columns[i]) bytes += heap_of_values(*group.types[i], *group.columns[i], group.entities.size());
    return bytes;
}

template <class T>
std::size_t heap_of(const std::vector<T>& list) {
    return list.capacity() * sizeof(T);
}

template <class... Fs>
struct OfKind : Fs... {
    using Fs::operator()...;
};
template <class... Fs>
OfKind(Fs...) -> OfKind<Fs...>;

bool can_be_copied(const Value& value) { return !value || value.type().copyable(); }

}  // namespace

void append_entities(const Edit& edit, std::vector<Entity>& to) {
    const auto one = [&to](Entity entity) {
        if (entity.generation != 0) to.push_back(entity);
    };
    const auto all = [&to](const std::vector<Entity>& entities) {
        to.insert(to.end(), entities.begin(), entities.end());
    };
    std::visit(OfKind{
                   [&](const CreateEntities& it) {
                       for (const EntityRecord& record : it.entities) one(record.entity);
                   },
                   [&](const DestroyEntity& it) { one(it.entity); },
                   [&](const DestroyEntities& it) { all(it.entities); },
                   [&](const DestroyMany& it) { it.entities.append_to(to); },
                   [&](const RestoreRows& it) {
                       for (const TakenRows::Group& group : it.rows->groups) group.entities.append_to(to);
                   },
                   [&](const AddToMany& it) { it.entities.append_to(to); },
                   [&](const RemoveFromMany& it) { it.entities.append_to(to); },
                   [&](const AddComponent& it) { one(it.entity); },
                   [&](const RemoveComponent& it) { one(it.entity); },
                   [&](const SetComponent& it) { one(it.entity); },
                   [&](const SetField& it) { all(it.entities); },
                   [&](const SetParent& it) { one(it.entity); },
                   [&](const FoldTags& it) { all(it.without); },
                   [](const ToggleSystem&) {},
                   [](const FitBlocks&) {},
                   [](const GatherBlocks&) {},
                   [](const UnfoldTags&) {},
                   [](const AddSystem&) {},
                   [](const RemoveSystem&) {},
                   [](const MoveSystem&) {},
                   [](const NoteSystem&) {},
                   [&](const SetType& it) {
                       for (const auto& [entity, value] : it.kept) one(entity);
                   },
               },
               edit);
}

std::size_t count_of_edits(std::span<const Edit> edits) {
    constexpr std::size_t most_of_many = 64;  // a change in words has one for each field that is set
    if (edits.size() > most_of_many) return edits.size();
    std::size_t count = 0;
    for (const Edit& edit : edits) {
        const auto* const field = std::get_if<SetField>(&edit);
        const auto* const destroy = std::get_if<DestroyMany>(&edit);
        const auto* const back = std::get_if<RestoreRows>(&edit);
        const auto* const add = std::get_if<AddToMany>(&edit);
        const auto* const remove = std::get_if<RemoveFromMany>(&edit);
        count += field     ? field->entities.size()
                 : destroy ? destroy->entities.size()
                 : back    ? back->rows->size()
                 : add     ? add->entities.size()
                 : remove  ? remove->entities.size()
                           : 1;
    }
    return count;
}

std::size_t memory_of(const Edit& edit) {
    const OfKind heap{
        [](const CreateEntities& it) {
            std::size_t bytes = heap_of(it.entities);
            for (const EntityRecord& record : it.entities) {
                bytes += heap_of(record.values);
                for (const Value& value : record.values) bytes += heap_of(value);
            }
            return bytes;
        },
        [](const DestroyEntities& it) {
            return heap_of(it.entities) + heap_of(it.taken.fresh) + heap_of(it.taken.lent) +
                   heap_of(it.taken.displaced) + (it.taken.free_runs ? heap_of(*it.taken.free_runs) : std::size_t{0});
        },
        [](const DestroyMany& it) { return it.entities.bytes(); },
        [](const RestoreRows& it) { return it.rows->bytes() + heap_of_rows(*it.rows); },
        [](const AddToMany& it) {
            return it.entities.bytes() +
                   (it.values ? it.values->bytes() + heap_of_values(it.type(), *it.values, it.values->count())
                              : std::size_t{0});
        },
        [](const RemoveFromMany& it) { return it.entities.bytes(); },
        [](const AddComponent& it) { return heap_of(it.value); },
        [](const SetComponent& it) { return heap_of(it.value) + heap_of(it.fields); },
        [](const SetField& it) { return heap_of(it.entities) + heap_of(it.values); },
        [](const ToggleSystem& it) { return heap_of(it.system); },
        [](const FitBlocks& it) { return heap_of(it.blocks); },
        [](const FoldTags& it) { return heap_of(it.tags) + heap_of(it.into) + heap_of(it.without); },
        [](const UnfoldTags& it) { return heap_of(it.tags); },
        [](const AddSystem& it) {
            return sizeof(SystemDescription) + heap_of(it.description->name) + heap_of(it.description->description) +
                   heap_of(it.description->rule) + heap_of(it.description->group);
        },
        [](const RemoveSystem& it) { return heap_of(it.system); },
        [](const MoveSystem& it) { return heap_of(it.system); },
        [](const NoteSystem& it) { return heap_of(it.system) + heap_of(it.group); },
        [](const SetType& it) {
            std::size_t bytes = heap_of(it.from) + sizeof(ComponentType) + heap_of(it.to->name) +
                                heap_of(it.to->fields) + heap_of(it.kept);
            for (const auto& [entity, value] : it.kept) bytes += heap_of(value);
            return bytes;
        },
        [](const DestroyEntity&) { return std::size_t{0}; },
        [](const RemoveComponent&) { return std::size_t{0}; },
        [](const SetParent&) { return std::size_t{0}; },
        [](const GatherBlocks&) { return std::size_t{0}; },
    };
    return sizeof(Edit) + std::visit(heap, edit);
}

std::optional<Edit> copy_of(const Edit& edit) {
    const OfKind can{
        [](const CreateEntities& it) {
            return std::all_of(it.entities.begin(), it.entities.end(), [](const EntityRecord& record) {
                return std::all_of(record.values.begin(), record.values.end(), can_be_copied);
            });
        },
        [](const RestoreRows& it) { return it.rows->copyable(); },
        [](const AddToMany& it) { return !it.values || it.type().is_tag() || it.type().copyable(); },
        [](const AddComponent& it) { return can_be_copied(it.value); },
        [](const SetComponent& it) { return can_be_copied(it.value); },
        [](const auto&) { return true; },
    };
    if (!std::visit(can, edit)) return std::nullopt;
    return edit;
}

}  // namespace ecs
