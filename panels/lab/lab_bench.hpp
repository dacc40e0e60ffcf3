// The bench of the Storage Lab. The person chooses an operation and numbers of entities; the bench shows the times as a
// plot with logarithmic axes and as a table, and says which storage is the fastest, or why none is. It measures on a
// background thread. Cancel returns at once; the destructor waits for what is being timed.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "ecs/base/background_task.hpp"
#include "ecs/lab/bench/bench.hpp"
#include "ecs/lab/bench/bench_machine.hpp"
#include "panels/base/panel.hpp"
#include "panels/lab/lab_view.hpp"

namespace panels {

class LabBench : public LabView {
public:
    using Function = std::function<ecs::lab::BenchResult(const ecs::lab::BenchRequest&, const ecs::lab::BenchHooks&)>;

    /// `run` stands in for run_bench in tests.
    explicit LabBench(Function run = {});

    void show(const Context& context, LabState&) override { show(context); }
    void show(const Context& context);

    /// The operation and the numbers of entities.
    std::string save_settings() const;
    void load_settings(std::string_view line);

    ecs::lab::BenchKind kind() const { return kind_; }
    /// Numbers of entities that Run would measure.
    std::vector<std::uint64_t> sizes() const;
    bool running() const { return task_.running(); }
    /// The last result; of a bench that was cancelled, the sizes that it finished. Null before there is one.
    const ecs::lab::BenchResult* result() const { return result_ ? &*result_ : nullptr; }
    /// The machine that the view names; tests replace it.
    ecs::lab::BenchMachine machine = ecs::lab::this_machine();
    /// Waits for what is running: for tests.
    void finish();
    void conclude();
    /// Where the mark of a subject was drawn in the last frame, if it was: for tests.
    std::optional<ImVec2> place_of(std::string_view subject, std::uint64_t entities) const;

private:
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
    std::vector<std::string> conclusions_;  // of result_, in language_
    const ecs::Catalog* language_ = nullptr;
    std::string problem_;
    ecs::BackgroundTask<ecs::lab::BenchResult> task_;

    struct DrawnMark {
        std::string subject;
        std::uint64_t entities = 0;
        ImVec2 at;
    };
    std::vector<DrawnMark> marks_;
};

}  // namespace panels
