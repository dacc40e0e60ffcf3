// How the program runs ticks, or looks for those of another program between two frames, and what it says where a
// breakpoint stops them.
#include <algorithm>

#include "editor/app/chrome/world_texts.hpp"
#include "editor/app/shell/app.hpp"
#include "editor/attach/attached_world.hpp"
#include "editor/base/language.hpp"
#include "panels/stops/debugger.hpp"
#include "panels/watch/recording.hpp"

namespace editor {

void App::run_ticks() {
    desk_.begin_ticks(!document_.world_stands_still() && !chrome_.file_dialog.holds_world());
    while (desk_.tick_due()) run_tick(false);
    if (!desk_.transport.playing) desk_.clock.hold();
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
    serving_.show(session, true);
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

void App::update_attached() {
    AttachedWorld* const attached = document_.session().attached.get();
    const double now = desk_.clock.now_secs();
    if (attached == nullptr) attached_pace_.waits_for_now.reset();
    if (attached == nullptr || document_.world_stands_still()) return;
    // At a breakpoint that is checked here, the view stands still until a person lets it go on.
    desk_.halt_where_due();
    if (!attached_pace_.take_due(attached->interval_secs(), now)) return;
    const auto tell_all = [&] {
        for (const AttachedWorld::Message& message : attached->take_messages()) {
            tell(message.good ? MessageKind::Good : MessageKind::Warning, message.text);
            if (message.connected)
                chrome_.toasts.holds_while([this, connected = *message.connected] {
                    const AttachedWorld* const present = document_.session().attached.get();
                    return present != nullptr && present->lost().empty() == connected;
                });
        }
    };
    if (!attached->wants_update(panels::view_stands_still(desk_.context()))) {
        if (attached->check()) wakefulness_.wake(now);
        desk_.transport.why_not = why_not_run();
        return tell_all();
    }
    bool came = !attached->arrived();
    const bool was_whole = attached->arrived_whole();
    const std::string world = attached->world();
    const std::uint64_t run = attached->mirror().run(), tick = document_.session().world.tick();
    desk_.watch.make_room();
    desk_.watch.follow(desk_.mirror);
    attached->look_at(panels::looked_at(desk_.selection, desk_.watch.watches(), 8));
    const bool seen = attached->update();
    // It was the program of before that stopped there.
    if (attached->mirror().run() != run && desk_.watch.debugger().stopped() != nullptr) desk_.watch.debugger().go_on();
    // Another run of the program begins with its first tick.
    if (document_.session().world.tick() < tick) desk_.watch.time_jumped();
    desk_.transport.why_not = why_not_run();
    desk_.tick_ended();
    tell_all();
    if (attached_pace_.waits_for_now && (attached->is_now() || !attached->lost().empty()))
        desk_.requests.push_back(*std::exchange(attached_pace_.waits_for_now, std::nullopt));
    if (!came && attached->mirror().run() != run && attached->world() != world) {
        came = true;
        desk_.selection.clear();  // of entities of the world before
    }
    attached_pace_.updated(seen, came, now, wakefulness_);
    if (came && attached->arrived()) {
        for (const std::string& note : attached->owner().notes()) tell(MessageKind::Note, note);
        scene_.look_again();  // only now it has said what it is
        scene_.fit_all(imgui_.style());
        select_first();
    }
    // Until then only parts were in view.
    if (!came && !was_whole && attached->arrived_whole()) scene_.fit_all(imgui_.style());
    // In any script
    if (!attached_pace_.texts_due()) return;
    each_text(document_.session().world, [this](std::string_view text) { imgui_.want_glyphs(text); });
    for (const ecs::System* const system : document_.session().schedule.systems())
        imgui_.want_glyphs(system->description.name);
    if (const ecs::OwnerWorlds* const worlds = attached->owner().worlds())
        for (const std::string& name : worlds->names) imgui_.want_glyphs(name);
}

bool App::asks_before(const panels::EditRequest& request, const std::function<panels::Request()>& again) {
    const AttachedWorld* const attached = document_.session().attached.get();
    if (attached == nullptr) return false;
    const std::string lost = attached->lost_by(request.edits);
    if (lost.empty()) return false;
    // To restore a moment is more than to destroy.
    const bool only_destroys = std::all_of(request.edits.begin(), request.edits.end(), AttachedWorld::destroys);
    const std::string go_on = only_destroys ? tr("Destroy") : tr("Go on");
    const std::string title = request.label;
    const auto kept = std::make_shared<panels::Request>(again());
    chrome_
        .ask(title, phrase("Undo will not bring back all of it. What it lacks: {}", lost),
             {{go_on, true}, {tr("Cancel")}})
        .then([this, kept, go_on](const std::string& answer) {
            if (answer != go_on) return;
            if (AttachedWorld* const now = document_.session().attached.get()) now->accept_losses();
            desk_.requests.push_back(std::move(*kept));
        });
    return true;
}

bool App::waits_for_now(const std::function<panels::Request()>& again) {
    AttachedWorld* const attached = document_.session().attached.get();
    if (attached == nullptr || attached->is_now() || !attached->lost().empty()) return false;
    attached_pace_.waits_for_now = again();
    return true;
}

void App::ask_what_to_attach() {
    constexpr std::string_view setting = "attach.last";
    const auto last = std::get<std::string>(value_of(kept_.settings, setting));
    const std::size_t space = last.find(' ');
    ecs::Result<AttachTarget> target = ecs::Error{};
    if (space != std::string::npos) target = attach_target(last.substr(0, space), last.substr(space + 1));
    chrome_.attach_dialog.open(serving_.own_addresses(), target ? *target : AttachTarget(),
                               [this, setting](const AttachTarget& chosen) {
                                   kept_.settings.set(setting, std::string(chosen.kind->name) + " " + chosen.address());
                                   document_.attach(chosen);
                               });
}

}  // namespace editor
