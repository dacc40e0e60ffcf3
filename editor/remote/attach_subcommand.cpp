// The subcommand `attach`: shows the world of a running program, in the window or as text.
#include <chrono>
#include <ostream>
#include <thread>

#include "ecs/mirror/engine_entities.hpp"
#include "editor/attach/attached_world.hpp"
#include "editor/base/terminal_text.hpp"
#include "editor/base/text_format.hpp"
#include "editor/cli/subcommand.hpp"
#include "editor/remote/attach_arguments.hpp"
#include "editor/remote/session_server.hpp"
#include "editor/session/session_attached.hpp"
#include "editor/session/session_bundle.hpp"
#include "editor/session/session_file.hpp"
#include "figures/drawing/value_text.hpp"

namespace editor {

namespace {

constexpr std::size_t entities_printed = 50, longest_name = 60;

/// Until the time is over, or the program is gone.
void record(Session& session, std::chrono::seconds duration, std::ostream& out) {
    AttachedWorld& attached = *session.attached;
    out << "Recording " << terminal_text(attached.title()) << " for " << with_commas(duration.count()) << " s"
        << std::endl;
    const auto end = std::chrono::steady_clock::now() + duration;
    while (std::chrono::steady_clock::now() < end && attached.lost().empty()) {
        attached.update();
        std::this_thread::sleep_for(std::chrono::duration<double>(attached.interval_secs() / 4));
    }
    const ecs::Timeline& time = session.timeline;
    out << "Recorded ticks " << with_commas(time.first_tick()) << " to " << with_commas(time.last_tick());
    if (const std::uint64_t unseen = time.stats().unseen_ticks; unseen > 0)
        out << "; " << with_commas(unseen) << " of them were not seen";
    out << "\n";
    if (!attached.lost().empty()) out << "It ends early. " << terminal_text(attached.lost()) << "\n";
}

std::string components_of(const ecs::World& world, ecs::Entity entity) {
    std::vector<std::string> names;
    for (const ecs::ComponentId component : world.archetype_of(entity).components())
        if (component != world.name_id() && component != world.parent_id())
            names.push_back(world.types()[component].name);
    return joined(names);
}

std::string phase_of(const ecs::SystemDescription& system) {
    return system.group.empty() ? std::string(ecs::name_of(system.phase)) : system.group;
}

/// In the program's own words, or else what it reads and writes.
std::string uses_of(const ecs::World& world, const ecs::SystemDescription& system) {
    if (!system.description.empty()) return system.description;
    std::vector<std::string> uses;
    for (const ecs::SystemAccess& each : system.accesses)
        uses.push_back((each.access == ecs::Access::Write ? "writes " : "reads ") + world.types()[each.component].name);
    return joined(uses);
}

void print_world(const Session& session, std::ostream& out) {
    const ecs::World& world = session.world;
    const AttachedWorld& attached = *session.attached;
    out << terminal_text(attached.title()) << "\n"
        << with_commas(world.entity_count()) << " entities, " << with_commas(attached.owner().types().size())
        << " types of components, " << with_commas(session.schedule.systems().size()) << " systems\n";
    if (const ecs::OwnerClock* const clock = attached.owner().clock())
        out << (clock->paused ? "paused at tick " : "at tick ") << with_commas(clock->tick) << "\n";
    if (const ecs::OwnerWorlds* const worlds = attached.owner().worlds()) {
        out << "worlds:";
        for (std::size_t i = 0; i < worlds->names.size(); ++i)
            out << (i == 0 ? " " : ", ") << terminal_text(worlds->names[i]) << (i == worlds->shown ? " (shown)" : "");
        out << "\n";
    }
    for (const std::string& note : attached.owner().notes()) out << terminal_text(note) << "\n";
    if (!session.schedule.systems().empty()) {
        std::vector<std::vector<std::string>> rows{{"system", "phase", "on", "what it uses"}};
        for (const ecs::System* system : session.schedule.systems())
            rows.push_back({terminal_text(system->description.name), terminal_text(phase_of(system->description)),
                            system->enabled ? "yes" : "no", terminal_text(uses_of(world, system->description))});
        out << "\n";
        write_table(out, std::move(rows));
    }
    std::vector<std::vector<std::string>> rows{{"entity", "name", "below", "components"}};
    std::size_t of_engine = 0;
    for (std::size_t slot = 0; slot < world.slot_count(); ++slot) {
        const ecs::Entity entity = world.entity_at_slot(slot);
        if (!entity) continue;
        if (ecs::is_of_engine(world, entity)) {
            ++of_engine;
            continue;
        }
        if (rows.size() > entities_printed) continue;
        const ecs::Entity parent = world.parent(entity);
        rows.push_back({ecs::to_string(entity), figures::one_line(world.name(entity), longest_name),
                        parent ? ecs::to_string(parent) : std::string(), components_of(world, entity)});
    }
    const std::size_t more = world.entity_count() - of_engine - (rows.size() - 1);
    if (rows.size() > 1) {
        out << "\n";
        write_table(out, std::move(rows));
    }
    if (more > 0) out << "and " << with_commas(more) << " more\n";
    const ecs::Owner& owner = attached.owner();
    if (owner.hidden() > 0 && !owner.shows_hidden())
        out << "and " << with_commas(owner.hidden())
            << " hidden: modules, components, systems, parts of types, resources, events; the window can show them\n";
    if (of_engine > 0)
        out << "and " << with_commas(of_engine) << " without a name and without components of the program's own\n";
}

class AttachSubcommand : public Subcommand {
public:
    AttachSubcommand() : Subcommand("attach", "Shows the world of a running program") {}

    void add_to(CLI::App& app) override {
        std::string ports;
        for (const remote::OwnerKind& each : remote::owner_kinds())
            if (each.port != 0)
                ports += (ports.empty() ? "" : ", ") + std::string(each.name) + " " + std::to_string(each.port);
        kind_ = app.add_option(
            "KIND|NAME", kind_name_,
            "What it is made with (" + joined(attach_kind_names()) + "), or its name, if it has a chunkscope::probe");
        address_option_ =
            app.add_option("HOST:PORT", address_, "Where it listens (default 127.0.0.1; ports: " + ports + ")");
        program_ = app.add_option("--program", program_name_, "Its name, which may be that of a kind")
                       ->type_name("NAME")
                       ->excludes(kind_);
        at_ = app.add_option("--at", probe_address_,
                             "Where a program with a chunkscope::probe listens, as on another machine, through ssh -L")
                  ->type_name("HOST:PORT")
                  ->excludes(kind_)
                  ->excludes(program_);
        app.add_option("--world", world_, "Which of its worlds, if it shows several (default: its first)")
            ->type_name("NAME");
        token_ = app.add_option("--token-file", token_file_,
                                "The token in this file is sent: that of `chunkscope serve`, or the file that a "
                                "program with a probe writes")
                     ->type_name("FILE");
        app.add_flag("--print", prints_, "Prints what the world has instead of opening the window");
        save_ = app.add_option("--save", file_, "Saves the world as it is now to a file instead of opening the window")
                    ->type_name("OUT.json");
        record_ = app.add_option("--record", record_file_,
                                 "Records how the world changes, and saves that as a bundle, which opens without the "
                                 "program")
                      ->type_name("OUT.bundle.json");
        seconds_ = app.add_option("--seconds", record_secs_, "With --record: for how long (default 10)")
                       ->check(whole_number(1, 86'400))
                       ->type_name("N");
        wait_ = app.add_option("--wait", wait_secs_, "Without the window: seconds until it must answer (default 10)")
                    ->check(whole_number(1, 3600))
                    ->type_name("N");
        look_.add_to(app);
    }
    void execute(std::ostream& out, std::ostream&, CommandLine& next) override {
        if (program_->count() == 0 && at_->count() == 0) need(kind_);
        if (save_->count() > 0) need_file(save_, file_);
        if (record_->count() > 0) need_file(record_, record_file_);
        const bool window = !prints_ && save_->count() == 0 && record_->count() == 0;
        if (window && wait_->count() > 0) throw UsageError("--wait goes with --print, --save or --record");
        if (seconds_->count() > 0 && record_->count() == 0) throw UsageError("--seconds goes with --record");
        AttachTarget target = find_target();
        target.world = world_;
        if (token_->count() > 0) {
            need_file(token_, token_file_);
            std::error_code error;
            if (!std::filesystem::exists(token_file_, error))
                throw InputError("there is no file " + terminal_text(token_file_.string()));
            const ecs::Result<std::string> token = read_token(token_file_);
            if (!token) throw InputError(token.error());
            target.token = *token;
        }
        if (window) {
            next.open.source.game = &game();
            next.open.source_given = true;
            next.open.look = look_.take();
            next.open.attach = std::move(target);
            next.next = CommandLine::Next::Open;
            return;
        }
        const std::unique_ptr<Session> session = make_attached_session(game(), target);
        wait_for_world(*session->attached, std::chrono::seconds(wait_secs_), world_);
        if (prints_) print_world(*session, out);
        if (save_->count() > 0) save_world(*session, file_);
        if (record_->count() == 0) return;
        record(*session, std::chrono::seconds(record_secs_), out);
        const std::string why_short = save(bundle_of(*session, {}), record_file_);
        if (!why_short.empty()) out << terminal_text(why_short) << "\n";
    }

private:
    AttachTarget find_target() const {
        if (program_->count() > 0) return program_to_attach(program_name_);
        const bool at = at_->count() > 0;
        if (!at && remote::find_owner_kind(kind_name_) == nullptr && address_option_->count() == 0)
            return target_to_attach(kind_name_);
        ecs::Result<AttachTarget> target =
            at ? attach_target("program", probe_address_) : attach_target(kind_name_, address_);
        if (!target) throw UsageError(target.error());
        return *target;
    }

    std::string kind_name_, address_, program_name_, probe_address_, world_;
    std::filesystem::path token_file_, file_, record_file_;
    std::size_t wait_secs_ = 10, record_secs_ = 10;
    bool prints_ = false;
    LookArguments look_;
    CLI::Option *kind_ = nullptr, *address_option_ = nullptr, *program_ = nullptr, *at_ = nullptr, *token_ = nullptr,
                *save_ = nullptr, *wait_ = nullptr, *record_ = nullptr, *seconds_ = nullptr;
};

}  // namespace

std::unique_ptr<Subcommand> make_attach_subcommand() { return std::make_unique<AttachSubcommand>(); }

}  // namespace editor
