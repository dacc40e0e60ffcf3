// Worlds for the tests of differences: a random one, its copies that go on each in its own way, and their content as
// plain text, which is what a difference is checked against.
#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "ecs/base/random.hpp"
#include "ecs/edit/edit.hpp"
#include "ecs/support/edit_support.hpp"
#include "ecs/world/world.hpp"

namespace diff_world {

using ecs::Entity;

struct Settings {
    std::int32_t volume = 5;
};

/// Types in one order or in the other, so that ids differ between two worlds.
inline void register_types(ecs::World& world, bool backwards) {
    ecs::ComponentType type;
    type.name = "Note";
    ecs::Field text, number, target;
    text.name = "text", text.kind = ecs::FieldKind::String;
    number.name = "number", number.kind = ecs::FieldKind::I64;
    target.name = "target", target.kind = ecs::FieldKind::Entity;
    type.fields = {text, number, target};
    const auto run_time = [&] { (void)world.types().add_at_run_time(type); };
    const auto links = [&] {
        ecs::StructBuilder<test::Link> link;
        link.field("one", &test::Link::one).field("number", &test::Link::number).field("many", &test::Link::many);
        world.types()
            .add<test::Chain>("Chain")
            .struct_field("links", &test::Chain::links, link)
            .field("end", &test::Chain::end);
    };
    if (backwards) links(), run_time();
    test::register_types(world);
    if (!backwards) run_time(), links();
    world.types().add<Settings>("Settings").field("volume", &Settings::volume);
}

inline const std::array component_names{"Position", "Health", "Label", "Wide", "Frozen", "Enemy", "Note", "Chain"};

/// Makes random changes, mostly small numbers so that two sides often agree.
class Changer {
public:
    Changer(ecs::World& world, std::uint64_t seed) : world_(world), random_(seed) {}

    void change(std::size_t times) {
        while (times-- > 0) change_once();
    }
    Entity some() {
        const std::vector<Entity> entities = test::entities_of(world_);
        return entities.empty() ? Entity{} : entities[below(entities.size())];
    }

private:
    std::uint32_t below(std::size_t count) { return random_.below(static_cast<std::uint32_t>(count)); }
    Entity reference() {
        const std::uint32_t kind = below(4);
        return kind == 0 ? Entity{} : kind == 1 ? Entity{1 + below(12), 1 + below(2)} : some();
    }

    void change_once() {
        const std::uint32_t kind = below(16);
        const Entity entity = some();
        if (kind < 3 || !entity) {
            const Entity made = world_.create();
            for (std::uint32_t i = below(4); i-- > 0;) set(made);
            if (below(3) == 0 && entity) world_.set_parent(made, entity);
        } else if (kind == 3) {
            world_.destroy(entity);
        } else if (kind == 4) {
            world_.set_parent(entity, below(3) == 0 ? Entity{} : some());
        } else if (kind == 5) {
            if (below(4) == 0)
                world_.remove<ecs::Name>(entity);
            else
                world_.add(entity, ecs::Name{std::string(below(3), 'n')});
        } else if (kind == 6) {
            world_.remove(entity, world_.types().find(component_names[below(component_names.size())])->id);
        } else if (kind == 7 && below(8) == 0) {
            world_.set_resource(Settings{static_cast<std::int32_t>(below(3))});
        } else {
            set(entity);
        }
    }
    void set(Entity entity) {
        const ecs::ComponentType& type = *world_.types().find(component_names[below(component_names.size())]);
        world_.add(entity, type.id);
        void* const value = world_.get_mut(entity, type.id);
        if (value != nullptr) write(type.fields[below(type.fields.size())], value);
    }
    void write(const ecs::Field& field, void* base) {
        std::byte* const element =
            static_cast<std::byte*>(base) + field.offset + below(field.count) * field.element_size;
        switch (field.kind) {
            case ecs::FieldKind::String:
                *reinterpret_cast<std::string*>(element) = std::string(below(40), 'x');
                return;
            case ecs::FieldKind::Entity:
                *reinterpret_cast<Entity*>(element) = reference();
                return;
            case ecs::FieldKind::Struct:
                return write(field.fields[below(field.fields.size())], element);
            case ecs::FieldKind::F32:
                *reinterpret_cast<float*>(element) = static_cast<float>(below(3));
                return;
            case ecs::FieldKind::F64:
                *reinterpret_cast<double*>(element) = below(3);
                return;
            case ecs::FieldKind::I32:
                *reinterpret_cast<std::int32_t*>(element) = static_cast<std::int32_t>(below(3));
                return;
            default:
                *reinterpret_cast<std::int64_t*>(element) = below(3);
        }
    }

    ecs::World& world_;
    ecs::Random random_;
};

/// A world that began as all do that were made with this seed.
struct RandomWorld {
    explicit RandomWorld(std::uint64_t seed, bool backwards = false) {
        register_types(world, backwards);
        Changer(world, seed).change(30);
    }
    ecs::World world;
    ecs::Schedule schedule;
};

/// What a component has, by name; the world's own walk over fields, not that of a difference.
using Fields = std::map<std::string, std::string>;
using Content = std::map<Entity, Fields>;

inline std::string text_of(const ecs::Field& field, const void* base) {
    std::string text;
    for (std::uint32_t i = 0; i < field.count; ++i) {
        const auto* element = static_cast<const std::byte*>(base) + field.offset + std::size_t{i} * field.element_size;
        if (field.kind == ecs::FieldKind::String)
            text += *reinterpret_cast<const std::string*>(element);
        else if (field.kind == ecs::FieldKind::Struct)
            for (const ecs::Field& member : field.fields) text += text_of(member, element);
        else if (field.kind == ecs::FieldKind::Entity)
            text += to_string(*reinterpret_cast<const Entity*>(element));
        else
            text.append(reinterpret_cast<const char*>(element), field.element_size);
        text += ';';
    }
    return text;
}

/// "Health" for a component that is there, "Health.hp", "name" and "parent" for values.
inline Content content_of(const ecs::World& world) {
    Content content;
    for (const Entity entity : test::entities_of(world)) {
        Fields& fields = content[entity];
        if (const Entity parent = world.parent(entity)) fields["parent"] = to_string(parent);
        for (const ecs::ComponentType* type : world.archetype_of(entity).types()) {
            if (type->id == world.parent_id()) continue;
            if (type->id == world.name_id()) {
                fields["name"] = "\"" + std::string(world.name(entity));
                continue;
            }
            fields[type->name] = "here";
            for (const ecs::Field& field : type->fields)
                fields[type->name + "." + field.name] = text_of(field, world.get(entity, type->id));
        }
    }
    return content;
}

}  // namespace diff_world
