#include "remote/serve/world_server.hpp"

#include <atomic>
#include <thread>

#include <sys/resource.h>

#include "catch.hpp"
#include "remote/support/raw_client.hpp"
#include "remote/support/small_world.hpp"

namespace world_server_test {

#ifdef CHUNKSCOPE_HAS_HTTPLIB

using namespace remote;
using test::ask;
using test::body_of;
using test::post;
using test::RawClient;
using test::SmallWorld;

namespace {

/// Tests run beside each other, and beside programs that serve.
WorldServerOptions any_port() { return {.http = {.port = 0}}; }

/// A world that is served by a thread, until it is stopped.
class Served {
public:
    explicit Served(WorldServerOptions options = any_port(), const WorldServer::Answer& other = {}) {
        auto started = WorldServer::start(std::move(options));
        REQUIRE(started);
        server = std::move(*started);
        port = server->port();
        thread_ = std::thread([this, other] {
            while (!stopping_) {
                server->wait_until(std::chrono::steady_clock::now() + std::chrono::milliseconds(2));
                server->serve(world.served(), other);
            }
        });
    }
    ~Served() { stop(); }
    void stop() {
        stopping_ = true;
        if (thread_.joinable()) thread_.join();
    }

    Json call(const char* method, Json params = nullptr) const {
        const Json message{{"jsonrpc", "2.0"}, {"id", 3}, {"method", method}, {"params", std::move(params)}};
        return Json::parse(body_of(ask(port, post(port, text_of(message)))));
    }

    SmallWorld world;
    std::unique_ptr<WorldServer> server;
    std::uint16_t port = 0;

private:
    std::atomic<bool> stopping_ = false;
    std::thread thread_;
};

RawClient watch_health(const Served& served) {
    const Json call{{"jsonrpc", "2.0"},
                    {"id", 9},
                    {"method", "world.get_components+watch"},
                    {"params", {{"entity", served.world.player.bits()}, {"components", {"demo::Health"}}}}};
    RawClient client(served.port);
    client.send(post(served.port, text_of(call)));
    return client;
}

Json set_health(ecs::Entity entity, double value) {
    return {{"entity", entity.bits()}, {"component", "demo::Health"}, {"path", ".value"}, {"value", value}};
}

}  // namespace

TEST_CASE("World server: without a port it listens where Attach looks, also beside other programs", "[serve]") {
    const auto first = WorldServer::start({}), second = WorldServer::start({});
    REQUIRE(first);
    REQUIRE(second);
    for (const auto* server : {&first, &second}) {
        CHECK((**server)->port() >= usual_served_port);
        CHECK((**server)->port() <= usual_served_port + more_served_ports);
    }
    CHECK((*first)->port() != (*second)->port());
    const auto third = WorldServer::start({.http = {.port = (*second)->port()}, .more_ports = 0});
    REQUIRE_FALSE(third);
    CHECK(third.error().find("the port is in use") != std::string::npos);
}

TEST_CASE("WorldServer: a program asks and changes a world that goes on", "[serve]") {
    Served served;
    CHECK(served.call("rpc.discover")["result"]["servers"][0]["url"] == served.server->address());
    CHECK(served.call("world.query")["result"].size() == 4);
    CHECK(served.call("world.mutate_components", set_health(served.world.player, 3))["result"].is_null());
    const Json read =
        served.call("world.get_components",
                    {{"entity", served.world.player.bits()}, {"components", {"demo::Health"}}, {"strict", true}});
    CHECK(read["result"]["demo::Health"]["value"] == 3);
    served.stop();
    CHECK(served.world.history.steps().size() == 1);
    CHECK(served.server->answered() == 4);
}

TEST_CASE("WorldServer: an answer wakes who asked for it, and not all who wait", "[serve]") {
    constexpr int many = 60;
    std::atomic<int> arrived = 0;
    WorldServerOptions options = any_port();
    options.arrived = [&] { ++arrived; };
    const auto server = WorldServer::start(std::move(options));
    REQUIRE(server);
    const std::uint16_t port = (*server)->port();
    std::vector<RawClient> clients;
    for (int i = 0; i < many; ++i) {
        clients.emplace_back(port);
        REQUIRE(clients.back().send(post(port, R"({"jsonrpc":"2.0","id":1,"method":"rpc.discover"})")));
    }
    REQUIRE(test::until([&] { return arrived == many; }));

    const auto waits = [] {
        rusage used{};
        getrusage(RUSAGE_SELF, &used);
        return used.ru_nvcsw;
    };
    const long before = waits();
    SmallWorld world;
    std::size_t answered = 0;
    while (answered < many) answered += (*server)->serve(world.served(), {}, std::chrono::seconds(60));
    for (const RawClient& client : clients) CHECK(test::status_of(client.read()) == 200);
    // Each answer needs a few hand-overs. If it woke all who wait, there would be 60 for each.
    CHECK(waits() - before < many * 10);
}

TEST_CASE("WorldServer: bad and deep JSON are errors of the protocol", "[serve]") {
    Served served;
    const auto error = [&](const std::string& body) {
        return Json::parse(body_of(ask(served.port, post(served.port, body))))["error"]["code"].get<int>();
    };
    CHECK(error("{") == invalid_request);
    CHECK(error("") == invalid_request);
    CHECK(error(std::string(100'000, '[')) == invalid_request);
    CHECK(error("[]") == invalid_request);
    CHECK(error("5") == invalid_request);
    const std::string watch =
        R"({"jsonrpc":"2.0","id":1,"method":"world.list_components+watch","params":{"entity":1}})";
    CHECK(Json::parse(body_of(ask(served.port, post(served.port, "[" + watch + "]"))))[0]["error"]["code"] ==
          invalid_request);
    CHECK(error(watch) == -23401);
}

TEST_CASE("WorldServer: who watches is told of changes, and of the end", "[serve]") {
    Served served;
    const RawClient client = watch_health(served);
    CHECK_THAT(client.read("\r\n\r\n"), test::contains("text/event-stream"));
    served.call("world.mutate_components", set_health(served.world.player, 77));
    CHECK_THAT(client.read("\n\n"), test::contains("\"value\":77"));
    served.call("world.despawn_entity", {{"entity", served.world.player.bits()}});
    const std::string end = client.read();
    CHECK_THAT(end, test::contains("-23401"));
    CHECK_THAT(end, test::contains("\"id\":9"));
}

TEST_CASE("WorldServer: who watches is told when another world comes", "[serve]") {
    Served served;
    const RawClient client = watch_health(served);
    client.read("\r\n\r\n");
    served.stop();
    served.server->end_watches("another world was opened");
    CHECK_THAT(client.read(), test::contains("another world was opened"));
}

TEST_CASE("WorldServer: a stream that nobody reads is dropped, and the world goes on", "[serve]") {
    WorldServerOptions options = any_port();
    options.stream_bytes = 1000;
    Served served(std::move(options));
    const Json call{{"jsonrpc", "2.0"},
                    {"id", 9},
                    {"method", "world.get_components+watch"},
                    {"params", {{"entity", served.world.player.bits()}, {"components", {"Mixed"}}}}};
    served.call("world.insert_components",
                {{"entity", served.world.player.bits()}, {"components", {{"Mixed", Json::object()}}}});
    const RawClient client(served.port);
    client.send(post(served.port, text_of(call)));
    client.read("\r\n\r\n");
    for (const char letter : {'a', 'b'})
        served.call("world.mutate_components", {{"entity", served.world.player.bits()},
                                                {"component", "Mixed"},
                                                {"path", "label"},
                                                {"value", std::string(2000, letter)}});
    const std::string rest = client.read();
    CHECK_THAT(rest, !test::contains("bbbb"));
    CHECK(served.call("world.query")["result"].size() == 4);
}

TEST_CASE("WorldServer: a request that the world never serves is given up, and changes nothing later", "[serve]") {
    WorldServerOptions options = any_port();
    options.patience = std::chrono::milliseconds(50);
    auto server = WorldServer::start(std::move(options));
    REQUIRE(server);
    SmallWorld world;
    const std::uint16_t port = (*server)->port();
    const std::string body =
        text_of({{"jsonrpc", "2.0"}, {"method", "world.despawn_entity"}, {"params", {{"entity", world.root.bits()}}}});
    CHECK(test::status_of(ask(port, post(port, body))) == 503);
    CHECK((*server)->serve(world.served()) == 0);
    CHECK(world.world.alive(world.root));
}

TEST_CASE("WorldServer: its end answers who waits", "[serve]") {
    std::atomic<int> arrived = 0;
    WorldServerOptions options = any_port();
    options.arrived = [&] { ++arrived; };
    auto server = WorldServer::start(std::move(options));
    REQUIRE(server);
    const std::uint16_t port = (*server)->port();
    const RawClient client(port);
    client.send(post(port, R"({"jsonrpc":"2.0","id":1,"method":"world.query"})"));
    REQUIRE(test::until([&] { return arrived == 1; }));
    (*server).reset();
    CHECK(test::status_of(client.read()) == 503);
    CHECK_FALSE(RawClient(port).connected);
}

TEST_CASE("WorldServer: messages to the other path are its owner's to answer", "[serve]") {
    WorldServerOptions options = any_port();
    options.other_path = "/other";
    Served served(std::move(options), [](const Json& message) -> std::optional<Json> {
        if (message == "quiet") return std::nullopt;
        return Json{{"heard", message}};
    });
    CHECK(body_of(ask(served.port, post(served.port, "[1]", {}, "/other"))) == R"({"heard":[1]})");
    CHECK(test::status_of(ask(served.port, post(served.port, "\"quiet\"", {}, "/other"))) == 202);
    CHECK(served.call("world.query")["result"].size() == 4);
}

TEST_CASE("WorldServer: changes over the wire are those made directly", "[serve]") {
    Served served;
    SmallWorld direct;
    for (int i = 0; i < 100; ++i) {
        served.call("world.mutate_components", set_health(served.world.player, i));
        direct.ask("world.mutate_components", set_health(direct.player, i));
        if (i % 10 != 0) continue;
        const Json params{
            {"components", {{"bevy_ecs::name::Name", "n" + std::to_string(i)}, {"demo::Team", Json::object()}}}};
        CHECK(served.call("world.spawn_entity", params)["result"] == direct.ask("world.spawn_entity", params));
    }
    served.stop();
    CHECK(served.world.hash() == direct.hash());
    CHECK(served.world.history.steps().size() == 110);
}

#endif

}  // namespace world_server_test
