#include <stdexcept>
#include <string>

#include "ecs/snapshot/state_hash.hpp"
#include "ecs/support/world_state.hpp"
#include "editor/session/session_bundle.hpp"
#include "editor/session/session_file.hpp"
#include "editor/support/demo.hpp"
#include "fuzz_targets.hpp"

namespace test {

namespace {

void expect(bool holds, const char* what) {
    if (!holds) throw std::logic_error(what);
}

void fuzz_bundle(std::string_view text) {
    constexpr std::uint64_t enough_ticks = 100;
    try {
        const std::unique_ptr<editor::Session> session =
            editor::read_bundle(editor::demo_game(), std::string(text), "fuzz.json", nullptr, files::Losses::Accept,
                                {.until = enough_ticks, .threads = 1});
        const std::string fault = storage_fault(session->world, true);
        if (!fault.empty()) throw std::logic_error(fault);
        while (session->history.can_undo() && session->history.undo().empty()) continue;
        const std::string after = storage_fault(session->world, true);
        if (!after.empty()) throw std::logic_error(after);
    } catch (const files::FileError& error) {
        expect(!error.problem().empty(), "an error says what is wrong");
    }
}

}  // namespace

void fuzz_world_file(std::span<const std::uint8_t> bytes) {
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (files::is_bundle_text(text)) return fuzz_bundle(text);
    std::unique_ptr<editor::Session> session;
    try {
        session = demo::read(text, "fuzz.json", nullptr, files::Losses::Accept);
    } catch (const files::FileError& error) {
        expect(!error.problem().empty(), "an error says what is wrong");
        expect(error.line() >= 1 && error.column() >= 1, "an error says where");
        return;
    }
    const std::string fault = storage_fault(session->world, true);
    if (!fault.empty()) throw std::logic_error(fault);
    const std::string saved = editor::write_world(*session);
    const std::unique_ptr<editor::Session> again = demo::read(saved, "fuzz.json");
    expect(editor::write_world(*again) == saved, "what was saved and loaded is saved the same");
    expect(ecs::state_hash(again->world) == ecs::state_hash(session->world), "what is loaded has the same hash");
    expect(again->world.entity_index().next() == session->world.entity_index().next(),
           "what is loaded hands out the same handles");
}

}  // namespace test
