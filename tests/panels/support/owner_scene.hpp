// Panels over the copy of a FakeOwner's world, whose ticks are the owner's.
#pragma once

#include "ecs/mirror/fake_owner.hpp"
#include "panels/support/headless.hpp"

struct OwnerScene {
    test::FakeOwner owner;
    ecs::Mirror mirror{owner};
    ecs::Schedule schedule;
    ecs::History history{mirror.world(), schedule};
    Harness harness;

    explicit OwnerScene(ImVec2 size) : harness(size) {
        mirror.follow(history);
        mirror.show_systems(schedule);
        harness.show({mirror.world(), schedule, history});
        harness.mirror = &mirror;
    }
    ~OwnerScene() {
        harness.close();
        mirror.unfollow();
        owner.forget();
    }
    void update() {
        mirror.update();
        harness.tick_ended();
        harness.frames(2);
    }
};
