// The subcommand `attach`: the window on a program that runs, or what it has as a list.
#include <chrono>
#include <iostream>
#include <thread>

#include "ecs/base/language.hpp"
#include "editor/base/terminal_text.hpp"
#include "editor/base/text_format.hpp"
#include "editor/cli/subcommand.hpp"
#include "editor/remote/attachment.hpp"
#include "editor/remote/session_server.hpp"

namespace editor {

namespace {

using AttachClock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds turn{10};

/// What came and went while somebody looked.
struct Tally {
    std::size_t updates = 0, created = 0, destroyed = 0, written = 0, lost = 0;
    std::string why_lost;

    void add(const ecs::Mirror::News& news, const std::string& now_lost) {
        ++updates;
        created += news.created;
        destroyed += news.destroyed;
        written += news.written;
        if (!now_lost.empty() && why_lost.empty()) ++lost;
        why_lost = now_lost;
    }
};

void print_world(const Attachment& attachment, const Session& session, std::ostream& out) {
    const ecs::World& world = session.world;
    const remote::RemoteOwner& owner = attachment.owner();
    out << owner.name() << " at " << owner.address() << ": " << counted(world.entity_count(), "entity", "entities")
        << ", " << counted(owner.types().size(), "type", "types") << ", "
        << counted(session.schedule.systems().size(), "system", "systems") << '\n';
    for (const std::string& note : owner.notes()) out << "note: " << terminal_text(note) << '\n';
    for (const ecs::System* const system : session.schedule.systems())
        out << "system " << terminal_text(system->description.name) << " in "
            << terminal_text(system->description.group) << (system->enabled ? "" : ", off") << '\n';
    for (std::size_t slot = 0; slot < world.slot_count(); ++slot) {
        const ecs::Entity entity = world.entity_at_slot(slot);
        if (!entity) continue;
        out << ecs::to_string(entity);
        if (!world.name(entity).empty()) out << " \"" << terminal_text(world.name(entity)) << '"';
        if (world.parent(entity)) out << " below " << ecs::to_string(world.parent(entity));
        const char* before = ": ";
        for (const ecs::ComponentId component : world.archetype_of(entity).components()) {
            if (component == world.name_id() || component == world.parent_id()) continue;
            out << before << terminal_text(world.types()[component].name);
            before = ", ";
        }
        out << '\n';
    }
}

class AttachSubcommand : public Subcommand {
public:
    AttachSubcommand()
        : Subcommand("attach", "Opens the window on a program that runs: Flecs, Bevy, or chunkscope serve") {}

    void add_to(CLI::App& app) override {
        app.add_option("kind", kind_, "flecs, bevy or chunkscope")->required()->type_name("KIND");
        app.add_option("address", address_, "Where it listens (default 127.0.0.1:27750 for flecs, else :15702)")
            ->type_name("HOST:PORT");
        token_ =
            app.add_option("--token-file", token_file_, "Sends the token in this file, as chunkscope serve wants it")
                ->type_name("FILE");
        app.add_flag("--print", print_, "Prints what the program has, and opens no window");
        app.add_option("--seconds", seconds_, "With --print: goes on for so long, and tells what came and went")
            ->check(whole_number(86400))
            ->type_name("N");
        look_.add_to(app);
        look_.add_language(app);
    }
    void execute(std::ostream& out, std::ostream& err, CommandLine& next) override {
        const auto kind = remote::program_kind_from(kind_);
        if (!kind) throw UsageError("there is no kind " + kind_ + ": flecs, bevy or chunkscope");
        if (seconds_ > 0 && !print_) throw UsageError("--seconds goes with --print");
        ecs::Result<remote::AttachTarget> target = remote::read_target(*kind, address_);
        if (!target) throw UsageError(target.error());
        if (token_->count() > 0) {
            need_file(token_, token_file_);
            // A server makes a token where there is none; who asks has to have the same.
            std::error_code error;
            if (!std::filesystem::exists(token_file_, error))
                throw InputError("there is no file " + token_file_.string());
            const auto token = read_token(token_file_);
            if (!token) throw InputError(token.error());
            target->token = *token;
        }
        if (const std::string warning = remote::warning_of(*target); !warning.empty())
            err << "chunkscope attach: " << terminal_text(warning) << std::endl;
        if (print_) return print(*target, out);
        next.open.source.game = &game();
        next.open.attach = *target;
        next.open.look = look_.take();
        next.open.library = next.library;
        next.open.source_given = true;
        next.next = CommandLine::Next::Open;
    }

private:
    void print(const remote::AttachTarget& target, std::ostream& out) {
        constexpr std::chrono::seconds patience{10};
        const std::unique_ptr<Session> session = Attachment::empty_session(game());
        Attachment attachment(target, *session);
        Tally tally;
        const auto look = [&] {
            const ecs::Mirror::News& news = attachment.update();
            tally.add(news, attachment.lost());
            std::this_thread::sleep_for(turn);
        };
        const auto end = AttachClock::now() + patience;
        // The second picture has what the first one named before it was known.
        while (attachment.owner().rounds() < 2 || session->schedule.systems().empty()) {
            look();
            if (attachment.came() && AttachClock::now() > end - patience + std::chrono::seconds(3)) break;
            if (AttachClock::now() > end) throw InputError(attachment.lost());
        }
        tally = {};
        const auto until = AttachClock::now() + std::chrono::seconds(seconds_);
        while (AttachClock::now() < until) look();
        print_world(attachment, *session, out);
        if (seconds_ == 0) return;
        out << "in " << seconds_ << " s: " << tally.created << " came, " << tally.destroyed << " went, "
            << tally.written << " values, " << attachment.owner().rounds() << " pictures, "
            << attachment.owner().asked() << " requests, lost " << tally.lost << " times"
            << (tally.why_lost.empty() ? "" : ": " + tally.why_lost) << '\n';
    }

    std::string kind_, address_;
    std::filesystem::path token_file_;
    bool print_ = false;
    std::uint32_t seconds_ = 0;
    LookArguments look_;
    CLI::Option* token_ = nullptr;
};

}  // namespace

std::unique_ptr<Subcommand> make_attach_subcommand() { return std::make_unique<AttachSubcommand>(); }

}  // namespace editor
