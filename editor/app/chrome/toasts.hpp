// Toasts are messages that come up in the lower right corner and go by themselves, so that nothing has to be clicked
// away. All of them are kept in the log.
#pragma once

#include <deque>
#include <functional>
#include <string>
#include <vector>

#include "editor/base/message.hpp"
#include "panels/base/patterns.hpp"
#include "panels/base/style.hpp"

namespace editor {

struct Message {
    MessageKind kind = MessageKind::Note;
    std::string text;
    std::string file = {};  // that it is about, with its folder; empty: none
    double time_secs = 0;   // on the clock given to draw()
    /// What it says may cease to be so: then only the log has it. Null: it stays so.
    std::function<bool()> still_true = {};
};

class Toasts {
public:
    static constexpr float width = 360;  // of one, at scale 1
    /// `button` is what the person can do about it, carried out by `on_button`; none when empty. It goes as soon as
    /// `still_true` says no.
    void add(MessageKind kind, std::string text, std::string button = {}, std::function<void()> on_button = {},
             std::function<bool()> still_true = {});

    /// The same about a file: its path can be copied, here and in the log.
    void add_about(MessageKind kind, std::string text, const std::string& file);

    /// Only for the log.
    void note(MessageKind kind, std::string text, std::function<bool()> still_true = {});
    /// What was added last is so only as long as this says yes.
    void holds_while(std::function<bool()> still_true);
    /// The world that was spoken of is closed: only the log has what was said of it.
    void world_goes();
    /// What was said last; null when nothing was, or it is not so any more.
    const Message* last() const;

    /// Draws those that are still up above the corner. `now_secs` is of a clock that only grows. While a `question` is
    /// open, which they could cover, they wait.
    void draw(const panels::Style& style, double now_secs, ImVec2 lower_right, bool question = false);
    /// The window of the Help menu's "Messages": the whole log. `open` is cleared when it is closed.
    void draw_log(const panels::Style& style, double now_secs, bool& open) const;
    /// Whether one is up, so that the program must not sleep for long.
    bool any_up() const { return !up_.empty(); }
    /// What they say, oldest first.
    std::vector<std::string> texts_up() const;

    /// Oldest first, the last 1,000.
    const std::deque<Message>& log() const { return log_; }

private:
    struct Toast {
        Message message;
        std::string button;
        std::function<void()> on_button;
        unsigned number = 0;
        double until_secs = 0;
    };
    /// Whether the toast was used or closed.
    bool draw_toast(Toast& toast, const panels::Style& style, double now_secs, ImVec2& lower_right);
    /// Within this area, in a window of their own.
    static bool draw_buttons(Toast& toast, const panels::Style& style, const panels::Area& area);

    std::deque<Toast> up_;
    std::deque<Message> log_;
    unsigned next_number_ = 0;
    double drawn_secs_ = 0;
};

}  // namespace editor
