#include "panels/changes/traffic_map.hpp"

#include <algorithm>
#include <cmath>

#include "panels/archetypes/archetype_widgets.hpp"
#include "panels/base/archetype_names.hpp"
#include "panels/base/language.hpp"
#include "panels/base/patterns.hpp"
#include "panels/changes/ribbons.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

/// More ways could not be told apart; the others are one ribbon together, and the list has them all.
constexpr std::size_t ways_shown = 8;
/// A bar that stands for no archetype.
constexpr std::uint64_t elsewhere_bar = ecs::no_archetype, others_bar = elsewhere_bar + 1;
constexpr int ribbon_parts = 20;

std::string bar_name(const Context& context, std::uint64_t id, bool from) {
    if (id == others_bar) return tr("other archetypes");
    if (id == elsewhere_bar) return from ? tr("created") : tr("destroyed");
    return archetype_name_of(context, context.world.archetype(static_cast<ecs::ArchetypeId>(id))).text;
}

class TrafficMap {
public:
    TrafficMap(const Context& context, std::span<const ecs::TrafficEdge> edges, std::uint64_t ticks, ImVec2 at,
               ImVec2 room)
        : context_(context), style_(context.style), edges_(edges), ticks_(ticks), at_(at), room_(room) {
        const double tick_secs = double{context.schedule.dt_secs};
        const std::size_t shown = edges.size() <= ways_shown + 1 ? edges.size() : ways_shown;
        for (const ecs::TrafficEdge& edge : edges.first(shown))
            ways_.push_back({edge.from, edge.to, per_second(edge.moves, ticks, tick_secs), false});
        if (shown < edges.size()) {
            RibbonWay rest{others_bar, others_bar, 0, true};
            for (const ecs::TrafficEdge& edge : edges.subspan(shown))
                rest.weight += per_second(edge.moves, ticks, tick_secs);
            ways_.push_back(rest);
        }
        // Thickness of a move a second, and the least: tokens.md, "Traffic".
        layout_ = lay_out_ribbons(ways_, {style_.px(1.1f), style_.px(2), std::floor(style_.px(24)), room.y - top()});
        bar_ = std::floor(style_.px(8));
    }

    std::optional<std::size_t> draw(std::optional<std::size_t> marked) {
        const std::optional<std::size_t> hovered = way_under_mouse();
        const auto stands_out = [&](std::size_t way) {
            return hovered ? *hovered == way : marked && std::min(*marked, ways_.size() - 1) == way;
        };
        ImDrawList& list = *ImGui::GetWindowDrawList();
        ImGui::PushClipRect(at_, {at_.x + room_.x, at_.y + room_.y}, true);
        const auto heading = [&](const char* text, bool right) {
            const compat::FontScope font(style_.small);
            const float width = right ? ImGui::CalcTextSize(text).x : 0;
            list.AddText({right ? at_.x + room_.x - width : at_.x, at_.y}, style_.theme->quiet, text);
        };
        heading(tr("From"), false);
        heading(tr("To"), true);
        for (const bool marks : {false, true})  // on top of the others
            for (std::size_t i = 0; i < ways_.size(); ++i)
                if (stands_out(i) == marks) draw_ribbon(i, marks);
        draw_bars(layout_.left, true);
        draw_bars(layout_.right, false);
        draw_labels();
        ImGui::PopClipRect();
        if (hovered) describe(*hovered);
        return hovered;
    }

private:
    float top() const { return std::floor(style_.px(20)); }
    float left_edge() const { return at_.x + bar_; }
    float right_edge() const { return at_.x + room_.x - bar_; }
    bool is_rest(std::size_t way) const { return ways_[way].from == others_bar; }

    struct Slice {
        float x, low, high;
    };
    /// A ribbon's edges are cubic, with both handles in the middle between the bars.
    Slice slice(std::size_t way, float t) const {
        const Ribbon& ribbon = layout_.ribbons[way];
        const float u = 1 - t, a = u * u * u, b = 3 * u * u * t, c = 3 * u * t * t, d = t * t * t;
        const float middle = (left_edge() + right_edge()) / 2, y = at_.y + top();
        return {a * left_edge() + (b + c) * middle + d * right_edge(),
                y + (a + b) * ribbon.left_low + (c + d) * ribbon.right_low,
                y + (a + b) * ribbon.left_high + (c + d) * ribbon.right_high};
    }

    std::optional<std::size_t> way_under_mouse() const {
        if (!ImGui::IsWindowHovered()) return std::nullopt;
        const ImVec2 mouse = ImGui::GetMousePos();
        std::optional<std::size_t> found;
        float nearest = style_.px(4);  // a thin one is hit beside, too
        for (std::size_t i = 0; i < ways_.size(); ++i)
            for (int part = 0; part < ribbon_parts; ++part) {
                const Slice a = slice(i, static_cast<float>(part) / ribbon_parts);
                const Slice b = slice(i, static_cast<float>(part + 1) / ribbon_parts);
                if (mouse.x < a.x || mouse.x > b.x) continue;
                const float low = std::min(a.low, b.low), high = std::max(a.high, b.high);
                const float distance = std::max({0.0f, low - mouse.y, mouse.y - high});
                if (distance >= nearest) continue;
                nearest = distance;
                found = i;
            }
        return found;
    }

    void draw_ribbon(std::size_t way, bool stands_out) const {
        const Theme& theme = *style_.theme;
        const bool ping_pong = !is_rest(way) && edges_[way].ping_pong;
        const ImU32 color = stands_out  ? faded(theme.text, 0.45f)
                            : ping_pong ? faded(theme.warn, 0.45f)
                                        : faded(theme.bar, 0.38f);
        ImDrawList& list = *ImGui::GetWindowDrawList();
        // Without the blurred edges of each part, which would show as stripes.
        const ImDrawListFlags flags = list.Flags;
        list.Flags &= ~ImDrawListFlags_AntiAliasedFill;
        for (int part = 0; part < ribbon_parts; ++part) {
            const Slice a = slice(way, static_cast<float>(part) / ribbon_parts);
            const Slice b = slice(way, static_cast<float>(part + 1) / ribbon_parts);
            list.AddQuadFilled({a.x, a.low}, {b.x, b.low}, {b.x, b.high}, {a.x, a.high}, color);
        }
        list.Flags = flags;
    }

    void draw_bars(const std::vector<RibbonBar>& bars, bool from) const {
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const compat::FontScope font(style_.small);
        const float most = room_.x / 2 - style_.px(80);  // without the labels in the middle
        for (const RibbonBar& bar : bars) {
            const float x = from ? at_.x : right_edge(), y = at_.y + top();
            list.AddRectFilled({x, y + bar.low}, {x + bar_, y + bar.high}, style_.theme->bar, style_.px(2));
            const std::string name = shortened(bar_name(context_, bar.id, from), most);
            const float left = from ? x : x + bar_ - ImGui::CalcTextSize(name.c_str()).x;
            const bool nobody = bar.id >= elsewhere_bar;
            list.AddText({std::floor(left), std::floor(y + bar.high + style_.px(2))},
                         nobody ? style_.theme->quiet : style_.theme->text, name.c_str());
        }
    }

    std::string difference(std::size_t way) const {
        if (is_rest(way)) return phrase("{} more", format_count(edges_.size() - ways_shown));
        return what_moved(context_, edges_[way], false);
    }

    /// What differs, how often, and because of what: on each ribbon, where no other label is.
    void draw_labels() const {
        const compat::FontScope font(style_.small);
        ImDrawList& list = *ImGui::GetWindowDrawList();
        std::vector<Area> taken;
        for (std::size_t i = 0; i < ways_.size(); ++i) {
            const std::string what = difference(i), rate = format_decimal(ways_[i].weight, 1);
            const std::string cause = is_rest(i) ? "" : std::string(context_.world.cause_name(edges_[i].cause));
            const float gap = style_.px(6), padding = style_.px(6);
            const auto width_of = [](const std::string& text) { return ImGui::CalcTextSize(text.c_str()).x; };
            const float width = width_of(what) + gap + width_of(rate) + gap + width_of(cause) + 2 * padding;
            const float height = std::floor(style_.px(20));
            for (const float t : {0.5f, 0.38f, 0.62f, 0.28f, 0.72f}) {
                const Slice here = slice(i, t);
                const ImVec2 low{std::floor(here.x - width / 2), std::floor((here.low + here.high - height) / 2)};
                const Area area{low, {low.x + width, low.y + height}};
                const bool inside = area.low.x > left_edge() && area.high.x < right_edge();
                const bool free = std::none_of(taken.begin(), taken.end(), [&](const Area& other) {
                    const Area common = common_area(area, other);
                    return common.width() > 0 && common.height() > 0;
                });
                if (!inside || !free) continue;
                taken.push_back(area);
                list.AddRectFilled(area.low, area.high, style_.theme->popup, style_.px(3));
                const float y = std::floor(area.middle().y - ImGui::GetTextLineHeight() / 2);
                float x = area.low.x + padding;
                const auto text = [&](const std::string& words, ImU32 color) {
                    list.AddText({x, y}, color, words.c_str());
                    x += width_of(words) + gap;
                };
                text(what, style_.theme->text);
                text(rate, style_.theme->text);
                text(cause, style_.theme->quiet);
                break;
            }
        }
    }

    void describe(std::size_t way) const {
        const ImVec2 mouse = ImGui::GetMousePos();
        const float reach = style_.px(12);
        const Tooltip shown({{mouse.x - reach, mouse.y - reach}, {mouse.x + reach, mouse.y + reach}});
        if (!shown) return;
        std::uint64_t count = 0, returns = 0;
        for (std::size_t i = way; i < (is_rest(way) ? edges_.size() : way + 1); ++i) {
            count += edges_[i].bytes;
            returns += edges_[i].returns;
        }
        ImGui::TextUnformatted(
            (bar_name(context_, ways_[way].from, true) + " → " + bar_name(context_, ways_[way].to, false)).c_str());
        const auto bytes = static_cast<std::uint64_t>(per_second(count, ticks_, double{context_.schedule.dt_secs}));
        std::string rate = phrase("{} moves/s, {}/s", format_decimal(ways_[way].weight, 1), format_bytes(bytes));
        if (!is_rest(way)) rate += phrase(", caused by {}", std::string(context_.world.cause_name(edges_[way].cause)));
        quiet_text(style_, rate);
        if (!is_rest(way) && edges_[way].ping_pong)
            colored_text(style_.theme->warn,
                         phrase("Ping-pong: the same entities go to and fro ({})", format_count(returns, "return")));
    }

    const Context& context_;
    const Style& style_;
    std::span<const ecs::TrafficEdge> edges_;
    std::uint64_t ticks_;
    ImVec2 at_, room_;
    float bar_ = 8;
    std::vector<RibbonWay> ways_;  // as the edges, and one for the rest of them
    RibbonLayout layout_;
};

}  // namespace

double per_second(std::uint64_t count, std::uint64_t ticks, double tick_secs) {
    return ticks == 0 ? 0 : static_cast<double>(count) / (static_cast<double>(ticks) * tick_secs);
}

std::string what_moved(const Context& context, const ecs::TrafficEdge& edge, bool with_archetype) {
    const auto name_of = [&](ecs::ArchetypeId id) {
        return with_archetype ? " " + archetype_name_of(context, context.world.archetype(id)).text : std::string();
    };
    if (edge.from == ecs::no_archetype) return phrase("created{}", name_of(edge.to));
    if (edge.to == ecs::no_archetype) return phrase("destroyed{}", name_of(edge.from));
    if (edge.component == ecs::no_component) return tr("several components");
    return (edge.added ? "+ " : "− ") + std::string(short_name(context.world.types()[edge.component].name));
}

std::optional<std::size_t> draw_traffic_map(const Context& context, std::span<const ecs::TrafficEdge> edges,
                                            std::uint64_t ticks, std::optional<std::size_t> marked, ImVec2 at,
                                            ImVec2 room) {
    return TrafficMap(context, edges, ticks, at, room).draw(marked);
}

}  // namespace panels
