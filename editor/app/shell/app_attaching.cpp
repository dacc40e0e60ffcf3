// The App with the world of a program that runs: what it shows comes from there, and edits go there. Pausing freezes
// what is shown; the program runs on.
#include <utility>

#include "editor/app/chrome/world_texts.hpp"
#include "editor/app/shell/app.hpp"
#include "editor/base/language.hpp"

namespace editor {

void App::attach_chosen() {
    if (auto target = chrome_.attach_dialog.take_chosen()) attach(*target);
}

void App::attach(const remote::AttachTarget& target) {
    document_.show(phrase("Attach to {}", target.address()), [this, target] {
        attaches_to_ = target;
        return Attachment::empty_session(document_.session().game);
    });
    wakefulness_.wake(clock_.now_secs());
}

void App::detach() {
    if (!attachment_) return;
    const std::string title = attachment_->title();
    attachment_.reset();
    transport_.playing = false;
    // It is nobody's now: who wants it saves it.
    document_.session().history.mark_unsaved();
    tell(MessageKind::Note, phrase("Detached from {}; what was seen last stays as a world of its own", title));
}

void App::follow_program() {
    clock_.hold();
    if (document_.world_stands_still()) return;
    // What a person changes is answered, also while the rest is frozen.
    if (transport_.playing || attachment_->mirror().unanswered() > 0 || !attachment_->came()) look_at_program();
}

void App::look_at_program() {
    const bool came_before = attachment_->came();
    watch_.make_room();
    const ecs::Mirror::News& news = attachment_->update();
    if (news.created > 0)
        each_text(document_.session().world, [this](std::string_view text) { imgui_.want_glyphs(text); });
    for (const std::string& message : news.messages) tell(MessageKind::Warning, message);
    watch_.sample();
    mark_alerts();
    if (came_before || !attachment_->came()) return;
    if (!selection_.entity()) select_first();
    for (const std::string& note : attachment_->owner().notes()) chrome_.toasts.note(MessageKind::Note, note);
    if (const std::string warning = remote::warning_of(attachment_->target()); !warning.empty())
        tell(MessageKind::Warning, warning);
}

}  // namespace editor
