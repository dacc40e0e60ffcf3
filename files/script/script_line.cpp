// Edits as lines of an edit script.
#include <concepts>
#include <utility>

#include "ecs/edit/single_edits.hpp"
#include "files/json/json_fields.hpp"
#include "files/json/json_text.hpp"
#include "files/script/edit_script.hpp"
#include "files/script/script_text.hpp"
#include "files/script/script_verb.hpp"

namespace files {

namespace {

using ecs::Meant;
using ecs::MemberUse;

/// Appends a member of each type in one way, whatever kind of edit it belongs to.
struct MemberAppender {
    std::string& line;
    const ecs::World& world;

    void append(ecs::Entity entity) { append_entity(line, entity); }
    void append(const std::vector<ecs::Entity>& entities) {
        line += '[';
        for (const ecs::Entity& entity : entities) {
            if (&entity != entities.data()) line += ", ";
            append_entity(line, entity);
        }
        line += ']';
    }
    void append(bool flag) { line += flag ? "true" : "false"; }
    template <std::unsigned_integral Number>
    void append(Number number) {
        line += std::to_string(number);
    }
    void append(double number) { append_float(line, number); }
    void append(const std::string& text) { append_string(line, text); }
    void append(Meant<ecs::means::System, const std::string> system) { append_string(line, system.it); }
    void append(Meant<ecs::means::Component, const ecs::ComponentId> component) {
        append_string(line, world.types()[component.it].name);
    }
    void append(Meant<ecs::means::Component, const std::vector<ecs::ComponentId>> components) {
        append_components(line, world, components.it);
    }
    void append(Meant<ecs::means::TypeOf, const ecs::Value> of) { append_string(line, of.it.type().name); }
    void append(const ecs::Value& value) { append_value(line, value.type(), value.data()); }
    void append(const std::vector<ecs::FitBlocks::Block>& blocks) {
        line += '[';
        for (const ecs::FitBlocks::Block& block : blocks) {
            line += &block == blocks.data() ? "{ \"components\": " : ", { \"components\": ";
            append_components(line, world, world.archetype(block.archetype).components());
            append_member(line, "bytes");
            line += std::to_string(block.bytes) + " }";
        }
        line += ']';
    }
    void append(const ecs::Boxed<ecs::SystemDescription>& system) {
        append_string(line, system->name);
        if (!system->rule.empty()) {
            append_member(line, "rule");
            append_string(line, system->rule);
        }
        if (!system->group.empty()) {
            append_member(line, "group");
            append_string(line, system->group);
        }
        if (system->budget_us > 0) {
            append_member(line, "budget_us");
            append_float(line, system->budget_us);
        }
    }
};

// What is left out where it is optional
bool is_default(const auto&) { return false; }
bool is_default(const std::string& text) { return text.empty(); }
bool is_default(double number) { return number == 0; }
bool is_default(bool flag) { return !flag; }
bool is_default(std::size_t number) { return number == ecs::Schedule::last; }
bool is_default(const ecs::Value& value) { return value.type().is_tag(); }

template <class Kind>
std::string line_of_single(const ecs::World& world, const Kind& edit) {
    if constexpr (requires { own_line(world, edit); }) {
        return own_line(world, edit);
    } else {
        std::string line = "{ ";
        append_string(line, ecs::name_of(edit));
        line += ": ";
        MemberAppender appender{line, world};
        const std::string_view of_verb = member_of_verb<Kind>();
        ecs::each_member(edit, [&](std::string_view name, const auto& member, MemberUse) {
            if (name == of_verb) appender.append(member);
        });
        ecs::each_member(edit, [&](std::string_view name, const auto& member, MemberUse use) {
            if (name == of_verb || use == MemberUse::NotInScripts) return;
            if (use == MemberUse::Optional && is_default(member)) return;
            append_member(line, name);
            appender.append(member);
        });
        return line + " }";
    }
}

// A name is a component, but scripts give and take it with a verb of its own.
std::string line_of_single(const ecs::World& world, const ecs::AddComponent& edit) {
    if (edit.value.type().id == world.name_id()) return rename_line(edit.entity, &edit.value);
    return line_of_single<ecs::AddComponent>(world, edit);
}
std::string line_of_single(const ecs::World& world, const ecs::RemoveComponent& edit) {
    if (edit.component == world.name_id()) return rename_line(edit.entity, nullptr);
    return line_of_single<ecs::RemoveComponent>(world, edit);
}

}  // namespace

std::string script_line(const ecs::World& world, const ecs::Edit& edit, std::size_t most) {
    std::string lines;
    ecs::each_single(
        world, edit, [&](const auto& single) { lines += (lines.empty() ? "" : ",\n") + line_of_single(world, single); },
        most);
    return lines;
}

}  // namespace files
