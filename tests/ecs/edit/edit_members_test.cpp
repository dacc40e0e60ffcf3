#include "ecs/edit/edit_members.hpp"

#include <map>
#include <string>
#include <vector>

#include "catch.hpp"
#include "ecs/edit/edit.hpp"
#include "ecs/support/random_members.hpp"

namespace edit_members_test {

using namespace ecs;
using namespace test;

namespace {

struct Silent {
    Entity entity;
};
struct Forgetful {
    Entity entity;
    std::vector<std::string> texts;
    static constexpr void members(auto& member) { member("entity", &Forgetful::entity); }
};
struct Whole {
    Entity entity;
    Value value;
    std::vector<std::string> texts;
    static constexpr void members(auto& member) {
        member("entity", &Whole::entity);
        member("component", &Whole::value, means::TypeOf{});
        member("value", &Whole::value);
        member("texts", &Whole::texts, MemberUse::Optional);
    }
};

// The variant Edit takes only kinds that are Described: see names_of_kinds() in ecs/edit/edit.cpp.
static_assert(!Described<Silent>);
static_assert(!Described<Forgetful>);
static_assert(Described<Whole>);

}  // namespace

TEST_CASE("Edit members: each kind and each part of one describes all its members", "[ecs][edit]") {
    each_kind([]<class Kind>(std::type_identity<Kind>) { STATIC_REQUIRE(Described<Kind>); });
    STATIC_REQUIRE(Described<EntityRecord>);
    STATIC_REQUIRE(Described<TakenHandles>);
    STATIC_REQUIRE(Described<TakenHandles::Displaced>);
    STATIC_REQUIRE(Described<TakenRows::Group>);
    STATIC_REQUIRE(Described<TakenRows::Family>);
}

TEST_CASE("Edit members: the names of an edit's members differ, and so do the names of kinds in bundles",
          "[ecs][edit]") {
    each_kind([]<class Kind>(std::type_identity<Kind>) {
        std::map<std::string_view, int> names;
        Kind edit;
        each_member(edit, [&names](std::string_view name, auto&&, MemberUse) { ++names[name]; });
        CHECK_FALSE(names.empty());
        for (const auto& [name, count] : names) CHECK(count == 1);
    });
    std::map<std::string_view, int> kinds;
    for (const KindNames& names : names_of_kinds()) ++kinds[names.in_bundles];
    CHECK(kinds.size() == std::variant_size_v<Edit>);
    CHECK(kinds.count("destroy_many") == 1);
    CHECK(kinds.count("fold_tags") == 1);
}

TEST_CASE("Edit members: a visit reaches the members of parts, and changes what it is given", "[ecs][edit]") {
    DestroyEntities edit;
    std::vector<std::string_view> names;
    each_member(edit, [&]<class Member>(std::string_view name, Member&& member, MemberUse) {
        names.push_back(name);
        if constexpr (std::same_as<std::remove_cvref_t<Member>, Meant<means::Flag, std::uint64_t>>) member.it = 7;
    });
    CHECK(names == std::vector<std::string_view>{"entities", "fresh", "lent", "slots", "seen", "free", "displaced"});
    CHECK(edit.taken.system_calls == 7);
}

}  // namespace edit_members_test
