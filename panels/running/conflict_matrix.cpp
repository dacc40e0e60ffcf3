#include "panels/running/conflict_matrix.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "panels/base/format.hpp"
#include "panels/base/language.hpp"
#include "panels/base/pointed_at.hpp"
#include "panels/stops/system_mark.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

constexpr float cell_px = 20;  // nothing smaller can be hit
constexpr float most_name_px = 150, number_px = 28;
constexpr float words_px = 220;  // less wraps too often

std::string words_of_conflict(const ecs::World& world, const ScheduleModel& model, const SystemConflict& conflict) {
    std::string words;
    const std::string &first = model.nodes()[conflict.first].name, &second = model.nodes()[conflict.second].name;
    for (const SystemConflict::Over& over : conflict.over) {
        if (over.component >= world.types().size()) continue;
        const std::string component(short_name(world.types()[over.component].name));
        if (!words.empty()) words += "; ";
        if (over.first_writes && over.second_writes)
            words += phrase("both write {}", component);
        else
            words += phrase("{} writes {}, which {} reads", over.first_writes ? first : second, component,
                            over.first_writes ? second : first);
    }
    return words;
}

/// The first component fills the field: whole when both write it, else its lower half.
void draw_conflict(const Context& context, const SystemConflict& conflict, ImDrawList& list, ImVec2 low, float side) {
    const SystemConflict::Over& over = conflict.over.front();
    const float inset = std::floor(side * 0.2f);
    const ImVec2 inner_low{low.x + inset, low.y + inset}, inner_high{low.x + side - inset, low.y + side - inset};
    const ImU32 tone = context.style.color_of(over.component);
    const bool both = over.first_writes && over.second_writes;
    if (both)
        list.AddRectFilled(inner_low, inner_high, tone);
    else
        list.AddRectFilled({inner_low.x, std::floor((inner_low.y + inner_high.y) / 2)}, inner_high, tone);
    compat::add_rect(list, inner_low, inner_high, tone);
    if (conflict.over.size() > 1) {
        const float dot = std::max(2.0f, std::floor(side * 0.15f));
        list.AddRectFilled({inner_high.x - dot, inner_low.y}, {inner_high.x + dot, inner_low.y + 2 * dot},
                           context.style.theme->text);
    }
}

}  // namespace

void ConflictMatrix::draw(const Context& context, const ScheduleModel& model, OrderChecks& checks) {
    const Style& style = context.style;
    float names = 0;
    for (const ScheduleModel::Node& node : model.nodes())
        names = std::max(names, ImGui::CalcTextSize(node.name.c_str()).x);
    const float left = std::floor(std::min(names, style.px(most_name_px)) + style.px(number_px) + style.px(12));
    const float wide = left + std::floor(style.px(cell_px)) * static_cast<float>(model.nodes().size()) +
                       ImGui::GetStyle().ScrollbarSize + style.px(4);
    const ImVec2 room = ImGui::GetContentRegionAvail();
    // The words stand where the room is.
    if (room.x - wide >= style.px(words_px)) {
        draw_fields(context, model, checks, {wide, room.y}, left);
        ImGui::SameLine(0, style.px(12));
        if (ImGui::BeginChild("chosen", {0, room.y}, false, ImGuiWindowFlags_NoScrollbar))
            draw_chosen(context, model, checks, true);
        ImGui::EndChild();
        return;
    }
    const float below = std::floor(ImGui::GetTextLineHeight() * 2 + style.px(34));
    draw_fields(context, model, checks, {0, std::max(room.y - below, style.px(60))}, left);
    ImGui::Separator();
    draw_chosen(context, model, checks, false);
}

void ConflictMatrix::draw_fields(const Context& context, const ScheduleModel& model, const OrderChecks& checks,
                                 ImVec2 size, float left) {
    const Style& style = context.style;
    const auto& nodes = model.nodes();
    const float side = std::floor(style.px(cell_px));
    const float numbers = std::floor(style.px(number_px));
    const float count = static_cast<float>(nodes.size());
    hovered_.reset();
    Area hovered_field;
    if (!compat::begin_child("matrix", size, false, ImGuiWindowFlags_HorizontalScrollbar)) return ImGui::EndChild();
    const ImVec2 origin = ImGui::GetCursorScreenPos();  // moves with scrolling
    ImGui::Dummy({left + side * count, side * (count + 1)});
    const ImVec2 window = ImGui::GetWindowPos();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 clip_low = list.GetClipRectMin(), clip_high = list.GetClipRectMax();
    const ImVec2 fields{origin.x + left, origin.y + side};  // of the first field
    const float fixed_x = std::floor(window.x + left), fixed_y = std::floor(window.y + side);
    const auto first_seen = [&](float from, float begin) {
        return static_cast<std::size_t>(std::max(0.0f, std::floor((from - begin) / side)));
    };
    const std::size_t first_row = first_seen(fixed_y, fields.y), first_column = first_seen(fixed_x, fields.x);
    const auto last_seen = [&](float to, float begin) {
        return std::min(nodes.size(), static_cast<std::size_t>(std::max(0.0f, std::ceil((to - begin) / side))));
    };
    const std::size_t end_row = last_seen(clip_high.y, fields.y), end_column = last_seen(clip_high.x, fields.x);
    const ImVec2 mouse = ImGui::GetMousePos();
    const bool over = ImGui::IsWindowHovered() && mouse.x >= fixed_x && mouse.y >= fixed_y;
    list.PushClipRect({fixed_x, fixed_y}, clip_high, true);
    for (std::size_t row = first_row; row < end_row; ++row) {
        for (std::size_t column = first_column; column < end_column; ++column) {
            const ImVec2 low{fields.x + side * static_cast<float>(column), fields.y + side * static_cast<float>(row)};
            const ImVec2 high{low.x + side, low.y + side};
            const Pair pair{std::min(row, column), std::max(row, column)};
            const bool same_stage =
                nodes[row].enabled && nodes[column].enabled && nodes[row].stage == nodes[column].stage;
            if (row == column)
                list.AddRectFilled(low, high, style.theme->raised);
            else if (same_stage)
                list.AddRectFilled(low, high, style.theme->well);
            const bool here =
                over && row != column && mouse.x >= low.x && mouse.x < high.x && mouse.y >= low.y && mouse.y < high.y;
            if (here) {
                hovered_ = pair;
                hovered_field = {low, high};
            }
            if (here || (chosen_ && *chosen_ == pair && row != column))
                list.AddRectFilled(low, high, here ? style.theme->hover : style.theme->sel);
            if (row == column) continue;
            if (const SystemConflict* conflict = model.conflict(row, column))
                draw_conflict(context, *conflict, list, low, side);
            if (const ecs::OrderEffect* effect = checks.of(nodes[pair.first].name, nodes[pair.second].name)) {
                using Verdict = ecs::OrderEffect::Verdict;
                const float icon = std::floor(style.px(11));
                const ImVec2 at{std::floor(low.x + (side - icon) / 2), std::floor(low.y + (side - icon) / 2)};
                list.AddRectFilled({at.x - 1, at.y - 1}, {at.x + icon + 1, at.y + icon + 1}, style.theme->panel,
                                   style.px(2));
                if (effect->verdict == Verdict::Differs) draw_icon(list, Icon::Warning, at, icon, style.theme->warn);
                if (effect->verdict == Verdict::Same) draw_icon(list, Icon::Check, at, icon, style.theme->good);
                if (effect->verdict == Verdict::Unknown) draw_icon(list, Icon::Minus, at, icon, style.theme->quiet);
            }
        }
    }
    const float end_x = fields.x + side * count, end_y = fields.y + side * count;
    for (std::size_t i = 1; i < nodes.size(); ++i) {
        const bool new_phase = nodes[i].phase != nodes[i - 1].phase;
        const bool new_stage = new_phase || nodes[i].stage != nodes[i - 1].stage;
        const float x = fields.x + side * static_cast<float>(i), y = fields.y + side * static_cast<float>(i);
        const ImU32 color = new_phase ? style.theme->quiet : new_stage ? style.theme->edge : style.theme->line;
        list.AddLine({x, fields.y}, {x, end_y}, color);
        list.AddLine({fields.x, y}, {end_x, y}, color);
    }
    list.PopClipRect();
    // Names and numbers stay in view.
    const std::size_t none = nodes.size();
    const std::size_t hovered_a = hovered_ ? hovered_->first : none, hovered_b = hovered_ ? hovered_->second : none;
    const auto color_of = [&](std::size_t i) {
        if (i == hovered_a || i == hovered_b) return style.theme->text;
        return nodes[i].enabled ? mixed(style.theme->quiet, style.theme->text, 0.6f) : style.theme->quiet;
    };
    const float text_y = std::floor((side - ImGui::GetTextLineHeight()) / 2);
    list.PushClipRect({clip_low.x, fixed_y}, {fixed_x, clip_high.y}, true);
    for (std::size_t row = first_row; row < end_row; ++row) {
        const float y = fields.y + side * static_cast<float>(row) + text_y;
        const SystemMark mark = mark_of(context, nodes[row].name);
        const float marked_px =
            draw_system_mark(list, style, {window.x, std::floor(y + ImGui::GetTextLineHeight() / 2)}, mark);
        draw_text_until(list, {window.x + marked_px, y}, fixed_x - numbers - style.px(4), color_of(row),
                        nodes[row].name);
        const std::string number = std::to_string(row + 1);
        list.AddText({fixed_x - style.px(6) - ImGui::CalcTextSize(number.c_str()).x, y}, style.theme->quiet,
                     number.c_str());
    }
    list.PopClipRect();
    list.PushClipRect({fixed_x, clip_low.y}, {clip_high.x, fixed_y}, true);
    for (std::size_t column = first_column; column < end_column; ++column) {
        const compat::FontScope font(style.small);
        const std::string number = std::to_string(column + 1);
        const float x = fields.x + side * static_cast<float>(column);
        list.AddText({std::floor(x + (side - ImGui::CalcTextSize(number.c_str()).x) / 2), window.y + text_y},
                     color_of(column), number.c_str());
    }
    list.PopClipRect();
    if (hovered_ && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) chosen_ = hovered_;
    if (hovered_) {
        const SystemConflict* const conflict = model.conflict(hovered_->first, hovered_->second);
        const std::string &first = nodes[hovered_->first].name, &second = nodes[hovered_->second].name;
        std::string hint = phrase("{} and {}", first, second);
        if (conflict != nullptr)
            hint += "\n" + words_of_conflict(context.world, model, *conflict);
        else if (nodes[hovered_->first].parallel && nodes[hovered_->second].parallel)
            hint += tr("\nThey do not conflict");
        else
            hint += tr("\nNo conflict is declared, but one of them always runs alone");
        if (model.asked(hovered_->first, hovered_->second)) hint += "\n" + phrase("{} asked to run first", first);
        if (const ecs::OrderEffect* effect = checks.of(first, second))
            hint += "\n" + sentence_of(context.world, *effect);
        tooltip_over(hovered_field, hint);
    }
    ImGui::EndChild();
}

/// What the chosen field is about, in words, and the button that checks the order. `beside` the fields there is room
/// for lines, below them only for two.
void ConflictMatrix::draw_chosen(const Context& context, const ScheduleModel& model, OrderChecks& checks, bool beside) {
    const Style& style = context.style;
    const auto line = [&](ImU32 color, const std::string& text) {
        beside ? wrapped_text(color, text) : clipped_line(color, text);
    };
    if (!chosen_ || chosen_->second >= model.nodes().size())
        return line(style.theme->quiet,
                    tr("Choose a field to see what two systems conflict over, and to check their order"));
    const ScheduleModel::Node &first = model.nodes()[chosen_->first], &second = model.nodes()[chosen_->second];
    const std::string why_not = context.schedule.within_tick()
                                    ? std::string(tr("A tick is halfway through; finish it first"))
                                    : ecs::why_not_swap(context.schedule, first.name, second.name);
    if (button(tr("Does their order matter?"), why_not,
               tr("Runs the present tick in both orders and compares. The world stays as it is")))
        checks.ask(OrderChecks::Pair{first.name, second.name});
    if (!beside) {
        ImGui::SameLine();
        ImGui::AlignTextToFramePadding();
    }
    const SystemConflict* const conflict = model.conflict(chosen_->first, chosen_->second);
    const std::string pair = phrase("{} and {}", first.name, second.name);
    line(style.theme->text,
         pair + ": " +
             (conflict ? words_of_conflict(context.world, model, *conflict) : std::string(tr("they do not conflict"))));
    const ecs::OrderEffect* const effect = checks.of(first.name, second.name);
    if (effect == nullptr) return;
    const bool differs = effect->verdict == ecs::OrderEffect::Verdict::Differs;
    const std::string words = sentence_of(context.world, *effect);
    line(differs ? style.theme->warn : style.theme->quiet, words);
    if (differs && effect->entity && ImGui::IsItemClicked() && context.world.alive(effect->entity))
        context.selection.select(effect->entity);
    if (tooltip_due()) tooltip(words + (differs && effect->entity ? tr("\nClick to select the entity") : ""));
}

}  // namespace panels
