#include "editor/remote/attachment.hpp"

#include <utility>

namespace editor {

Attachment::Attachment(remote::AttachTarget target, Session& session)
    : target_(std::move(target)),
      session_(session),
      owner_(remote::attach_to(target_)),
      mirror_(*owner_, session.world) {
    owner_->know(&mirror_);
    mirror_.show_systems(session_.schedule);
    mirror_.follow(session_.history);
}

Attachment::~Attachment() { owner_->know(nullptr); }

std::unique_ptr<Session> Attachment::empty_session(const Game& game) {
    return std::make_unique<Session>(game, Session::WithoutTypes());
}

const ecs::Mirror::News& Attachment::update() {
    const ecs::Mirror::News& news = mirror_.update();
    came_ = came_ || owner_->rounds() > 0;
    // What a person changed is in the program, so it is not unsaved here.
    if (session_.history.unsaved()) session_.history.mark_saved();
    return news;
}

}  // namespace editor
