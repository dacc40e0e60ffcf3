// The Owner of a world in a program that has a probe::Probe: it applies one picture a pull, in their order, and repeats
// unanswered requests after a reconnect. Private to remote.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "ecs/types/type_registry.hpp"
#include "probe/wire/picture.hpp"
#include "remote/program/program_breakpoints.hpp"
#include "remote/program/program_line.hpp"
#include "remote/program/program_memory.hpp"
#include "remote/program/program_writes.hpp"
#include "remote/replica/remote_owner.hpp"

namespace remote {

class ProgramOwner final : public RemoteOwner {
public:
    explicit ProgramOwner(LinkOptions options);

    std::string name() const override;
    std::span<const ecs::ComponentType> types() const override { return types_; }
    std::string why_not(ecs::OwnerAbility ability) const override;
    std::uint64_t run() const override { return run_; }
    std::size_t hidden() const override { return head_.hidden; }
    std::string why_not_show_hidden() const override { return head_.why_not_show_hidden; }
    void show_hidden(bool shown) override;
    bool shows_hidden() const override { return head_.shows_hidden; }

    const ecs::OwnerWorlds* worlds() const override { return worlds_.names.empty() ? nullptr : &worlds_; }
    void show_world(std::string_view name) override;
    CopyWorld copy_of(std::string_view name) const override;

    std::string pull(ecs::Pull& pull) override;
    std::size_t still_to_come() const override { return still_to_come_; }
    /// Before the first pull(): it says all of the world, however large.
    void take_whole() { in_parts_ = false; }
    std::string check() override;
    void send_again(std::span<const ecs::OwnerKey> keys) override;
    std::string why_not(const ecs::OwnerRequest& request) const override;
    ecs::OwnerReply ask(std::uint64_t number, const ecs::OwnerRequest& request) override;
    std::span<const ecs::OwnerSystem> systems() const override { return systems_; }
    const ecs::OwnerClock* clock() const override { return clock_ ? &*clock_ : nullptr; }
    std::string control(const ecs::OwnerControl& control) override;
    ecs::OwnerMemory memory() const override;
    std::optional<ecs::PoolBytes> read_block(const ecs::OwnerMemory& memory, const ecs::PoolPart& part) const override;

    /// Libraries before 1.2 check none, nor does a program that this client can only read.
    ecs::OwnerBreakpoints* breakpoints() override;
    /// Libraries before 1.4 say nothing of it.
    ecs::OwnerWrites* writes() override;

    void know(const ecs::Mirror* mirror) override;
    std::string address() const override { return line_.address(); }
    std::uint64_t rounds() const override { return pictures_; }
    std::uint64_t asked() const override { return asked_; }
    std::vector<std::string> notes() const override;
    bool details_known() const override { return pictures_ > 0 && still_to_come_ == 0; }
    std::optional<std::size_t> moments() override;
    double interval_secs() const override { return 1.0 / 60; }
    void keep_moments(bool keeps) override { keeps_ = keeps; }
    probe::LogLines take_log() override { return std::exchange(log_, {}); }

private:
    void look();
    void ask_for_memory();
    void send_breakpoints();
    void send_writes_wish();
    void send_world();
    void begin_run();
    bool read_types(probe::ByteReader& from);
    void complete(ecs::Pull& pull);
    void hold_moves(ecs::Pull& pull);
    void lose(std::string why);
    void clear_frames();
    void say_seen(const probe::Frame& picture);
    ecs::Entity program_handle_of(ecs::Entity handle) const;
    /// False: it is too long.
    bool send(std::uint64_t number, const ecs::OwnerRequest& request);
    void send(std::uint64_t number, const ecs::OwnerControl& control);
    void take_clock(probe::PictureClock& clock);
    void take_log(probe::LogLines log);

    ProgramLine line_;
    ProgramWelcome welcome_;
    std::deque<probe::Frame> frames_;
    std::size_t frames_bytes_ = 0;
    std::size_t seen_ = 0;  // of frames_, those at the front for which the program got its answer
    bool keeps_ = false;
    probe::LogLines log_;  // that nobody took yet
    std::string lost_;
    bool greeted_ = false;            // some program has answered
    probe::Clock::time_point heard_;  // when a picture came last
    std::uint64_t run_ = 0, owner_run_ = 0;
    std::uint64_t pictures_ = 0, asked_ = 0;
    probe::PictureHead head_;  // of the last picture

    std::unique_ptr<ecs::TypeRegistry> layout_ = std::make_unique<ecs::TypeRegistry>();
    std::vector<ecs::ComponentType> types_;
    std::vector<ecs::OwnerSystem> systems_;
    mutable ProgramMemory memory_;  // who looks at it makes it be asked for
    ProgramBreakpoints breakpoints_;
    ProgramWrites writes_;
    std::vector<probe::ValueColumn> values_;  // of the last pull
    std::unordered_set<ecs::OwnerKey> keys_;
    std::size_t still_to_come_ = 0;  // as of the last picture
    bool in_parts_ = true;
    std::unordered_map<ecs::OwnerKey, ecs::OwnerKey> moves_;  // parents, to be told with the last part
    // Only where the program's handle of an entity differs from its key.
    std::unordered_map<ecs::OwnerKey, ecs::Entity> wanted_;

    const std::uint64_t client_;  // names this object to the program
    std::map<std::uint64_t, ecs::OwnerRequest> open_;
    ecs::OwnerWorlds worlds_;                              // of the last picture
    std::string world_;                                    // that a person wants; empty: the program's first one
    std::optional<ecs::OwnerClock> clock_;                 // nothing: no picture said it
    std::map<std::uint64_t, ecs::OwnerControl> controls_;  // that are not known to be done
    std::uint64_t last_control_ = 0;
    const ecs::Mirror* mirror_ = nullptr;
};

}  // namespace remote
