// Edits in the words of edit scripts.
#include <algorithm>

#include "editor/files/json/json_fields.hpp"
#include "editor/files/json/json_text.hpp"
#include "editor/files/script/edit_script.hpp"

namespace editor {

namespace {

/// `{ "<verb>": "12v3"`; more members follow.
std::string opened(std::string_view verb, ecs::Entity entity) {
    std::string line = "{ ";
    append_string(line, verb);
    line += ": ";
    append_entity(line, entity);
    return line;
}

void append_member(std::string& line, std::string_view name) {
    line += ", ";
    append_string(line, name);
    line += ": ";
}

std::string rename_line(ecs::Entity entity, const ecs::Value* name) {
    std::string line = opened("rename", entity);
    append_member(line, "name");
    if (name)
        append_string(line, static_cast<const ecs::Name*>(name->data())->value);
    else
        line += "null";
    return line + " }";
}

std::string component_line(std::string_view verb, ecs::Entity entity, std::string_view component) {
    std::string line = opened(verb, entity);
    append_member(line, "component");
    append_string(line, component);
    return line;
}

class LineWriter {
public:
    explicit LineWriter(const ecs::World& world) : world_(world) {}

    std::string operator()(const ecs::CreateEntities& edit) const {
        std::string lines;
        for (const ecs::EntityRecord& record : edit.entities)
            lines += (lines.empty() ? "" : ",\n") + create_line(record);
        return lines;
    }
    std::string operator()(const ecs::DestroyEntity& edit) const { return opened("destroy", edit.entity) + " }"; }
    std::string operator()(const ecs::DestroyEntities& edit) const {
        std::string lines;
        std::for_each(edit.entities.rbegin(), edit.entities.rend(), [&](ecs::Entity entity) {
            lines += (lines.empty() ? "" : ",\n") + opened("destroy", entity) + " }";
        });
        return lines;
    }
    std::string operator()(const ecs::AddComponent& edit) const {
        if (is_name(edit.value)) return rename_line(edit.entity, &edit.value);
        std::string line = component_line("add", edit.entity, edit.value.type().name);
        if (!edit.value.type().is_tag()) {
            append_member(line, "value");
            append_value(line, edit.value.type(), edit.value.data());
        }
        return line + " }";
    }
    std::string operator()(const ecs::RemoveComponent& edit) const {
        if (edit.component == world_.name_id()) return rename_line(edit.entity, nullptr);
        return component_line("remove", edit.entity, world_.types()[edit.component].name) + " }";
    }
    std::string operator()(const ecs::SetComponent& edit) const {
        if (is_name(edit.value)) return rename_line(edit.entity, &edit.value);
        const ecs::ComponentType& type = edit.value.type();
        std::string line = component_line("set", edit.entity, type.name);
        append_member(line, "value");
        if (edit.fields.empty() || type.opaque_json)
            append_value(line, type, edit.value.data());
        else
            append_fields(line, type, edit.fields, edit.value.data());
        return line + " }";
    }
    std::string operator()(const ecs::SetParent& edit) const {
        std::string line = opened("reparent", edit.entity);
        append_member(line, "parent");
        append_entity(line, edit.parent);
        return line + " }";
    }
    std::string operator()(const ecs::ToggleSystem& edit) const {
        std::string line = "{ \"toggle\": ";
        append_string(line, edit.system);
        append_member(line, "enabled");
        return line + (edit.enabled ? "true }" : "false }");
    }
    std::string operator()(const ecs::FitBlocks& edit) const {
        std::string line = "{ \"fit_blocks\": [";
        for (const ecs::FitBlocks::Block& block : edit.blocks) {
            line += &block == &edit.blocks.front() ? "{ \"components\": " : ", { \"components\": ";
            append_components(line, world_.archetype(block.archetype).components());
            append_member(line, "bytes");
            line += std::to_string(block.bytes) + " }";
        }
        return line + "] }";
    }
    std::string operator()(const ecs::AddSystem& edit) const {
        return system_line("add_system", edit.description.name);
    }
    std::string operator()(const ecs::RemoveSystem& edit) const { return system_line("remove_system", edit.system); }
    std::string operator()(const ecs::GatherBlocks& edit) const {
        return std::string("{ \"gather_blocks\": ") + (edit.undo ? "false }" : "true }");
    }
    std::string operator()(const ecs::FoldTags& edit) const { return fold_line("fold_tags", edit.into, edit.tags); }
    std::string operator()(const ecs::UnfoldTags& edit) const {
        return fold_line("unfold_tags", world_.types()[edit.from].name, edit.tags);
    }

private:
    bool is_name(const ecs::Value& value) const { return value.type().id == world_.name_id(); }

    void append_components(std::string& line, std::span<const ecs::ComponentId> components) const {
        line += "[";
        for (std::size_t i = 0; i < components.size(); ++i) {
            if (i > 0) line += ", ";
            append_string(line, world_.types()[components[i]].name);
        }
        line += "]";
    }

    static std::string system_line(std::string_view verb, std::string_view system) {
        std::string line = "{ ";
        append_string(line, verb);
        line += ": ";
        append_string(line, system);
        return line + " }";
    }

    std::string fold_line(std::string_view verb, std::string_view component,
                          const std::vector<ecs::ComponentId>& tags) const {
        std::string line = "{ ";
        append_string(line, verb);
        line += ": ";
        append_string(line, component);
        append_member(line, "tags");
        append_components(line, tags);
        return line + " }";
    }

    std::string create_line(const ecs::EntityRecord& record) const {
        std::string line = opened("create", record.entity);
        std::vector<const ecs::Value*> values;
        for (const ecs::Value& value : record.values) {
            if (!is_name(value)) {
                values.push_back(&value);
                continue;
            }
            append_member(line, "name");
            append_string(line, static_cast<const ecs::Name*>(value.data())->value);
        }
        if (record.parent) {
            append_member(line, "parent");
            append_entity(line, record.parent);
        }
        if (values.empty()) return line + " }";
        std::sort(values.begin(), values.end(),
                  [](const auto* a, const auto* b) { return a->type().name < b->type().name; });
        append_member(line, "components");
        const char* separator = "{ ";
        for (const ecs::Value* value : values) {
            line += separator;
            separator = ", ";
            append_string(line, value->type().name);
            line += ": ";
            append_value(line, value->type(), value->data());
        }
        return line + " } }";
    }

    const ecs::World& world_;
};

}  // namespace

std::string script_line(const ecs::World& world, const ecs::Edit& edit) { return std::visit(LineWriter(world), edit); }

}  // namespace editor
