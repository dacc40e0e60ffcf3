#include "files/trace/chrome_trace.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "catch.hpp"
#include "files/base/atomic_file.hpp"
#include "files/json/json_fields.hpp"
#include "files/json/json_reader.hpp"

namespace chrome_trace_test {

namespace {

struct Health {
    int hp = 100;
};

/// An event as it is read again.
struct Read {
    std::string phase, name, category;
    std::uint64_t thread = 0;
    double ts = 0, dur = 0;
};

std::vector<Read> read_again(const std::string& text) {
    std::vector<Read> events;
    files::JsonReader json(text, "trace.json");
    json.begin_object();
    while (const auto key = json.next_member()) {
        if (*key != "traceEvents") {
            json.skip();
            continue;
        }
        json.begin_array();
        while (json.next_element()) {
            Read& event = events.emplace_back();
            json.begin_object();
            while (const auto member = json.next_member()) {
                if (*member == "ph")
                    event.phase = json.read_string();
                else if (*member == "name")
                    event.name = json.read_string();
                else if (*member == "cat")
                    event.category = json.read_string();
                else if (*member == "tid")
                    event.thread = files::read_number_as<std::uint64_t>(json);
                else if (*member == "ts")
                    event.ts = files::read_number_as<double>(json);
                else if (*member == "dur")
                    event.dur = files::read_number_as<double>(json);
                else
                    json.skip();
            }
        }
    }
    json.finish();
    return events;
}

/// A recorded world whose systems share threads, record commands and set things up.
struct Game {
    ecs::World world;
    ecs::JobPool pool;
    ecs::Schedule schedule{world};
    ecs::TraceRecorder recorder{100};

    explicit Game(std::size_t threads) : pool(threads) {
        world.types().add<Health>("Health").field("hp", &Health::hp);
        for (int i = 0; i < 3000; ++i) world.create(Health{i % 50});
        schedule.pool = &pool;
        schedule.share_from_rows = 0;
        schedule.share_from_secs = 0;
        schedule.trace = &recorder;
        ecs::SystemDescription wide;
        wide.name = "Say \"hello\"";
        wide.on_create = [](ecs::SystemContext&) {};
        wide.run = [this](ecs::SystemContext& context) {
            ecs::View<Health> view(world);
            context.each_parallel(view, [](Health& health) { --health.hp; });
        };
        REQUIRE(schedule.add(std::move(wide)));
        for (const char* name : {"Left", "Right"}) {
            ecs::SystemDescription side;
            side.name = name;
            side.parallel = true;
            side.run = [](ecs::SystemContext&) {};
            REQUIRE(schedule.add(std::move(side)));
        }
        schedule.system<const Health>("Bury", [](ecs::Commands& commands, ecs::Entity entity, const Health& health) {
            if (health.hp < 0) commands.destroy(entity);
        });
    }
    void run(int ticks) {
        for (int i = 0; i < ticks; ++i) schedule.tick();
    }
};

}  // namespace

TEST_CASE("Chrome trace: read again, the times of each system add up to what the schedule says", "[files][trace]") {
    const std::size_t threads = GENERATE(1u, 3u);
    Game game(threads);
    game.run(40);
    const std::vector<Read> events = read_again(files::chrome_trace(game.recorder.copy(), "test"));
    std::map<std::string, double> micros;
    for (const Read& event : events) {
        if (event.category == "system") micros[event.name] += event.dur;
        if (event.category == "playback") micros[event.name.substr(0, event.name.find(": commands"))] += event.dur;
    }
    CHECK(micros.size() == 4);
    for (const ecs::System* system : game.schedule.systems()) {
        INFO(system->description.name);
        // Each of the spans is cut to whole nanoseconds.
        CHECK(std::abs(micros[system->description.name] - system->stats.total_secs * 1e6) < 80 * 0.002);
    }
}

TEST_CASE("Chrome trace: on each thread what is within something ends within it", "[files][trace]") {
    Game game(3);
    game.run(40);
    const std::vector<Read> events = read_again(files::chrome_trace(game.recorder.copy(), "test"));
    std::map<std::uint64_t, std::vector<Read>> open;
    std::size_t spans = 0;
    for (const Read& event : events) {
        if (event.phase != "X") continue;
        ++spans;
        constexpr double rounding = 1e-6;
        std::vector<Read>& within = open[event.thread];
        while (!within.empty() && within.back().ts + within.back().dur <= event.ts + rounding) within.pop_back();
        if (!within.empty())
            REQUIRE(event.ts + event.dur <= within.back().ts + within.back().dur + rounding);
        else if (event.thread == 1)
            REQUIRE(event.category == "tick");
        within.push_back(event);
    }
    CHECK(spans > 200);
}

TEST_CASE("Chrome trace: moves, chunks and memory are counters, and threads have names", "[files][trace]") {
    Game game(2);
    game.run(40);
    std::map<std::string, int> counters;
    int names = 0, marks = 0;
    const std::string trace = files::chrome_trace(game.recorder.copy(), "test");
    CHECK(trace.find(R"("Ticks")") != std::string::npos);
    CHECK(trace.find(R"("Thread 0")") == std::string::npos);  // that is the one of the ticks
    for (const Read& event : read_again(trace)) {
        if (event.phase == "C") ++counters[event.name];
        names += event.phase == "M";
        marks += event.phase == "i";
    }
    CHECK(counters == std::map<std::string, int>{{"Entities", 40},
                                                 {"Chunks", 40},
                                                 {"Bytes in use", 40},
                                                 {"Bytes reserved", 40},
                                                 {"Structural changes", 40}});
    CHECK(names >= 2);
    CHECK(marks > 0);  // the chunks of those that were buried
}

TEST_CASE("Chrome trace: nothing recorded is a trace without events, and a cancelled one is empty", "[files][trace]") {
    Game game(1);
    CHECK(read_again(files::chrome_trace(game.recorder.copy(), "test")).size() == 2);
    game.run(3);
    ecs::Progress progress;
    progress.cancel();
    CHECK(files::chrome_trace(game.recorder.copy(), "test", &progress).empty());
}

namespace {

/// What the Trace Event Format asks of each event, and what this one has of it.
struct Ruled {
    std::string phase, name, category, scope, named;
    std::set<std::string> members;
    double pid = -1, tid = -1, ts = -1, dur = -1;
    std::map<std::string, double> numbers;  // of args
};

Ruled read_ruled(files::JsonReader& json) {
    Ruled event;
    json.begin_object();
    while (const auto key = json.next_member()) {
        const std::string member(*key);
        INFO(member);
        REQUIRE(event.members.insert(member).second);  // no member twice
        std::string* text = nullptr;
        if (member == "ph") text = &event.phase;
        if (member == "name") text = &event.name;
        if (member == "cat") text = &event.category;
        if (member == "s") text = &event.scope;
        double* number = nullptr;
        if (member == "pid") number = &event.pid;
        if (member == "tid") number = &event.tid;
        if (member == "ts") number = &event.ts;
        if (member == "dur") number = &event.dur;
        if (text != nullptr) {
            *text = json.read_string();
        } else if (number != nullptr) {
            *number = files::read_number_as<double>(json);
        } else if (member == "args") {
            json.begin_object();
            while (const auto arg = json.next_member()) {
                const std::string name(*arg);
                if (event.phase == "M")
                    event.named = json.read_string();
                else
                    event.numbers[name] = files::read_number_as<double>(json);
            }
        } else {
            FAIL("the format knows no such member");
        }
    }
    return event;
}

std::vector<Ruled> read_by_the_rules(const std::string& text) {
    std::vector<Ruled> events;
    files::JsonReader json(text, "trace.json");
    json.begin_object();
    while (const auto key = json.next_member()) {
        if (*key == "displayTimeUnit") {
            const std::string unit(json.read_string());
            CHECK((unit == "ns" || unit == "ms"));
            continue;
        }
        REQUIRE(*key == "traceEvents");
        json.begin_array();
        while (json.next_element()) events.push_back(read_ruled(json));
    }
    json.finish();
    return events;
}

}  // namespace

TEST_CASE("Chrome trace: each event keeps the rules of the Trace Event Format, by which Perfetto reads it",
          "[files][trace]") {
    const std::size_t threads = GENERATE(1u, 3u);
    Game game(threads);
    game.run(40);
    std::map<double, double> last_ts;                  // of spans, by thread
    std::map<double, std::vector<std::string>> begun;  // B without its E, by thread
    std::set<double> seen, named;
    std::size_t spans = 0;
    for (const Ruled& event : read_by_the_rules(files::chrome_trace(game.recorder.copy(), "test"))) {
        INFO(event.phase << " " << event.name << " at " << event.ts);
        REQUIRE(event.phase.size() == 1);
        REQUIRE(event.pid == 1);
        REQUIRE(event.tid >= 1);
        REQUIRE(event.tid <= static_cast<double>(threads));
        if (event.phase != "E") REQUIRE_FALSE(event.name.empty());
        if (event.phase == "M") {
            REQUIRE((event.name == "process_name" || event.name == "thread_name"));
            REQUIRE_FALSE(event.named.empty());
            if (event.name == "thread_name") named.insert(event.tid);
            continue;
        }
        REQUIRE(event.ts >= 0);
        seen.insert(event.tid);
        switch (event.phase.front()) {
            case 'X':
                ++spans;
                REQUIRE(event.dur >= 0);
                REQUIRE(event.ts >= last_ts[event.tid]);
                last_ts[event.tid] = event.ts;
                break;
            case 'B':
                begun[event.tid].push_back(event.name);
                break;
            case 'E':
                REQUIRE_FALSE(begun[event.tid].empty());
                begun[event.tid].pop_back();
                break;
            case 'C':
                REQUIRE_FALSE(event.numbers.empty());
                break;
            case 'i':
                REQUIRE((event.scope == "g" || event.scope == "p" || event.scope == "t"));
                break;
            default:
                FAIL("no phase of the format that is written");
        }
    }
    CHECK(spans > 200);
    for (const auto& [thread, open] : begun) CHECK(open.empty());
    // Every track has a name.
    CHECK(std::includes(named.begin(), named.end(), seen.begin(), seen.end()));
}

}  // namespace chrome_trace_test
