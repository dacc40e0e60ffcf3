// What the editor and a Host have in common: each test sits at a Desk as the editor runs it (without its window), and
// at a Host.
#include "panels/desk/desk.hpp"

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "catch.hpp"
#include "ecs/timeline/timeline.hpp"
#include "panels/base/general_keys.hpp"
#include "panels/support/hosted_game.hpp"

namespace desk_test {

using hosted::Game;
using hosted::Health;
using panels::Context;

namespace {

/// A panel that does in each frame what a test says.
class Doing final : public panels::Panel {
public:
    Doing() : Panel("doing", "Doing", panels::DockPlace::Left, "Does what a test says") {}
    std::function<void(const Context&)> act;

protected:
    void draw(const Context& context) override {
        if (act) act(context);
    }
};

/// A person before a game whose time is recorded.
struct Seat {
    Game game;
    panels::SceneLink link;
    std::vector<std::string> said;
    Doing* panel = nullptr;

    virtual ~Seat() = default;
    virtual void frame() = 0;
    virtual void play(bool on) = 0;
    virtual ecs::History& history() = 0;
    virtual void press(const panels::KeyCommand& command) = 0;
    virtual std::string hint(const panels::KeyCommand& command) = 0;

    /// In the next frame, while the panels draw.
    template <class Act>
    void in_a_panel(Act act) {
        panel->act = act;
        frame();
        panel->act = {};
    }
    std::vector<std::string> marks() {
        std::vector<std::string> texts;
        in_a_panel([&](const Context& context) {
            for (const ecs::TimeMark& each : context.timeline->find(context.timeline->branch())->marks)
                texts.push_back(each.text);
        });
        return texts;
    }
};

/// As editor/app/shell does it.
struct EditorSeat final : Seat, panels::DeskOwner {
    ecs::History of_game{game.world, game.schedule};
    ecs::Timeline timeline{game.world, game.schedule, of_game};
    Harness screen{{400, 300}};
    panels::Desk desk{*this, screen.style, [] { return std::vector<std::unique_ptr<panels::Panel>>(); }};
    panels::TextAsked asked;

    EditorSeat() {
        timeline.start();
        desk.viewport = &link;
        auto made = std::make_unique<Doing>();
        panel = made.get();
        desk.workbench.add_panel(std::move(made));
        desk.show({game.world, game.schedule, of_game, nullptr, &timeline});
        screen.add([this](const Context&) {
            const Context context = desk.context();
            panel->show(context);
            desk.carry_out();
        });
    }
    ~EditorSeat() override { desk.close(); }
    void ask_text(panels::TextAsked question) override { asked = std::move(question); }
    void say(const std::string& text) override { said.push_back(text); }
    void refuse(const std::string& reason) override { said.push_back(reason); }
    void run_tick() override {
        if (desk.passed_by_seek()) return;
        desk.watch.make_room();
        game.schedule.tick(game.world);
        desk.tick_ended();
    }
    void frame() override {
        if (desk.transport.playing) run_tick();
        screen.frame();
    }
    void play(bool on) override { desk.transport.playing = on; }
    ecs::History& history() override { return of_game; }
    const panels::Command& row(const panels::KeyCommand& command) {
        for (const std::span<const panels::Command> table : {panels::edit_commands(), panels::run_commands()})
            for (const panels::Command& each : table)
                if (each.name == command.id) return each;
        FAIL("there is no row for " << command.id);
        return panels::edit_commands().front();
    }
    void press(const panels::KeyCommand& command) override {
        const panels::Command& wanted = row(command);
        const std::string reason = panels::why_not(wanted, desk);
        if (reason.empty())
            wanted.act(desk);
        else
            said.push_back(reason);
        frame();
    }
    std::string hint(const panels::KeyCommand& command) override { return std::string(row(command).description); }
};

struct HostSeat final : Seat {
    panels::Host host{game.world, game.schedule};
    hosted::Program program{[this] {
        while (host.tick_due()) game.schedule.tick(game.world);
        host.draw();
    }};

    HostSeat() {
        host.use_clock([this] { return program.now; });
        host.record_time();
        host.viewport = &link;
        auto made = std::make_unique<Doing>();
        panel = made.get();
        host.add_panel(std::move(made));
        host.close_panel("scene");  // whose tools would end a gesture
        program.harness.frames(3);
        play(false);
    }
    void frame() override { program.harness.frame(); }
    void play(bool on) override { host.play(on); }
    ecs::History& history() override { return *host.history(); }
    void press(const panels::KeyCommand& command) override {
        if (!host.has_keyboard()) program.harness.click_text("Ball");
        program.harness.key(command.key);
        program.harness.frames(2);
        said.push_back(host.message());
    }
    std::string hint(const panels::KeyCommand& command) override {
        program.harness.click_text("Edit");
        program.harness.frames(2);
        program.harness.hover_text(command.name);
        const std::string screen = program.harness.screen();
        program.harness.key(panels::Key::Escape);
        return screen;
    }
};

template <class Kind>
std::unique_ptr<Seat> take_seat() {
    return std::make_unique<Kind>();
}

bool has(const std::vector<std::string>& texts, std::string_view part) {
    return std::any_of(texts.begin(), texts.end(),
                       [&](const std::string& each) { return each.find(part) != std::string::npos; });
}

}  // namespace

TEMPLATE_TEST_CASE("Desk: breakpoints and alerts leave marks on the line of time", "[panels][desk][timeline]",
                   EditorSeat, HostSeat) {
    const std::unique_ptr<Seat> seat = take_seat<TestType>();
    seat->in_a_panel([&](const Context& context) {
        (void)context.debugger->breakpoints().add("Place.x > 4");
        (void)context.watches->add_alert("Place.x > 2", panels::Severity::Warning, "far away");
    });
    seat->play(true);
    for (int i = 0; i < 60; ++i) seat->frame();
    const std::vector<std::string> marks = seat->marks();
    INFO(marks.size() << " marks");
    CHECK(has(marks, "far away"));
    CHECK(has(marks, "Place.x of Ball"));
    CHECK(std::count(marks.begin(), marks.end(), "far away") == 1);
}

TEMPLATE_TEST_CASE("Desk: what a held arrow moves is one step of the history", "[panels][desk][history]", EditorSeat,
                   HostSeat) {
    const std::unique_ptr<Seat> seat = take_seat<TestType>();
    const ecs::ComponentType& type = seat->game.world.types()[seat->game.world.id<Health>()];
    const auto move = [&](float hp, bool held) {
        seat->in_a_panel([&](const Context& context) {
            context.viewport->gesture = held;
            context.requests.push_back(panels::EditRequest{
                "Set hp", {ecs::SetComponent{seat->game.ball, ecs::Value::of(type, Health{hp}), {0}}}});
        });
    };
    for (int i = 1; i <= 4; ++i) move(static_cast<float>(i), true);
    CHECK(seat->history().done() == 1);
    seat->in_a_panel([](const Context& context) { context.viewport->gesture = false; });
    move(5, false);
    CHECK(seat->history().done() == 2);
}

TEMPLATE_TEST_CASE("Desk: a command that cannot be done says why", "[panels][desk][keys]", EditorSeat, HostSeat) {
    const std::unique_ptr<Seat> seat = take_seat<TestType>();
    for (int i = 0; i < 4; ++i) seat->press(panels::keys::slower);
    CHECK(seat->said.back() == "This is the lowest speed");
    for (int i = 0; i < 8; ++i) seat->press(panels::keys::faster);
    CHECK(seat->said.back() == "This is the highest speed");
    ImGui::SetClipboardText("no entities");
    seat->press(panels::keys::paste);
    CHECK_FALSE(seat->said.back().empty());
    CHECK(seat->said.back() != "This is the highest speed");
    CHECK(seat->history().done() == 0);
}

TEMPLATE_TEST_CASE("Desk: Create says that it gives a name, and does", "[panels][desk]", EditorSeat, HostSeat) {
    const std::unique_ptr<Seat> seat = take_seat<TestType>();
    CHECK(seat->hint(panels::keys::create).find("Adds an entity with a name and nothing else") != std::string::npos);
    const std::size_t before = seat->game.world.entity_count();
    seat->press(panels::keys::create);
    REQUIRE(seat->game.world.entity_count() == before + 1);
    const ecs::Entity made = seat->game.world.entity_at_slot(seat->game.world.slot_count() - 1);
    CHECK_FALSE(seat->game.world.name(made).empty());
}

TEST_CASE("Desk: a name is asked for through the owner, and an entity that went has none", "[panels][desk]") {
    EditorSeat seat;
    seat.desk.selection.select(seat.game.ball);
    seat.press(panels::keys::rename);
    CHECK(seat.asked.title == "Rename Ball");
    CHECK(seat.asked.text == "Ball");
    CHECK(seat.asked.act("Puck").empty());
    seat.frame();
    CHECK(seat.game.world.name(seat.game.ball) == "Puck");
    seat.game.world.destroy(seat.game.ball);
    CHECK(seat.asked.act("Disc").empty());
    seat.frame();
    CHECK(seat.history().done() == 1);
}

TEST_CASE("Desk: no tick is due while paused, and flat out as many as a frame has time for", "[panels][desk]") {
    EditorSeat seat;
    double now = 0;
    seat.desk.clock = panels::FrameClock([&now] { return now; });
    const auto ticks_of_frame = [&](bool may_run) {
        now += 1.0 / 60;
        seat.desk.clock.begin_frame();
        seat.desk.begin_ticks(may_run);
        int ticks = 0;
        for (; seat.desk.tick_due(); ++ticks) now += 0.001;
        return ticks;
    };
    CHECK(ticks_of_frame(true) == 0);
    seat.desk.transport.playing = true;
    seat.game.schedule.dt_secs = 1.0f / 240;
    CHECK(ticks_of_frame(true) >= 3);
    CHECK(ticks_of_frame(false) == 0);
    seat.desk.transport.flat_out = true;
    const int flat_out = ticks_of_frame(true);  // of 1 ms in FrameClock::budget_secs
    CHECK(flat_out >= 12);
    CHECK(flat_out <= 13);
}

}  // namespace desk_test
