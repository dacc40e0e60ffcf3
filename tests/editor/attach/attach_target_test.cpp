#include "editor/attach/attach_target.hpp"

#include "catch.hpp"

namespace attach_target_test {

using namespace editor;

TEST_CASE("AttachTarget: what an address leaves out is the usual", "[attach]") {
    const auto address = [](ProgramKind kind, const char* text) {
        const auto target = attach_target(kind, text);
        REQUIRE(target);
        return target->address();
    };
    CHECK(address(ProgramKind::Flecs, "") == "127.0.0.1:27750");
    CHECK(address(ProgramKind::Bevy, "") == "127.0.0.1:15702");
    CHECK(address(ProgramKind::Chunkscope, " ") == "127.0.0.1:15702");
    CHECK(address(ProgramKind::Flecs, "27755") == "127.0.0.1:27755");
    CHECK(address(ProgramKind::Flecs, ":27755") == "127.0.0.1:27755");
    CHECK(address(ProgramKind::Flecs, "game.local") == "game.local:27750");
    CHECK(address(ProgramKind::Bevy, "10.0.0.7:80") == "10.0.0.7:80");
    CHECK(address(ProgramKind::Bevy, "[::1]") == "[::1]:15702");
    CHECK(address(ProgramKind::Bevy, "[::1]:9") == "[::1]:9");
}

TEST_CASE("AttachTarget: a wrong address is explained", "[attach]") {
    const auto error = [](const char* text) { return attach_target(ProgramKind::Flecs, text).error(); };
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
