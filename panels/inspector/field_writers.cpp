#include "panels/inspector/field_writers.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <utility>

#include "panels/base/language.hpp"
#include "panels/base/timeline_request.hpp"
#include "panels/inspector/shown_value.hpp"
#include "panels/watch/recording.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

constexpr std::size_t most_lines = 6, most_read = 400, most_places = 64;

/// The value of a record as the inspector shows it, with so many decimals more.
std::string recorded_text(const ecs::World& world, const ecs::Field& field, std::span<const std::byte> bytes, bool cut,
                          int more_decimals) {
    if (field.kind == ecs::FieldKind::String) {
        const std::string_view letters(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        return "\"" + one_line(letters, 40) + (cut && letters.size() <= 40 ? "…" : "") + "\"";
    }
    alignas(16) std::array<std::byte, 64> value{};
    if (bytes.size() > value.size()) return format_bytes(bytes.size());
    std::memcpy(value.data(), bytes.data(), bytes.size());
    ecs::Field one = field;
    one.offset = 0;
    one.count = 1;
    return shown_value(world, one, value.data(), more_decimals);
}

/// The places of all values of a field; of many, the first.
void add_places(const ecs::Field& field, std::uint32_t start, std::vector<std::uint32_t>& places) {
    for (std::uint32_t i = 0; i < field.count && places.size() < most_places; ++i) {
        const std::uint32_t at = start + field.offset + i * field.element_size;
        if (field.kind != ecs::FieldKind::Struct) {
            places.push_back(at);
            continue;
        }
        for (const ecs::Field& member : field.fields) add_places(member, at, places);
    }
}

/// Whether a write of one of the field's values is kept.
bool any_record(const ecs::FieldRecorder& records, ecs::Entity entity, ecs::ComponentId component,
                const ecs::Field& field, std::uint32_t start) {
    bool any = false;
    for (std::uint32_t i = 0; i < std::min<std::uint32_t>(field.count, most_places) && !any; ++i) {
        const std::uint32_t at = start + field.offset + i * field.element_size;
        if (field.kind == ecs::FieldKind::Struct)
            for (const ecs::Field& member : field.fields) any |= any_record(records, entity, component, member, at);
        else
            records.each_of(entity, component, at, [&](const ecs::FieldRecord&) { return !(any = true); });
    }
    return any;
}

/// Whether the entity has the value that the record says.
bool is_value_of(const ecs::World& world, ecs::Entity entity, ecs::ComponentId component, const ecs::Field& field,
                 std::uint32_t offset, const ecs::FieldRecord& record) {
    const auto* const present =
        world.alive(entity) ? static_cast<const std::byte*>(world.get(entity, component)) : nullptr;
    if (present == nullptr) return true;
    if (field.kind != ecs::FieldKind::String)
        return std::memcmp(present + offset, record.after.data(), record.after.size()) == 0;
    const std::string_view letters(reinterpret_cast<const char*>(record.after.data()), record.after.size());
    const auto& text = *reinterpret_cast<const std::string*>(present + offset);
    return record.cut ? text.starts_with(letters) : text == letters;
}

}  // namespace

std::vector<WriterLine> last_writers(const ecs::World& world, const Recording& recording, ecs::Entity entity,
                                     ecs::ComponentId component, std::span<const ecs::Field> fields) {
    const ecs::ComponentType& type = world.types()[component];
    std::vector<std::uint32_t> places{ecs::whole_component};
    for (const ecs::Field& field : fields) add_places(field, 0, places);
    std::vector<WriterLine> lines;
    for (const std::uint32_t place : places) {
        const ecs::FieldPlace value = place == ecs::whole_component ? ecs::FieldPlace() : ecs::field_at(type, place);
        std::size_t read = 0, of_this = 0, runs = 0;
        bool newest = value.field != nullptr;
        std::string what;
        if (value.field != nullptr && places.size() > 2) {
            const std::size_t dot = value.path.rfind('.');
            what = fields.size() > 1 && dot != std::string::npos ? value.path.substr(dot + 1) : value.path;
        }
        recording.records().each_of(entity, component, place, [&](const ecs::FieldRecord& record) {
            if (record.tick > world.tick()) return true;  // not yet, where the world stands
            if (std::exchange(newest, false) && !is_value_of(world, entity, component, *value.field, place, record))
                lines.push_back({.tick = world.tick(),
                                 .number = record.number,
                                 .kind = ecs::WriterKind::Direct,
                                 .writer = {},
                                 .what = what,
                                 .before = {},
                                 .after = {},
                                 .note = tr("not recorded"),
                                 .gap = true});
            const bool same =
                runs > 0 && lines.back().kind == record.writer.kind && lines.back().writer == record.writer.name;
            of_this = same ? of_this + 1 : 1;
            runs += same ? 0 : 1;
            // Two of the newest writer, one of each before.
            if (of_this > (runs == 1 ? 2u : 1u)) {
                ++lines.back().more;
                return ++read < most_read;
            }
            WriterLine line{.tick = record.tick,
                            .number = record.number,
                            .kind = record.writer.kind,
                            .writer = std::string(record.writer.name),
                            .what = what,
                            .before = {},
                            .after = {},
                            .note = {}};
            if (value.field == nullptr) {
                line.note = record.kind == ecs::RecordKind::Added ? tr("added") : tr("removed");
            } else {
                // A small change is not shown as none.
                for (int more = 0; more <= 6 && line.before == line.after; ++more) {
                    line.before = recorded_text(world, *value.field, record.before, record.cut, more);
                    line.after = recorded_text(world, *value.field, record.after, record.cut, more);
                }
            }
            lines.push_back(std::move(line));
            return runs <= most_lines && ++read < most_read;
        });
    }
    std::stable_sort(lines.begin(), lines.end(),
                     [](const WriterLine& a, const WriterLine& b) { return a.number > b.number; });
    if (lines.size() > most_lines) lines.resize(most_lines);
    return lines;
}

std::string name_of_writer(ecs::WriterKind kind, std::string_view name) {
    switch (kind) {
        case ecs::WriterKind::BySystem:
        case ecs::WriterKind::ByHook:
            return std::string(name);
        case ecs::WriterKind::ByStep:
            return tr("you");
        case ecs::WriterKind::ByUndo:
            return tr("you, undone");
        case ecs::WriterKind::ByRedo:
            return tr("you, again");
        case ecs::WriterKind::Direct:
            break;
    }
    return name.empty() ? std::string(tr("direct call")) : std::string(name);
}

void draw_writer_icon(ImDrawList& list, const Style& style, ecs::WriterKind kind, ImVec2 low, float size, ImU32 color) {
    (void)style;
    const Icon icon = kind == ecs::WriterKind::BySystem ? Icon::System
                      : kind == ecs::WriterKind::ByUndo ? Icon::Undo
                      : kind == ecs::WriterKind::ByRedo ? Icon::Redo
                      : kind == ecs::WriterKind::ByStep ? Icon::Select
                      : kind == ecs::WriterKind::ByHook ? Icon::Eye
                                                        : Icon::Reference;
    draw_icon(list, icon, low, size, color);
}

float FieldWriters::room(const Context& context) {
    return context.recording == nullptr ? 0 : std::floor(context.style.px(24));
}

void FieldWriters::draw(const Context& context, ecs::Entity entity, const ecs::ComponentType& type,
                        std::span<const ecs::Field> fields, const Area& row) {
    if (context.recording == nullptr || fields.empty() || !ecs::can_record(type)) return;
    const Style& style = context.style;
    const Key key{type.id, static_cast<std::uint32_t>(&fields.front() - type.fields.data())};
    const bool open = open_.contains(key);
    const ImVec2 after = ImGui::GetCursorScreenPos();
    const float side = std::floor(style.px(20));
    ImGui::PushID(static_cast<int>(key.second));
    ImGui::SetCursorScreenPos({row.high.x - side, row.low.y});
    const bool clicked = invisible_button("##writers", {side, side}, compat::button_reached_by_keys);
    const bool over = ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(row.low, row.high);
    const bool focused = ImGui::IsItemFocused() && ImGui::GetIO().NavVisible;
    const bool hovered = ImGui::IsItemHovered();
    // Dim where there is something to see, so that nobody has to look for it with the mouse.
    const bool pointed = open || over || focused;
    if (pointed || std::any_of(fields.begin(), fields.end(), [&](const ecs::Field& field) {
            return any_record(context.recording->records(), entity, type.id, field, 0);
        }))
        draw_icon(*ImGui::GetWindowDrawList(), Icon::Clock, {row.high.x - style.px(18), row.low.y + style.px(2)},
                  style.px(16),
                  open || hovered ? style.theme->text
                  : pointed       ? style.theme->quiet
                                  : style.theme->faint);
    tooltip(open ? tr("Hide who wrote this") : tr("Who wrote this, and what it was before"));
    if (clicked) {
        if (open)
            open_.erase(key);
        else
            open_.insert(key);
    }
    ImGui::SetCursorScreenPos(after);
    if (open) {
        auto known = std::find_if(shown_.begin(), shown_.end(), [&](const auto& each) { return each.first == key; });
        if (known == shown_.end()) known = shown_.insert(shown_.end(), {key, {}});
        Shown& shown = known->second;
        const ecs::FieldRecorder& records = context.recording->records();
        Shown now{entity, records.total(), records.record_count(), context.world.tick(), context.world.version(), true,
                  {}};
        const bool same = shown.read && shown.entity == entity && shown.total == now.total && shown.kept == now.kept &&
                          shown.tick == now.tick && shown.written == now.written;
        if (!same) {
            now.lines = last_writers(context.world, *context.recording, entity, type.id, fields);
            shown = std::move(now);
        }
        draw_lines(context, shown, after.x, row.high.x);
    }
    ImGui::PopID();
}

void FieldWriters::draw_lines(const Context& context, const Shown& shown, float left, float right) {
    const Style& style = context.style;
    const Theme& theme = *style.theme;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 top = ImGui::GetCursorScreenPos();
    const float line = std::floor(style.px(20)), inner = left + style.px(10);
    const ecs::FieldRecorder& records = context.recording->records();
    if (shown.lines.empty()) {
        ImGui::Indent(style.px(10));
        const compat::FontScope font(style.small);
        const bool recorded = records.recording();
        wrapped_text(theme.quiet, !recorded ? tr("Nothing is recorded; choose what at the foot of this panel")
                                  : records.dropped() > 0
                                      ? tr("No writes are kept of this field; older ones were dropped")
                                      : tr("Not written since it is recorded"));
        ImGui::Unindent(style.px(10));
    }
    for (std::size_t i = 0; i < shown.lines.size(); ++i) {
        const WriterLine& each = shown.lines[i];
        const bool system = each.kind == ecs::WriterKind::BySystem;
        ImGui::PushID(static_cast<int>(i));
        const ImVec2 at = ImGui::GetCursorScreenPos();
        ImGui::SetCursorScreenPos({inner, at.y});
        const bool clicked =
            invisible_button("##line", {std::max(right - inner, 1.0f), line - ImGui::GetStyle().ItemSpacing.y});
        const bool hovered = ImGui::IsItemHovered();
        // The name is about who did it, what stands before it about when.
        const bool of_writer = system && ImGui::GetIO().MousePos.x > inner + style.px(64);
        if (clicked && of_writer)
            context.requests.push_back(ShowPanelRequest{"systems", each.writer});
        else if (clicked && !each.gap)
            request_seek(context, each.tick + 1);
        if (hovered && each.gap)
            tooltip(tr("The value is not the one that was written last here: a later write was not recorded"));
        if (hovered && !each.gap && tooltip_due()) {
            std::string words = phrase("Tick {}: {}", format_count(each.tick), name_of_writer(each.kind, each.writer));
            if (!system && !each.writer.empty()) words += ": " + one_line(each.writer, 80);
            if (!each.after.empty()) words += "\n" + each.before + " → " + each.after;
            if (each.more > 0) words += "\n" + phrase("and {} writes before it", format_count(each.more));
            if (of_writer)
                words += std::string("\n") + tr("Click to show the system");
            else if (can_seek(context, each.tick + 1))
                words += std::string("\n") + tr("Click to go to that tick");
            tooltip(words);
        }
        const ImU32 ink = hovered && system ? theme.text : theme.quiet_sel;
        const float icon = std::floor(style.px(14)), y = at.y;
        float x = inner;
        float text_y = 0;
        {
            const compat::FontScope font(style.mono_small);
            text_y = std::floor(y + (line - ImGui::GetTextLineHeight()) / 2) - style.px(2);
            if (!each.what.empty()) {
                draw_text_until(list, {x, text_y}, x + style.px(40), theme.quiet, each.what);
                x += std::min(ImGui::CalcTextSize(each.what.c_str()).x, style.px(40)) + style.px(8);
            }
            const std::string tick = each.gap ? std::string("–") : format_count(each.tick);
            list.AddText({x, text_y}, theme.quiet, tick.c_str());
            x += std::max(ImGui::CalcTextSize(tick.c_str()).x, style.px(40)) + style.px(8);
        }
        if (!each.gap)
            draw_writer_icon(list, style, each.kind, {x, std::floor(y + (line - icon) / 2) - style.px(2)}, icon,
                             theme.quiet);
        x += icon + style.px(6);
        float values_left = right - style.px(2);
        {
            const compat::FontScope font(style.mono_small);
            const std::string after = each.note.empty() ? each.after : each.note;
            values_left -= ImGui::CalcTextSize(after.c_str()).x;
            list.AddText({values_left, text_y}, theme.text, after.c_str());
            if (each.note.empty()) {
                const std::string before = each.before + " → ";
                const float before_left = values_left - ImGui::CalcTextSize(before.c_str()).x;
                // In little room, the value from before is in the tooltip.
                if (before_left > x + style.px(48)) {
                    values_left = before_left;
                    list.AddText({values_left, text_y}, theme.quiet, before.c_str());
                }
            }
        }
        const compat::FontScope font(style.small);
        const float name_y = std::floor(y + (line - ImGui::GetTextLineHeight()) / 2) - style.px(2);
        draw_text_until(list, {x, name_y}, values_left - style.px(6), ink,
                        each.gap ? std::string(tr("the last writer")) : name_of_writer(each.kind, each.writer));
        ImGui::SetCursorScreenPos({at.x, at.y + line});
        ImGui::PopID();
    }
    list.AddLine({left + style.px(2), top.y}, {left + style.px(2), ImGui::GetCursorScreenPos().y - style.px(4)},
                 theme.edge);
}

}  // namespace panels
