#include "editor/attach/attach_target.hpp"

#include <algorithm>
#include <set>
#include <string>

#include "catch.hpp"

namespace attach_target_test {

using namespace editor;

TEST_CASE("AttachTarget: what an address leaves out is the usual", "[attach]") {
    const auto address = [](std::string_view kind, const char* text) {
        const auto target = attach_target(kind, text);
        REQUIRE(target);
        return target->address();
    };
    CHECK(address("flecs", "") == "127.0.0.1:27750");
    CHECK(address("bevy", "") == "127.0.0.1:15702");
    CHECK(address("chunkscope", " ") == "127.0.0.1:15702");
    CHECK(address("flecs", "27755") == "127.0.0.1:27755");
    CHECK(address("flecs", ":27755") == "127.0.0.1:27755");
    CHECK(address("flecs", "game.local") == "game.local:27750");
    CHECK(address("bevy", "10.0.0.7:80") == "10.0.0.7:80");
    CHECK(address("bevy", "[::1]") == "[::1]:15702");
    CHECK(address("bevy", "[::1]:9") == "[::1]:9");
}

TEST_CASE("AttachTarget: every kind has what it needs, and an unknown one is told", "[attach]") {
    std::set<std::string_view> names, titles;
    for (const remote::OwnerKind& each : remote::owner_kinds()) {
        INFO(each.name);
        CHECK(names.insert(each.name).second);
        CHECK(titles.insert(each.title).second);
        CHECK(remote::find_owner_kind(each.name) == &each);
        CHECK(remote::owner_kind_of(std::string(each.title) + " 1.2") == &each);
        CHECK(std::string_view(each.how_to_answer) != "");
        REQUIRE(each.make_owner != nullptr);
        // Nobody can guess where the programs of one kind listen.
        CHECK(attach_target(each.name, "").error().empty() == (each.port != 0));
        const auto target = attach_target(each.name, each.port != 0 ? "" : "127.0.0.1:5");
        REQUIRE(target);
        if (each.port == 0) continue;
        CHECK(target->port == each.port);
        CHECK(make_owner(*target) != nullptr);
        // Somebody knocks where it listens.
        CHECK_FALSE(std::none_of(remote::owner_kinds().begin(), remote::owner_kinds().end(), [&](const auto& other) {
            return other.ask != nullptr && other.port <= each.port && each.port < other.port + other.ports;
        }));
    }
    CHECK(names.size() >= 3);
    CHECK(attach_target("godot", "").error() ==
          "\"godot\" is not a kind of program; these are: flecs, bevy, chunkscope, program");
    CHECK(remote::owner_kind_of("Bevyish 1.0") == nullptr);
    CHECK(remote::owner_kind_of("") == nullptr);
}

TEST_CASE("AttachTarget: a wrong address is explained", "[attach]") {
    const auto error = [](const char* text) { return attach_target("flecs", text).error(); };
    CHECK_THAT(error("a:b"), test::contains("from 1 to 65535"));
    CHECK_THAT(error("a:0"), test::contains("from 1 to 65535"));
    CHECK_THAT(error("a:65536"), test::contains("from 1 to 65535"));
    CHECK_THAT(error("a:80x"), test::contains("from 1 to 65535"));
    CHECK_THAT(error("1:2:3"), test::contains("brackets"));
    CHECK_THAT(error("[::1"), test::contains("not closed"));
    CHECK_THAT(error("[::1]80"), test::contains("colon"));
    CHECK_THAT(error("http://a"), test::contains("port"));
    CHECK_THAT(error("a/b"), test::contains("no name of a host"));
    CHECK_THAT(error("a b:1"), test::contains("no name of a host"));
    CHECK_THAT(error("a:b"), test::contains("127.0.0.1:27750"));
}

TEST_CASE("AttachTarget: it knows which hosts are this computer", "[attach]") {
    CHECK(AttachTarget{.host = "127.0.0.1"}.is_here());
    CHECK(AttachTarget{.host = "localhost"}.is_here());
    CHECK(AttachTarget{.host = "::1"}.is_here());
    CHECK_FALSE(AttachTarget{.host = "127.evil.example"}.is_here());
    CHECK_FALSE(AttachTarget{.host = "192.168.0.4"}.is_here());
}

}  // namespace attach_target_test
