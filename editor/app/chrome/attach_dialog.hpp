// The dialog that asks which running program to show. It lists what listens on this computer, and takes any address.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ecs/base/background_task.hpp"
#include "panels/base/style.hpp"
#include "remote/attach/attach.hpp"

namespace editor {

class AttachDialog {
public:
    ~AttachDialog() { stop_looking(); }

    void open();
    bool is_open() const { return open_; }
    void draw(const panels::Style& style);
    /// What the person chose since the last call.
    std::optional<remote::AttachTarget> take_chosen() { return std::exchange(chosen_, std::nullopt); }

private:
    using Found = std::vector<remote::FoundProgram>;
    void look();
    void stop_looking();
    void draw_found(const panels::Style& style);
    bool draw_fields(const panels::Style& style);
    /// Reads the fields. Says what is wrong with them in problem_.
    std::optional<remote::AttachTarget> target();
    void close();

    bool open_ = false, just_opened_ = false;
    remote::ProgramKind kind_ = remote::ProgramKind::Flecs;
    std::string address_, token_file_, problem_;
    Found found_;
    bool looked_ = false;
    std::shared_ptr<std::atomic<bool>> stop_;
    ecs::BackgroundTask<Found> looking_;
    std::optional<remote::AttachTarget> chosen_;
};

}  // namespace editor
