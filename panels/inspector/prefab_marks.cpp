#include "panels/inspector/prefab_marks.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "panels/base/format.hpp"
#include "panels/base/language.hpp"
#include "panels/base/pointed_at.hpp"
#include "panels/widgets/little_room.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

constexpr std::size_t parts_in_each_frame = 64;  // of an instance; larger ones are looked at now and then
constexpr std::size_t instances_in_each_frame = 50'000;
constexpr double look_every_secs = 0.5;

std::string name_of_prefab(const Context& context, ecs::Entity prefab) { return name_or_id(context.world, prefab); }

/// The icon, and the cursor behind it.
void draw_prefab_icon(const Style& style) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float side = std::floor(style.px(16));
    draw_icon(*ImGui::GetWindowDrawList(), Icon::Prefab,
              {at.x, std::floor(at.y + (ImGui::GetFrameHeight() - side) / 2)}, side, style.theme->quiet);
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + side + style.px(6));
    ImGui::AlignTextToFramePadding();
}

std::string list_of(const ecs::World& world, std::span<const ecs::Override> found) {
    constexpr std::size_t most = 12;
    std::string text;
    for (std::size_t i = 0; i < std::min(found.size(), most); ++i)
        text += (i == 0 ? "" : "\n") + name_or_id(world, found[i].part) + ": " + ecs::describe(world, found[i]);
    if (found.size() > most) text += "\n" + phrase("and {} more", format_count(found.size() - most));
    return text;
}

}  // namespace

void PrefabMarks::follow(const Context& context, ecs::Entity entity) {
    if (entity_ == entity && seen_ == context.world.version()) return;
    if (entity_ != entity) counted_ = ~std::uint64_t{0};
    entity_ = entity;
    seen_ = context.world.version();
    look(context, entity);
}

void PrefabMarks::look(const Context& context, ecs::Entity entity) {
    const ecs::World& world = context.world;
    const ecs::Prefabs prefabs(world);
    of_part_.clear();
    instance_type_ = prefabs.instance();
    const ecs::Entity source = prefabs.source_of(entity);
    prefab_ = prefabs.prefab_of(source);
    own_prefab_ = prefabs.prefab_of(entity);
    instance_ = prefab_ ? prefabs.instance_of(entity) : ecs::null_entity;
    if (instance_) {
        const ecs::Placing placing = placing_of(world);
        of_part_ = ecs::overrides_of_part(world, entity, placing);
        const bool small = prefabs.parts(instance_).size() <= parts_in_each_frame;
        if (small || counted_ == ~std::uint64_t{0} || context.time_secs - counted_secs_ > look_every_secs) {
            of_instance_ = ecs::overrides(world, instance_, placing);
            if (!small) counted_secs_ = context.time_secs;
        }
    } else {
        of_instance_.clear();
    }
    if (instance_ || own_prefab_) count_instances(context);
}

void PrefabMarks::count_instances(const Context& context) {
    const std::uint64_t structure = context.world.structure_version();
    if (counted_ == structure) return;
    const bool many = instances_ > instances_in_each_frame;
    if (many && counted_ != ~std::uint64_t{0} && context.time_secs - counted_secs_ < look_every_secs) return;
    counted_ = structure;
    counted_secs_ = context.time_secs;
    instances_ = ecs::Prefabs(context.world).with_source(own_prefab_ ? own_prefab_ : prefab_).size();
}

bool PrefabMarks::overridden(ecs::ComponentId component, std::uint32_t field) const {
    return std::any_of(of_part_.begin(), of_part_.end(), [&](const ecs::Override& each) {
        return each.kind == ecs::OverrideKind::Field && each.component == component && each.field == field;
    });
}

bool PrefabMarks::added(ecs::ComponentId component) const {
    return std::any_of(of_part_.begin(), of_part_.end(), [&](const ecs::Override& each) {
        return each.kind == ecs::OverrideKind::ComponentAdded && each.component == component;
    });
}

void PrefabMarks::draw_head(const Context& context, ecs::Entity entity) {
    if (own_prefab_) draw_prefab(context, entity);
    if (instance_) draw_instance(context, entity);
}

void PrefabMarks::draw_instance(const Context& context, ecs::Entity entity) const {
    const Style& style = context.style;
    ImGui::PushID("instance");
    draw_prefab_icon(style);
    quiet_text(style, entity == instance_ ? tr("Instance of") : tr("Part of an instance of"));
    ImGui::SameLine(0, style.px(6));
    const float open_width = button_width(tr("Open prefab")), gap = style.px(8);
    entity_link(context, prefab_, std::max(ImGui::GetContentRegionAvail().x - open_width - gap, style.px(40)));
    same_line_if_fits(open_width, gap);
    if (button(tr("Open prefab"), {}, tr("Show only the prefab in the list and in the scene")))
        open_prefab(context, prefab_);
    const std::string list = list_of(context.world, of_instance_);
    ImGui::AlignTextToFramePadding();
    colored_text(of_instance_.empty() ? style.theme->quiet : style.theme->text,
                 count_of_overrides(of_instance_.size()));
    if (!list.empty()) tooltip(list);
    const std::string none = of_instance_.empty() ? tr("Nothing differs from the prefab") : "";
    ImGui::SameLine(0, style.px(12));
    if (button(tr("Revert all"), none, tr("Make the whole instance as its prefab is")))
        request_revert(context, of_instance_);
    same_line_if_fits(button_width(tr("Apply all")), style.px(4));
    if (button(tr("Apply all"), none.empty() ? why_not_apply(context.world, of_instance_) : none,
               phrase("Make {} as this instance is; its other instances follow", name_of_prefab(context, prefab_))))
        request_apply(context, of_instance_);
    ImGui::PopID();
}

void PrefabMarks::draw_prefab(const Context& context, ecs::Entity entity) const {
    const Style& style = context.style;
    ImGui::PushID("prefab");
    draw_prefab_icon(style);
    if (entity == own_prefab_) {
        quiet_text(style, phrase("Prefab with {}", format_count(instances_, "instance", "instances")));
    } else {
        quiet_text(style, tr("Part of the prefab"));
        ImGui::SameLine(0, style.px(6));
        entity_link(context, own_prefab_, std::max(ImGui::GetContentRegionAvail().x, style.px(40)));
    }
    tooltip(tr("What is changed here changes in all instances, except where they differ. No system runs on it"));
    if (button(tr("Place an instance"), {}, tr("Create an instance in the middle of the scene")))
        request_place(context, own_prefab_);
    if (context.selection.opened_prefab() != own_prefab_) {
        same_line_if_fits(button_width(tr("Open prefab")), style.px(4));
        if (button(tr("Open prefab"), {}, tr("Show only the prefab in the list and in the scene")))
            open_prefab(context, own_prefab_);
    }
    ImGui::PopID();
}

void PrefabMarks::draw_bar(const Style& style, ImVec2 at, float height) {
    ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + std::floor(style.px(3)), at.y + height}, style.theme->text);
}

void PrefabMarks::draw_revert(const Context& context, ecs::ComponentId component, std::uint32_t first,
                              std::size_t count, ImVec2 at) const {
    std::vector<ecs::Override> found;
    for (std::uint32_t i = 0; i < count; ++i)
        for (const ecs::Override& each : overrides_of(of_part_, component, first + i)) found.push_back(each);
    if (found.empty()) return;
    const ImVec2 after = ImGui::GetCursorScreenPos();
    ImGui::SetCursorScreenPos(at);
    ImGui::PushID(static_cast<int>(first));
    if (icon_button("##revert", context.style, Icon::Revert, context.style.px(20),
                    phrase("Revert to what {} has", name_of_prefab(context, prefab_))))
        request_revert(context, found);
    ImGui::PopID();
    ImGui::SetCursorScreenPos(after);
}

void PrefabMarks::draw_lost_row(const Context& context, const ecs::Override& found, int id) const {
    const Style& style = context.style;
    const bool lost =
        found.kind == ecs::OverrideKind::ComponentRemoved || found.kind == ecs::OverrideKind::ChildRemoved;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = row_height(style), width = ImGui::GetContentRegionAvail().x, side = style.px(20);
    ImGui::PushID(id);
    compat::begin_overlapped_item();
    invisible_button("##row", {std::max(width, 1.0f), height});
    compat::end_overlapped_item();
    const bool hovered = ImGui::IsItemHovered();
    if (hovered && found.component != ecs::no_component) offer_menu(context, ComponentAt{found.part, found.component});
    tooltip(ecs::describe(context.world, found));
    const ImVec2 after = ImGui::GetCursorScreenPos();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    draw_bar(style, {std::floor(at.x + style.px(21)), at.y}, height);
    const std::string name = ecs::path_of(context.world, found);
    const float left = at.x + style.px(28), right = at.x + width - side - style.px(4);
    const float y = std::floor(at.y + (height - ImGui::GetFontSize()) / 2);
    draw_text_until(list, {left, y}, right, style.theme->quiet, name);
    if (lost) {
        const float end = std::min(left + ImGui::CalcTextSize(name.c_str()).x, right);
        const float middle = std::floor(at.y + height / 2);
        list.AddRectFilled({left, middle}, {end, middle + std::max(1.0f, std::floor(style.px(1)))}, style.theme->quiet);
    }
    ImGui::SetCursorScreenPos({at.x + width - side, std::floor(at.y + (height - side) / 2)});
    if (icon_button("##restore", style, Icon::Revert, side,
                    lost                                     ? phrase("Restore {}, as the prefab has it", name)
                    : found.kind == ecs::OverrideKind::Moved ? phrase("Move {} back", name)
                                                             : phrase("Destroy {}, which was added", name)))
        request_revert(context, {&found, 1});
    ImGui::SetCursorScreenPos(after);
    ImGui::PopID();
}

void PrefabMarks::draw_missing(const Context& context) {
    const auto is_row = [](const ecs::Override& each) {
        return each.kind != ecs::OverrideKind::Field && each.kind != ecs::OverrideKind::ComponentAdded;
    };
    if (std::none_of(of_part_.begin(), of_part_.end(), is_row)) return;
    ImGui::PushID("missing");
    int id = 0;
    for (const ecs::Override& each : of_part_)
        if (++id; is_row(each)) draw_lost_row(context, each, id);
    ImGui::PopID();
}

}  // namespace panels
