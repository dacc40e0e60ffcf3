#include "panels/changes/traffic_map.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "panels/archetypes/archetype_widgets.hpp"
#include "panels/base/archetype_names.hpp"
#include "panels/base/patterns.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

constexpr int curve_points = 24;
/// More could not be told apart; the list has them all.
constexpr std::size_t max_arrows = 48;

struct Node {
    ecs::ArchetypeId archetype = ecs::no_archetype;  // no_archetype: where rows come from and go to
    ImVec2 middle;
};

/// A curve that bends to its right, so that both ways between two nodes can be told apart.
struct Curve {
    ImVec2 points[curve_points + 1];

    /// Between the boxes around `from` and `to`, which reach so far to each side.
    Curve(ImVec2 from, ImVec2 to, float bend, ImVec2 reach) {
        const ImVec2 way{to.x - from.x, to.y - from.y};
        const float length = std::max(1.0f, std::hypot(way.x, way.y));
        const ImVec2 side{-way.y / length, way.x / length};
        const ImVec2 middle{(from.x + to.x) / 2 + side.x * bend, (from.y + to.y) / 2 + side.y * bend};
        const auto at = [&](float t) {
            const float u = 1 - t;
            return ImVec2{u * u * from.x + 2 * u * t * middle.x + t * t * to.x,
                          u * u * from.y + 2 * u * t * middle.y + t * t * to.y};
        };
        const auto in_box = [&](ImVec2 place, ImVec2 box) {
            return std::abs(place.x - box.x) < reach.x && std::abs(place.y - box.y) < reach.y;
        };
        constexpr float step = 1.0f / 256, longest = 0.48f;
        float first = 0, last = 1;
        while (first < longest && in_box(at(first), from)) first += step;
        while (last > 1 - longest && in_box(at(last), to)) last -= step;
        for (int i = 0; i <= curve_points; ++i)
            points[i] = at(first + (last - first) * static_cast<float>(i) / curve_points);
    }
    float distance_to(ImVec2 place) const {
        float nearest = 1e9f;
        for (const ImVec2& point : points)
            nearest = std::min(nearest, std::hypot(point.x - place.x, point.y - place.y));
        return nearest;
    }
};

void draw_arrow(ImDrawList& list, const Curve& curve, ImU32 color, float thickness) {
    compat::add_polyline(list, curve.points, curve_points + 1, color, false, thickness);
    const ImVec2 tip = curve.points[curve_points], before = curve.points[curve_points - 2];
    const ImVec2 way{tip.x - before.x, tip.y - before.y};
    const float length = std::max(0.1f, std::hypot(way.x, way.y)), size = thickness * 1.5f + 5;
    const ImVec2 along{way.x / length * size, way.y / length * size}, side{-along.y * 0.6f, along.x * 0.6f};
    list.AddTriangleFilled({tip.x + along.x * 0.6f, tip.y + along.y * 0.6f},
                           {tip.x - along.x * 0.4f + side.x, tip.y - along.y * 0.4f + side.y},
                           {tip.x - along.x * 0.4f - side.x, tip.y - along.y * 0.4f - side.y}, color);
}

std::string node_name(const Context& context, ecs::ArchetypeId archetype) {
    return archetype == ecs::no_archetype ? std::string("created / destroyed")
                                          : archetype_name_of(context, context.world.archetype(archetype)).text;
}

}  // namespace

double per_second(std::uint64_t count, std::uint64_t ticks, double tick_secs) {
    return ticks == 0 ? 0 : static_cast<double>(count) / (static_cast<double>(ticks) * tick_secs);
}

std::optional<std::size_t> draw_traffic_map(const Context& context, std::span<const ecs::TrafficEdge> edges,
                                            std::uint64_t ticks, std::optional<std::size_t> marked, ImVec2 at,
                                            ImVec2 room) {
    const Style& style = context.style;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (edges.size() > max_arrows) {
        draw_text_until(list, at, at.x + room.x, style.theme->quiet,
                        "The " + format_count(max_arrows) + " busiest of " + format_count(edges.size()) +
                            " ways: the list has them all");
        edges = edges.first(max_arrows);
    }
    std::vector<Node> nodes;
    const auto node_of = [&](ecs::ArchetypeId archetype) {
        const auto found =
            std::find_if(nodes.begin(), nodes.end(), [&](const Node& node) { return node.archetype == archetype; });
        if (found != nodes.end()) return static_cast<std::size_t>(found - nodes.begin());
        nodes.push_back({archetype, {}});
        return nodes.size() - 1;
    };
    for (const ecs::TrafficEdge& edge : edges) {
        node_of(edge.from);
        node_of(edge.to);
    }
    // In the order of ids, so that they keep their places as long as no new one comes.
    std::sort(nodes.begin(), nodes.end(), [](const Node& a, const Node& b) { return a.archetype < b.archetype; });
    const float node_width = std::min(style.px(190), room.x * 0.36f), node_height = std::floor(style.px(26));
    const ImVec2 middle{at.x + room.x / 2, at.y + room.y / 2};
    const ImVec2 radius{std::max(0.0f, (room.x - node_width) / 2 - style.px(8)),
                        std::max(0.0f, (room.y - node_height) / 2 - style.px(8))};
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const float angle =
            std::numbers::pi_v<float> * (1 + 2 * static_cast<float>(i) / static_cast<float>(nodes.size()));
        nodes[i].middle = {std::floor(middle.x + std::cos(angle) * radius.x),
                           std::floor(middle.y + std::sin(angle) * radius.y)};
    }

    const std::uint64_t most = edges.empty() ? 1 : edges.front().moves;
    const double tick_secs = double{context.schedule.dt_secs};
    std::optional<std::size_t> hovered;
    float nearest = style.px(10);
    std::vector<Curve> curves;
    curves.reserve(edges.size());
    for (std::size_t i = 0; i < edges.size(); ++i) {
        // Several causes between the same two bend more and more.
        float bend = style.px(22);
        for (std::size_t before = 0; before < i; ++before)
            if (edges[before].from == edges[i].from && edges[before].to == edges[i].to) bend += style.px(20);
        curves.emplace_back(nodes[node_of(edges[i].from)].middle, nodes[node_of(edges[i].to)].middle, bend,
                            ImVec2{node_width / 2 + style.px(6), node_height / 2 + style.px(6)});
        const float distance = curves.back().distance_to(ImGui::GetMousePos());
        if (ImGui::IsWindowHovered() && distance < nearest) {
            nearest = distance;
            hovered = i;
        }
    }
    for (std::size_t i = 0; i < edges.size(); ++i) {
        const ecs::TrafficEdge& edge = edges[i];
        const bool stands_out = hovered == i || (!hovered && marked == i);
        // Thickness grows with the logarithm: one move and a thousand must both be seen.
        const double share = std::log1p(static_cast<double>(edge.moves)) / std::log1p(static_cast<double>(most));
        const float thickness = style.px(1 + 5 * static_cast<float>(share));
        const ImU32 color = edge.ping_pong ? style.theme->warn : stands_out ? style.theme->text : style.theme->bar;
        draw_arrow(list, curves[i], faded(color, stands_out || edge.ping_pong ? 1.0f : 0.6f),
                   stands_out ? thickness + style.px(2) : thickness);
    }
    for (const Node& node : nodes) {
        const Area box{{node.middle.x - node_width / 2, node.middle.y - node_height / 2},
                       {node.middle.x + node_width / 2, node.middle.y + node_height / 2}};
        list.AddRectFilled(box.low, box.high, style.theme->raised, style.px(4));
        outline(list, box, style.theme->line);
        const ImVec2 text{box.low.x + style.px(6), std::floor(box.middle().y - ImGui::GetTextLineHeight() / 2)};
        if (node.archetype == ecs::no_archetype)
            draw_text_until(list, text, box.high.x - style.px(4), style.theme->quiet, "created / destroyed");
        else
            draw_archetype_label(context, context.world.archetype(node.archetype), text, node_width - style.px(12));
    }
    if (hovered) {
        const ecs::TrafficEdge& edge = edges[*hovered];
        const ImVec2 mouse = ImGui::GetMousePos();
        const float reach = style.px(12);
        const Tooltip shown({{mouse.x - reach, mouse.y - reach}, {mouse.x + reach, mouse.y + reach}});
        if (!shown) return hovered;
        ImGui::TextUnformatted((node_name(context, edge.from) + " → " + node_name(context, edge.to)).c_str());
        const std::string rate = format_decimal(per_second(edge.moves, ticks, tick_secs), 1) + " moves/s, ";
        const auto bytes = static_cast<std::uint64_t>(per_second(edge.bytes, ticks, tick_secs));
        quiet_text(style,
                   rate + format_bytes(bytes) + "/s, caused by " + std::string(context.world.cause_name(edge.cause)));
        if (edge.ping_pong)
            colored_text(style.theme->warn,
                         "Ping-pong: the same entities go to and fro (" + format_count(edge.returns, "return") + ")");
    }
    return hovered;
}

}  // namespace panels
