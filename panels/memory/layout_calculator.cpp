#include "panels/memory/layout_calculator.hpp"

#include <algorithm>
#include <cmath>

#include "panels/archetypes/archetype_widgets.hpp"
#include "panels/base/language.hpp"
#include "panels/memory/layout_bar.hpp"
#include "panels/widgets/export_menu.hpp"
#include "panels/widgets/little_room.hpp"

namespace panels {

namespace {

constexpr const char* component_payload = "chunkscope layout component";

}  // namespace

void LayoutCalculator::begin_with(const ecs::Archetype& archetype) {
    components_.assign(archetype.components().begin(), archetype.components().end());
    begun_with_ = archetype.id();
    changed_ = false;
}

void LayoutCalculator::show(const Context& context) {
    const ecs::World& world = context.world;
    std::erase_if(components_,
                  [&](ecs::ComponentId id) { return id >= world.types().size() || world.types()[id].retired; });
    const auto in_view = archetype_in_view(context);
    if (in_view && !changed_ && in_view != begun_with_) begin_with(world.archetype(*in_view));
    draw_toolbar(context);

    const Style& style = context.style;
    const float room = ImGui::GetContentRegionAvail().x;
    const float list = std::floor(std::min(std::clamp(room * 0.25f, style.px(150), style.px(260)), room / 2));
    const bool little_room = room < style.px(400);  // then one below the other
    draw_components(context, little_room ? ImVec2{0, style.px(150)} : ImVec2{list, 0});
    if (!little_room) ImGui::SameLine();
    if (compat::begin_child("rules", {0, 0})) draw_rules(context);
    ImGui::EndChild();
}

void LayoutCalculator::draw_toolbar(const Context& context) {
    const ecs::World& world = context.world;
    next_button(tr("+ Add component"));
    if (button(tr("+ Add component")) || std::exchange(open_add_, false)) ImGui::OpenPopup("add");
    if (ImGui::BeginPopup("add")) {
        for (ecs::ComponentId id = 0; id < world.types().size(); ++id) {
            const ecs::ComponentType& type = world.types()[id];
            if (type.retired) continue;
            const bool there = std::find(components_.begin(), components_.end(), id) != components_.end();
            const std::string label = type.name + "  " + size_text(type);
            if (menu_item(label.c_str(), nullptr, there ? tr("It is among the columns already") : "")) {
                components_.push_back(id);
                changed_ = true;
            }
        }
        ImGui::EndPopup();
    }
    const auto in_view = archetype_in_view(context);
    next_button(tr("Archetype in view"));
    const char* why_not = !in_view    ? tr("No archetype is selected")
                          : !changed_ ? tr("It is the archetype in view")
                                      : "";
    if (button(tr("Archetype in view"), why_not, tr("Starts again with the components of the selected archetype")))
        begin_with(world.archetype(*in_view));
    next_button(export_label());
    figures::FigureRequest figure;
    figure.kind = figures::FigureKind::Layout;
    figure.components = components_;
    export_menu(context, {&figure, 1});
}

void LayoutCalculator::draw_components(const Context& context, ImVec2 size) {
    const Style& style = context.style;
    if (compat::begin_child("components", size)) {
        if (components_.empty())
            open_add_ |=
                empty_state(style, tr("No components"), tr("Add some to see how many rows of them fit into a chunk"),
                            tr("Add a component…"));
        std::optional<std::size_t> removed;
        std::optional<std::pair<std::size_t, std::size_t>> moved;
        const float row = row_height(style);
        for (std::size_t i = 0; i < components_.size(); ++i) {
            const ecs::ComponentType& type = context.world.types()[components_[i]];
            ImGui::PushID(static_cast<int>(type.id));
            const ImVec2 at = ImGui::GetCursorPos();
            const float width = ImGui::GetContentRegionAvail().x;
            selectable("##row", false, 0, {width - row, row});
            tooltip(tr("Drag to move its column"));
            if (ImGui::BeginDragDropSource(ImGuiDragDropFlags_SourceNoPreviewTooltip)) {
                ImGui::SetDragDropPayload(component_payload, &i, sizeof i);
                ImGui::EndDragDropSource();
            }
            if (ImGui::BeginDragDropTarget()) {
                if (const ImGuiPayload* payload = ImGui::AcceptDragDropPayload(component_payload))
                    moved = {*static_cast<const std::size_t*>(payload->Data), i};
                ImGui::EndDragDropTarget();
            }
            const float line = std::floor((row - ImGui::GetTextLineHeight()) / 2);
            ImGui::SetCursorPos({at.x + style.px(4), at.y + line});
            const std::string bytes = size_text(type);
            const float bytes_left = width - row - style.px(8) - ImGui::CalcTextSize(bytes.c_str()).x;
            component_chip_within(context, type.id, bytes_left - style.px(8));
            ImGui::SetCursorPos({at.x + bytes_left, at.y + line});
            if (bytes_left > 0) quiet_text(style, bytes);
            ImGui::SetCursorPos({at.x + width - row, at.y});
            if (sign_button("remove", style, Sign::Cross, tr("Leave it out"))) removed = i;
            ImGui::SetCursorPos({at.x, at.y + row});
            ImGui::PopID();
        }
        ImGui::Dummy({0, 0});
        if (moved && moved->first < components_.size() && moved->first != moved->second) {
            const ecs::ComponentId id = components_[moved->first];
            components_.erase(components_.begin() + static_cast<std::ptrdiff_t>(moved->first));
            components_.insert(components_.begin() + static_cast<std::ptrdiff_t>(moved->second), id);
            changed_ = true;
        }
        if (removed) {
            components_.erase(components_.begin() + static_cast<std::ptrdiff_t>(*removed));
            changed_ = true;
        }
    }
    ImGui::EndChild();
}

void LayoutCalculator::draw_rules(const Context& context) {
    const Style& style = context.style;
    std::vector<ecs::LayoutColumn> columns;
    for (const ecs::ComponentId id : components_) {
        const ecs::ComponentType& type = context.world.types()[id];
        columns.push_back({std::string(short_name(type.name)), type.size, type.align});
    }
    if (!std::is_sorted(components_.begin(), components_.end())) {
        wrapped_text(
            style.theme->quiet,
            tr("Hypothetical: the storage lays out its columns in the order in which components were registered"));
    }
    for (const ecs::LayoutRule rule : ecs::layout_rules)
        show_layout(
            style, ecs::lay_out(rule, columns), columns,
            [&](std::size_t column) { return style.color_of(components_[column]); }, context.mirror != nullptr);
}

}  // namespace panels
