// The WorldRecords keeps what the world itself does not remember and panels show: the journal of changes, what archetypes
// are called and how they were in earlier ticks, the values of rows that moved, who wrote what, and what a person
// watches. One world is watched at a time. A world has one journal: if the program gave it one, that one is read, and
// stays as it is.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "ecs/world/journal.hpp"
#include "ecs/world/world.hpp"
#include "panels/archetypes/archetype_recorder.hpp"
#include "panels/base/archetype_names.hpp"
#include "panels/base/panel.hpp"
#include "panels/base/tick_trace.hpp"
#include "panels/changes/move_values.hpp"
#include "panels/stops/debugger.hpp"
#include "panels/watch/recording.hpp"
#include "panels/watch/watches.hpp"

namespace panels {

class WorldRecords {
public:
    ~WorldRecords() { stop(); }
    WorldRecords() = default;
    WorldRecords(const WorldRecords&) = delete;
    WorldRecords& operator=(const WorldRecords&) = delete;

    /// All must stay until stop(). While `timeline` is in the past, nothing is recorded: what was recorded of later
    /// ticks stays until they come about another way.
    void start(ecs::World& world, ecs::Schedule& schedule, ecs::History& history, ecs::Timeline* timeline = nullptr);
    bool watching() const { return world_ != nullptr; }
    /// After start(), and after new panels were made: gives panels what their settings are about.
    void connect(std::span<const std::unique_ptr<Panel>> panels);
    /// Forgets everything about the world that was watched.
    void stop();

    /// The world is filled from somebody else's: breakpoints look at it after each update, and what is written was
    /// written by its owner. Null: it is not. Before sample().
    void follow(const ecs::Mirror* mirror);
    /// Before something changes the world: the journal keeps what happens until the panels draw.
    void make_room();
    /// After a tick or an edit.
    void sample();
    /// After the timeline brought the world to another moment: that counts as nobody's change.
    void time_jumped();
    /// Runs the last system that was stepped back, also one of an earlier tick. Empty, or why it is impossible.
    std::string back_system();
    /// After the panels drew: they have read the journal, and said whether they want the values of moves.
    void panels_drew();
    /// Before the ticks of a frame: what is selected is recorded.
    void follow(const Selection& selection) { recording_.follow(selection, watches_); }

    /// Whose journal it is may change while a program gives the world another one: ask again in each frame.
    const ecs::Journal& journal() const;
    const ArchetypeRecorder& archetypes() const { return archetypes_; }
    ArchetypeNames& archetype_names() { return archetype_names_; }
    MoveValues& moves() { return moves_; }
    Watches& watches() { return watches_; }
    Recording& recording() { return recording_; }
    Debugger& debugger() { return debugger_; }
    TickTrace& tick_trace() { return tick_trace_; }

private:
    ecs::Journal own_{10'000};        // grows with the world, see journal_room()
    std::uint64_t journal_read_ = 0;  // its total when the panels drew last
    ArchetypeRecorder archetypes_;
    ArchetypeNames archetype_names_;
    MoveValues moves_;  // listens to the journal while a panel shows them
    Watches watches_;
    Recording recording_;
    Debugger debugger_;
    TickTrace tick_trace_;
    ecs::World* world_ = nullptr;
    ecs::Schedule* schedule_ = nullptr;
    ecs::Timeline* timeline_ = nullptr;
};

}  // namespace panels
