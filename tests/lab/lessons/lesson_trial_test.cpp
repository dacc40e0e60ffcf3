#include "ecs/lab/lessons/lesson_trial.hpp"

#include "catch.hpp"

namespace lesson_trial_test {

using namespace ecs::lab;

namespace {

Knob::Position position(Tweak tweak) { return {{"p", "位"}, std::move(tweak)}; }

/// An array that slides, and 1,000 rows that go by both ways.
Trial trial() {
    Trial trial;
    Knob base, removal;
    for (const std::uint64_t at : {0, 4}) {
        Tweak tweak;
        tweak.base = at;
        tweak.scenario = at == 0 ? "a" : "b";
        base.positions.push_back(position(tweak));
    }
    for (const auto way : {StorageOptions::Removal::SwapLast, StorageOptions::Removal::Shift}) {
        Tweak tweak;
        tweak.removal = way;
        tweak.scenario = way == StorageOptions::Removal::Shift ? "2" : "1";
        removal.positions.push_back(position(tweak));
    }
    trial.knobs = {base, removal};
    Reading straddlers, moved;
    straddlers.fact.kind = FactKind::Straddlers;
    straddlers.fact.bytes = 16;
    straddlers.fact.count = 16;
    moved.fact.kind = FactKind::FrontMoved;
    moved.fact.bytes = 8;
    moved.fact.count = 1000;
    moved.unit = {"kB", "kB"};
    moved.times = 0.001;
    trial.readings = {straddlers, moved};
    return trial;
}

}  // namespace

TEST_CASE("Lesson trial: all knobs set something, and keys of scenarios are put together", "[lab][lesson]") {
    const Tweak tweak = tweak_at(trial(), {1, 0});
    CHECK(tweak.scenario == "b1");
    CHECK(tweak.base == 4u);
    CHECK(tweak.removal == StorageOptions::Removal::SwapLast);
    CHECK_FALSE(tweak.mode.has_value());

    Fact ratio;
    ratio.kind = FactKind::Ratio;
    ratio.of.resize(2);
    const Fact turned = tweaked(ratio, tweak);
    CHECK(turned.of[1].base == 4);
    CHECK(turned.of[1].scenario == "b1");
    CHECK(turned.mode == ratio.mode);
    CHECK(tweaked(Look{}, tweak).base == 4);
}

TEST_CASE("Lesson trial: readings are what the storages come to at the positions", "[lab][lesson]") {
    Lesson lesson;
    const Trial tried = trial();
    const std::vector<Answer> first = find_readings(lesson, tried, {0, 0}), last = find_readings(lesson, tried, {1, 1});
    CHECK(first[0].number == 0);
    CHECK(last[0].number == 4);
    CHECK(first[1].number == 8 * 500);
    CHECK(last[1].number == 8.0 * 1000 * 999 / 2);
    CHECK(reading_text({}, tried.readings[1], last[1], Language::English) == "3,996 kB");
}

}  // namespace lesson_trial_test
