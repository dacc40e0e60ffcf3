#include <algorithm>
#include <cmath>

#include "figures/drawing/csv.hpp"

#include "ecs/base/language.hpp"
#include "figures/drawing/format.hpp"
#include "figures/drawing/page.hpp"
#include "figures/drawing/value_text.hpp"
#include "figures/world/figure_parts.hpp"

namespace figures {

namespace {

constexpr std::size_t max_edges = 12;
constexpr double node_width = 196, graph_width = 620, edge_line = 30;

std::string what_text(const ecs::World& world, const ecs::TrafficEdge& edge) {
    if (edge.from == ecs::no_archetype) return "created";
    if (edge.to == ecs::no_archetype) return "destroyed";
    if (edge.component == ecs::no_component) return "moved";
    return (edge.added ? "+ " : "− ") + std::string(short_name(world.types()[edge.component].name));
}

std::string node_name(const ecs::World& world, ecs::ArchetypeId id, bool from) {
    if (id == ecs::no_archetype) return from ? "created" : "destroyed";
    return telling_name(world, world.archetype(id));
}

/// Archetypes on one side, in the order of their ids; none first.
std::vector<ecs::ArchetypeId> nodes_of(const std::vector<ecs::TrafficEdge>& edges, bool from) {
    std::vector<ecs::ArchetypeId> nodes;
    for (const ecs::TrafficEdge& edge : edges) nodes.push_back(from ? edge.from : edge.to);
    std::sort(nodes.begin(), nodes.end(), [](auto a, auto b) { return a + 1 < b + 1; });
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    return nodes;
}

class TrafficFigure {
public:
    TrafficFigure(const Subject& subject, const TrafficTaken& traffic, std::string_view source)
        : world_(subject.world),
          shown_(traffic.edges),
          page_("Which rows move, and because of what", sentence(subject, traffic), source, subject.world.tick(),
                {{Evidence::Exact, traffic.missed == 0 ? "every move that the journal told of"
                                                       : "at least so many: " + format_count(traffic.missed, "change") +
                                                             " came faster than the journal keeps them"}}) {
        page_.add_legend({{{{Tone::Quiet}}, "moves: the thicker, the more (by the logarithm)"},
                          {{{Tone::Warn}}, "ping-pong: the same entities go to and fro"},
                          {{}, "the numbers stand in the table"}});
        if (shown_.size() > max_edges) shown_.resize(max_edges);
        for (std::size_t i = shown_.size(); i < traffic.edges.size(); ++i) {
            ++others_;
            other_moves_ += traffic.edges[i].moves;
            other_bytes_ += traffic.edges[i].bytes;
        }
    }

    Drawing draw() {
        const Area room = page_.room();
        draw_graph({room.x, room.y, graph_width, room.height});
        draw_table({room.x + graph_width + 28, room.y, room.width - graph_width - 28, room.height});
        return page_.take();
    }

private:
    static std::string sentence(const Subject& subject, const TrafficTaken& traffic) {
        std::uint64_t moves = 0, bytes = 0, ping_pong = 0;
        for (const ecs::TrafficEdge& edge : traffic.edges) {
            moves += edge.moves;
            bytes += edge.bytes;
            ping_pong += edge.ping_pong ? 1 : 0;
        }
        std::string text = (traffic.missed > 0 ? "At least " : "") + format_count(moves, "move") + " and " +
                           format_bytes(bytes) + " copied in " + format_count(traffic.ticks, "tick");
        if (subject.schedule && traffic.ticks > 0) {
            const double secs = as_double(traffic.ticks) * double{subject.schedule->dt_secs};
            text += ", " + format_count(static_cast<std::uint64_t>(std::llround(as_double(moves) / secs))) +
                    " moves a second of simulated time";
        }
        if (ping_pong > 0) text += "; " + format_count(ping_pong, "edge") + " of ping-pong";
        return text;
    }

    struct Side {
        std::vector<ecs::ArchetypeId> nodes;
        double x = 0, y = 0, step = 0;

        double middle_of(ecs::ArchetypeId id) const {
            const auto at = std::find(nodes.begin(), nodes.end(), id) - nodes.begin();
            return y + step * (static_cast<double>(at) + 0.5);
        }
    };

    void draw_graph(Area area) {
        const double top = area.y + 26;
        const auto side_of = [&](bool from, double x) {
            Side side{nodes_of(shown_, from), x, top, 0};
            side.step = (area.bottom() - top) / static_cast<double>(std::max<std::size_t>(1, side.nodes.size()));
            return side;
        };
        const Side from = side_of(true, area.x), to = side_of(false, area.right() - node_width);
        page_.begin_group("edges");
        const std::uint64_t most = shown_.empty() ? 1 : shown_.front().moves;
        for (std::size_t i = 0; i < shown_.size(); ++i) {
            const ecs::TrafficEdge& edge = shown_[i];
            const double share = std::log1p(as_double(edge.moves)) / std::log1p(as_double(most));
            add_arrow(edge, way_of(i, from, to), 1 + 5 * share);
        }
        page_.begin_group("numbers");
        for (std::size_t i = 0; i < shown_.size(); ++i) add_number(i, way_of(i, from, to));
        page_.begin_group("nodes");
        page_.add_text(from.x, area.y + 14, "from", 14, {Tone::Quiet});
        page_.add_text(to.x, area.y + 14, "to", 14, {Tone::Quiet});
        add_nodes(from, true);
        add_nodes(to, false);
    }

    struct Way {
        double x1 = 0, y1 = 0, x2 = 0, y2 = 0;
    };
    /// From the right edge of one box to the left edge of the other. Several between the same two lie beside each
    /// other.
    Way way_of(std::size_t i, const Side& from, const Side& to) const {
        double aside = 0;
        for (std::size_t before = 0; before < i; ++before)
            if (shown_[before].from == shown_[i].from && shown_[before].to == shown_[i].to) aside += 12;
        return {from.x + node_width, from.middle_of(shown_[i].from) + aside, to.x, to.middle_of(shown_[i].to) + aside};
    }

    void add_arrow(const ecs::TrafficEdge& edge, const Way& way, double stroke) {
        const Ink ink{edge.ping_pong ? Tone::Warn : Tone::Quiet};
        const double dx = way.x2 - way.x1, dy = way.y2 - way.y1, length = std::sqrt(dx * dx + dy * dy);
        const double along_x = dx / length, along_y = dy / length, tip = 6 + stroke * 1.5;
        page_.add_line(way.x1, way.y1, way.x2 - along_x * 2, way.y2 - along_y * 2, ink, stroke);
        for (const double turn : {-0.5, 0.5})
            page_.add_line(way.x2 - along_x, way.y2 - along_y, way.x2 - tip * (along_x + turn * along_y),
                           way.y2 - tip * (along_y - turn * along_x), ink, std::max(2.0, stroke * 0.6));
    }

    /// At different places along the ways, so that numbers hardly lie on each other.
    void add_number(std::size_t i, const Way& way) {
        const ecs::TrafficEdge& edge = shown_[i];
        const double at = 0.16 + 0.11 * static_cast<double>(i % 6);
        const double x = way.x1 + (way.x2 - way.x1) * at, y = way.y1 + (way.y2 - way.y1) * at;
        const std::string number = std::to_string(i + 1);
        const double width = text_width(number, 12, Face::Bold) + 10;
        page_.add(Box{.x = x - width / 2,
                      .y = y - 9,
                      .width = width,
                      .height = 18,
                      .fill = {{edge.ping_pong ? Tone::Warn : Tone::Paper}},
                      .edge = {Tone::Text},
                      .note = node_name(world_, edge.from, true) + " to " + node_name(world_, edge.to, false) + ": " +
                              format_count(edge.moves, "move")});
        page_.add_text(x, y + 4, number, 12, {edge.ping_pong ? Tone::Paper : Tone::Text}, Anchor::Middle, Face::Bold);
    }

    void add_nodes(const Side& side, bool from) {
        const double height = std::min(40.0, side.step - 4);
        for (const ecs::ArchetypeId id : side.nodes) {
            const double middle = side.middle_of(id);
            const std::string name = node_name(world_, id, from);
            page_.add(Box{.x = side.x,
                          .y = middle - height / 2,
                          .width = node_width,
                          .height = height,
                          .fill = {{id == ecs::no_archetype ? Tone::Paper : Tone::Raised}},
                          .edge = {Tone::Text},
                          .note = name});
            const std::vector<std::string> lines = wrapped(name, node_width - 12, 13, height >= 36 ? 2 : 1);
            for (std::size_t line = 0; line < lines.size(); ++line)
                page_.add_text(
                    side.x + 6,
                    middle + 5 + (static_cast<double>(line) - static_cast<double>(lines.size() - 1) / 2) * 16,
                    lines[line], 13);
        }
    }

    void draw_table(Area area) {
        page_.begin_group("table");
        constexpr double number_width = 28, bytes_right = 0, moves_right = 92, cause_right = 290;
        double y = area.y + 14;
        page_.add_text(area.x + number_width, y, "what", 14, {Tone::Quiet});
        page_.add_text(area.right() - cause_right, y, "cause", 14, {Tone::Quiet});
        page_.add_text(area.right() - moves_right, y, "moves", 14, {Tone::Quiet}, Anchor::Right);
        page_.add_text(area.right() - bytes_right, y, "bytes", 14, {Tone::Quiet}, Anchor::Right);
        const auto add_numbers = [&](std::uint64_t moves, std::uint64_t bytes) {
            page_.add_text(area.right() - moves_right, y, format_count(moves), 14, {Tone::Text}, Anchor::Right,
                           Face::Mono);
            page_.add_text(area.right() - bytes_right, y, format_bytes(bytes), 14, {Tone::Text}, Anchor::Right,
                           Face::Mono);
        };
        const double what_width = area.width - cause_right - number_width - 10;
        for (std::size_t i = 0; i < shown_.size(); ++i) {
            const ecs::TrafficEdge& edge = shown_[i];
            y += edge_line;
            page_.add_line(area.x, y - 20, area.right(), y - 20, {Tone::Line});
            page_.add_text(area.x + number_width - 8, y, std::to_string(i + 1), 14, {Tone::Text}, Anchor::Right,
                           Face::Bold);
            const std::string what = what_text(world_, edge) + (edge.ping_pong ? ", ping-pong" : "");
            page_.add_text(area.x + number_width, y, fitted(what, what_width, 14), 14);
            page_.add_text(area.right() - cause_right, y, fitted(world_.cause_name(edge.cause), 110, 14), 14,
                           {Tone::Quiet});
            add_numbers(edge.moves, edge.bytes);
        }
        if (others_ == 0) return;
        y += edge_line;
        page_.add_line(area.x, y - 20, area.right(), y - 20, {Tone::Line});
        page_.add_text(area.x + number_width, y, "the other " + format_count(others_) + " together", 14, {Tone::Quiet});
        add_numbers(other_moves_, other_bytes_);
    }

    const ecs::World& world_;
    std::vector<ecs::TrafficEdge> shown_;
    std::uint64_t others_ = 0, other_moves_ = 0, other_bytes_ = 0;
    Page page_;
};

Drawing draw_traffic(const Subject& subject, const TrafficTaken& traffic, std::string_view source) {
    return TrafficFigure(subject, traffic, source).draw();
}

std::string traffic_csv(const ecs::World& world, const TrafficTaken& traffic) {
    CsvWriter csv("from,to,what,component,cause,moves,bytes,returns,ping_pong,ticks,kind_of_number");
    const auto name = [&](ecs::ArchetypeId id) {
        return id == ecs::no_archetype ? std::string() : component_list(world.archetype(id));
    };
    for (const ecs::TrafficEdge& edge : traffic.edges) {
        const std::string_view what = edge.from == ecs::no_archetype        ? "created"
                                      : edge.to == ecs::no_archetype        ? "destroyed"
                                      : edge.component == ecs::no_component ? "moved"
                                      : edge.added                          ? "added"
                                                                            : "removed";
        csv.line(name(edge.from), name(edge.to), what,
                 edge.component == ecs::no_component ? std::string_view() : world.types()[edge.component].name,
                 world.cause_name(edge.cause), edge.moves, edge.bytes, edge.returns,
                 std::string_view(edge.ping_pong ? "yes" : "no"), traffic.ticks,
                 std::string_view(traffic.missed == 0 ? "exact" : "at least"));
    }
    return csv.take();
}

std::string why_no_traffic(const Subject&, const FigureRequest& request) {
    return request.traffic.edges.empty() ? "no row moved in the ticks that were counted" : "";
}

}  // namespace

FigureDescriptor traffic_figure() {
    return {
        .kind = FigureKind::Traffic,
        .name = "traffic",
        .label = ecs::tr_later("Traffic between archetypes"),
        .needs_ticks = true,
        .why_not = why_no_traffic,
        .draw = [](const Subject& subject, const FigureRequest& request,
                   std::string_view source) { return draw_traffic(subject, request.traffic, source); },
        .csv = [](const Subject& subject,
                  const FigureRequest& request) { return traffic_csv(subject.world, request.traffic); },
    };
}

}  // namespace figures
