// The explanations of the panels: technical terms, and the sources of numbers.
#include <algorithm>
#include <cmath>

#include "panels/widgets/widgets.hpp"

namespace panels {

const char* explanation(Term term) {
    switch (term) {
        case Term::Entity:
            return "Entity: a thing in the world. It is only an id; its data lies in its components";
        case Term::Name:
            return "Name: a component like any other, shown instead of the id";
        case Term::Parent:
            return "Parent: the entity that this one belongs to. Destroying it destroys all below it";
        case Term::Component:
            return "Component: one piece of data of an entity, such as its position";
        case Term::Tag:
            return "Tag: a component without data. It takes no memory; an entity either has it or not";
        case Term::Archetype:
            return "Archetype: all entities with exactly this set of components. They share chunks";
        case Term::Chunk:
            return "Chunk: a block of memory, 16 KiB as a rule, that holds rows of one archetype column by column";
        case Term::Row:
            return "Row: where one entity's values stand in the columns of its chunk. It changes as rows move";
        case Term::Column:
            return "Column: the values of one component for all rows of a chunk, one after another";
        case Term::Capacity:
            return "Capacity: how many rows fit into one full-size chunk, 16 KiB as a rule. The first block of an "
                   "archetype is smaller, and doubles until it has that size";
        case Term::Fill:
            return "Fill: the share of rows in use in the blocks allocated so far. A block with room for one row is "
                   "100 % full with one row, however many a full-size chunk would hold";
        case Term::Bytes:
            return "Bytes: memory of all chunks, used or not";
        case Term::Waste:
            return "Waste: memory of the chunks that holds no row: padding and rows not in use";
        case Term::System:
            return "System: a function that runs every tick over the entities that have certain components";
        case Term::Phase:
            return "Phase: the part of a tick in which a system runs; phases run one after another";
        case Term::Access:
            return "Access: which components a system reads and which it writes";
        case Term::StructuralChange:
            return "Structural change: creating or destroying an entity, or adding or removing a component. It moves "
                   "rows";
        case Term::Journal:
            return "Journal: the record of changes of rows: which row moved where, and why";
        case Term::Generation:
            return "12v3 is slot 12, generation 3: the third use of the slot. A handle of an earlier use never refers "
                   "to a later entity";
        case Term::Tick:
            return "Tick: one step of the simulation, in which every enabled system runs once";
        case Term::RunTimeType:
            return "Run-time type: described by a file or another program, without a C++ type";
        case Term::OpaqueType:
            return "Only the name of this type is known. Its value is kept as the text it was read from";
    }
    return "";
}

void explain(Term term) { tooltip(explanation(term)); }

const char* badge_word(Badge badge) {
    switch (badge) {
        case Badge::Exact:
            return "exact";
        case Badge::Simulated:
            return "simulated";
        case Badge::Measured:
            return "measured";
    }
    return "";
}

float badge_width(const Style& style, Badge badge) {
    const compat::FontScope font(style.small);
    return std::ceil(ImGui::CalcTextSize(badge_word(badge)).x + 2 * style.px(5));
}

void badge(const Style& style, Badge badge, std::string_view how) {
    const char* meaning = badge == Badge::Exact       ? "Exact: counted in the storage itself"
                          : badge == Badge::Simulated ? "Simulated: computed by a model, not observed"
                                                      : "Measured: by this machine's clock or counters; it differs "
                                                        "from run to run";
    // The frame is a second distinction: closed, dashed, and open at its sides.
    const float height = std::max(std::floor(style.px(16)), ImGui::GetTextLineHeight());
    const bool first_in_line = ImGui::GetCursorPosX() <= ImGui::GetCursorStartPos().x;
    if (!first_in_line && ImGui::GetContentRegionAvail().x < badge_width(style, badge)) ImGui::NewLine();
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const ImVec2 high{low.x + badge_width(style, badge), low.y + height};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImU32 frame = style.theme->edge;
    const float thick = std::max(1.0f, std::floor(style.scale)), dash = std::floor(style.px(3));
    if (badge == Badge::Exact) {
        compat::add_rect(list, low, high, frame, style.px(3), thick);
    } else {
        const float step = badge == Badge::Simulated ? 2 * dash : high.x - low.x;
        const float length = badge == Badge::Simulated ? dash : high.x - low.x;
        for (float x = low.x; x < high.x; x += step)
            for (const float y : {low.y, high.y - thick})
                list.AddRectFilled({x, y}, {std::min(x + length, high.x), y + thick}, frame);
    }
    {
        const compat::FontScope font(style.small);
        const float top = std::floor(low.y + (height - ImGui::GetFontSize()) / 2);
        list.AddText({std::floor(low.x + style.px(5)), top}, style.theme->quiet, badge_word(badge));
    }
    ImGui::Dummy({high.x - low.x, height});
    if (!tooltip_due()) return;
    std::string text = meaning;
    if (!how.empty()) text.append("\n").append(how);
    tooltip(text);
}

void badge_beside_frame(const Style& style, Badge badge, std::string_view how) {
    const float line = ImGui::GetCursorPosY();
    ImGui::SetCursorPosY(line + ImGui::GetStyle().FramePadding.y);
    panels::badge(style, badge, how);
}

}  // namespace panels
