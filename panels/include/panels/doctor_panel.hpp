// The Doctor panel: a card for each finding of ecs::diagnose, with its cause, what it wastes and what would mend it.
// Trying a remedy is an edit like any other; the panel then shows what the pool counted before and after.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ecs/doctor.hpp"
#include "panels/widgets.hpp"

namespace panels {

class DoctorPanel : public Panel {
public:
    DoctorPanel();

    const std::vector<ecs::Finding>& findings() const { return findings_; }

protected:
    void draw(const Context& context) override;

private:
    /// What the pool and the archetypes say at one moment.
    struct Memory {
        std::uint64_t in_use_bytes = 0, reserved_bytes = 0, archetypes = 0, chunks = 0;
    };
    static Memory memory_of(const ecs::World& world);
    /// A remedy that was asked for, until another one is.
    struct Trial {
        std::string title;
        Memory before;
        std::optional<Memory> after, undone;
        std::uint64_t version_asked = 0;  // World::structure_version(), which grows when it is carried out
        double asked_secs = 0;
        bool undoing = false;
        bool waiting() const { return !after || (undoing && !undone); }
    };

    void examine(const Context& context);
    void follow_trial(const Context& context);
    void draw_summary(const Context& context) const;
    void draw_trial(const Context& context);
    void draw_card(const Context& context, const ecs::Finding& finding);
    void draw_archetypes(const Context& context, const ecs::Finding& finding, float right) const;
    void draw_healthy(const Context& context) const;

    std::vector<ecs::Finding> findings_;
    const ecs::World* examined_ = nullptr;
    std::uint64_t version_seen_ = 0;
    double next_look_secs_ = 0;
    bool look_now_ = true;
    std::optional<Trial> trial_;
};

}  // namespace panels
