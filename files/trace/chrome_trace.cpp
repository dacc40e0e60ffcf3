#include "files/trace/chrome_trace.hpp"

#include <string_view>

#include "files/json/json_text.hpp"

namespace files {

namespace {

class TraceWriter {
public:
    explicit TraceWriter(const ecs::RecordedTicks& trace)
        : trace_(trace), origin_(trace.ticks.empty() ? 0 : trace.ticks.front().begin_ns) {}

    std::string write(const std::string& process, ecs::Progress* progress) {
        out_ = "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[";
        name_track("process_name", 0, process);
        for (std::uint32_t thread = 0; thread < trace_.thread_count; ++thread)
            name_track("thread_name", thread, thread == 0 ? "Ticks" : "Thread " + std::to_string(thread));
        if (progress) progress->begin(trace_.ticks.size());
        for (std::size_t i = 0; i < trace_.ticks.size(); ++i) {
            if (progress) {
                if (progress->cancelled()) return {};
                progress->advance_to(i);
            }
            write_tick(trace_.ticks[i]);
        }
        out_ += "\n]}\n";
        return std::move(out_);
    }

private:
    void begin(char phase, std::uint32_t thread) {
        out_ += first_ ? "\n{\"ph\":\"" : ",\n{\"ph\":\"";
        first_ = false;
        out_ += phase;
        out_ += "\",\"pid\":1,\"tid\":";
        append_integer(out_, thread + 1);
    }
    void add_name(std::string_view name) {
        out_ += ",\"name\":";
        append_string(out_, name);
    }
    /// In microseconds, of which JSON keeps all digits.
    void add_time(const char* key, std::int64_t ns) {
        out_ += key;
        append_integer(out_, ns / 1000);
        const auto rest = static_cast<std::uint32_t>(ns % 1000);
        out_ += '.';
        for (const std::uint32_t unit : {100u, 10u, 1u}) out_ += static_cast<char>('0' + rest / unit % 10);
    }
    void name_track(const char* what, std::uint32_t thread, const std::string& name) {
        begin('M', thread);
        add_name(what);
        out_ += ",\"args\":{\"name\":";
        append_string(out_, name);
        out_ += "}}";
    }
    void add_span(std::uint32_t thread, std::string_view name, const char* category, std::int64_t from, std::int64_t to,
                  const char* amount_name, std::uint64_t amount) {
        begin('X', thread);
        add_time(",\"ts\":", from - origin_);
        add_time(",\"dur\":", to - from);
        add_name(name);
        out_ += ",\"cat\":\"";
        out_ += category;
        out_ += '"';
        if (*amount_name != '\0') {
            out_ += ",\"args\":{\"";
            out_ += amount_name;
            out_ += "\":";
            append_integer(out_, amount);
            out_ += '}';
        }
        out_ += '}';
    }
    void add_event(const ecs::TraceEvent& event) {
        const std::string name = event.name == ecs::TraceEvent::no_name ? std::string() : trace_.names[event.name];
        const auto add = [&](const std::string& shown, const char* category, const char* amount_name = "") {
            add_span(event.thread, shown, category, event.begin_ns, event.end_ns, amount_name, event.amount);
        };
        switch (event.kind) {
            case ecs::SpanKind::System:
                return add(name, "system", "entities");
            case ecs::SpanKind::SetUp:
                return add(name + ": set up", "setup");
            case ecs::SpanKind::Playback:
                return add(name + ": commands", "playback", "changes");
            case ecs::SpanKind::Jobs:
                return add(name + ": share", "share");
            case ecs::SpanKind::Wait:
                return add("wait", "wait");
            case ecs::SpanKind::Hooks:
                return add("hooks", "hooks");
            case ecs::SpanKind::Tick:
                return;
        }
    }
    template <class Number>
    void add_counter(const char* name, std::int64_t at, Number value) {
        begin('C', 0);
        add_time(",\"ts\":", at - origin_);
        add_name(name);
        out_ += ",\"args\":{\"value\":";
        append_integer(out_, value);
        out_ += "}}";
    }
    void write_tick(const ecs::TracedTick& tick) {
        add_span(0, "tick " + std::to_string(tick.tick), "tick", tick.begin_ns, tick.end_ns, "dropped", tick.dropped);
        for (const ecs::TraceEvent& event : tick.events) add_event(event);
        add_counter("Entities", tick.end_ns, tick.entities);
        add_counter("Chunks", tick.end_ns, tick.chunks);
        add_counter("Bytes in use", tick.end_ns, tick.bytes_in_use);
        add_counter("Bytes reserved", tick.end_ns, tick.bytes_reserved);
        add_counter("Structural changes", tick.end_ns, tick.structural_changes);
        if (tick.chunks_made == 0 && tick.bytes_taken == 0) return;
        begin('i', 0);
        add_time(",\"ts\":", tick.end_ns - origin_);
        add_name("memory changed");
        out_ += ",\"s\":\"p\",\"args\":{\"chunks\":";
        append_integer(out_, tick.chunks_made);
        out_ += ",\"bytes\":";
        append_integer(out_, tick.bytes_taken);
        out_ += "}}";
    }

    const ecs::RecordedTicks& trace_;
    const std::int64_t origin_;
    std::string out_;
    bool first_ = true;
};

}  // namespace

std::string chrome_trace(const ecs::RecordedTicks& trace, const std::string& process, ecs::Progress* progress) {
    return TraceWriter(trace).write(process, progress);
}

}  // namespace files
