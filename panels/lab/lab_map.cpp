#include "panels/lab/lab_map.hpp"

#include <algorithm>
#include <array>

#include "figures/drawing/value_text.hpp"
#include "panels/base/language.hpp"
#include "panels/lab/lab_bytes.hpp"
#include "panels/lab/lab_empty.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

using namespace ecs::lab;

std::optional<std::uint64_t> owner_of(const ScenarioRun& run, const Span& span) {
    if (span.role != Role::Payload && span.handle == 0) return std::nullopt;
    return run.entity_of({span.handle});
}

LabSelection pointed_of(const ScenarioRun& run, const std::vector<Span>& spans, Address byte) {
    const auto span = std::upper_bound(spans.begin(), spans.end(), byte,
                                       [](Address at, const Span& each) { return at < each.end(); });
    if (span == spans.end() || span->at > byte) return {};
    LabSelection pointed{owner_of(run, *span), {}, {}};
    if (pointed.entity && span->role == Role::Payload && span->type >= 0)
        pointed.type = static_cast<TypeIndex>(span->type);
    return pointed;
}

namespace {

std::string owner_name(const ScenarioRun& run, const Span& span) {
    const auto entity = owner_of(run, span);
    return entity ? run.scenario().entity_name(*entity) : std::string();
}

}  // namespace

void describe_span(const Context& context, const ScenarioRun& run, const Span& span, Address byte, const Area& area) {
    const Tooltip shown(area);
    if (!shown) return;
    std::string what(tr(name_of(span.role)));
    const ecs::ComponentType* type =
        span.type >= 0 ? run.scenario().types[static_cast<std::size_t>(span.type)] : nullptr;
    if (type != nullptr) what += " · " + type->name;
    if (const std::string owner = owner_name(run, span); !owner.empty()) what += phrase(" of {}", owner);
    colored_text(context.style.theme->text, what);
    mono_text(context.style, hex_text(span.at) + ", " + format_bytes_exact(span.bytes), context.style.theme->quiet);
    if (span.role == Role::Payload && type != nullptr && span.bytes == type->size) {
        const std::byte* value = run.arena().at(span.at);
        for (const ecs::Field& field : type->fields)
            mono_text(context.style, field.name + "  " + figures::field_text(context.world, field, value));
    } else {
        mono_text(context.style, phrase("byte {}  {}", hex_text(byte), hex_text(std::span(run.arena().at(byte), 1))));
    }
}

std::optional<ImVec2> LabMap::place_of(Address byte) const {
    for (const auto& [line, low] : drawn_lines_)
        if (byte / line_bytes * line_bytes == line)
            return ImVec2{low.x + cell_size_.x * (static_cast<float>(byte - line) + 0.5f), low.y + cell_size_.y / 2};
    return std::nullopt;
}

/// Before anything is drawn, from the places of the last frame.
void LabMap::find_pointed(LabState& state, const std::vector<Span>& spans) const {
    // Who is to find the bytes of a value must not be shown them.
    if (picks || !ImGui::IsWindowHovered()) return;
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    for (const auto& [line, low] : drawn_lines_) {
        const float x = mouse.x - low.x, y = mouse.y - low.y;
        if (x < 0 || y < 0 || y >= cell_size_.y || x >= cell_size_.x * static_cast<float>(line_bytes)) continue;
        const LabSelection here =
            pointed_of(state.runs()->run(state.kind), spans, line + static_cast<Address>(x / cell_size_.x));
        if (!here.empty()) state.pointed = here;
        return;
    }
}

void LabMap::draw_line(const Context& context, LabState& state, const std::vector<Span>& spans,
                       const ByteRanges& changed, Address line, ImVec2 low, float cell, float height) {
    const Style& style = context.style;
    const ScenarioRun& run = state.runs()->run(state.kind);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Address end = line + line_bytes;
    drawn_lines_.emplace_back(line, low);
    cell_size_ = {cell, height - style.px(2)};
    const auto area_of = [&](Address from, Address to) {
        return Area{{low.x + static_cast<float>(from - line) * cell, low.y},
                    {low.x + static_cast<float>(to - line) * cell, low.y + height - style.px(2)}};
    };
    // Bytes that no span tells of: in the midst of an operation the storage has not taken them over yet.
    list.AddRect(area_of(line, end).low, area_of(line, end).high, style.theme->line);
    auto span =
        std::upper_bound(spans.begin(), spans.end(), line, [](Address at, const Span& each) { return at < each.at; });
    if (span != spans.begin()) --span;
    const Span* hovered = nullptr;
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const bool over_window = ImGui::IsWindowHovered();
    std::array<ImU32, line_bytes> inks;  // of the digits, by byte
    inks.fill(style.theme->text);
    for (; span != spans.end() && span->at < end; ++span) {
        if (span->end() <= line) continue;
        const Area area = area_of(std::max(span->at, line), std::min(span->end(), end));
        draw_role(style, list, area, run.scenario(), span->role, span->type);
        outline(list, area, style.theme->panel);
        if (const ImU32 ground = color_of_role(style, run.scenario(), span->role, span->type))
            for (Address byte = std::max(span->at, line); byte < std::min(span->end(), end); ++byte)
                inks[byte - line] = text_on(ground);
        if (picks && span->role == Role::Payload && span->at >= line) {
            // Whoever has to click a value should not have to look for whose it is.
            const std::string owner = owner_name(run, *span);
            const ImVec2 size = ImGui::CalcTextSize(owner.c_str());
            if (size.x < area.width() - style.px(2))
                list.AddText({area.middle().x - size.x / 2, area.middle().y - size.y / 2}, inks[span->at - line],
                             owner.c_str());
        }
        if (over_window && area.contains(mouse)) hovered = &*span;
    }
    if (cell >= style.px(15) && !picks) {
        static constexpr char digits[] = "0123456789abcdef";
        ImFont* const font = style.mono_small;
        for (Address byte = line; byte < end; ++byte) {
            const unsigned value = std::to_integer<unsigned>(*run.arena().at(byte));
            const char text[3]{digits[value >> 4], digits[value & 15], 0};
            const ImVec2 at{area_of(byte, byte + 1).low.x + style.px(1), low.y + style.px(2)};
            list.AddText(font, compat::size_of(font), at, inks[byte - line], text);
        }
    }
    for (auto range = first_behind(changed, line); range != changed.end() && range->first < end; ++range)
        underline(list, area_of(std::max(range->first, line), std::min(range->second, end)), style.theme->warn,
                  style.px(2));
    const auto outline_part = [&](const auto& part, float width) {
        outline(list, area_of(std::max(part.first, line), std::min(part.second, end)), style.theme->text, width);
    };
    const ByteRanges& selected = state.selected(state.kind).ranges;
    for (auto each = first_behind(selected, line); each != selected.end() && each->first < end; ++each)
        outline_part(*each, style.px(2));
    if (!picks && !state.pointed.empty()) {
        const ByteRanges& pointed = state.found_pointed(state.kind).ranges;
        for (auto each = first_behind(pointed, line); each != pointed.end() && each->first < end; ++each)
            outline_part(*each, style.px(1));
    }
    for (const auto& part : marked)  // in the order of the clicks
        if (part.first < end && line < part.second) outline_part(part, style.px(3));
    const bool over_line = over_window && area_of(line, end).contains(mouse);
    const Address byte = line + static_cast<Address>(std::max(mouse.x - low.x, 0.0f) / cell);
    if (picks && over_line && ImGui::IsMouseClicked(0)) clicked_ = std::min(byte, end - 1);
    if (hovered == nullptr) return;
    describe_span(context, run, *hovered, std::min(byte, end - 1),
                  area_of(std::max(hovered->at, line), std::min(hovered->end(), end)));
    if (!picks && ImGui::IsMouseClicked(0))
        if (const auto entity = owner_of(run, *hovered)) state.selection = {entity, {}, {}};
}

void LabMap::show(const Context& context, LabState& state, const ByteRanges& changed) {
    const Style& style = context.style;
    const LabMoment& moment = state.runs()->now(state.kind);
    all_rows_ = moment.first_rows.back();
    drawn_rows_ = 0;
    clicked_.reset();
    ImGui::BeginChild("map");
    find_pointed(state, moment.spans);
    drawn_lines_.clear();
    if (moment.blocks.empty()) {
        empty_until_next_step(style, state, tr("Nothing is allocated yet"),
                              tr("The role of each byte is shown here, once a step allocated some"));
        ImGui::EndChild();
        return;
    }
    const float height = style.px(18), label = style.px(78);
    const float cell =
        std::max((ImGui::GetContentRegionAvail().x - label - style.px(16)) / static_cast<float>(line_bytes), 2.0f);
    if (const auto row = revealed_ ? moment.row_of(*revealed_) : std::nullopt) {
        const float top = static_cast<float>(*row) * height, room = ImGui::GetWindowHeight();
        if (top < ImGui::GetScrollY() || top + height > ImGui::GetScrollY() + room)
            ImGui::SetScrollY(std::max(top - room / 2, 0.0f));
    }
    revealed_.reset();
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(all_rows_), height);
    while (clipper.Step()) {
        std::size_t block = moment.block_of_row(static_cast<std::size_t>(clipper.DisplayStart));
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
            const auto row = static_cast<std::size_t>(i);
            if (block + 1 < moment.first_rows.size() && row == moment.first_rows[block + 1]) ++block;
            ++drawn_rows_;
            const ImVec2 at = ImGui::GetCursorScreenPos();
            ImGui::Dummy({label + cell * static_cast<float>(line_bytes), height - ImGui::GetStyle().ItemSpacing.y});
            ImDrawList& list = *ImGui::GetWindowDrawList();
            if (row == moment.first_rows[block]) {
                const std::string text =
                    std::string(tr(moment.blocks[block].what)) + tr(", ") + format_bytes(moment.blocks[block].bytes);
                list.AddText({at.x, at.y + style.px(2)}, style.theme->quiet, text.c_str());
                continue;
            }
            const Address line = moment.line_of_row(block, row);
            const bool page = line % page_bytes == 0;
            list.AddText(style.mono_small, compat::size_of(style.mono_small), {at.x, at.y + style.px(2)},
                         page ? style.theme->text : style.theme->quiet, hex_text(line).c_str());
            draw_line(context, state, moment.spans, changed, line, {at.x + label, at.y}, cell, height);
        }
    }
    ImGui::EndChild();
}

}  // namespace panels
