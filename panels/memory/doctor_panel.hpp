// The Doctor panel: a card for each finding of ecs::diagnose, with its cause, its waste and its remedy. Trying a
// remedy is an edit like any other; the panel then shows the numbers of the pool before and after. Where the world is a
// copy of somebody else's, the findings are about the owner's pools, if it says what they are.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ecs/diagnose/doctor.hpp"
#include "panels/base/language.hpp"
#include "panels/pools/pool_memory.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

class DoctorPanel : public Panel {
public:
    DoctorPanel();

    const std::vector<ecs::Finding>& findings() const { return findings_; }
    /// For tests: number of examinations of the world.
    std::size_t examinations() const { return examinations_; }

protected:
    void draw(const Context& context) override;

private:
    /// The numbers of the pool and the archetypes at one moment.
    struct Memory {
        std::uint64_t in_use_bytes = 0, reserved_bytes = 0, archetypes = 0, chunks = 0;
    };
    static Memory memory_of(const ecs::World& world);
    /// A requested remedy, until the next one. The position in the history shows what became of it.
    struct Remedy {
        std::string title;
        Memory before;
        std::optional<Memory> after, undone;
        HistoryState asked, done;  // before and after the step; `done` is valid with `after`
        double asked_secs = 0;
        std::string label() const { return phrase("Fix: {}", title); }
    };

    /// What the owner of a mirrored world has wrong. Returns whether that was all.
    bool draw_owner_findings(const Context& context);
    void examine(const Context& context);
    void follow_remedy(const Context& context);
    void draw_summary(const Context& context) const;
    void draw_remedy(const Context& context);
    void draw_undo(const Context& context, const Remedy& remedy) const;
    void draw_card(const Context& context, const ecs::Finding& finding);
    /// Draws the title and, while the card is folded, its first line. A click opens or folds it. Returns whether it
    /// is open.
    bool draw_card_head(const Context& context, const ecs::Finding& finding, float title_right, float right) const;
    void draw_fix(const Context& context, const ecs::Finding& finding);
    void draw_archetypes(const Context& context, const ecs::Finding& finding, float right) const;
    void draw_healthy(const Context& context) const;

    PoolMemory own_pool_memory_;
    std::vector<ecs::Finding> findings_;
    const ecs::World* examined_ = nullptr;
    std::uint64_t version_seen_ = 0;
    double next_look_secs_ = 0;
    bool look_now_ = true;
    std::size_t examinations_ = 0;
    std::optional<Remedy> remedy_;
};

}  // namespace panels
