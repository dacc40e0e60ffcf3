// The Moves panel: what structural changes cost. As a theatre it plays one operation of the journal in slow steps (the
// row is looked up, its columns are copied, the last row fills the hole); as a map of traffic it shows which rows move
// between which archetypes, how often, and because of what. The simulation never waits for it.
#pragma once

#include <optional>

#include "ecs/traffic.hpp"
#include "panels/move_stage.hpp"
#include "panels/move_values.hpp"
#include "panels/panel.hpp"

namespace panels {

class MovesPanel : public Panel {
public:
    MovesPanel();

    std::string save_settings() const override;
    void load_settings(std::string_view line) override;

    /// What is on stage; null when nothing is.
    const MoveStage* stage() const { return stage_ ? &*stage_ : nullptr; }
    /// From 0 to the number of its beats.
    double moment() const { return moment_; }
    const ecs::Traffic& traffic() const { return traffic_; }

protected:
    void draw(const Context& context) override;

private:
    enum class Mode { Theatre, Traffic };

    void draw_modes(const Context& context);
    // Theatre
    void draw_theatre(const Context& context);
    void draw_operations(const Context& context, ImVec2 size);
    void put_on_stage(const Context& context, ecs::Operation operation);
    void draw_controls(const Context& context);
    void take_keys();
    void step(int beats);
    void advance(const Context& context);
    // Traffic
    void draw_traffic(const Context& context);
    void draw_edge_list(const Context& context, const std::vector<ecs::TrafficEdge>& edges, ImVec2 size);

    Mode mode_ = Mode::Theatre;
    const ecs::World* world_ = nullptr;  // that stage and traffic belong to
    std::vector<ecs::Operation> operations_;
    std::uint64_t listed_total_ = 0;
    bool follows_ = true;  // the list shows the newest; ends when an operation is chosen
    std::optional<MoveStage> stage_;
    MoveValues values_;
    double moment_ = 0, drawn_at_secs_ = 0;
    bool plays_ = false;
    ecs::Traffic traffic_;
    std::optional<std::size_t> hovered_edge_;
};

}  // namespace panels
