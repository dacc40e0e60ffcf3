// The DocumentUi is the program around a Document: it tells a person what happened, and follows when the session is
// replaced. Its DocumentDialogs ask the person. Tests answer themselves, and note what was said.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "ecs/timeline/time_facts.hpp"
#include "editor/base/flow.hpp"
#include "editor/base/message.hpp"

namespace editor {

/// One button of a question.
struct Answer {
    std::string label;
    bool loses_values = false;  // of a file; Enter never takes such an answer
};

class DocumentDialogs {
public:
    virtual ~DocumentDialogs() = default;

    /// The label of the answer that the person chose. Enter takes the first one that loses no values, Escape the last one.
    virtual Reply<std::string> ask(std::string title, std::string text, std::vector<Answer> answers) = 0;
    /// Whether a question is open: then no other is asked.
    virtual bool asking() const = 0;

    enum class Choice { FileToOpen, FileToSave, StateToSave };
    /// The file that the person chooses, beginning at `start`. The dialog stays open until end_choice(). No tick runs
    /// while it asks where the state goes, so that what is saved is what the person saw.
    virtual Reply<std::filesystem::path> choose_file(Choice choice, const std::filesystem::path& start) = 0;
    /// The same in the dialog that is open still, which shows what went wrong with the last one.
    virtual Reply<std::filesystem::path> choose_again(const std::string& problem) = 0;
    /// Whether that dialog is open; and whether a file was chosen in it whose job has not ended.
    virtual bool choosing() const = 0;
    virtual bool has_chosen() const = 0;
    virtual void end_choice() = 0;
};

class DocumentUi {
public:
    virtual ~DocumentUi() = default;

    virtual DocumentDialogs& dialogs() = 0;
    /// With a button, if `button` is not empty.
    virtual void tell(MessageKind kind, const std::string& text, const std::string& button = {},
                      std::function<void()> on_button = {}) = 0;

    /// The file of the world became the newest of the recent files.
    virtual void became_recent(const std::filesystem::path& file) = 0;
    /// Shows what differs between the world and this file.
    virtual void compare_with(const std::filesystem::path& file) = 0;
    /// Asks where the recorded time of the branch in view goes, and saves it. Answers when that is done; never if the
    /// person gives it up.
    virtual Reply<bool> save_past() = 0;
    /// Shows the end of another branch of the recorded time.
    virtual void look_at_branch(ecs::BranchId branch) = 0;
    /// Pauses the world, and shows what differs from the world before Play, with what of it to keep.
    virtual void compare_with_authored() = 0;

    /// The session is about to be replaced: nothing may refer to its world any more.
    virtual void session_goes() = 0;
    /// There is a new one. `playing` says whether it runs; nothing: as the one before.
    virtual void session_came(std::optional<bool> playing) = 0;

    /// `change` replaces the session by one with the same world over a Game that was built again. What refers to the
    /// old world or its systems goes before; what is selected and looked at, and whether it runs, stays.
    virtual void game_changes(const std::function<void()>& change) = 0;

    /// Whether changes wait because a job needs the world unchanged.
    virtual bool changes_wait() const = 0;
    /// The world stood still and may change again: what waited can be executed.
    virtual void world_may_change() = 0;
};

}  // namespace editor
