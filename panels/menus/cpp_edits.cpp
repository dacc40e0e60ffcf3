#include "panels/menus/cpp_edits.hpp"

#include <cstring>
#include <string_view>
#include <unordered_set>

#include "ecs/edit/single_edits.hpp"
#include "panels/menus/cpp_text.hpp"

namespace panels {

namespace {

class CppOfEdits {
public:
    explicit CppOfEdits(const ecs::World& world) : world_(world) {}

    /// Kinds of edits that ecs::World has no function for.
    void operator()(const auto& edit) { comment(edit); }
    void operator()(const ecs::DestroyEntity& edit) { line("world.destroy(" + entity(edit.entity) + ");"); }
    void operator()(const ecs::AddComponent& edit) {
        if (!edit.value || !can_be_written(edit.value.type())) return comment(edit);
        line("world.add(" + entity(edit.entity) + ", " + component(edit.value) + ");");
    }
    void operator()(const ecs::RemoveComponent& edit) {
        const ecs::ComponentType& type = world_.types()[edit.component];
        if (!can_be_written(type)) return comment(edit);
        line("world.remove<" + type_name(type) + ">(" + entity(edit.entity) + ");");
    }
    void operator()(const ecs::SetComponent& edit) {
        if (!edit.value || !can_be_written(edit.value.type())) return comment(edit);
        const ecs::ComponentType& type = edit.value.type();
        if (type.is_tag()) return;
        const std::string target = "world.get_mut<" + type_name(type) + ">(" + entity(edit.entity) + ")";
        if (edit.fields.empty() || is_own(type)) return line(target + " = " + component(edit.value) + ";");
        for (const std::uint32_t field : edit.fields)
            line(target + "." + type.fields[field].name + " = " +
                 cpp_of_field(world_, type, type.fields[field], edit.value.data()) + ";");
    }
    void operator()(const ecs::SetField& edit) {
        if (edit.component >= world_.types().size()) return comment(edit);
        const ecs::ComponentType& type = world_.types()[edit.component];
        if (!can_be_written(type) || is_own(type) || edit.field >= type.fields.size()) return comment(edit);
        const ecs::Field& field = type.fields[edit.field];
        ecs::Value value(type);
        for (std::size_t i = 0; i < edit.entities.size(); ++i) {
            std::memcpy(static_cast<std::byte*>(value.data()) + field.offset,
                        edit.values.data() + i * field.size_bytes(), field.size_bytes());
            line("world.get_mut<" + type_name(type) + ">(" + entity(edit.entities[i]) + ")." + field.name + " = " +
                 cpp_of_field(world_, type, field, value.data()) + ";");
        }
    }
    void operator()(const ecs::SetParent& edit) {
        line("world.set_parent(" + entity(edit.entity) + ", " + entity(edit.parent) + ");");
    }
    void operator()(const ecs::ToggleSystem& edit) {
        line("schedule.set_enabled(\"" + edit.system + "\", " + (edit.enabled ? "true" : "false") + ");");
    }
    void operator()(const ecs::RemoveSystem& edit) { line("schedule.remove(world, \"" + edit.system + "\");"); }
    void operator()(const ecs::AddSystem& edit) {
        if (edit.description->rule.empty())
            line(cpp_of_system(world_, edit.description));
        else
            line("schedule.add(ecs::make_rule(" + cpp_of_text(edit.description->name) + ", " +
                 cpp_of_text(edit.description->rule) + "));");
    }
    void operator()(const ecs::MoveSystem& edit) {
        line("schedule.move(" + cpp_of_text(edit.system) + ", " + std::to_string(edit.position) + ");");
    }
    void operator()(const ecs::GatherBlocks& edit) {
        if (!edit.undo) line("world.gather_blocks();");
    }
    void operator()(const ecs::EntityRecord& record) {
        std::string values, without;
        const auto add = [&](const std::string& value) { values += (values.empty() ? "" : ", ") + value; };
        for (const ecs::Value& value : record.values) {
            if (can_be_written(value.type()))
                add(component(value));
            else
                without += (without.empty() ? "" : ", ") + value.type().name;
        }
        if (record.parent) add("ecs::Parent{" + entity(record.parent) + "}");
        variables_.insert(record.entity);
        line("const ecs::Entity " + variable(record.entity) + " = world.create(" + values + ");" +
             (without.empty() ? "" : "  // without " + without));
    }

    std::string text;

private:
    bool is_own(const ecs::ComponentType& type) const {
        return type.id == world_.name_id() || type.id == world_.parent_id();
    }
    bool can_be_written(const ecs::ComponentType& type) const { return is_own(type) || why_not_cpp(type).empty(); }
    std::string type_name(const ecs::ComponentType& type) const { return (is_own(type) ? "ecs::" : "") + type.name; }
    std::string component(const ecs::Value& value) const {
        return cpp_of_component(world_, value.type(), value.data());
    }
    std::string entity(ecs::Entity of) const {
        if (!of) return "ecs::null_entity";
        if (variables_.contains(of)) return variable(of);
        return "ecs::Entity{" + std::to_string(of.index) + ", " + std::to_string(of.generation) + "}";
    }
    static std::string variable(ecs::Entity of) {
        return "entity_" + std::to_string(of.index) + (of.generation > 1 ? "v" + std::to_string(of.generation) : "");
    }
    void line(std::string_view statement) { (text += statement) += '\n'; }
    template <class Kind>
    void comment(const Kind& edit) {
        std::string said = ecs::describe_edit(world_, edit);
        for (char& c : said)
            if (c == '\n' || c == '\r' || c == '\\') c = ' ';  // or the comment would go on
        line("// " + said + ": not written as C++");
    }

    const ecs::World& world_;
    std::unordered_set<ecs::Entity> variables_;
};

}  // namespace

std::string cpp_of_edits(const ecs::World& world, std::span<const ecs::Edit> edits) {
    CppOfEdits writer(world);
    for (const ecs::Edit& edit : edits) ecs::each_single(world, edit, writer);
    return writer.text;
}

}  // namespace panels
