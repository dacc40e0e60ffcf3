// The App over the world of another program: it looks for what has come between two frames, and lets the program tick.
#include "editor/app/chrome/world_texts.hpp"
#include "editor/app/shell/app.hpp"
#include "editor/attach/attached_world.hpp"
#include "editor/base/language.hpp"

namespace editor {

void App::update_attached() {
    AttachedWorld* const attached = document_.session().attached.get();
    const double now = desk_.clock.now_secs();
    if (attached == nullptr || document_.world_stands_still()) return;
    // At a breakpoint the view stands still, until a person lets it go on.
    desk_.halt_where_due();
    if (!attached_pace_.take_due(attached->interval_secs(), now)) return;
    const auto tell_all = [&] {
        for (const AttachedWorld::Message& message : attached->take_messages())
            tell(message.good ? MessageKind::Good : MessageKind::Warning, message.text);
    };
    if (!attached->wants_update(desk_.watch.debugger().stopped() != nullptr)) {
        if (attached->check()) wakefulness_.wake(now);
        return tell_all();
    }
    const bool came = !attached->arrived();
    const std::uint64_t run = attached->mirror().run();
    desk_.watch.make_room();
    desk_.watch.follow(&attached->mirror());
    const bool seen = attached->update();
    // It was the program of before that stopped there.
    if (attached->mirror().run() != run && desk_.watch.debugger().stopped() != nullptr) desk_.watch.debugger().go_on();
    desk_.tick_ended();
    tell_all();
    attached_pace_.updated(seen, came, now, wakefulness_);
    if (came && attached->arrived()) {
        for (const std::string& note : attached->owner().notes()) tell(MessageKind::Note, note);
        scene_.look_again();  // only now it has said what it is
        scene_.frame_all(imgui_.style());
        select_first();
    }
    // In any script
    if (attached_pace_.texts_due())
        each_text(document_.session().world, [this](std::string_view text) { imgui_.want_glyphs(text); });
}

bool App::asks_before(panels::EditRequest& request) {
    const AttachedWorld* const attached = document_.session().attached.get();
    if (attached == nullptr) return false;
    const std::string lost = attached->lost_by(request.edits);
    if (lost.empty()) return false;
    const auto kept = std::make_shared<panels::EditRequest>(std::move(request));
    chrome_
        .ask(kept->label, phrase("Undo will not bring back all of it. What it lacks: {}", lost),
             {{tr("Destroy"), true}, {tr("Cancel")}})
        .then([this, kept](const std::string& answer) {
            if (answer != tr("Destroy")) return;
            if (AttachedWorld* const now = document_.session().attached.get()) now->accept_losses();
            desk_.requests.emplace_back(std::move(*kept));
        });
    return true;
}

void App::ask_what_to_attach() {
    chrome_.attach_dialog.open(serving_.address(), [this](const AttachTarget& target) { document_.attach(target); });
}

}  // namespace editor
