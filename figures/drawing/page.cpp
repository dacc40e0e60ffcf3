#include "figures/drawing/page.hpp"

#include <algorithm>

#include "figures/drawing/format.hpp"

namespace figures {

namespace {

constexpr double margin = 48, swatch_width = 26, swatch_height = 14, legend_line = 26, legend_size = 15;

double swatch_of(const LegendEntry& entry) { return entry.fill.ground ? swatch_width + 8 : 0; }

std::string_view word_of(Evidence evidence) {
    switch (evidence) {
        case Evidence::Exact:
            return "EXACT";
        case Evidence::Simulated:
            return "SIMULATED";
        case Evidence::Measured:
            break;
    }
    return "MEASURED";
}

}  // namespace

Fill fill_of(ecs::ByteRole role) {
    switch (role) {
        case ecs::ByteRole::Header:
            return {{Tone::Header}, Pattern::Rungs, {Tone::Quiet}};
        case ecs::ByteRole::Entity:
            return {{Tone::EntityId}, Pattern::Uprights, {Tone::Header}};
        case ecs::ByteRole::Field:
            return {{Tone::Bar}};
        case ecs::ByteRole::Padding:
            return {{Tone::Paper}, Pattern::Hatch, {Tone::Edge}};
        case ecs::ByteRole::Unused:
            break;
    }
    return {{Tone::Well}, Pattern::Dots, {Tone::Edge}};
}

Fill fill_of(ecs::ByteRole role, ecs::ComponentId component) {
    return role == ecs::ByteRole::Field ? component_fill(component) : fill_of(role);
}

Page::Page(std::string title, std::string_view sentence, std::string_view source, std::uint64_t tick,
           const std::vector<BadgeNote>& badges)
    : Page(std::move(title), sentence, source, "tick " + format_count(tick), badges) {}

Page::Page(std::string title, std::string_view sentence, std::string_view source, std::string_view moment,
           const std::vector<BadgeNote>& badges) {
    drawing_.title = std::move(title);
    const std::string origin =
        std::string(source) + " · " + std::string(moment) + " · drawn by Chunkscope " CHUNKSCOPE_VERSION;
    drawing_.caption = origin;
    const double width = drawing_.width - 2 * margin, bottom = drawing_.height - 24;
    begin_group("title");
    add_text(margin, 62, fitted(drawing_.title, width, 30, Face::Bold), 30, {Tone::Text}, Anchor::Left, Face::Bold);
    add_text(margin, 92, fitted(sentence, width, 17), 17, {Tone::Quiet});
    begin_group("caption");
    double right = drawing_.width - margin;
    for (auto note = badges.rbegin(); note != badges.rend(); ++note) {
        add_text(right, bottom, note->meaning, 13, {Tone::Quiet}, Anchor::Right);
        right -= text_width(note->meaning, 13) + 8;
        right -= add_badge(note->evidence, right, bottom, Anchor::Right) + 24;
        drawing_.caption += " · " + std::string(word_of(note->evidence)) + ": " + note->meaning;
    }
    // Where there is little room, what it is of goes before who drew it.
    const std::string of_what = std::string(source) + " · " + std::string(moment);
    const bool whole = text_width(origin, 13) <= right - margin;
    add_text(margin, bottom, fitted(whole ? origin : of_what, right - margin, 13), 13, {Tone::Quiet});
    room_ = {margin, 116, width, bottom - 14 - 18 - 116};
}

double Page::add_badge(Evidence evidence, double x, double y, Anchor anchor) {
    const std::string_view word = word_of(evidence);
    const double width = text_width(word, 12, Face::Bold) + 12, left = anchor == Anchor::Right ? x - width : x;
    add(Box{.x = left, .y = y - 14, .width = width, .height = 19, .edge = {Tone::Text}, .edge_width = 1});
    add_text(left + 6, y, std::string(word), 12, {Tone::Text}, Anchor::Left, Face::Bold);
    return width;
}

void Page::add_legend(const std::vector<LegendEntry>& entries) {
    std::vector<std::vector<const LegendEntry*>> lines(1);
    const auto width_of = [](const LegendEntry& entry) {
        return swatch_of(entry) + text_width(entry.words, legend_size) + 28;
    };
    double used = 0;
    for (const LegendEntry& entry : entries) {
        if (used > 0 && used + width_of(entry) - 28 > room_.width) {
            lines.emplace_back();
            used = 0;
        }
        lines.back().push_back(&entry);
        used += width_of(entry);
    }
    begin_group("legend");
    double y = room_.bottom() - legend_line * static_cast<double>(lines.size());
    room_.height = y - 14 - room_.y;
    for (const auto& line : lines) {
        double x = room_.x;
        for (const LegendEntry* entry : line) {
            if (entry->fill.ground)
                add(Box{.x = x,
                        .y = y + 6,
                        .width = swatch_width,
                        .height = swatch_height,
                        .fill = entry->fill,
                        .edge = {Tone::Text},
                        .edge_width = 1});
            add_text(x + swatch_of(*entry), y + 18, entry->words, legend_size);
            x += width_of(*entry);
        }
        y += legend_line;
    }
}

void Page::begin_group(std::string id) {
    auto& groups = drawing_.groups;
    const auto found = std::find_if(groups.begin(), groups.end(), [&](const Group& group) { return group.id == id; });
    group_ = static_cast<std::size_t>(found - groups.begin());
    if (found == groups.end()) groups.push_back({std::move(id), {}});
}

void Page::add(Shape shape) { drawing_.groups[group_].shapes.push_back(std::move(shape)); }

void Page::add_text(double x, double y, std::string words, double size, Ink ink, Anchor anchor, Face face) {
    if (words.empty()) return;
    add(Text{.x = x, .y = y, .words = std::move(words), .size = size, .ink = ink, .anchor = anchor, .face = face});
}

void Page::add_line(double x1, double y1, double x2, double y2, Ink ink, double stroke) {
    add(Line{.x1 = x1, .y1 = y1, .x2 = x2, .y2 = y2, .ink = ink, .width = stroke});
}

}  // namespace figures
