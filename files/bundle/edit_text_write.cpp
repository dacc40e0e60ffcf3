// Each type of member is written in one way, whatever kind of edit it belongs to.
#include <concepts>
#include <stdexcept>
#include <utility>

#include "files/bundle/edit_text.hpp"
#include "files/bundle/entities_in_value.hpp"
#include "files/bundle/json_members.hpp"
#include "files/json/json_fields.hpp"

namespace files {

namespace {

using ecs::Meant;
using ecs::MemberUse;
namespace means = ecs::means;

const std::string& name_of_type(const ecs::World& world, ecs::ComponentId id) {
    if (id >= world.types().size()) throw std::invalid_argument("it is about a component that is gone");
    const ecs::ComponentType& type = world.types()[id];
    if (type.retired) throw std::invalid_argument(type.name + " is gone");
    return type.name;
}

const std::string& name_of_described_type(const ecs::World& world, const ecs::ComponentType& type) {
    if (type.fields.empty() && !type.is_tag())
        throw std::invalid_argument(type.name + " has no fields that a file could have");
    return name_of_type(world, type.id);
}

/// `"$2"` is the handle of the second record.
void append_record_handle(std::string& out, ecs::Entity entity) {
    if (is_record(entity))
        append_string(out, "$" + std::to_string(entity.index));
    else
        append_entity(out, entity);
}

void append_list(std::string& out, const auto& list, auto&& append_each) {
    ListWriter writer(out);
    for (const auto& each : list) append_each(writer.element(), each);
    writer.end();
}

template <class First, class Second>
void append_pair(std::string& out, First first, Second second) {
    const auto append = [](std::string& to, auto number) {
        if constexpr (std::same_as<decltype(number), ecs::Entity>)
            append_entity(to, number);
        else
            append_integer(to, number);
    };
    ListWriter pair(out);
    append(pair.element(), first);
    append(pair.element(), second);
    pair.end();
}

/// Writes the members of one object.
class DescribedWriter {
public:
    DescribedWriter(MemberWriter& object, const ecs::World& world) : object_(object), world_(world) {}

    template <class Part>
    void write_members(const Part& part) {
        ecs::each_member(part, [this](std::string_view name, const auto& member, MemberUse use) {
            this->write(name, member, use == MemberUse::Optional);
        });
    }

private:
    void write(std::string_view name, ecs::Entity entity, bool optional) {
        if (entity || !optional) object_.entity(name, entity);
    }
    void write(std::string_view name, Meant<means::Record, const ecs::Entity> handle, bool) {
        if (handle.it.bits() != 0) append_record_handle(object_.member(name), handle.it);
    }
    void write(std::string_view name, const std::vector<ecs::Entity>& entities, bool) {
        entities_ = entities.size();
        object_.handles(name, entities);
    }
    void write(std::string_view name, const ecs::EntityRuns& entities, bool) {
        entities_ = entities.size();
        ListWriter list(object_.member(name));
        entities.each_run(
            [&list](ecs::Entity first, std::uint32_t count) { append_pair(list.element(), first, count); });
        list.end();
    }
    void write(std::string_view name, const std::optional<std::vector<ecs::FreeRun>>& runs, bool) {
        if (!runs) return;
        append_list(object_.member(name), *runs,
                    [](std::string& out, const ecs::FreeRun& run) { append_pair(out, run.first, run.count); });
    }

    void write(std::string_view name, bool flag, bool) { object_.flag(name, flag); }
    void write(std::string_view name, Meant<means::Flag, const std::uint64_t> number, bool) {
        object_.flag(name, number.it != 0);
    }
    template <std::unsigned_integral Number>
    void write(std::string_view name, Number number, bool optional) {
        if (number != static_cast<Number>(ecs::Schedule::last) || !optional) object_.count(name, number);
    }
    void write(std::string_view name, double number, bool) { append_float(object_.member(name), number); }
    void write(std::string_view name, const std::string& text, bool) { object_.text(name, text); }
    void write(std::string_view name, Meant<means::System, const std::string> system, bool) {
        object_.text(name, system.it);
    }

    void write(std::string_view name, Meant<means::Component, const ecs::ComponentId> component, bool) {
        object_.text(name, name_of_type(world_, component.it));
        type_ = &world_.types()[component.it];
    }
    void write(std::string_view name, Meant<means::Component, const std::vector<ecs::ComponentId>> components, bool) {
        append_list(object_.member(name), components.it,
                    [this](std::string& out, ecs::ComponentId id) { append_string(out, name_of_type(world_, id)); });
    }
    void write(std::string_view name, const std::vector<const ecs::ComponentType*>& types, bool) {
        types_ = types;
        append_list(object_.member(name), types, [this](std::string& out, const ecs::ComponentType* type) {
            append_string(out, name_of_described_type(world_, *type));
        });
    }
    template <class Values>
    void write(std::string_view name, Meant<means::TypeOf, Values> of, bool) {
        if (!of.it) throw std::invalid_argument("a value is missing");
        if constexpr (requires { of.it->type(); })
            type_ = &of.it->type();
        else
            type_ = &of.it.type();
        object_.text(name, name_of_described_type(world_, *type_));
    }
    void write(std::string_view name, const ecs::Value& value, bool) {
        if (!type_->is_tag()) append_value(object_.member(name), *type_, value.data());
    }
    void write(std::string_view name, const std::shared_ptr<ecs::TakenRows::Column>& values, bool) {
        if (type_->is_tag()) return;
        ListWriter list(object_.member(name));
        for (std::size_t i = 0; i < values->count(); ++i) append_value(list.element(), *type_, values->at(i));
        list.end();
    }
    /// Row by row, of all types that are no tags.
    void write(std::string_view name, const std::vector<std::shared_ptr<ecs::TakenRows::Column>>& columns, bool) {
        ListWriter rows(object_.member(name));
        for (std::size_t row = 0; row < entities_; ++row) {
            ListWriter values(rows.element());
            for (std::size_t i = 0; i < columns.size(); ++i)
                if (columns[i]) append_value(values.element(), *types_[i], columns[i]->at(row));
            values.end();
        }
        rows.end();
    }
    void write(std::string_view name, Meant<means::Field, const std::uint32_t> position, bool) {
        if (position.it >= type_->fields.size()) throw std::invalid_argument(type_->name + " has no such field");
        field_ = &type_->fields[position.it];
        object_.text(name, field_->name);
    }
    void write(std::string_view name, const std::vector<std::byte>& values, bool) {
        ListWriter list(object_.member(name));
        for (std::size_t i = 0; i < entities_; ++i)
            append_field_value(list.element(), *field_, values.data() + i * field_->size_bytes());
        list.end();
    }
    void write(std::string_view name, const std::vector<std::uint32_t>& fields, bool) {
        if (!fields.empty()) append_list(object_.member(name), fields, &append_integer<std::uint32_t>);
    }

    void write(std::string_view name, const std::vector<std::uint64_t>& ticks, bool) {
        append_list(object_.member(name), ticks, &append_integer<std::uint64_t>);
    }
    void write(std::string_view name, const std::vector<ecs::TakenRows::Places>& places, bool) {
        append_list(object_.member(name), places, [](std::string& out, const ecs::TakenRows::Places& run) {
            append_pair(out, run.first, run.count);
        });
    }
    void write(std::string_view name, const std::vector<ecs::FitBlocks::Block>& blocks, bool) {
        append_list(object_.member(name), blocks, [](std::string& out, const ecs::FitBlocks::Block& block) {
            append_pair(out, block.archetype, block.bytes);
        });
    }
    /// The values of an entity that is created.
    void write(std::string_view name, const std::vector<ecs::Value>& values, bool) {
        if (values.empty()) return;
        append_list(object_.member(name), values, [this](std::string& out, const ecs::Value& value) {
            MemberWriter object(out);
            DescribedWriter writer(object, world_);
            writer.write("component", Meant<means::TypeOf, const ecs::Value>{value}, false);
            writer.write("value", value, false);
            writer.write_records(value);
            object.end();
        });
    }
    /// A value in a text holds only entities that exist. The places of others follow it.
    void write_records(ecs::Value value) {
        std::vector<std::pair<std::size_t, std::uint32_t>> records;
        each_entity_in(value, [&records](const ecs::Entity& entity, std::size_t offset) {
            if (is_record(entity)) records.emplace_back(offset, entity.index);
        });
        if (records.empty()) return;
        append_list(object_.member("records"), records,
                    [](std::string& out, const auto& record) { append_pair(out, record.first, record.second); });
    }
    void write(std::string_view, const std::shared_ptr<ecs::TakenRows>& rows, bool) {
        if (!rows) throw std::invalid_argument("its rows are missing");
        write("groups", rows->groups, false);
        write("families", rows->families, true);
    }
    template <ecs::Described Part>
    void write(std::string_view name, const std::vector<Part>& parts, bool optional) {
        if (parts.empty() && optional) return;
        append_list(object_.member(name), parts, [this](std::string& out, const Part& part) {
            MemberWriter object(out);
            DescribedWriter(object, world_).write_members(part);
            object.end();
        });
    }
    void write(std::string_view name, const ecs::Boxed<ecs::SystemDescription>& system, bool) {
        object_.text(name, system->name);
        if (!system->rule.empty()) object_.text("rule", system->rule);
        if (!system->group.empty()) object_.text("group", system->group);
        if (system->budget_us > 0) append_float(object_.member("budget_us"), system->budget_us);
        object_.flag("off", !system->enabled);
    }
    // No bundle has a SetType.
    void write(std::string_view, const ecs::Boxed<ecs::ComponentType>&, bool) {
        throw std::invalid_argument("it changes a type");
    }
    void write(std::string_view, const std::vector<std::pair<std::string, std::string>>&, bool) {}
    void write(std::string_view, const std::vector<std::pair<ecs::Entity, ecs::Value>>&, bool) {}

    MemberWriter& object_;
    const ecs::World& world_;
    // Of the members before
    const ecs::ComponentType* type_ = nullptr;
    std::vector<const ecs::ComponentType*> types_;
    const ecs::Field* field_ = nullptr;
    std::size_t entities_ = 0;
};

}  // namespace

void append_edit(std::string& out, const ecs::World& world, const ecs::Edit& edit) {
    MemberWriter object(out);
    object.text("kind", ecs::names_of_kinds()[edit.index()].in_bundles);
    std::visit([&](const auto& each) { DescribedWriter(object, world).write_members(each); }, edit);
    object.end();
}

}  // namespace files
