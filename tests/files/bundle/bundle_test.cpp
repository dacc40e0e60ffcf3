#include "files/bundle/bundle.hpp"

#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "files/base/atomic_file.hpp"
#include "files/bundle/time_text.hpp"
#include "files/support/temporary_folder.hpp"

namespace bundle_test {

using namespace ecs;
using test::contains;

namespace {

struct Place {
    float x = 0, y = 0;
};

struct Game {
    World world;
    Entity one, two;
    files::SystemsByName systems{[](std::string_view name) {
                                     SystemDescription system;
                                     system.name = name;
                                     return std::optional(system);
                                 },
                                 {}};

    Game() {
        world.types().add<Place>("Place").field("x", &Place::x).field("y", &Place::y);
        one = world.create(Place{1, 2});
        two = world.create(Name{"Two"});
    }
    Value place(float x) const { return Value::of(world.types()[world.id<Place>()], Place{x, 0}); }
    std::string text(const TimeTape& tape) const { return files::time_text(world, tape); }
    TimeTape read(const std::string& text) const {
        files::JsonReader json(text, "time");
        return files::read_time(json, world, systems);
    }
    std::string problem(const std::string& text) const {
        try {
            (void)read(text);
        } catch (const files::FileError& error) {
            return error.problem();
        }
        return "";
    }
    HistoryStep step(std::string label, std::uint64_t tick) const {
        HistoryStep made{std::move(label), {}};
        made.edits.push_back(SetComponent{one, place(static_cast<float>(tick)), {0}});
        made.tick = tick;
        return made;
    }
    /// Each member has a value of its own.
    TimeTape tape() const {
        TimeTape tape;
        tape.first_tick = 30;
        tape.last_tick = 90;
        tape.random = 0x0123456789abcdef;
        tape.history_state = 7;
        tape.systems = {{"Move", true, false, true, nullptr}, {"Wait", false, true, false, nullptr}};
        tape.inputs = {{12, "left"}, {31, "\"right\"\n"}};
        TimeEvent first;
        first.tick = 30;
        first.within_tick = true;
        first.before_system = "Move";
        first.backwards = true;
        first.history_state = 8;
        first.edits.push_back(AddComponent{two, place(3)});
        first.edits.push_back(DestroyEntities{{one}});
        first.edits.push_back(DestroyEntities{{two}});
        first.seen = {false, true};
        TimeEvent second;
        second.tick = 44;
        second.history_state = 9;
        second.released = {one, two};
        tape.events.push_back(std::move(first));
        tape.events.push_back(std::move(second));
        const std::pair<MarkKind, const char*> marks[] = {{MarkKind::Edited, "set"},     {MarkKind::Burst, "many"},
                                                          {MarkKind::Alert, "low"},      {MarkKind::Note, "here"},
                                                          {MarkKind::Breakpoint, "hit"}, {MarkKind::Diverged, "other"}};
        for (const auto& [kind, text] : marks) tape.marks.push_back({20 + tape.marks.size(), kind, text});
        tape.hashes = {{32, 5}, {48, ~std::uint64_t{0}}};
        tape.end_hash = 0xfe;
        tape.steps.steps.push_back(step("First", 33));
        tape.steps.steps.push_back(step("Second", 35));
        tape.steps.steps.push_back(step("Third", 40));
        HistoryStep& full = tape.steps.steps[1];
        full.done_edits.push_back(RemoveComponent{one, world.id<Place>()});
        full.repeatable = true;
        full.kind = "set";
        full.entities = 4;
        full.bytes = 500;
        tape.steps.marks = {21, 22, 23};
        tape.steps.base_mark = 20;
        tape.steps.done = 2;
        return tape;
    }
};

/// Reads a bundle and writes it again.
std::string again(const std::string& text) {
    const files::BundleReader reader(text, "bug.json");
    const Game game;
    World types, world;
    (void)files::read_world(reader.world(), "bug.json", types);
    for (ComponentId id = static_cast<ComponentId>(world.types().size()); id < types.types().size(); ++id)
        world.types().add_copy(types.types()[id]);
    prepare_order(world, reader.order());
    files::BundleContent content;
    content.head = files::read_world(reader.world(), "bug.json", world);
    CHECK(restore_order(world, reader.order()) == "");
    content.note = reader.note();
    content.view = reader.view();
    content.time = files::time_text(world, reader.time(world, game.systems));
    return files::write_bundle(world, content);
}

std::string small_bundle(const Game& game) {
    files::BundleContent content;
    content.note = "It jumps";
    content.view = {60, {game.one}, files::Camera{1, 2, 0.5f}, "left | right"};
    content.time = game.text(game.tape());
    return files::write_bundle(game.world, content);
}

std::string problem_of_bundle(const std::string& text) {
    try {
        const files::BundleReader reader(text, "bug.json");
        const Game game;
        (void)reader.time(game.world, game.systems);
    } catch (const files::FileError& error) {
        return error.what();
    }
    return "";
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("Time text: every part of recorded time comes back", "[files][bundle]") {
    const Game game;
    const TimeTape tape = game.tape();
    const std::string text = game.text(tape);
    CAPTURE(text);
    const TimeTape read = game.read(text);
    CHECK(game.text(read) == text);
    CHECK(read.first_tick == 30);
    CHECK(read.last_tick == 90);
    CHECK(read.random == tape.random);
    CHECK(read.history_state == 7);
    CHECK(read.end_hash == tape.end_hash);
    CHECK(read.hashes == tape.hashes);
    REQUIRE(read.systems.size() == 2);
    for (std::size_t i = 0; i < 2; ++i) {
        CHECK(read.systems[i].name == tape.systems[i].name);
        CHECK(read.systems[i].enabled == tape.systems[i].enabled);
        CHECK(read.systems[i].waiting == tape.systems[i].waiting);
        CHECK(read.systems[i].created == tape.systems[i].created);
    }
    REQUIRE(read.inputs.size() == 2);
    CHECK(read.inputs[0].tick == 12);
    CHECK(read.inputs[1].bytes == "\"right\"\n");
    REQUIRE(read.marks.size() == 6);
    for (std::size_t i = 0; i < 6; ++i) {
        CHECK(read.marks[i].tick == 20 + i);
        CHECK(read.marks[i].kind == tape.marks[i].kind);
        CHECK(read.marks[i].text == tape.marks[i].text);
    }
    REQUIRE(read.events.size() == 2);
    const TimeEvent &first = read.events[0], &second = read.events[1];
    CHECK(first.tick == 30);
    CHECK(first.within_tick);
    CHECK(first.before_system == "Move");
    CHECK(first.backwards);
    CHECK(first.history_state == 8);
    CHECK(first.edits.size() == 3);
    CHECK(first.seen == std::vector{false, true});
    CHECK(first.released.empty());
    CHECK(second.tick == 44);
    CHECK_FALSE(second.within_tick);
    CHECK_FALSE(second.backwards);
    CHECK(second.seen.empty());
    CHECK(second.released == std::vector{game.one, game.two});
}

TEST_CASE("Time text: the steps of the history come back, as far as a file can hold them", "[files][bundle]") {
    const Game game;
    TimeTape tape = game.tape();
    const HistorySteps all = game.read(game.text(tape)).steps;
    REQUIRE(all.steps.size() == 3);
    CHECK(all.base_mark == 20);
    CHECK(all.done == 2);
    CHECK(all.marks == std::vector<std::uint64_t>{21, 22, 23});
    const HistoryStep& full = all.steps[1];
    CHECK(full.label == "Second");
    CHECK(full.kind == "set");
    CHECK(full.tick == 35);
    CHECK(full.entities == 4);
    CHECK(full.bytes == 500);
    CHECK(full.repeatable);
    CHECK(std::holds_alternative<SetComponent>(full.edits.at(0)));
    CHECK(std::holds_alternative<RemoveComponent>(full.done_edits.at(0)));
    CHECK(all.steps[0].kind.empty());
    CHECK_FALSE(all.steps[0].repeatable);
    CHECK(all.steps[0].done_edits.empty());

    // A step that no file holds goes with those behind it, seen from the present state.
    tape.steps.steps[0].edits.push_back(SetType{});
    HistorySteps some = game.read(game.text(tape)).steps;
    REQUIRE(some.steps.size() == 2);
    CHECK(some.steps[0].label == "Second");
    CHECK(some.done == 1);
    CHECK(some.base_mark == 21);
    tape.steps.steps[2].edits.push_back(SetType{});
    some = game.read(game.text(tape)).steps;
    CHECK(some.steps.size() == 1);
    tape.steps.steps[1].edits.push_back(SetType{});
    some = game.read(game.text(tape)).steps;
    CHECK(some.steps.empty());
    CHECK(some.done == 0);
    CHECK(some.base_mark == 22);
}

TEST_CASE("Time text: an edit between ticks that no file holds is an error with its tick", "[files][bundle]") {
    const Game game;
    TimeTape tape = game.tape();
    tape.events[1].edits.push_back(SetType{});
    CHECK_THROWS_WITH(game.text(tape), contains("cannot hold an edit of tick 44: it changes a type"));
}

TEST_CASE("Time text: messages say what is wrong with recorded time", "[files][bundle]") {
    const Game game;
    const std::pair<const char*, const char*> rows[] = {
        {R"({ "first": 1 })", "no \"first\" or \"last\" tick"},
        {R"({ "last": 1 })", "no \"first\" or \"last\" tick"},
        {R"({ "first": 2, "last": 1 })", "the last tick is before the first one"},
        {R"({ "first": 1, "last": 4294967298 })", "more ticks than anybody recorded"},
        {R"({ "first": 1, "last": 2, "weather": 3 })", "unknown member \"weather\" of recorded time"},
        {R"({ "first": 1, "last": 2, "random": "12" })", "16 hex digits"},
        {R"({ "first": 1, "last": 2, "state": 4611686018427387905 })", "is too large"},
        {R"({ "first": 1, "last": 2, "keys": [[1]] })", "must be a tick and a value"},
        {R"({ "first": 1, "last": 2, "keys": [[1, "a", 2]] })", "must be a tick and a value"},
        {R"({ "first": 1, "last": 2, "keys": [[2, ""], [1, ""]] })", "the keys of tick 1 stand too late"},
        {R"({ "first": 1, "last": 2, "keys": [[3, ""]] })", "the keys of tick 3 are not of the recorded time"},
        {R"({ "first": 1, "last": 2, "hashes": [[0, "0000000000000000"]] })", "the hashes of tick 0 stand too late"},
        {R"({ "first": 1, "last": 2, "edits": [{ "tick": 0 }] })", "the edits of tick 0 stand too late"},
        {R"({ "first": 1, "last": 2, "edits": [{ "tick": 1, "why": "" }] })", "unknown member \"why\" of an edit"},
        {R"({ "first": 1, "last": 2, "marks": [{ "tick": 3 }] })", "the marks of tick 3 are not of"},
        {R"({ "first": 1, "last": 2, "marks": [{ "kind": "joy" }] })", "is no kind of mark"},
        {R"({ "first": 1, "last": 2, "marks": [{ "size": 1 }] })", "unknown member \"size\" of a mark"},
        {R"({ "first": 1, "last": 2, "systems": [{ "speed": 1 }] })", "unknown member \"speed\" of a system"},
        {R"({ "first": 1, "last": 2, "history": { "done": 1, "steps": [] } })", "more steps are done than there are"},
        {R"({ "first": 1, "last": 2, "history": { "undone": 1 } })", "unknown member \"undone\" of a history"},
        {R"({ "first": 1, "last": 2, "history": { "steps": [{ "kind": "fly" }] } })", "is no kind of edit"},
        {R"({ "first": 1, "last": 2, "history": { "steps": [{ "color": 1 }] } })",
         "unknown member \"color\" of a step"}};
    for (const auto& [text, sentence] : rows) CHECK_THAT(game.problem(text), contains(sentence));
    CHECK(game.problem(R"({ "first": 1, "last": 4294967297, "state": 4611686018427387904 })") == "");
    CHECK(game.problem(
              R"({ "first": 1, "last": 2, "keys": [[0, ""], [2, ""]], "hashes": [[1, "0000000000000000"]] })") == "");
}

TEST_CASE("Bundle: what files of before hold is written again in the same way", "[files][bundle]") {
    for (const char* const name : {"chase.json", "edited.json"}) {
        CAPTURE(name);
        const std::string text = files::read_file(std::filesystem::path(TEST_DATA_DIR) / "bundles" / name);
        const std::size_t world = text.find("\n  \"world\":");
        REQUIRE(world != std::string::npos);
        CHECK(again(text).substr(0, world) == text.substr(0, world));
    }
}

TEST_CASE("Bundle: note, view and world come back", "[files][bundle]") {
    const Game game;
    const std::string text = small_bundle(game);
    CAPTURE(text);
    CHECK(problem_of_bundle(text) == "");
    CHECK(again(text) == text);
    const files::BundleReader reader(text, "bug.json");
    CHECK(reader.note() == "It jumps");
    CHECK(reader.view().tick == 60);
    CHECK(reader.view().selection == std::vector{game.one});
    CHECK(reader.view().camera == files::Camera{1, 2, 0.5f});
    CHECK(reader.view().layout == "left | right");
    CHECK(reader.order() == order_of(game.world));
    // Messages about the world have the lines of the bundle.
    const auto line_of_entities = [](const std::string& in) {
        const auto at = static_cast<std::ptrdiff_t>(in.rfind("\"entities\""));
        return std::count(in.begin(), in.begin() + at, '\n');
    };
    CHECK(line_of_entities(reader.world()) == line_of_entities(text));
}

TEST_CASE("Bundle: a saved file is known as one", "[files][bundle]") {
    const Game game;
    const TemporaryFolder folder;
    files::BundleContent content;
    content.view.tick = 30;
    content.time = game.text(game.tape());
    const files::FileStamp stamp = files::save_bundle(game.world, content, folder.path / "bug.json");
    CHECK(folder.read("bug.json") == files::write_bundle(game.world, content));
    CHECK(stamp.kind == files::FileStamp::Kind::File);
    CHECK(files::is_bundle(folder.path / "bug.json"));
    CHECK_FALSE(files::is_bundle(folder.path / "none.json"));
    CHECK_FALSE(files::is_bundle(folder.write("world.json", files::write_world(game.world, {}))));
    CHECK(files::is_bundle_text(R"({"format":"chunkscope.bundle")"));
    for (const char* const other : {"", "{}", "\"format\"", R"({"format": "chunkscope.world"})", "chunkscope.bundle"})
        CHECK_FALSE(files::is_bundle_text(other));

    Progress progress;
    progress.cancel();
    CHECK_THROWS_AS(files::save_bundle(game.world, content, folder.path / "other.json", &progress), files::Cancelled);
    CHECK_FALSE(folder.has("other.json"));
}

TEST_CASE("Bundle: messages say what is wrong with a bundle", "[files][bundle]") {
    const Game game;
    const std::string good = small_bundle(game);
    const auto without = [&](const std::string& from, const std::string& to) {
        return problem_of_bundle(replaced(good, from, to));
    };
    CHECK_THAT(without("\"format\": \"chunkscope.bundle\",", ""), contains("this is no bundle"));
    CHECK_THAT(without("\"version\": 1,\n  \"note\"", "\"note\""), contains("this is no bundle"));
    CHECK_THAT(without("chunkscope.bundle", "chunkscope.world"), contains("must be \"chunkscope.bundle\""));
    CHECK_THAT(without("\"version\": 1", "\"version\": 0"), contains("must be a whole number from 1 on"));
    CHECK_THAT(without("\"version\": 1", "\"version\": 2"), contains("is 2, but this program reads up to 1"));
    CHECK_THAT(without("\"note\"", "\"notes\""), contains("unknown member \"notes\" of a bundle"));
    CHECK_THAT(without("\"layout\"", "\"frame\""), contains("unknown member \"frame\" of a view"));
    CHECK_THAT(without("\"zoom\"", "\"depth\""), contains("unknown member \"depth\" of a camera"));
    CHECK_THAT(without("\"zoom\": 0.5", "\"zoom\": 0"), contains("a camera needs a zoom above 0"));
    CHECK(without("\"tick\": 60", "\"tick\": 29") == "bug.json: its view is of a tick that it does not have");
    CHECK(without("\"tick\": 60", "\"tick\": 91") == "bug.json: its view is of a tick that it does not have");
    CHECK(without("\"tick\": 60", "\"tick\": 30") == "");
    CHECK(without("\"tick\": 60", "\"tick\": 90") == "");
    const std::string start = "{ \"format\": \"chunkscope.bundle\", \"version\": 1";
    for (const char* const part : {"", R"(, "world": {})", R"(, "world": {}, "time": {})",
                                   R"(, "order": {}, "time": {})", R"(, "world": {}, "order": {})"})
        CHECK_THAT(problem_of_bundle(start + part + " }"), contains("a bundle has a \"world\", its \"order\" and its"));
    CHECK_THAT(problem_of_bundle(start + R"(, "world": 5 })"), contains("must be an object"));
    CHECK_THAT(problem_of_bundle(good + "x"), contains("nothing may follow"));
}

}  // namespace bundle_test
