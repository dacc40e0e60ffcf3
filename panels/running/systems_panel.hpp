// The Systems panel: the systems of a tick in order, with their times and accesses. It switches systems on and off,
// steps them one at a time, moves them by dragging, and puts them into groups with a name, which fold and switch
// together. Below them stand the hooks of components, which run between systems. The past times belong to the panel:
// the core keeps no history.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "panels/base/language.hpp"
#include "panels/running/rule_editor.hpp"
#include "panels/running/system_note_popup.hpp"
#include "panels/running/system_times.hpp"
#include "panels/running/systems_columns.hpp"
#include "panels/stops/system_mark.hpp"
#include "panels/why/system_match.hpp"
#include "panels/widgets/search_list.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

class SystemsPanel : public Panel {
public:
    SystemsPanel();

    std::string save_settings() const override { return columns_.save(); }
    void load_settings(std::string_view text) override { columns_.load(text); }
    std::span<const KeyCommand> commands() const override;

    std::string_view palette_search() const override { return tr("Toggle system "); }

    /// A system, by its name: its row comes into view, marked until the next click. Or a part that part_for_rule() or
    /// part_for_new_rule() makes.
    void show_part(std::string_view part) override;
    std::vector<NamedPart> named_parts() const override;
    const char* group_of_parts() const override { return tr_later("Commands"); }
    const RuleEditor& rule_editor() const { return rules_; }

protected:
    void draw(const Context& context) override;

private:
    using Column = SystemColumn;
    /// A row of the table: a system, or a line above some.
    struct Row {
        enum class Kind { Phase, Group, System };
        Kind kind = Kind::System;
        std::size_t order = 0;  // in Schedule::systems(); of a line, the first system below it
    };
    /// What the systems of a group come to, wherever they run.
    struct GroupSum {
        std::string_view name;
        std::size_t systems = 0, on = 0, places = 0;
        double last_secs = 0, mean_secs = 0;
    };

    void sort_systems(const Context& context);
    void make_rows(const Context& context);
    void draw_rows(const Context& context);
    void draw_row(const Context& context, const Row& row);
    void draw_toolbar(const Context& context);
    void draw_last_tick(const Context& context);
    void draw_phase(const Context& context, ecs::Phase phase);
    void draw_system(const Context& context, std::size_t order);
    void take_keys(const Context& context);
    void move_one(const Context& context, const std::string& name, bool later) const;
    // systems_groups.cpp
    void sum_groups(const Context& context);
    const GroupSum* group_named(std::string_view name) const;
    void draw_group(const Context& context, std::size_t order);
    void switch_group(const Context& context, const std::string& group, bool enabled) const;
    void request_group_menu(const Context& context, const std::string& group);
    void take_dropped_on_group(const Context& context, const std::string& group, std::size_t order);
    std::vector<MenuItem> note_items(const std::string& system);
    // systems_details.cpp
    void draw_details(const Context& context, const ecs::System& system);
    void draw_archetype_row(const Context& context, ecs::ArchetypeId archetype, std::size_t entities,
                            const ecs::NearArchetype* near);
    bool draw_words_row(const Context& context, std::string_view words);
    void draw_hooks(const Context& context);
    void draw_add(const Context& context);
    void draw_add_buttons(const Context& context);
    void draw_rule(const Context& context, const ecs::System& system);
    void take_dragged(const Context& context, const ecs::System& system);
    void draw_name(const Context& context, const ecs::System& system, const SystemMark& mark);
    void draw_replay(const Context& context, std::size_t order, ImU32 color);
    void draw_share(const Style& style, const ecs::System& system, ImU32 color);
    void draw_curve(const Style& style, const ecs::System& system);
    void draw_accesses(const Context& context, const ecs::System& system, ecs::Access access);
    void draw_budget(const Context& context, const ecs::System& system);
    std::string format_time(double secs) const;

    std::string unfolded_;  // name of the system whose archetypes are listed; empty: none
    SystemArchetypes details_;
    double details_at_secs_ = -1;  // read them again some time after that
    bool all_details_ = false;

    std::string shown_system_;  // that was asked for
    bool scrolls_ = false;      // to its row
    SearchList search_;
    RuleEditor rules_;
    bool open_add_ = false;
    SystemColumns columns_;
    std::uint32_t shown_columns_ = 0;  // in the last frame, a bit for each
    SystemTimes times_;
    SystemNotePopup note_;
    std::vector<std::size_t> sorted_systems_;  // positions in Schedule::systems(), in order of the list
    std::vector<Row> rows_;
    std::vector<GroupSum> groups_;               // of this frame
    std::set<std::string, std::less<>> folded_;  // names of groups
    std::string focused_;                        // the system whose row has the keyboard; empty: none
    std::string why_no_drop_;                    // of what is dragged, at the mouse
    Column sort_column_ = Column::Order;
    bool descending_ = false, sorted_ = false;
    double sorted_at_secs_ = 0;
};

}  // namespace panels
