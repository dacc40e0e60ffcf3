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
    if (now - attached_updated_secs_ < AttachedWorld::interval_secs) return;
    attached_updated_secs_ = now;
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
    // A frame for each update that brought something; what fades and settles, when no more comes.
    constexpr double rest_secs = 1;
    if (seen) attached_seen_secs_ = now;
    if (seen && !came) {
        wakefulness_.show();
        attached_moves_ = true;
    } else if (seen || (attached_moves_ && now - attached_seen_secs_ > rest_secs)) {
        wakefulness_.wake(now);
        attached_moves_ = false;
    }
    if (came && attached->arrived()) {
        for (const std::string& note : attached->owner().notes()) tell(MessageKind::Note, note);
        scene_.look_again();  // only now it has said what it is
        scene_.frame_all(imgui_.style());
        select_first();
    }
    // What is new there is shown in any script, though not at once.
    if (seen && (came || ++attached_seen_ % 20 == 0))
        each_text(document_.session().world, [this](std::string_view text) { imgui_.want_glyphs(text); });
}

bool App::asks_before(panels::EditRequest& request) {
    const AttachedWorld* const attached = document_.session().attached.get();
    if (attached == nullptr || may_destroy_) return false;
    const std::string lost = attached->lost_by(request.edits);
    if (lost.empty()) return false;
    const auto kept = std::make_shared<panels::EditRequest>(std::move(request));
    ask(kept->label, phrase("Undo will not bring back all of it. What it lacks: {}", lost),
        {{tr("Destroy"), true}, {tr("Cancel")}})
        .then([this, kept](const std::string& answer) {
            if (answer != tr("Destroy")) return;
            may_destroy_ = true;
            desk_.requests.emplace_back(std::move(*kept));
        });
    return true;
}

std::string App::why_not_tick() const {
    const Session& session = document_.session();
    return session.attached ? phrase("This world is run by {}", session.attached->owner().address()) : std::string();
}

void App::ask_what_to_attach() {
    chrome_.attach_dialog.open(server_ ? server_->address() : std::string(),
                               [this](const AttachTarget& target) { document_.attach(target); });
}

}  // namespace editor
