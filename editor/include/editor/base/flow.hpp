// A Flow is what follows a command, as one function that reads from top to bottom. Where it needs an answer or the end
// of a job, it waits with co_await, and goes on there later:
//
//     Flow Document::new_world() {
//         co_await nothing_lost("New world");   // asks, and saves; the Flow ends there when the person says no
//         co_await turn("New world");           // waits until no other job runs
//         replace_session(…);
//     }
//
// A Flow begins when it is called. Its parts return a Step and begin when they are awaited. All of it happens on one
// thread. Parameters are values: a reference may be gone when the function goes on.
//
// GCC 12.2 makes wrong code for two forms, which tests/layering/check_flows.cmake finds: a co_await in the condition of
// an if, while or switch, and braces or ?: in what is awaited. Such a value gets a name first.
//
// While a Flow waits, one Waiting owns it with all its parts. Dropping the Waiting ends the Flow there: nothing behind
// that co_await happens, and what its functions hold is destroyed. So a question that takes the place of another one,
// a job that gives way and a window that closes need no other clean-up.
#pragma once

#include <coroutine>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace editor {

class Waiting {
public:
    Waiting() = default;
    template <class Promise>
    explicit Waiting(std::coroutine_handle<Promise> here) : flow_(here.promise().flow), here_(here) {}
    explicit operator bool() const { return flow_ != nullptr; }

    /// Lets the Flow go on. There must be one. It may destroy this.
    void go_on() {
        const std::coroutine_handle<> here = here_;
        (void)flow_.release();
        here.resume();
    }
    /// `co_await waiting` waits here, in place of what waited before.
    auto operator co_await();

private:
    struct End {
        using pointer = std::coroutine_handle<>;
        void operator()(pointer flow) const { flow.destroy(); }
    };
    std::unique_ptr<void, End> flow_;
    std::coroutine_handle<> here_;  // the part of it that waits
};

/// `co_await GiveUp()` ends the Flow there, with all its parts.
struct GiveUp : std::suspend_always {
    template <class Promise>
    void await_suspend(std::coroutine_handle<Promise> here) const {
        Waiting waiting(here);
        if (place != nullptr) *place = std::move(waiting);
    }
    Waiting* place = nullptr;  // where it waits instead
};
inline auto Waiting::operator co_await() { return GiveUp{{}, this}; }

struct FollowUp {
    std::string what = {};  // it is, for a person
    Waiting flow = {};
};

class Flow {
public:
    struct promise_type {
        std::coroutine_handle<> flow = std::coroutine_handle<promise_type>::from_promise(*this);
        Flow get_return_object() const noexcept { return {}; }
        std::suspend_never initial_suspend() const noexcept { return {}; }
        std::suspend_never final_suspend() const noexcept { return {}; }
        void return_void() const noexcept {}
        void unhandled_exception() const { throw; }
    };
};

template <class T>
struct StepValue {
    std::optional<T> value;
    void return_value(T result) { value.emplace(std::move(result)); }
    T take() { return std::move(*value); }
};
template <>
struct StepValue<void> {
    void return_void() const noexcept {}
    void take() const noexcept {}
};

/// A part of a Flow, which gives a T.
template <class T = void>
class [[nodiscard]] Step {
public:
    struct promise_type : StepValue<T> {
        std::coroutine_handle<> flow, caller;
        Step get_return_object() { return Step(*this); }
        std::suspend_always initial_suspend() const noexcept { return {}; }
        auto final_suspend() const noexcept {
            struct BackToCaller : std::suspend_always {
                std::coroutine_handle<> caller;
                auto await_suspend(std::coroutine_handle<>) const noexcept { return caller; }
            };
            return BackToCaller{{}, caller};
        }
        void unhandled_exception() const { throw; }
    };

    Step(Step&& other) noexcept : step_(std::exchange(other.step_, {})) {}
    ~Step() {
        if (step_) step_.destroy();
    }

    bool await_ready() const noexcept { return false; }
    template <class Promise>
    std::coroutine_handle<> await_suspend(std::coroutine_handle<Promise> caller) noexcept {
        step_.promise().flow = caller.promise().flow;
        step_.promise().caller = caller;
        return step_;
    }
    T await_resume() { return step_.promise().take(); }

private:
    explicit Step(promise_type& promise) : step_(std::coroutine_handle<promise_type>::from_promise(promise)) {}

    std::coroutine_handle<promise_type> step_;
};

/// An answer that comes later, or never: `co_await` it, or say what is done `then`. The question is asked only at that
/// moment. What was asked owns the Flow until it answers, which it does once.
template <class T>
class [[nodiscard]] Reply : public std::suspend_always {
public:
    using Answered = std::function<void(T)>;
    explicit Reply(std::function<void(Answered)> ask) : ask_(std::move(ask)) {}

    void then(Answered answered) const { ask_(std::move(answered)); }

    template <class Promise>
    void await_suspend(std::coroutine_handle<Promise> here) {
        ask_([this, waiting = std::make_shared<Waiting>(here)](T answer) {
            if (!*waiting) return;
            answer_.emplace(std::move(answer));
            waiting->go_on();
        });
    }
    T await_resume() { return std::move(*answer_); }

private:
    std::function<void(Answered)> ask_;
    std::optional<T> answer_;
};

}  // namespace editor
