// The Archetypes panel: the sets of components in the world, how many entities have each, how much memory they take
// and how much of it is waste. It shows them as a table, with the history of each number, as a treemap of bytes, and
// as a histogram of how full the chunks are. Picking an archetype shows its entities here and its chunks in the
// Chunks panel. Where the world is a copy of somebody else's, it shows the owner's pools first.
#pragma once

#include "panels/archetypes/archetype_recorder.hpp"
#include "panels/archetypes/archetype_table.hpp"
#include "panels/archetypes/archetype_views.hpp"
#include "panels/archetypes/archetype_widgets.hpp"
#include "panels/archetypes/pool_table.hpp"

namespace panels {

class ArchetypesPanel : public Panel {
public:
    ArchetypesPanel();

    std::string save_settings() const override;
    void load_settings(std::string_view line) override;

    enum class View { Table, History, Treemap, Occupancy };

    const ArchetypeTable& table() const { return table_; }
    const ArchetypeRecorder& recorder() const { return *recorder_; }
    View view() const { return view_; }
    const ArchetypeTreemap& treemap() const { return treemap_; }
    const ArchetypeOccupancy& occupancy() const { return occupancy_; }
    const PoolTable& pools() const { return pools_; }
    bool shows_pools() const { return show_pools_; }
    bool find() override { return focus_filter_ = true; }

protected:
    void draw(const Context& context) override;

private:
    /// The switch between the owner's pools and the copy's archetypes, and the pools. Returns whether that was all.
    bool draw_owner_pools(const Context& context);
    void draw_toolbar(const Context& context);
    void draw_hide_empty(const Context& context);
    void draw_table(const Context& context, ImVec2 size);
    void draw_totals(const Context& context);
    void draw_row(const Context& context, const ecs::Archetype& archetype);
    void draw_row_tooltip(const Context& context, const ecs::Archetype& archetype) const;
    /// Draws the cells of numbers; in the view of histories each with its sparkline from `history`.
    void draw_facts(const Style& style, const ArchetypeFacts& facts, ImU32 color, const ArchetypeHistory& history,
                    ecs::ArchetypeId id);
    void draw_fill(const Style& style, const ArchetypeFacts& facts, ImU32 color);
    float row_px(const Style& style) const;
    void draw_entities(const Context& context, ImVec2 size);

    /// The recorder that the program lends, or the panel's own, which records while the panel is shown.
    const ArchetypeRecorder& recorder_for(const Context& context);

    PoolTable pools_;
    PoolMemory own_pool_memory_;
    bool show_pools_ = true;
    ArchetypeTable table_;
    ArchetypeRecorder own_recorder_;
    const ArchetypeRecorder* recorder_ = &own_recorder_;  // of the present frame
    double recorded_at_secs_ = 0;
    ArchetypeTreemap treemap_;
    ArchetypeOccupancy occupancy_;
    ArchetypeEntities entities_;
    View view_ = View::Table;
    TickAxis axis_;
    std::string filter_;
    bool focus_filter_ = false;
    std::optional<ecs::ArchetypeId> shown_;  // the archetype that the list was last scrolled to
    bool scroll_to_shown_ = false;
    bool over_rows_ = false;  // the mouse is over the rows, so the order stays
};

}  // namespace panels
