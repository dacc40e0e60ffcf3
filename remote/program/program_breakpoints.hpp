// The breakpoints that a program with a probe checks for this editor: the list that is wanted, what the program says of
// it, and the stop that nobody has taken yet. Private to remote.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ecs/breakpoints/owner_breakpoints.hpp"
#include "ecs/mirror/mirror.hpp"
#include "probe/wire/breakpoint_bytes.hpp"
#include "probe/wire/owner_bytes.hpp"

namespace remote {

class ProgramBreakpoints final : public ecs::OwnerBreakpoints {
public:
    void want(std::vector<ecs::WantedBreakpoint> list) override;
    std::vector<ecs::BreakpointNews> take_news() override;
    std::optional<ecs::BreakpointHit> take_stop() override;

    /// What to send to the program now; null: it knows the list.
    const std::vector<ecs::WantedBreakpoint>* to_send() { return std::exchange(unsent_, false) ? &wanted_ : nullptr; }
    /// Takes in what the program tells. Returns false for what makes no sense.
    bool take_in(probe::ByteReader& from);
    /// The program behind another connection has no breakpoints, and goes on.
    void connect_again();
    /// Whether the program can check breakpoints in the world that it shows.
    bool checks() const { return checks_; }
    /// The mirror shows this picture now.
    void shows(std::uint64_t picture) { shown_ = picture; }
    /// Whose types hits have from now on; null: there is none. `words` finds the mirror's entity of a program's one.
    void know(const ecs::Mirror* mirror) { mirror_ = mirror; }

private:
    /// Of a wanted one.
    struct State {
        std::string error;
        std::uint64_t hits = 0, stops = 0;          // that the program told in this connection
        std::uint64_t new_hits = 0, new_stops = 0;  // that nobody took
        bool is_new = false;
    };
    ecs::Value value_of(const ecs::ComponentType& type, const std::vector<std::byte>& bytes) const;
    void find_values(ecs::BreakpointHit& hit) const;

    std::vector<ecs::WantedBreakpoint> wanted_;
    bool unsent_ = false, checks_ = true;
    std::map<ecs::BreakpointId, State> states_;
    std::optional<ecs::BreakpointHit> hit_;
    probe::HitValues values_;
    std::uint64_t picture_ = 0, shown_ = 0;  // picture_: that shows the world at hit_
    const ecs::Mirror* mirror_ = nullptr;
};

}  // namespace remote
