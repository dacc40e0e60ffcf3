// How the program runs ticks, and what it says where a breakpoint stops them.
#include "editor/app/shell/app.hpp"
#include "editor/base/language.hpp"
#include "panels/stops/debugger.hpp"

namespace editor {

void App::run_ticks() {
    const bool flat_out = desk_.transport.flat_out || desk_.transport.until_tick;
    if (desk_.transport.playing && !document_.world_stands_still() && !chrome_.file_dialog.holds_world()) {
        constexpr double as_fast_as_it_goes = 1e6;  // ticks a second: until the time of the frame is over
        desk_.clock.begin_ticks(flat_out ? as_fast_as_it_goes
                                         : desk_.transport.speed * panels::FrameClock::ticks_per_sec);
        while (desk_.transport.playing && desk_.clock.take_tick()) run_tick(false);
        if (!desk_.transport.playing) desk_.clock.hold();
    } else {
        desk_.clock.hold();
    }
    desk_.transport.behind_secs =
        desk_.transport.flat_out || desk_.transport.until_tick ? 0 : desk_.clock.behind_secs();
    chrome_.costs.ticks_per_sec = desk_.clock.measured_ticks_per_sec();
}

void App::run_tick(bool along_record) {
    Session& session = document_.session();
    // Scenes play from the start, when nobody has asked for it.
    if (!session.play.begun()) (void)session.play.begin();
    if ((along_record || session.keys.none()) && desk_.passed_by_seek()) return;
    desk_.watch.make_room();
    session.tick();
    desk_.tick_ended();
}

void App::stopped_at(const ecs::BreakpointHit& hit, bool ran) {
    const bool attached = document_.session().attached != nullptr;
    const std::string text = panels::stop_message(document_.session().world, desk_.watch.debugger(), hit);
    imgui_.want_glyphs(text);
    const auto go_on = [this, attached] {
        if (attached)
            desk_.requests.push_back(panels::GoOnRequest{});
        else
            desk_.requests.push_back(panels::TransportRequest{});
    };
    const auto still = [this] { return desk_.watch.debugger().stopped() != nullptr && !desk_.transport.playing; };
    if (!ran && !attached) return chrome_.toasts.note(MessageKind::Note, text, still);
    window_.ask_for_attention();
    // Where the panel is in view, it says the same and more.
    if (desk_.workbench.visible("breakpoints"))
        chrome_.toasts.note(MessageKind::Note, text, still);
    else
        chrome_.toasts.add(MessageKind::Note, text, tr("Go on"), go_on, still);
}

}  // namespace editor
