#include "panels/layout_calculator.hpp"

#include <algorithm>
#include <cmath>

#include "panels/archetype_widgets.hpp"
#include "panels/export_menu.hpp"
#include "panels/patterns.hpp"

namespace panels {

namespace {

constexpr const char* component_payload = "chunkscope layout component";

}  // namespace

const char* rule_title(ecs::LayoutRule rule) {
    switch (rule) {
        case ecs::LayoutRule::Ours:
            return "Ours";
        case ecs::LayoutRule::Naive:
            return "Naive";
        case ecs::LayoutRule::UnityAlign:
            return "Unity, 64-byte columns";
        case ecs::LayoutRule::UnityCap:
            return "Unity, at most 128 rows";
    }
    return "";
}

void LayoutCalculator::begin_with(const ecs::Archetype& archetype) {
    components_.assign(archetype.components().begin(), archetype.components().end());
    begun_with_ = archetype.id();
    changed_ = false;
}

void LayoutCalculator::show(const Context& context) {
    const ecs::World& world = context.world;
    std::erase_if(components_, [&](ecs::ComponentId id) { return id >= world.types().size(); });
    const auto in_view = archetype_in_view(context);
    if (in_view && !changed_ && in_view != begun_with_) begin_with(world.archetype(*in_view));
    draw_toolbar(context);

    const Style& style = context.style;
    const float list = std::floor(std::clamp(ImGui::GetContentRegionAvail().x * 0.25f, style.px(150), style.px(260)));
    draw_components(context, {list, 0});
    ImGui::SameLine();
    if (compat::begin_child("rules", {0, 0})) draw_rules(context);
    ImGui::EndChild();
}

void LayoutCalculator::draw_toolbar(const Context& context) {
    const ecs::World& world = context.world;
    if (ImGui::Button("+ Add component")) ImGui::OpenPopup("add");
    if (ImGui::BeginPopup("add")) {
        for (ecs::ComponentId id = 0; id < world.types().size(); ++id) {
            const ecs::ComponentType& type = world.types()[id];
            const bool there = std::find(components_.begin(), components_.end(), id) != components_.end();
            const std::string label = type.name + (type.is_tag() ? "  tag" : "  " + format_bytes(type.size));
            if (menu_item(label.c_str(), nullptr, there ? "It is among the columns already" : "")) {
                components_.push_back(id);
                changed_ = true;
            }
        }
        ImGui::EndPopup();
    }
    const auto in_view = archetype_in_view(context);
    ImGui::SameLine();
    const char* why_not = !in_view ? "No archetype is selected" : !changed_ ? "It is the archetype in view" : "";
    if (button("Archetype in view", why_not, "Begins again with the components of the archetype that is selected"))
        begin_with(world.archetype(*in_view));
    ImGui::SameLine();
    figures::FigureRequest figure;
    figure.view = figures::View::Layout;
    figure.components = components_;
    export_menu(context, {&figure, 1});
}

void LayoutCalculator::draw_components(const Context& context, ImVec2 size) {
    const Style& style = context.style;
    if (compat::begin_child("components", size)) {
        if (components_.empty())
            empty_state(style, "No components", "Add some to see how many rows of them fit into a chunk");
        std::optional<std::size_t> removed;
        std::optional<std::pair<std::size_t, std::size_t>> moved;
        const float row = row_height(style);
        for (std::size_t i = 0; i < components_.size(); ++i) {
            const ecs::ComponentType& type = context.world.types()[components_[i]];
            ImGui::PushID(static_cast<int>(type.id));
            const ImVec2 at = ImGui::GetCursorPos();
            const float width = ImGui::GetContentRegionAvail().x;
            ImGui::Selectable("##row", false, 0, {width - row, row});
            tooltip("Drag to where its column is to lie");
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
            component_chip(context, type.id);
            const std::string bytes = type.is_tag() ? "tag" : format_bytes(type.size);
            ImGui::SetCursorPos({at.x + width - row - style.px(8) - ImGui::CalcTextSize(bytes.c_str()).x, at.y + line});
            quiet_text(style, bytes);
            ImGui::SetCursorPos({at.x + width - row, at.y});
            if (sign_button("remove", style, Sign::Cross, "Leave it out")) removed = i;
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
        wrapped_text(style.theme->quiet_text,
                     "What if: the storage lays its columns out in the order in which components were registered");
    }
    for (const ecs::LayoutRule rule : ecs::layout_rules) draw_rule(context, rule, columns);
}

void LayoutCalculator::draw_rule(const Context& context, ecs::LayoutRule rule,
                                 const std::vector<ecs::LayoutColumn>& columns) {
    const Style& style = context.style;
    const ecs::RuledLayout layout = ecs::lay_out(rule, columns);
    ImGui::PushID(static_cast<int>(rule));
    colored_text(style.theme->text, rule_title(rule));
    tooltip(ecs::explanation_of(rule));
    ImGui::SameLine();
    mono_text(style, format_count(layout.capacity, "row"),
              layout.capacity == 0 ? style.theme->error : style.theme->accent);
    explain(Term::Capacity);
    ImGui::SameLine();
    badge(style, rule == ecs::LayoutRule::Ours ? Badge::Exact : Badge::Simulated,
          rule == ecs::LayoutRule::Ours ? "What the storage does with these columns in this order"
                                        : "Computed by the rule; no storage here works by it");
    ImGui::SameLine();
    quiet_text(style, format_bytes(layout.row_bytes) + " a row, padding " + format_bytes(layout.padding) + ", slack " +
                          format_bytes(layout.slack));
    tooltip("Padding lies between columns, slack behind the last one");
    draw_bar(context, layout);
    wrapped_text(style.theme->quiet_text, ecs::why_no_more(layout, columns));
    if (layout.capacity == 0 && rule == ecs::LayoutRule::Ours)
        wrapped_text(style.theme->warning, "Not even one row fits: the storage takes a larger block for each row");
    ImGui::Dummy({0, style.px(4)});
    ImGui::PopID();
}

void LayoutCalculator::draw_bar(const Context& context, const ecs::RuledLayout& layout) const {
    const Style& style = context.style;
    const float high = std::floor(style.px(18)), width = ImGui::GetContentRegionAvail().x;
    const ImVec2 low = ImGui::GetCursorScreenPos();
    ImGui::InvisibleButton("bar", {std::max(width, 1.0f), high});
    const bool hovered = ImGui::IsItemHovered();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 mouse = ImGui::GetMousePos();
    std::string pointed;
    const auto area = [&](std::uint64_t begin, std::uint64_t end, const std::string& what) {
        const auto x = [&](std::uint64_t byte) {
            return std::floor(low.x + width * static_cast<float>(byte) / static_cast<float>(layout.block_bytes));
        };
        const Area place{{x(begin), low.y}, {std::max(x(end), x(begin) + 1), low.y + high}};
        if (hovered && place.contains(mouse))
            pointed = what + ": bytes " + format_count(begin) + " to " + format_count(end);
        return place;
    };
    const Area header = area(0, layout.header_bytes, "Header");
    if (layout.header_bytes > 0) list.AddRectFilled(header.low, header.high, style.theme->quiet_text);
    std::uint32_t end = layout.header_bytes;
    for (const ecs::RuledLayout::Place& place : layout.places) {
        if (place.padding > 0) {
            const Area gap = area(end, place.begin, "Padding");
            hatch(list, gap, style.theme->quiet_text, style.px(4));
        }
        const bool ids = place.column == ecs::RuledLayout::entity_ids;
        const std::string name = ids ? "Entity ids" : context.world.types()[components_[place.column]].name;
        const ImU32 color = ids ? style.theme->line : style.color_of(components_[place.column]);
        if (place.end > place.begin) {
            const Area column = area(place.begin, place.end, name);
            list.AddRectFilled(column.low, column.high, color);
            if (column.width() > 2)
                list.AddRectFilled(column.low, {column.low.x + 1, column.high.y}, style.theme->panel);
        }
        end = place.end;
    }
    if (layout.slack > 0) {
        const Area rest = area(end, layout.block_bytes, "Slack");
        dots(list, rest, style.theme->quiet_text, style.px(5));
    }
    compat::add_rect(list, low, {low.x + width, low.y + high}, style.theme->line);
    if (!pointed.empty()) tooltip(pointed);
}

}  // namespace panels
