// Who writes the values that the client looks at, as a FieldRecorder of the program's own world sees it: of a world with its
// schedule after each system, of a world without one before and after each zone, and around what the client changes. Private
// to probe.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "ecs/record/field_recorder.hpp"
#include "ecs/schedule/schedule.hpp"
#include "probe/wire/write_bytes.hpp"
#include "probe/world/world_owner.hpp"

namespace probe {

class ClientWrites {
public:
    /// Of records, and of the copies of the values that are compared: what is beyond it is not recorded.
    static constexpr std::size_t most_record_bytes = 4u << 20, most_copy_bytes = 8u << 20;

    ClientWrites();

    /// Looks at this world from now on, which outlives this or the next call. Null: there is none whose writes can be seen.
    void show(const WorldOwner* owner, ecs::World* world, ecs::Schedule* schedule);
    /// Nobody wants to know it any more.
    void forget() { want({}); }
    void want(WishedWrites wish);

    /// Before a zone, and between two ticks. `tick`: that runs now or next, of a world whose ticks are counted here.
    void look_between_ticks(std::uint64_t tick);
    void look_at_edits() { recorder_.look_at({ecs::WriterKind::ByStep}); }
    void look_after_zone(std::string_view zone) { recorder_.look_at({ecs::WriterKind::BySystem, zone}); }

    /// What was not told yet. The types of the picture must have been looked at.
    void tell(ByteWriter& to);

private:
    void choose();

    ecs::Schedule nobodys_;  // of a world whose schedule is not known
    ecs::FieldRecorder recorder_;
    WishedWrites wish_;
    const WorldOwner* owner_ = nullptr;
    ecs::World* world_ = nullptr;
    bool counts_ = false;    // the world does not know its ticks
    std::size_t types_ = 0;  // of the owner, when wish_ was carried out
};

}  // namespace probe
