#include <algorithm>

#include "ecs/base/language.hpp"
#include "ecs/diagnose/layout_rules.hpp"
#include "figures/drawing/csv.hpp"
#include "figures/drawing/format.hpp"
#include "figures/drawing/page.hpp"
#include "figures/drawing/value_text.hpp"
#include "figures/world/figure_parts.hpp"

namespace figures {

namespace {

std::vector<ecs::LayoutColumn> columns_for(const ecs::World& world, const FigureRequest& request) {
    std::vector<ecs::LayoutColumn> columns;
    for (const ecs::ComponentId id : request.components) {
        const ecs::ComponentType& type = world.types()[id];
        columns.push_back({std::string(short_name(type.name)), type.size, type.align});
    }
    return columns;
}

Evidence evidence_of(ecs::LayoutRule rule) {
    return rule == ecs::LayoutRule::Ours ? Evidence::Exact : Evidence::Simulated;
}

/// The block from its first to its last byte.
struct Part {
    ecs::ByteRole role = ecs::ByteRole::Unused;
    std::size_t column = ecs::RuledLayout::entity_ids;  // of Field
    std::uint32_t begin = 0, end = 0;
};
std::vector<Part> parts_of(const ecs::RuledLayout& layout) {
    std::vector<Part> parts;
    const auto add = [&](ecs::ByteRole role, std::size_t column, std::uint32_t begin, std::uint32_t end) {
        if (end > begin) parts.push_back({role, column, begin, end});
    };
    add(ecs::ByteRole::Header, ecs::RuledLayout::entity_ids, 0, layout.header_bytes);
    std::uint32_t end = layout.header_bytes;
    for (const ecs::RuledLayout::Place& place : layout.places) {
        add(ecs::ByteRole::Padding, place.column, end, place.begin);
        const bool ids = place.column == ecs::RuledLayout::entity_ids;
        add(ids ? ecs::ByteRole::Entity : ecs::ByteRole::Field, place.column, place.begin, place.end);
        end = place.end;
    }
    add(ecs::ByteRole::Unused, ecs::RuledLayout::entity_ids, end, layout.block_bytes);
    return parts;
}

std::string_view word_of(ecs::ByteRole role) {
    return role == ecs::ByteRole::Unused ? std::string_view("slack") : ecs::name_of(role);
}

void add_bar(Page& page, const LayoutSubject& subject, const ecs::RuledLayout& layout, Area bar) {
    const double byte_width = bar.width / layout.block_bytes;
    double named_until = bar.x;
    for (const Part& part : parts_of(layout)) {
        const bool field = part.role == ecs::ByteRole::Field;
        const ecs::ComponentId component = field ? subject.inks[part.column] : ecs::no_component;
        const std::string name = field ? subject.columns[part.column].name : std::string(word_of(part.role));
        const double x = bar.x + part.begin * byte_width, width = (part.end - part.begin) * byte_width;
        page.add(Box{.x = x,
                     .y = bar.y,
                     .width = width,
                     .height = bar.height,
                     .fill = field ? fill_of(part.role, component) : fill_of(part.role),
                     .note = name + ": bytes " + format_count(part.begin) + " to " + format_count(part.end - 1),
                     .bytes = BoxBytes{part.begin, part.end - part.begin, word_of(part.role)}});
        if (!field && part.role != ecs::ByteRole::Entity) continue;
        page.add_line(x, bar.y, x, bar.bottom() + 5, {Tone::Text});
        const std::string shown = field ? fitted(name, width - 10, 13, Face::Bold) : std::string();
        if (field && !shown.empty())
            page.add_text(x + width / 2, bar.y + bar.height / 2 + 5, shown, 13, {Tone::OnComponent, component},
                          Anchor::Middle, Face::Bold);
        const std::string offset = format_count(part.begin);
        if (x < named_until) continue;
        page.add_text(x + 2, bar.bottom() + 15, offset, 11, {Tone::Quiet}, Anchor::Left, Face::Mono);
        named_until = x + text_width(offset, 11, Face::Mono) + 8;
    }
    page.add(Box{.x = bar.x, .y = bar.y, .width = bar.width, .height = bar.height, .edge = {Tone::Text}});
}

/// `moment` is a tick, or words for what is none.
template <class Moment>
Drawing draw(const LayoutSubject& subject, std::string_view source, Moment moment) {
    const std::vector<ecs::LayoutColumn>& columns = subject.columns;
    std::string names;
    for (const ecs::LayoutColumn& column : columns) names.append(names.empty() ? "" : ", ").append(column.name);
    const ecs::RuledLayout ours = ecs::lay_out(ecs::LayoutRule::Ours, columns);
    Page page("How many rows of " + format_count(columns.size(), "component") + " fit into a chunk",
              names + ": " + format_bytes(ours.row_bytes) + " a row with its id, " + format_bytes(ours.block_bytes) +
                  " a chunk",
              source, moment,
              {{Evidence::Exact, "what the storage does with these columns in this order"},
               {Evidence::Simulated, "computed by the rule"}});
    std::vector<LegendEntry> legend{{fill_of(ecs::ByteRole::Header), "header"},
                                    {fill_of(ecs::ByteRole::Entity), "entity ids"},
                                    {fill_of(ecs::ByteRole::Field), "values, in the colour of their component"},
                                    {fill_of(ecs::ByteRole::Padding), "padding between columns"},
                                    {fill_of(ecs::ByteRole::Unused), "slack behind the last one"},
                                    {{}, "small numbers: where a column starts"}};
    page.add_legend(legend);
    const Area room = page.room();
    const double step = room.height / static_cast<double>(ecs::layout_rules.size());
    for (std::size_t i = 0; i < ecs::layout_rules.size(); ++i) {
        const ecs::RuledLayout layout = ecs::lay_out(ecs::layout_rules[i], columns);
        const double y = room.y + static_cast<double>(i) * step;
        const std::string name(ecs::name_of(layout.rule));
        page.begin_group("rule-" + name);
        double x = room.x;
        const std::string rows = format_count(layout.capacity, "row");
        page.add_text(x, y + 16, name + ":", 15, {Tone::Text}, Anchor::Left, Face::Bold);
        x += text_width(name + ":", 15, Face::Bold) + 8;
        page.add_text(x, y + 16, rows, 17, {Tone::Text}, Anchor::Left, Face::Bold);
        x += text_width(rows, 17, Face::Bold) + 12;
        x += page.add_badge(evidence_of(layout.rule), x, y + 16) + 12;
        const std::string numbers = "padding " + format_bytes(layout.padding) + ", slack " +
                                    format_bytes(layout.slack) + ". " + std::string(ecs::explanation_of(layout.rule));
        page.add_text(x, y + 16, fitted(numbers, room.right() - x, 14), 14, {Tone::Quiet});
        add_bar(page, subject, layout, {room.x, y + 26, room.width, step - 74});
        page.add_text(room.x, y + step - 14, fitted(ecs::why_no_more(layout, columns), room.width, 14), 14);
    }
    return page.take();
}

}  // namespace

Drawing draw_layout(const LayoutSubject& subject, std::string_view source, std::string_view moment) {
    return draw(subject, source, moment);
}

std::string layout_csv(const LayoutSubject& subject) {
    CsvWriter csv("rule,rows,role,component,offset,bytes,value_bytes,kind_of_number");
    for (const ecs::LayoutRule rule : ecs::layout_rules) {
        const ecs::RuledLayout layout = ecs::lay_out(rule, subject.columns);
        for (const Part& part : parts_of(layout)) {
            const ecs::LayoutColumn* column =
                part.role == ecs::ByteRole::Field ? &subject.columns[part.column] : nullptr;
            csv.line(ecs::name_of(rule), layout.capacity, word_of(part.role),
                     column ? std::string_view(column->name) : std::string_view(), part.begin, part.end - part.begin,
                     column                               ? std::to_string(column->size)
                     : part.role == ecs::ByteRole::Entity ? std::to_string(sizeof(ecs::Entity))
                                                          : std::string(),
                     std::string_view(rule == ecs::LayoutRule::Ours ? "exact" : "simulated"));
        }
    }
    return csv.take();
}

namespace {

Drawing draw_components(const ecs::World& world, const FigureRequest& request, std::string_view source) {
    return draw({columns_for(world, request), request.components}, source, world.tick());
}

std::string components_csv(const ecs::World& world, const FigureRequest& request) {
    LayoutSubject subject{columns_for(world, request), request.components};
    for (std::size_t i = 0; i < subject.columns.size(); ++i)
        subject.columns[i].name = world.types()[request.components[i]].name;
    return layout_csv(subject);
}

std::string why_no_layout(const Subject& subject, const FigureRequest& request) {
    if (request.components.empty()) return "this view lays out components: choose some";
    for (const ecs::ComponentId id : request.components)
        if (id >= subject.world.types().size()) return "there is no such component";
    return {};
}

}  // namespace

FigureDescriptor layout_figure() {
    return {
        .kind = FigureKind::Layout,
        .name = "layout",
        .label = ecs::tr_later("Rows a chunk, under each rule"),
        .scope = FigureScope::Components,
        .why_not = why_no_layout,
        .draw = [](const Subject& subject, const FigureRequest& request,
                   std::string_view source) { return draw_components(subject.world, request, source); },
        .csv = [](const Subject& subject,
                  const FigureRequest& request) { return components_csv(subject.world, request); },
    };
}

}  // namespace figures
