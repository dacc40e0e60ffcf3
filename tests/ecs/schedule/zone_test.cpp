#include "ecs/schedule/zone.hpp"

#include <string>
#include <thread>
#include <vector>

#include "catch.hpp"

namespace zone_test {

namespace {

class Heard final : public ecs::ZoneListener {
public:
    std::vector<std::string> lines;
    bool stops_at_begin = false;

private:
    void zone_began(std::string_view name) noexcept override {
        lines.push_back(std::string(name) + " began");
        if (stops_at_begin) stop_listening();
    }
    void zone_ended() noexcept override { lines.push_back("ended"); }
};

}  // namespace

TEST_CASE("Zone: who listens hears of each outermost zone of its thread", "[ecs][zone]") {
    Heard first, second;
    { const ecs::Zone zone("unheard"); }
    first.listen();
    second.listen();
    {
        const ecs::Zone zone("move");
        const ecs::Zone below("a part of it");
        std::thread([] { const ecs::Zone elsewhere("on another thread"); }).join();
    }
    first.stop_listening();
    { const ecs::Zone zone("fight"); }
    CHECK(first.lines == std::vector<std::string>{"move began", "ended"});
    CHECK(second.lines == std::vector<std::string>{"move began", "ended", "fight began", "ended"});
}

TEST_CASE("Zone: who begins to listen within a zone hears of those that begin later", "[ecs][zone]") {
    Heard heard;
    {
        const ecs::Zone outer("outer");
        heard.listen();
        { const ecs::Zone inner("inner"); }
    }
    CHECK(heard.lines == std::vector<std::string>{"inner began", "ended"});
}

TEST_CASE("Zone: who stops listening within a zone is not told of its end, and neither is who listens again",
          "[ecs][zone]") {
    Heard heard, beside;
    beside.listen();
    heard.listen();
    heard.stops_at_begin = true;
    { const ecs::Zone zone("move"); }
    CHECK(heard.lines == std::vector<std::string>{"move began"});
    CHECK(beside.lines == std::vector<std::string>{"move began", "ended"});
    heard.stops_at_begin = false;
    heard.listen();
    {
        const ecs::Zone zone("fight");
        heard.stop_listening();
        heard.listen();
    }
    CHECK(heard.lines == std::vector<std::string>{"move began", "fight began"});
}

}  // namespace zone_test
