#include "ecs/edit/edit_facts.hpp"

#include "catch.hpp"
#include "ecs/support/edit_support.hpp"

namespace edit_facts_test {

using namespace ecs;
using namespace test;

namespace {

std::vector<Entity> entities_in(const Edit& edit) {
    std::vector<Entity> all;
    append_entities(edit, all);
    return all;
}

}  // namespace

TEST_CASE("Edit facts: an edit names the entities that it is about", "[edit]") {
    EditFixture f;
    CHECK(entities_in(DestroyEntity{f.player}) == std::vector{f.player});
    CHECK(entities_in(SetParent{f.child, f.other}) == std::vector{f.child});
    CHECK(entities_in(ToggleSystem{"Movement", false}).empty());
    Edit create = CreateEntities{{{{}, {}, {f.value(Health{1})}}, {{30, 1}, {}, {}}}};
    CHECK(entities_in(create) == std::vector<Entity>{{30, 1}});  // the other has no handle yet
    f.apply(create);
    CHECK(entities_in(create).size() == 2);
    Edit destroy = DestroyEntity{f.player};
    f.apply(destroy);
    CHECK(entities_in(destroy) == std::vector{f.player, f.child, f.grandchild});  // all below it, too
}

TEST_CASE("Edit facts: the memory of an edit counts its values, and the texts in them", "[edit]") {
    EditFixture f;
    const std::size_t small = memory_of(AddComponent{f.other, f.value(Label{"x"})});
    const std::size_t large = memory_of(AddComponent{f.other, f.value(Label{std::string(5'000, 'x')})});
    CHECK(small >= sizeof(Edit));
    CHECK(large >= small + 5'000);
    CHECK(large < small + 10'100);
    CreateEntities create;
    create.entities.reserve(100);
    for (int i = 0; i < 100; ++i) create.entities.push_back({{}, {}, {f.value(Wide{})}});
    CHECK(memory_of(create) >= sizeof(Edit) + 100 * (sizeof(EntityRecord) + sizeof(Value)));
    CHECK(memory_of(DestroyEntity{f.player}) == sizeof(Edit));
    // An entity that was destroyed costs a record and its values.
    Edit destroyed = DestroyEntity{f.other};
    f.apply(destroyed);
    CHECK(memory_of(destroyed) <= sizeof(Edit) + sizeof(EntityRecord) + sizeof(Value));
    CHECK(sizeof(Edit) <= 160);
}

TEST_CASE("Edit facts: a copy does the same, and there is none of what cannot be copied", "[edit]") {
    EditFixture f;
    const Edit edit = SetComponent{f.player, f.value(Health{77}), {}};
    std::optional<Edit> copy = copy_of(edit);
    REQUIRE(copy);
    f.apply(*copy);
    CHECK(f.world.get<Health>(f.player).hp == 77);
    const Edit unique = AddComponent{f.other, f.value(Unique{})};
    CHECK_FALSE(copy_of(unique));
}

}  // namespace edit_facts_test
