#include "editor/remote/session_server.hpp"

#include <atomic>
#include <thread>

#include "catch.hpp"
#include "editor/demo/demo_game.hpp"
#include "files/support/temporary_folder.hpp"
#include "remote/support/raw_client.hpp"

namespace session_server_test {

using namespace editor;

TEST_CASE("SessionServer: a program and an assistant ask the same session, at different paths", "[serve]") {
    if (!remote::HttpServer::available()) {
        SUCCEED("built without cpp-httplib");
        return;
    }
    auto started = SessionServer::start({.port = 0});
    REQUIRE(started);
    SessionServer& server = **started;
    const auto session = Session::from_scene(demo_game(), *demo_game().find_scene("chase"));
    std::atomic<bool> stopping = false;
    std::thread world([&] {
        while (!stopping) {
            server.wait_until(std::chrono::steady_clock::now() + std::chrono::milliseconds(2));
            server.serve(*session, {});
        }
    });
    const std::string address = server.address();
    const auto port = static_cast<std::uint16_t>(std::stoi(address.substr(address.find(':') + 1)));
    const std::string found =
        test::ask(port, test::post(port, R"({"jsonrpc":"2.0","id":1,"method":"world.list_components"})"));
    const std::string told =
        test::ask(port, test::post(port, R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})", {}, "/mcp"));
    const std::string quiet =
        test::ask(port, test::post(port, R"({"jsonrpc":"2.0","method":"notifications/initialized"})", {}, "/mcp"));
    stopping = true;
    world.join();
    CHECK_THAT(found, test::contains("world::Health"));
    CHECK_THAT(told, test::contains("\"doctor\""));
    CHECK_THAT(told, !test::contains("\"change\""));
    CHECK(test::status_of(quiet) == 202);
}

TEST_CASE("SessionServer: a token is made once, and must be a secret", "[serve]") {
    const TemporaryFolder folder;
    const auto made = read_token(folder.path / "token");
    REQUIRE(made);
    CHECK(made->size() == 32);
    const auto again = read_token(folder.path / "token");
    REQUIRE(again);
    CHECK(*again == *made);
    std::filesystem::permissions(folder.path / "token", std::filesystem::perms(0644));
    CHECK_THAT(read_token(folder.path / "token").error(), test::contains("others can read"));

    const auto written = [&](const std::string& text) {
        const auto file = folder.write("own", text);
        std::filesystem::permissions(file, std::filesystem::perms(0600));
        return read_token(file);
    };
    CHECK(written("0123456789abcdef\n"));
    CHECK_THAT(written("short\n").error(), test::contains("16 to 256"));
    CHECK_THAT(written("0123456789 abcdef\n").error(), test::contains("visible ASCII"));
    CHECK_FALSE(read_token(folder.path / "no" / "such"));
}

}  // namespace session_server_test
