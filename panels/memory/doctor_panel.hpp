// The Doctor panel: a card for each finding of ecs::diagnose, with its cause, what it wastes and what would mend it.
// Trying a remedy is an edit like any other; the panel then shows what the pool counted before and after.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ecs/diagnose/doctor.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

class DoctorPanel : public Panel {
public:
    DoctorPanel();

    const std::vector<ecs::Finding>& findings() const { return findings_; }
    /// For tests: how often the world was examined.
    std::size_t examinations() const { return examinations_; }

protected:
    void draw(const Context& context) override;

private:
    /// What the pool and the archetypes say at one moment.
    struct Memory {
        std::uint64_t in_use_bytes = 0, reserved_bytes = 0, archetypes = 0, chunks = 0;
    };
    static Memory memory_of(const ecs::World& world);
    /// A remedy that was asked for, until another one is. Where the history stands says what has become of it.
    struct Trial {
        std::string title;
        Memory before;
        std::optional<Memory> after, undone;
        HistoryState asked, done;  // before and after the step; `done` once there is `after`
        double asked_secs = 0;
        std::string label() const { return "Mend: " + title; }
    };

    void examine(const Context& context);
    void follow_trial(const Context& context);
    void draw_summary(const Context& context) const;
    void draw_trial(const Context& context);
    void draw_undo(const Context& context, const Trial& trial) const;
    void draw_card(const Context& context, const ecs::Finding& finding);
    /// Title and, while the card is folded, its first line; a click unfolds it. Returns whether it is unfolded.
    bool draw_card_head(const Context& context, const ecs::Finding& finding, float title_right, float right) const;
    void draw_try(const Context& context, const ecs::Finding& finding);
    void draw_archetypes(const Context& context, const ecs::Finding& finding, float right) const;
    void draw_healthy(const Context& context) const;

    std::vector<ecs::Finding> findings_;
    const ecs::World* examined_ = nullptr;
    std::uint64_t version_seen_ = 0;
    double next_look_secs_ = 0;
    bool look_now_ = true;
    std::size_t examinations_ = 0;
    std::optional<Trial> trial_;
};

}  // namespace panels
