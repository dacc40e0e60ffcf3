// A client of a program of any kind: its RemoteOwner, the mirror, and a history that edits it.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "catch.hpp"
#include "ecs/edit/edit.hpp"
#include "ecs/edit/history.hpp"
#include "ecs/mirror/mirror.hpp"
#include "remote/replica/remote_owner.hpp"
#include "remote/support/until.hpp"

namespace test {

class RemoteClient {
public:
    RemoteClient() = default;
    virtual ~RemoteClient() { detach(); }
    RemoteClient(const RemoteClient&) = delete;
    RemoteClient& operator=(const RemoteClient&) = delete;

    void attach(std::unique_ptr<remote::RemoteOwner> made) {
        owner = std::move(made);
        mirror = std::make_unique<ecs::Mirror>(*owner);
        owner->know(mirror.get());
        mirror->show_systems(schedule);
        history = std::make_unique<ecs::History>(mirror->world(), schedule);
        mirror->follow(*history);
    }
    /// The history holds values of the mirror's types, so it goes first.
    void detach() {
        if (mirror) mirror->unfollow();
        history.reset();
        mirror.reset();
        owner.reset();
    }
    virtual void turn() {
        for (const std::string& message : mirror->update().messages) messages += message + "\n";
    }
    /// A picture that was asked for after this call is there.
    [[nodiscard]] bool seen() {
        const std::uint64_t rounds = owner->rounds();
        return go_on([this] { turn(); }, [&] { return owner->rounds() > rounds + 1; });
    }
    [[nodiscard]] bool answered() {
        return go_on([this] { turn(); }, [this] { return mirror->unanswered() == 0; });
    }
    ecs::Entity named(std::string_view name) const { return mirror->world().find_by_name(name); }
    void perform(ecs::Edit edit, const char* label = "Edit") {
        ecs::HistoryStep step;
        step.label = label;
        step.edits.push_back(std::move(edit));
        CHECK(history->perform(std::move(step)).empty());
        history->seal();
    }

    std::unique_ptr<remote::RemoteOwner> owner;
    std::unique_ptr<ecs::Mirror> mirror;
    ecs::Schedule schedule;
    std::unique_ptr<ecs::History> history;
    std::string messages;
};

}  // namespace test
