#include "panels/inspector/field_popup.hpp"

#include <cmath>

#include "panels/base/language.hpp"
#include "panels/base/waiting.hpp"
#include "panels/inspector/entity_edits.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

void FieldPopup::open(ecs::Entity entity, ecs::ComponentId component, std::optional<std::uint32_t> field) {
    entity_ = entity;
    component_ = component;
    field_ = field;
    editor_ = {};
    opening_ = true;
}

void FieldPopup::draw(const Context& context) {
    const bool first = opening_;
    if (opening_) ImGui::OpenPopup("edit value");
    opening_ = false;
    is_open_ = ImGui::BeginPopup("edit value");
    if (!is_open_) return;
    if (!context.world.alive(entity_) || !context.world.has(entity_, component_)) {
        ImGui::CloseCurrentPopup();
        return ImGui::EndPopup();
    }
    const ecs::ComponentType& type = context.world.types()[component_];
    const std::string title =
        phrase("{} of {}", std::string(short_name(type.name)), name_or_id(context.world, entity_));
    quiet_text(context.style, title);
    ImGui::PushItemWidth(context.style.px(200));
    if (first) editor_.type_next = true;  // the first number gets the keyboard at once
    draw_fields(context, type);
    ImGui::PopItemWidth();
    ImGui::EndPopup();
}

void FieldPopup::draw_fields(const Context& context, const ecs::ComponentType& type) {
    if (type.fields.empty())
        return quiet_text(context.style, phrase("{} that no field describes", format_bytes(type.size)));
    editor_.label_width = std::floor(context.style.px(96));
    ImGui::Dummy({context.style.px(300), 0});
    FieldTarget target{context.world.get(entity_, component_), nullptr, {}};
    ecs::Value value;
    if (type.opaque_json) {
        target.why_read_only = tr("This type is unknown, so its value is kept as it was read");
    } else if (!type.copyable()) {
        target.why_read_only = tr("Values of this type can't be copied, so they can't be edited here");
    } else {
        value = pending_value(context, entity_, type);
        if (!value) value = ecs::Value(type, target.read);
        target = {value.data(), value.data(), {}};
        target.entity = entity_;
        target.whole = &value;
    }
    const bool was_typing = editor_.typing != 0;
    for (std::uint32_t i = 0; i < type.fields.size(); ++i) {
        if (field_ && *field_ != i) continue;
        if (field_widget(context, editor_, type.fields[i], target)) request_set_field(context, entity_, value, i);
    }
    editor_.type_next = false;  // there is no further number
    const bool typed = was_typing && editor_.typing == 0 && editor_.tab_back_to == 0;
    if (typed || (editor_.typing == 0 && compat::key_pressed(compat::Key::Escape, false))) ImGui::CloseCurrentPopup();
}

}  // namespace panels
