#include "panels/lab/lab_six.hpp"

#include <algorithm>

#include "ecs/lab/storages/about.hpp"
#include "panels/base/language.hpp"
#include "panels/base/patterns.hpp"
#include "panels/base/selection.hpp"
#include "panels/lab/lab_bytes.hpp"
#include "panels/lab/lab_map.hpp"
#include "panels/lab/lab_storage_name.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

using namespace ecs::lab;

namespace {

/// Rows are too low for patterns: colour tells what has a value, and shades of grey the rest.
ImU32 color_of(const Style& style, const Scenario& scenario, const Span& span) {
    const Theme& theme = *style.theme;
    const ImU32 component =
        span.type >= 0 ? color_of_type(style, scenario, static_cast<std::size_t>(span.type)) : theme.bar;
    switch (group_of(span.role)) {
        case RoleGroup::Payload:
            return component;
        case RoleGroup::Index:
            return theme.n_id;
        case RoleGroup::Holes:
            return mixed(component, theme.panel, 0.74f);
        case RoleGroup::Spare:
        case RoleGroup::Padding:
            break;
    }
    return theme.raised;
}

std::string name_of_selected(const LabState& state) {
    const Scenario& scenario = *state.runs()->scenario;
    const LabSelection& selection = state.selection;
    if (selection.line) return phrase("what shares a line in {}", std::string(tr(title_of(selection.line->kind))));
    std::string text;
    if (selection.type) text = scenario.types[*selection.type]->name;
    if (selection.entity) text += (text.empty() ? "" : tr(" of ")) + scenario.entity_name(*selection.entity);
    return text;
}

}  // namespace

void show_component_choice(const Context& context, LabState& state) {
    const Style& style = context.style;
    const Scenario& scenario = *state.runs()->scenario;
    for (TypeIndex type = 0; type < scenario.types.size(); ++type) {
        const std::string& name = scenario.types[type]->name;
        const float box = style.px(10), gap = style.px(5), height = ImGui::GetFrameHeight();
        const float width = style.px(6) * 2 + box + gap + ImGui::CalcTextSize(name.c_str()).x;
        if (type > 0) same_line_if_fits(width, style.px(2));
        ImGui::PushID(static_cast<int>(type));
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const bool chosen = state.selection.type == type;
        if (invisible_button("##component", {width, height})) {
            state.selection.line.reset();
            state.selection.type = chosen ? std::nullopt : std::optional(type);
        }
        ImDrawList& list = *ImGui::GetWindowDrawList();
        if (ImGui::IsItemHovered()) state.pointed = {{}, type, {}};
        const bool hovered = state.pointed.type == type;
        if (chosen || hovered)
            list.AddRectFilled(at, {at.x + width, at.y + height},
                               row_color(style.theme_name, row_state(chosen, hovered)),
                               ImGui::GetStyle().FrameRounding);
        const float top = at.y + (height - box) / 2;
        list.AddRectFilled({at.x + style.px(6), top}, {at.x + style.px(6) + box, top + box},
                           color_of_type(style, scenario, type), style.px(2));
        list.AddText({at.x + style.px(6) + box + gap, at.y + (height - ImGui::GetTextLineHeight()) / 2},
                     style.theme->text, name.c_str());
        tooltip(chosen ? tr("Selects no component") : tr("Shows where its values lie, in all six storages"));
        ImGui::PopID();
    }
}

void link_pointed_component(const Context& context, LabState& state) {
    Selection& selection = context.selection;
    if (state.runs() == nullptr || !state.runs()->scenario) return;
    const auto& types = state.runs()->scenario->types;
    const ecs::TypeRegistry& of_world = context.world.types();
    const auto same = [](const ecs::ComponentType& a, const ecs::ComponentType& b) {
        return a.name == b.name && a.size == b.size;
    };
    if (state.pointed.type) {
        const ecs::ComponentType& type = *types[*state.pointed.type];
        for (ecs::ComponentId id = 0; id < of_world.size(); ++id)
            if (same(of_world[id], type)) selection.hovered_component = id;
    } else if (selection.hovered_component < of_world.size() && state.pointed.empty()) {
        for (TypeIndex type = 0; type < types.size(); ++type)
            if (same(*types[type], of_world[selection.hovered_component])) state.pointed.type = type;
    }
}

void show_selected(const Context& context, LabState& state) {
    if (state.selection.empty() || state.runs() == nullptr) return;
    const Style& style = context.style;
    const std::string text = phrase("{} is selected", name_of_selected(state));
    same_line_if_fits(ImGui::CalcTextSize(text.c_str()).x + style.px(30), style.px(16));
    ImGui::AlignTextToFramePadding();
    colored_text(style.theme->text, text);
    ImGui::SameLine();
    if (sign_button("none", style, Sign::Cross, tr("Selects nothing"))) state.selection = {};
}

std::optional<ImVec2> LabSix::place_of(StorageKind kind, Address byte) const {
    for (const DrawnLine& drawn : drawn_lines_)
        if (drawn.kind == kind && byte / line_bytes * line_bytes == drawn.line)
            return ImVec2{drawn.low.x + drawn.cell * (static_cast<float>(byte - drawn.line) + 0.5f), drawn.low.y + 2};
    return std::nullopt;
}

std::optional<ImVec2> LabSix::margin_of(StorageKind kind, Address line) const {
    const auto place = place_of(kind, line);
    if (!place) return std::nullopt;
    return ImVec2{place->x - 6, place->y};
}

void LabSix::draw_line(const Context& context, LabState& state, StorageKind kind, Address line, ImVec2 low,
                       float cell) {
    const Style& style = context.style;
    LabRuns& runs = *state.runs();
    const std::vector<Span>& spans = runs.now(kind).spans;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Address end = line + line_bytes;
    const float height = style.px(6);
    drawn_lines_.push_back({kind, line, low, cell, ImGui::IsRectVisible(low, {low.x + 1, low.y + style.px(6)})});
    const auto area_of = [&](Address from, Address to) {
        return Area{{low.x + static_cast<float>(from - line) * cell, low.y},
                    {low.x + static_cast<float>(to - line) * cell, low.y + height}};
    };
    const bool dimmed = !state.selection.empty(), over_window = ImGui::IsWindowHovered();
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const Span* hovered = nullptr;
    auto span = std::upper_bound(spans.begin(), spans.end(), line,
                                 [](Address at, const Span& each) { return at < each.end(); });
    for (; span != spans.end() && span->at < end; ++span) {
        Area area = area_of(std::max(span->at, line), std::min(span->end(), end));
        if (over_window && area.contains(mouse)) hovered = &*span;
        area.high.x -= std::min(area.width() / 4, style.px(1));  // so that neighbours of one colour are told apart
        const ImU32 color = color_of(style, *runs.scenario, *span);
        list.AddRectFilled(area.low, area.high, dimmed ? mixed(color, style.theme->panel, 0.74f) : color);
    }
    const ByteRanges& found = state.selected(kind).ranges;
    for (auto each = first_behind(found, line); each != found.end() && each->first < end; ++each) {
        Area area = area_of(std::max(each->first, line), std::min(each->second, end));
        area.high.x = std::max(area.high.x, area.low.x + style.px(2));
        const auto of = std::upper_bound(spans.begin(), spans.end(), std::max(each->first, line),
                                         [](Address at, const Span& one) { return at < one.end(); });
        const bool value = of != spans.end() && of->role == Role::Payload;
        list.AddRectFilled(area.low, area.high, value ? color_of(style, *runs.scenario, *of) : style.theme->text);
        outline(list, area, style.theme->accent);
    }
    if (!state.pointed.empty()) {
        const ByteRanges& pointed = state.found_pointed(kind).ranges;
        for (auto each = first_behind(pointed, line); each != pointed.end() && each->first < end; ++each) {
            Area area = area_of(std::max(each->first, line), std::min(each->second, end));
            area.high.x = std::max(area.high.x, area.low.x + style.px(2));
            outline(list, area, style.theme->text);
        }
    }
    const Area margin{{low.x - style.px(10), low.y}, {low.x - style.px(2), low.y + height}};
    const bool chosen = state.selection.line == LabLine{kind, line};
    if (chosen || (over_window && margin.contains(mouse)))
        list.AddRectFilled(margin.low, margin.high, chosen ? style.theme->accent : style.theme->edge);
    if (over_window && margin.contains(mouse)) {
        tooltip_over(margin, tr("Selects what shares this cache line, in all six storages"));
        if (ImGui::IsMouseClicked(0)) state.selection = {{}, {}, LabLine{kind, line}};
    }
    if (hovered == nullptr) return;
    describe_span(context, runs.run(kind), *hovered, hovered->at,
                  area_of(std::max(hovered->at, line), std::min(hovered->end(), end)));
    if (ImGui::IsMouseClicked(0))
        if (const auto entity = owner_of(runs.run(kind), *hovered)) state.selection = {entity, {}, {}};
}

void LabSix::show_storage(const Context& context, LabState& state, StorageKind kind, ImVec2 size) {
    const Style& style = context.style;
    LabRuns& runs = *state.runs();
    const LabMoment& moment = runs.now(kind);
    ImGui::BeginGroup();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float heading = ImGui::GetTextLineHeight() * 2 + style.px(6);
    if (selectable("##storage", state.kind == kind, 0, {size.x - style.px(12), heading})) state.kind = kind;
    tooltip(tr(about_of(kind)));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float right = at.x + size.x - style.px(14);
    draw_storage_name(style, list, at, right, kind);
    const LabFound& found = state.selected(kind);
    const bool none = state.selection.empty();
    const Account& account = runs.board[static_cast<std::size_t>(kind)].account;
    draw_text_until(list, {at.x, at.y + ImGui::GetTextLineHeight() + style.px(2)}, right,
                    none ? style.theme->quiet : style.theme->text,
                    none ? phrase("{} in {}", format_bytes(account.allocated), format_count(account.blocks, "block"))
                         : found_text(found));
    ImGui::BeginChild("map", {size.x - style.px(12), size.y - heading - style.px(8)});
    const float row_height = style.px(7), margin = style.px(12);
    const float cell =
        std::max((ImGui::GetContentRegionAvail().x - margin - style.px(14)) / static_cast<float>(line_bytes), 0.5f);
    if (scrolls_ && !found.ranges.empty()) {
        const std::size_t row = moment.row_of(found.ranges.front().first).value_or(0);
        ImGui::SetScrollY(std::max(0.0f, static_cast<float>(row) * row_height - ImGui::GetWindowHeight() / 3));
    }
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(moment.first_rows.back()), row_height);
    while (clipper.Step()) {
        std::size_t block = moment.block_of_row(static_cast<std::size_t>(clipper.DisplayStart));
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
            const auto row = static_cast<std::size_t>(i);
            if (block + 1 < moment.first_rows.size() && row == moment.first_rows[block + 1]) ++block;
            ++drawn_rows_;
            const ImVec2 low = ImGui::GetCursorScreenPos();
            ImGui::Dummy({margin + cell * static_cast<float>(line_bytes), row_height});
            if (row != moment.first_rows[block])  // whose row is the gap before a block
                draw_line(context, state, kind, moment.line_of_row(block, row), {low.x + margin, low.y}, cell);
        }
    }
    ImGui::PopStyleVar();
    ImGui::EndChild();
    ImGui::EndGroup();
}

LabSix::LabSix()
    : LabView({.word = "six",
               .label = tr_later("All six"),
               .hint = tr_later("Where each of the six keeps the same values: select one and see"),
               .shows_bytes = true}) {}

/// Before anything is drawn, from the places of the last frame: storages that are drawn first mark it, too.
void LabSix::find_pointed(LabState& state) const {
    if (!ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows)) return;
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    LabRuns& runs = *state.runs();
    for (const DrawnLine& drawn : drawn_lines_) {
        const float x = mouse.x - drawn.low.x, y = mouse.y - drawn.low.y;
        if (!drawn.whole || x < 0 || y < 0 || y >= line_high_ || x >= drawn.cell * static_cast<float>(line_bytes))
            continue;
        const Address byte = drawn.line + static_cast<Address>(x / drawn.cell);
        const LabSelection here = pointed_of(runs.run(drawn.kind), runs.now(drawn.kind).spans, byte);
        if (!here.empty()) state.pointed = here;
        return;
    }
}

void LabSix::show(const Context& context, LabState& state) {
    const Style& style = context.style;
    find_pointed(state);
    line_high_ = style.px(6);
    drawn_rows_ = 0;
    drawn_lines_.clear();
    show_component_choice(context, state);
    show_selected(context, state);
    same_line_if_fits(badge_width(style, Badge::Exact), style.px(16));
    badge_beside_frame(style, Badge::Exact,
                       tr("Each storage's own word about its bytes; one row is a cache line of 64 bytes"));
    scrolls_ = followed_ != state.selection || revision_ != state.runs()->revision;
    followed_ = state.selection;
    revision_ = state.runs()->revision;
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const int columns = room.x >= style.px(1200) ? 6 : 3, rows = 6 / columns;
    const ImVec2 size{room.x / static_cast<float>(columns),
                      std::max(room.y / static_cast<float>(rows) - style.px(2), style.px(90))};
    for (std::size_t i = 0; i < storage_kinds.size(); ++i) {
        if (i % static_cast<std::size_t>(columns) != 0) ImGui::SameLine(0, 0);
        ImGui::PushID(static_cast<int>(i));
        show_storage(context, state, storage_kinds[i], size);
        ImGui::PopID();
    }
}

}  // namespace panels
