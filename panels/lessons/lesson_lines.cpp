#include "panels/lessons/lesson_lines.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

#include "figures/drawing/palette.hpp"
#include "panels/base/patterns.hpp"
#include "panels/lab/lab_bytes.hpp"
#include "panels/lab/lab_map.hpp"
#include "panels/lessons/line_rows.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

using namespace ecs::lab;

namespace {

// How much of a tone is left: tokens.md, "Memory".
constexpr float along_strength = 1 - 0.58f, untouched_strength = 1 - 0.86f;

std::uint64_t mask_of(Address line, const Span& span) {
    const Address begin = std::max(span.at, line), end = std::min(span.end(), line + line_bytes);
    const std::uint64_t ones = end - begin == line_bytes ? ~0ull : (1ull << (end - begin)) - 1;
    return ones << (begin - line);
}

float width_in(ImFont* font, const std::string& text) {
    const compat::FontScope scope(font);
    return ImGui::CalcTextSize(text.c_str()).x;
}

/// What the query did with the lines of one storage, over all of them.
struct LineSums {
    std::uint64_t lines = 0, used = 0;
    double share() const {
        return lines == 0 ? 0 : static_cast<double>(used) / static_cast<double>(lines * line_bytes);
    }
};

LineSums sums_of(const ScenarioRun& run) {
    LineSums sums;
    if (const Trace::Operation* query = run.last_query_operation())
        for (const LineTouch& touch : query->touched) {
            ++sums.lines;
            sums.used += static_cast<std::uint64_t>(std::popcount(touch.read | touch.written));
        }
    return sums;
}

/// Draws the lines of one storage.
class StorageLines {
public:
    StorageLines(const Context& context, const ScenarioRun& run, const LabMoment& moment, const LessonWords& words,
                 float width)
        : context_(context), style_(context.style), run_(run), moment_(moment), words_(words) {
        address_width_ = number_width(hex_text(0xFFFFF)) + style_.px(10);
        useful_width_ = number_width("64 B") + style_.px(12 + 36);
        const float room = width - address_width_ - useful_width_ - style_.px(8);
        cell_ = std::clamp(std::floor(room / line_bytes), 1.0f, std::max(1.0f, std::floor(style_.px(10))));
    }

    float width() const { return address_width_ + cell_ * line_bytes + useful_width_; }

    void draw(std::size_t rows) {
        draw_rulers();
        for (const LineRow& row : line_rows(run_, moment_.blocks, moment_.spans, rows))
            row.is_gap() ? draw_gap(row) : draw_line(row);
    }

private:
    float number_width(const std::string& text) const { return width_in(style_.mono_small, text); }
    void number(ImVec2 at, ImU32 color, const std::string& text) const {
        ImGui::GetWindowDrawList()->AddText(style_.mono_small, compat::size_of(style_.mono_small), at, color,
                                            text.c_str());
    }
    float row_px() const { return std::floor(style_.px(24)); }
    float line_px() const { return std::floor(style_.px(20)); }

    void draw_rulers() {
        const ImVec2 at = ImGui::GetCursorScreenPos();
        for (const int byte : {0, 16, 32, 48})
            number({at.x + address_width_ + cell_ * static_cast<float>(byte), at.y}, style_.theme->quiet,
                   byte == 0 ? "0" : "+" + std::to_string(byte));
        const std::string& useful = words_("useful");
        const float size = compat::size_of(style_.small);
        const float text = width_in(style_.small, useful);
        ImGui::GetWindowDrawList()->AddText(style_.small, size, {at.x + width() - text, at.y}, style_.theme->quiet,
                                            useful.c_str());
        ImGui::Dummy({width(), std::floor(style_.px(18)) - ImGui::GetStyle().ItemSpacing.y});
    }

    void draw_gap(const LineRow& row) {
        const Theme& theme = *style_.theme;
        const ImVec2 at = ImGui::GetCursorScreenPos();
        ImGui::Dummy({width(), row_px() - ImGui::GetStyle().ItemSpacing.y});
        const std::size_t untouched = row.left_out - row.left_out_touched;
        const std::string key = row.left_out_touched == 0 && row.what.empty() ? "lines_left_out_untouched"
                                : row.what.empty()                            ? "lines_left_out"
                                : row.left_out_touched > 0                    ? "lines_more_touched"
                                                                              : "lines_more_untouched";
        const compat::FontScope font(style_.small);
        const std::string text = shortened(words_(key, {{"count", format_count(row.left_out)},
                                                        {"touched", format_count(row.left_out_touched)},
                                                        {"untouched", format_count(untouched)},
                                                        {"what", std::string(row.what)}}),
                                           cell_ * line_bytes);
        const float left = at.x + address_width_, right = left + cell_ * line_bytes;
        const ImVec2 size = ImGui::CalcTextSize(text.c_str());
        const float begin = std::floor((left + right - size.x) / 2), middle = std::floor(at.y + line_px() / 2);
        ImDrawList& list = *ImGui::GetWindowDrawList();
        list.AddText(style_.small, compat::size_of(style_.small), {begin, std::floor(middle - size.y / 2)},
                     row.left_out_touched > 0 ? theme.text : theme.quiet, text.c_str());
        const float dash = std::floor(style_.px(3)), space = style_.px(10);
        for (float x = left; x < right; x += 2 * dash)
            if (x + dash < begin - space || x > begin + size.x + space)
                list.AddRectFilled({x, middle}, {x + dash, middle + 1}, theme.edge);
    }

    void draw_line(const LineRow& row) {
        const Theme& theme = *style_.theme;
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const ImVec2 at = ImGui::GetCursorScreenPos();
        ImGui::Dummy({width(), row_px() - ImGui::GetStyle().ItemSpacing.y});
        const float bottom = at.y + line_px();
        number({at.x, at.y + std::floor((line_px() - compat::size_of(style_.mono_small)) / 2)},
               row.touch != nullptr ? theme.text : theme.quiet, hex_text(row.line));
        const float left = at.x + address_width_;
        if (row.touch != nullptr)
            list.AddRectFilled({left - style_.px(5), at.y}, {left - style_.px(2), bottom}, theme.text);
        const auto& spans = moment_.spans;
        auto span = std::upper_bound(spans.begin(), spans.end(), row.line,
                                     [](Address address, const Span& each) { return address < each.end(); });
        for (; span != spans.end() && span->at < row.line + line_bytes; ++span) {
            const auto x_of = [&](Address byte) { return left + cell_ * static_cast<float>(byte - row.line); };
            const Area area{{x_of(std::max(span->at, row.line)), at.y},
                            {x_of(std::min(span->end(), row.line + line_bytes)) - 1, bottom}};
            draw_cell(row, *span, area);
        }
        draw_useful(row, {left + cell_ * line_bytes, at.y});
    }

    void draw_cell(const LineRow& row, const Span& span, const Area& area) {
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const std::uint64_t mask = mask_of(row.line, span);
        const bool used = row.touch != nullptr && ((row.touch->read | row.touch->written) & mask) != 0;
        const float strength = used ? 1 : row.touch != nullptr ? along_strength : untouched_strength;
        draw_role(style_, list, area, run_.scenario(), span.role, span.type, strength);
        if (row.touch != nullptr && (row.touch->written & mask) != 0)
            underline(list, area, style_.theme->warn, std::floor(style_.px(2)));
        const ImU32 ground =
            mixed(style_.theme->panel, color_of_role(style_, run_.scenario(), span.role, span.type), strength);
        const bool holds_values = group_of(span.role) == RoleGroup::Payload || group_of(span.role) == RoleGroup::Index;
        if (holds_values) draw_label(span, area, used, row.touch != nullptr ? text_on(ground) : style_.theme->quiet);
        if (ImGui::IsWindowHovered() && area.contains(ImGui::GetIO().MousePos)) {
            const float offset = (ImGui::GetIO().MousePos.x - area.low.x) / cell_;
            const Address byte = std::max(span.at, row.line) + static_cast<Address>(std::max(offset, 0.0f));
            describe_span(context_, run_, span, std::min(byte, span.end() - 1), area);
        }
    }

    /// The longest text that fits: whose value it is, or of which type.
    void draw_label(const Span& span, const Area& area, bool used, ImU32 ink) const {
        std::string owner;
        if (const auto entity = owner_of(run_, span)) owner = run_.scenario().entity_name(*entity);
        std::string type;
        if (span.type >= 0) type = run_.scenario().types[static_cast<std::size_t>(span.type)]->name;
        std::string all[2];
        // Many values of one type in a line differ by whose they are; a value that fills half a line, by its type.
        if (used || span.bytes <= 16 || type.empty()) {
            all[0] = owner.starts_with('#') ? owner.substr(1) : owner;
        } else {
            all[0] = owner.empty() ? type : type + " " + owner;
            all[1] = type;
        }
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const float size = compat::size_of(style_.small);
        for (const std::string& text : all) {
            if (text.empty()) continue;
            const float width = width_in(style_.small, text);
            if (width > area.width() - style_.px(3)) continue;
            const bool wide = area.width() > style_.px(64);
            const float x = wide ? area.low.x + style_.px(5) : area.middle().x - width / 2;
            list.AddText(style_.small, size, {std::floor(x), std::floor(area.middle().y - size / 2)}, ink,
                         text.c_str());
            return;
        }
    }

    /// How many bytes of the line the query used, as a bar and as a number.
    void draw_useful(const LineRow& row, ImVec2 at) const {
        const Theme& theme = *style_.theme;
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const int used = row.touch != nullptr ? std::popcount(row.touch->read | row.touch->written) : 0;
        const std::string text = row.touch != nullptr ? std::to_string(used) + " B" : "–";
        const float middle = std::floor(at.y + line_px() / 2), begin = at.x + style_.px(12), bar = style_.px(32);
        const Area whole{{begin, middle - style_.px(3)}, {begin + bar, middle + style_.px(3)}};
        list.AddRectFilled(whole.low, whole.high, theme.raised);
        if (used > 0)
            list.AddRectFilled(whole.low, {begin + bar * static_cast<float>(used) / line_bytes, whole.high.y},
                               theme.bar);
        number({at.x + useful_width_ - number_width(text), middle - std::floor(compat::size_of(style_.mono_small) / 2)},
               row.touch != nullptr ? theme.text : theme.quiet, text);
    }

    const Context& context_;
    const Style& style_;
    const ScenarioRun& run_;
    const LabMoment& moment_;
    const LessonWords& words_;
    float address_width_ = 0, useful_width_ = 0, cell_ = 1;
};

/// A label, a bar for the share, and the number.
void draw_share(const Style& style, const std::string& label, float label_width, float width, double share,
                const std::string& number) {
    const Theme& theme = *style.theme;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::Dummy({width, std::floor(style.px(24)) - ImGui::GetStyle().ItemSpacing.y});
    list.AddText(at, theme.quiet, label.c_str());
    const float size = compat::size_of(style.mono);
    const float text = width_in(style.mono, number);
    list.AddText(style.mono, size, {at.x + width - text, at.y}, theme.text, number.c_str());
    const float right = at.x + width - std::max(text, style.px(48)) - style.px(12);
    const float top = at.y + std::floor((ImGui::GetTextLineHeight() - style.px(8)) / 2);
    const Area bar{{at.x + label_width, top}, {std::max(right, at.x + label_width), top + std::floor(style.px(8))}};
    list.AddRectFilled(bar.low, bar.high, theme.raised, style.px(2));
    if (const float filled = bar.width() * static_cast<float>(share); filled >= 1)
        list.AddRectFilled(bar.low, {bar.low.x + filled, bar.high.y}, theme.bar, style.px(2));
}

void draw_legend(const Style& style, const ecs::lab::Scenario& scenario, const LessonWords& words) {
    struct Entry {
        const char* word;
        Role role;
        float strength;
    };
    // One component stands for all of them.
    static constexpr Entry entries[] = {{"legend_read", Role::Payload, 1},
                                        {"legend_along", Role::Payload, along_strength},
                                        {"legend_untouched", Role::Payload, untouched_strength},
                                        {"legend_padding", Role::Padding, 1},
                                        {"legend_spare", Role::Spare, 1}};
    const std::int32_t type = scenario.types.size() > 1 ? 1 : 0;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float box = std::floor(style.px(12)), line = ImGui::GetTextLineHeight(), gap = style.px(6);
    bool first = true;
    const auto entry = [&](float mark_width, const std::string& text, const auto& draw_mark) {
        if (!first) same_line_if_fits(mark_width + gap + ImGui::CalcTextSize(text.c_str()).x, style.px(20));
        first = false;
        ImGui::BeginGroup();
        const ImVec2 at = ImGui::GetCursorScreenPos();
        draw_mark(Area{{at.x, at.y + std::floor((line - box) / 2)},
                       {at.x + mark_width, at.y + std::floor((line - box) / 2) + box}});
        ImGui::Dummy({mark_width, line});
        ImGui::SameLine(0, gap);
        colored_text(style.theme->quiet, text);
        ImGui::EndGroup();
    };
    for (const Entry& each : entries)
        entry(box, words(each.word),
              [&](const Area& area) { draw_role(style, list, area, scenario, each.role, type, each.strength); });
    entry(std::floor(style.px(3)), words("legend_line"),
          [&](const Area& area) { list.AddRectFilled(area.low, area.high, style.theme->text); });
}

}  // namespace

void show_lesson_lines(const Context& context, LabRuns& runs, const std::vector<StorageKind>& storages,
                       const LessonWords& words) {
    const Style& style = context.style;
    std::uint64_t most_lines = 1;
    for (const StorageKind kind : storages) most_lines = std::max(most_lines, sums_of(runs.run(kind)).lines);

    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float gap = style.px(32), legend = 2 * ImGui::GetTextLineHeightWithSpacing() + style.px(12);
    const float count = static_cast<float>(storages.size());
    const bool beside = (room.x - gap * (count - 1)) / count >= style.px(380);
    const float width = beside ? (room.x - gap * (count - 1)) / count : room.x;
    const float height = beside ? room.y - legend : (room.y - legend) / count;
    for (std::size_t i = 0; i < storages.size(); ++i) {
        if (i > 0 && beside) ImGui::SameLine(0, gap);
        ImGui::PushID(static_cast<int>(i));
        if (compat::begin_child("storage", {width, height}, false, ImGuiWindowFlags_NoScrollbar)) {
            const ScenarioRun& run = runs.run(storages[i]);
            const LineSums sums = sums_of(run);
            show_storage_heading(style, storages[i], words);
            ImGui::Dummy({0, style.px(2)});
            const std::string touched = words("lines_touched"), useful = words("useful_bytes");
            const float label =
                std::max(ImGui::CalcTextSize(touched.c_str()).x, ImGui::CalcTextSize(useful.c_str()).x) + style.px(16);
            StorageLines lines(context, run, runs.now(storages[i]), words, width);
            draw_share(style, touched, label, lines.width(),
                       static_cast<double>(sums.lines) / static_cast<double>(most_lines), format_count(sums.lines));
            draw_share(style, useful, label, lines.width(), sums.share(), format_percent(sums.share()));
            ImGui::Dummy({0, style.px(4)});
            const float rows = (ImGui::GetContentRegionAvail().y - style.px(20)) / std::floor(style.px(24));
            lines.draw(static_cast<std::size_t>(std::max(rows, 0.0f)));
        }
        ImGui::EndChild();
        ImGui::PopID();
    }
    ImGui::Dummy({0, style.px(2)});
    draw_legend(style, runs.run(storages.front()).scenario(), words);
}

}  // namespace panels
