// The Moves panel: what structural changes did and cost. The list has the changes of the journal one by one; as a
// theatre it plays one operation of them in slow steps (the row is looked up, its columns are copied, the last row
// fills the hole); as a map of traffic it shows which rows move between which archetypes, how often, and because of
// what. The simulation never waits for it.
#pragma once

#include <map>
#include <optional>

#include "ecs/diagnose/traffic.hpp"
#include "panels/base/panel.hpp"
#include "panels/changes/change_list.hpp"
#include "panels/changes/move_replay.hpp"
#include "panels/changes/move_values.hpp"

namespace panels {

class MovesPanel : public Panel {
public:
    MovesPanel();

    std::string save_settings() const override;
    void load_settings(std::string_view line) override;
    std::span<const KeyCommand> commands() const override;

    bool find() override {
        view_ = View::List;
        changes_.focus_filter();
        return true;
    }

    const ChangeList& changes() const { return changes_; }
    /// What is on replay; null when nothing is.
    const MoveReplay* replay() const { return replay_ ? &*replay_ : nullptr; }
    /// From 0 to the number of its beats.
    double moment() const { return moment_; }
    const ecs::Traffic& traffic() const { return traffic_; }
    /// Operations since the list was made, while it holds still.
    std::uint64_t new_operations() const { return new_operations_; }

protected:
    void draw(const Context& context) override;

private:
    enum class View { List, Theatre, Traffic };

    void draw_modes(const Context& context);
    // Theatre
    void draw_theatre(const Context& context);
    void update_list(const Context& context);
    void draw_operations(const Context& context, ImVec2 size);
    void keep_listed_values(const Context& context);
    MoveValues& values(const Context& context) { return context.moves != nullptr ? *context.moves : own_values_; }
    void show_operation(const Context& context, ecs::Operation operation);
    void draw_controls(const Context& context);
    void take_keys(const Context& context);
    void play_newest(const Context& context);
    void step(int beats);
    void advance(const Context& context);
    // Traffic
    void draw_traffic(const Context& context);
    void draw_edge_list(const Context& context, const std::vector<ecs::TrafficEdge>& edges, ImVec2 size);

    View view_ = View::List;
    ChangeList changes_;
    const ecs::World* world_ = nullptr;  // that replay and traffic belong to
    std::vector<ecs::Operation> operations_;
    std::uint64_t listed_total_ = 0, counted_total_ = 0, new_operations_ = 0;
    bool follows_ = true;     // the list shows the newest; ends when an operation is chosen
    bool over_list_ = false;  // the mouse, under which nothing moves
    /// Of what is listed, from the moment when the list held still: the world goes on and forgets them.
    std::map<std::uint64_t, std::vector<MovedValue>> listed_values_;
    MoveValues own_values_;  // where nobody lends any
    std::optional<MoveReplay> replay_;
    std::optional<std::vector<MovedValue>> replayed_values_;
    double moment_ = 0, drawn_at_secs_ = 0;
    bool plays_ = false;
    ecs::Traffic traffic_;
    std::optional<std::size_t> hovered_edge_;
};

}  // namespace panels
