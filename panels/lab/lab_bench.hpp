// The bench of the Storage Lab: which operation and how many entities, what it took as a plot with logarithmic axes and
// as a table, and who is the fastest, or why nobody is. It runs on a thread of its own, which it owns; quitting asks
// the thread to stop and waits for the section that is under way.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "ecs/lab/bench/bench.hpp"
#include "ecs/lab/bench/bench_machine.hpp"
#include "panels/base/panel.hpp"

namespace panels {

class LabBench {
public:
    using Function = std::function<ecs::lab::BenchResult(const ecs::lab::BenchRequest&, const ecs::lab::BenchHooks&)>;

    /// `run` stands in for run_bench in tests.
    explicit LabBench(Function run = {});
    ~LabBench();
    LabBench(const LabBench&) = delete;
    LabBench& operator=(const LabBench&) = delete;

    void show(const Context& context);

    /// The operation and the numbers of entities.
    std::string save_settings() const;
    void load_settings(std::string_view line);

    ecs::lab::BenchKind kind() const { return kind_; }
    /// Numbers of entities that Run would measure.
    std::vector<std::uint64_t> sizes() const;
    bool running() const { return thread_.joinable(); }
    /// The last that ran to its end, or as far as it came; null before.
    const ecs::lab::BenchResult* result() const { return result_ ? &*result_ : nullptr; }
    /// What is said of the machine; tests put another one here.
    ecs::lab::BenchMachine machine = ecs::lab::this_machine();
    /// Waits for what is running: for tests.
    void finish();
    /// Where the mark of a subject was drawn in the last frame, if it was: for tests.
    std::optional<ImVec2> place_of(std::string_view subject, std::uint64_t entities) const;

private:
    struct Shared;

    void start();
    void update();
    void draw_bar(const Context& context);
    void draw_run(const Context& context);
    void draw_plot(const Style& style, ImVec2 size);
    void draw_table(const Style& style);
    void draw_words(const Style& style);

    Function run_;
    ecs::lab::BenchKind kind_ = ecs::lab::BenchKind::Iterate;
    std::size_t first_ = 2, last_ = 5;  // powers of ten
    std::size_t repetitions_ = 15;
    std::optional<ecs::lab::BenchResult> result_;
    std::vector<std::string> conclusions_;  // of it
    std::string problem_;
    std::shared_ptr<Shared> shared_;  // with the thread
    std::jthread thread_;

    struct DrawnMark {
        std::string subject;
        std::uint64_t entities = 0;
        ImVec2 at;
    };
    std::vector<DrawnMark> marks_;
};

}  // namespace panels
