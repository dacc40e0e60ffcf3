// The zones of a program's loop, as systems: in the order in which they ran first, with the times of their ticks. A zone
// that comes several times in a tick is one system. Private to probe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/mirror/owner.hpp"

namespace probe {

class Zones {
public:
    /// More names than that, and more zones in one tick, are not kept.
    static constexpr std::size_t most = 256, most_in_tick = 4096, most_name_bytes = 128;

    bool any() const { return !zones_.empty(); }
    /// Another tick begins; the one until now is the former tick.
    void begin_tick();
    void begin(std::string_view name);
    void end(double secs);
    /// While one runs.
    const std::string& running() const { return running_; }
    /// While a zone runs, its name. Between two zones, the name of the zone that came here in the former tick. Empty:
    /// none did, or it is not known.
    std::string_view next() const;
    /// Behind a zone: no other one ran there in the former tick.
    bool last_ended() const { return !order_.empty() && place_behind() == former_order_.size(); }
    /// The running one wrote these types, which are positions in Owner::types().
    void wrote(std::span<const std::uint32_t> types);
    void forget() { *this = {}; }

    /// All, but for those that have the name of one of `others`, to which these are added.
    std::vector<ecs::OwnerSystem> systems(std::span<const ecs::OwnerSystem> others) const;

private:
    /// Where the next zone is in former_order_. Nothing: the last zone did not run in the former tick.
    std::optional<std::size_t> place_behind() const;

    struct Known {
        std::string name;
        std::vector<std::uint32_t> writes;
        std::uint64_t runs = 0;  // ticks
        bool ran = false;        // in this tick
        double secs = 0, last_secs = 0, sum_secs = 0, min_secs = 0, max_secs = 0;
    };
    std::vector<Known> zones_;
    std::vector<std::size_t> order_, former_order_;  // positions in zones_, of this tick and the former one
    std::string running_;
    std::optional<std::size_t> running_zone_;  // nothing: none runs, or it is one too many
};

}  // namespace probe
