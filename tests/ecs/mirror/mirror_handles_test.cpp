// Handles of entities that are here for a while only, and those that an owner wants: none ever names two entities.
#include "catch.hpp"
#include "ecs/ecs.hpp"
#include "ecs/mirror/fake_owner.hpp"
#include "ecs/mirror/mirror.hpp"

namespace mirror_handles_test {

namespace {

using Edits = std::vector<ecs::Edit>;
using Kind = ecs::OwnerRequest::Kind;

/// An owner that answers when it is told to, and who edits its world.
struct Edited {
    test::FakeOwner owner;
    ecs::Mirror mirror{owner};
    ecs::Schedule schedule;
    ecs::History history{mirror.world(), schedule};

    Edited() {
        owner.late = true;
        mirror.follow(history);
        mirror.update();
    }
    ~Edited() {
        mirror.unfollow();
        owner.forget();
    }
    ecs::Entity create() {
        const ecs::Entity next = mirror.world().entity_index().next();
        REQUIRE(history.perform({"Create", Edits{ecs::CreateEntities{{ecs::EntityRecord{}}}}}).empty());
        REQUIRE(mirror.world().alive(next));
        return next;
    }
    void undo() { REQUIRE(history.undo().empty()); }
    void answer() {
        owner.answer_now();
        mirror.update();
    }
};

/// FakeOwner wants this handle for the entity of a key.
ecs::OwnerKey key_that_wants(ecs::Entity entity) { return entity.index - 1; }

}  // namespace

TEST_CASE("Mirror handles: a creation that is taken back does not destroy who came with its handle", "[mirror]") {
    Edited edited;
    const ecs::Entity made = edited.create();
    edited.undo();
    const ecs::OwnerKey stranger = edited.owner.spawn(key_that_wants(made));
    edited.mirror.update();
    CHECK(edited.mirror.entity_of(stranger) != made);
    edited.answer();
    edited.answer();
    CHECK(edited.owner.asked.back().kind == Kind::Destroy);
    CHECK(edited.owner.things.size() == 1);
    CHECK(edited.owner.things.contains(stranger));
    edited.mirror.update();
    CHECK(edited.mirror.world().entity_count() == 1);
}

TEST_CASE("Mirror handles: what is created while its handle is still being destroyed there is asked for", "[mirror]") {
    Edited edited;
    const ecs::Entity made = edited.create();
    edited.undo();
    edited.answer();
    REQUIRE(edited.owner.asked.back().kind == Kind::Destroy);
    REQUIRE(edited.create() == made);
    CHECK(edited.owner.asked.back().kind == Kind::Create);
    edited.answer();
    edited.mirror.update();
    CHECK(edited.owner.things.size() == 1);
    CHECK(edited.mirror.world().entity_count() == 1);
    CHECK(edited.mirror.entity_of(edited.owner.things.begin()->first));
}

TEST_CASE("Mirror handles: who is destroyed and taken back stays, though the owner says between that it is gone",
          "[mirror]") {
    Edited edited;
    const ecs::OwnerKey key = edited.owner.spawn();
    edited.mirror.update();
    const ecs::Entity entity = edited.mirror.entity_of(key);
    REQUIRE(edited.history.perform({"Destroy", Edits{ecs::DestroyEntity{entity}}}).empty());
    edited.undo();
    edited.owner.kill(key);
    const ecs::OwnerKey other = edited.owner.spawn();
    edited.mirror.update();
    CHECK(edited.mirror.world().alive(entity));
    edited.answer();
    edited.mirror.update();
    CHECK(edited.mirror.key_of(entity) == key);
    CHECK(edited.mirror.key_of(edited.mirror.entity_of(other)) == other);
    CHECK(edited.mirror.world().entity_count() == 2);
}

TEST_CASE("Mirror handles: what waits for its creation is gone when the owner begins another run", "[mirror]") {
    Edited edited;
    (void)edited.create();
    edited.owner.begin_again();
    const ecs::Mirror::News news = edited.mirror.update();
    CHECK(edited.mirror.world().entity_count() == 0);
    REQUIRE(news.messages.size() == 1);
    CHECK(news.messages.front().find("\"Create\" was not answered") == 0);
}

TEST_CASE("Mirror handles: one entity of a far handle takes no table of that size", "[mirror]") {
    Edited edited;
    const ecs::OwnerKey far = edited.owner.spawn(1u << 25), near = edited.owner.spawn(1000);
    edited.mirror.update();
    CHECK(edited.mirror.world().entity_count() == 2);
    CHECK(edited.mirror.entity_of(near) == ecs::Entity{1001, 1});
    CHECK(edited.mirror.world().alive(edited.mirror.entity_of(far)));
    CHECK(edited.mirror.id_there(edited.mirror.entity_of(far)) == test::FakeOwner::wanted(far));
    CHECK(edited.mirror.world().slot_count() < 10'000);
}

}  // namespace mirror_handles_test
