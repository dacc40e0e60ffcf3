// The Systems panel: the systems of a tick in order, with their times and accesses. It switches systems on and off
// and steps them one at a time. Below them stand the hooks of components, which run between systems. The curves of
// past times belong to the panel: the core keeps no history.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <unordered_map>

#include "panels/base/language.hpp"
#include "panels/running/rule_editor.hpp"
#include "panels/why/system_match.hpp"
#include "panels/widgets/search_list.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

/// The last times of one system, oldest first.
class TimeCurve {
public:
    static constexpr std::size_t length = 64;

    void add(float secs);
    std::size_t size() const { return size_; }
    /// 0 is the oldest kept time.
    float operator[](std::size_t i) const { return secs_[(next_ + length - size_ + i) % length]; }
    float highest() const;

private:
    std::array<float, length> secs_{};
    std::size_t next_ = 0, size_ = 0;
};

class SystemsPanel : public Panel {
public:
    static constexpr int column_count = 11;

    SystemsPanel();

    std::string save_settings() const override { return all_columns_ ? "all-columns" : ""; }
    void load_settings(std::string_view text) override { all_columns_ = text == "all-columns"; }

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
    enum class Column { Order, Name, Stage, Last, Mean, Share, Curve, Visited, Changes, Reads, Writes };
    struct Known {
        std::uint64_t runs = 0;
        TimeCurve curve;
    };

    void read_times(const Context& context);
    void sort_rows(const Context& context);
    void draw_toolbar(const Context& context);
    void draw_phase(const Context& context, ecs::Phase phase);
    void draw_system(const Context& context, std::size_t order);
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
    void draw_name(const Context& context, const ecs::System& system, bool next);
    void draw_replay(const Context& context, std::size_t order, ImU32 color);
    void draw_share(const Style& style, const ecs::System& system, ImU32 color);
    void draw_curve(const Style& style, const ecs::System& system);
    void draw_accesses(const Context& context, const ecs::System& system, ecs::Access access);
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
    bool all_columns_ = false;  // else those that fit
    std::unordered_map<const ecs::System*, Known> known_;
    std::vector<std::size_t> rows_;  // positions in Schedule::systems(), in order of the list
    Column sort_column_ = Column::Order;
    bool descending_ = false, sorted_ = false;
    double sorted_at_secs_ = 0;
    double mean_of_all_secs_ = 0, last_of_all_secs_ = 0;
    bool in_millis_ = false;  // one unit for the whole column, so that times are comparable
};

}  // namespace panels
