// A random world in one process, and the editor's copy in another: after each tick both are equal, through pauses, steps,
// edits, undo, lost connections and programs that are killed and start again.
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "ecs/ecs.hpp"
#include "remote/support/cutting_relay.hpp"
#include "remote/support/linked_program.hpp"

namespace two_processes_test {

namespace {

constexpr std::size_t changes_a_tick = 1000, entities_at_first = 1500;
constexpr std::size_t pictures_on_the_way = 16;  // at most
constexpr std::uint32_t programs = 4;            // one after the other

/// Names an entity in both processes: handles may differ after the program has started again.
struct Serial {
    std::uint32_t number = 0;
};
struct Place {
    float x = 0, y = 0;
};
struct Label {
    std::string text;
};
struct Target {
    ecs::Entity entity;
};
struct Frozen {};

void describe(ecs::TypeRegistry& types) {
    types.add<Serial>("Serial").field("number", &Serial::number);
    types.add<Place>("Place").field("x", &Place::x).field("y", &Place::y);
    types.add<Label>("Label").field("text", &Label::text);
    types.add<Target>("Target").field("entity", &Target::entity);
    types.add<Frozen>("Frozen");
}

template <class T>
const T* value_of(const ecs::World& world, ecs::Entity entity, const char* name) {
    const ecs::ComponentType* const type = world.types().find(name);
    return type != nullptr && world.has(entity, type->id) ? static_cast<const T*>(world.get(entity, type->id))
                                                          : nullptr;
}

std::uint32_t serial_of(const ecs::World& world, ecs::Entity entity) {
    const Serial* const serial = world.alive(entity) ? value_of<Serial>(world, entity, "Serial") : nullptr;
    return serial == nullptr ? 0 : serial->number;
}

/// Of all entities, whatever their handles, with all bytes of their values. FNV-1a of each, summed up.
std::uint64_t hash_of(const ecs::World& world) {
    std::uint64_t sum = 0;
    for (std::size_t slot = 0; slot < world.slot_count(); ++slot) {
        const ecs::Entity entity = world.entity_at_slot(slot);
        if (!entity) continue;
        std::uint64_t hash = 14695981039346656037u;
        const auto add = [&](const void* from, std::size_t size) {
            const auto* const bytes = static_cast<const unsigned char*>(from);
            for (std::size_t i = 0; i < size; ++i) hash = (hash ^ bytes[i]) * 1099511628211u;
        };
        const std::uint32_t serial = serial_of(world, entity);
        add(&serial, sizeof serial);
        const std::uint32_t parent = serial_of(world, world.parent(entity));
        add(&parent, sizeof parent);
        add(world.name(entity).data(), world.name(entity).size());
        if (const Place* const place = value_of<Place>(world, entity, "Place")) add(place, sizeof *place);
        if (const Label* const label = value_of<Label>(world, entity, "Label"))
            add(label->text.data(), label->text.size() + 1);
        if (const Target* const target = value_of<Target>(world, entity, "Target")) {
            const std::uint32_t at = serial_of(world, target->entity) + 1;
            add(&at, sizeof at);
        }
        const ecs::ComponentType* const frozen = world.types().find("Frozen");
        if (frozen != nullptr && world.has(entity, frozen->id)) add("frozen", 6);
        sum += hash * (hash | 1);
    }
    return sum;
}

/// In memory of both processes.
struct Shared {
    static constexpr std::size_t rows = 1024;
    struct Row {
        std::uint64_t tick = 0, hash = 0;
    };
    std::atomic<std::uint16_t> port = 0;
    std::array<char, 64> token{};
    std::atomic<std::uint64_t> pictures = 0;  // of the program; a row is there for each
    std::atomic<std::uint64_t> looks = 0;     // calls of tick()
    std::array<Row, rows> states{};

    static Shared* make() {
        void* const memory = ::mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        REQUIRE(memory != MAP_FAILED);
        return new (memory) Shared;
    }
};

/// The program: never returns.
class Program {
public:
    Program(Shared& shared, std::uint32_t seed) : shared_(shared), random_(seed), first_(seed << 24) {
        describe(world_.types());
        for (std::size_t i = 0; i < entities_at_first; ++i) create(world_);
        for (const char* const name : {"One", "Two"})
            (void)schedule_.add({.name = name, .run = [this](ecs::SystemContext& context) {
                                     for (std::size_t i = 0; i < changes_a_tick / 2; ++i) change(context.world);
                                 }});
        probe_.show(world_, schedule_);
        std::copy(probe_.token().begin(), probe_.token().end(), shared_.token.begin());
        shared_.port = probe_.port();
    }
    [[noreturn]] void run() {
        for (;;) {
            const bool runs = probe_.tick();
            const std::uint64_t sent = probe_.counts().pictures;
            const bool shown = sent > shared_.pictures;
            if (shown) {
                shared_.states[sent % Shared::rows] = {world_.tick(), hash_of(world_)};
                shared_.pictures = sent;
            }
            ++shared_.looks;
            // The editor sees each tick, however slow it is.
            if (runs && shown)
                schedule_.tick();
            else
                std::this_thread::yield();
        }
    }

private:
    void create(ecs::World& world) {
        const ecs::Entity entity = world.create(Serial{first_ + ++made_});
        if (random_.below(2) == 0) world.add(entity, Place{float(random_.below(100)), 1});
        all_.push_back(entity);
    }
    /// The editor may have destroyed it.
    ecs::Entity some(ecs::World& world) {
        while (!all_.empty()) {
            const std::size_t at = random_.below(static_cast<std::uint32_t>(all_.size()));
            if (world.alive(all_[at])) return all_[at];
            all_[at] = all_.back();
            all_.pop_back();
        }
        create(world);
        return all_.back();
    }
    template <class T>
    void write(ecs::World& world, ecs::Entity entity, T value) {
        if (world.has<T>(entity))
            world.get_mut<T>(entity) = std::move(value);
        else
            world.add(entity, std::move(value));
    }
    void change(ecs::World& world) {
        const ecs::Entity entity = some(world);
        switch (random_.below(16)) {
            case 0:
                if (all_.size() < 2 * entities_at_first) create(world);
                break;
            case 1:
                if (all_.size() > entities_at_first / 2) world.destroy(entity);
                break;
            case 2:
                write(world, entity, Label{std::string(random_.below(30), 'x')});
                break;
            case 3:
                write(world, entity, Target{some(world)});
                break;
            case 4:
                if (world.has<Frozen>(entity))
                    world.remove<Frozen>(entity);
                else
                    world.add<Frozen>(entity);
                break;
            case 5:
                if (world.has<Place>(entity)) world.remove<Place>(entity);
                break;
            case 6:
                write(world, entity, ecs::Name{std::string(1 + random_.below(5), 'n')});
                break;
            default:
                write(world, entity, Place{float(random_.below(1000)), float(made_)});
        }
    }

    Shared& shared_;
    ecs::Random random_;
    std::uint32_t first_, made_ = 0;
    ecs::World world_;
    ecs::Schedule schedule_{world_};
    probe::Probe probe_{"test", {.announced = false, .share = 0}};
    std::vector<ecs::Entity> all_;
};

/// The process of the program.
class Child {
public:
    explicit Child(std::uint32_t seed) : shared_(Shared::make()) {
        REQUIRE(::pipe(start_.data()) == 0);
        process_ = ::fork();
        REQUIRE(process_ >= 0);
        if (process_ == 0) {
            ::prctl(PR_SET_PDEATHSIG, SIGKILL);
            char begins = 0;
            if (::read(start_[0], &begins, 1) != 1) ::_exit(0);
            try {
                Program(*shared_, seed).run();
            } catch (...) {
                ::_exit(1);
            }
        }
    }
    void begin() {
        REQUIRE(::write(start_[1], "!", 1) == 1);
        REQUIRE(test::until([&] { return shared_->port != 0; }));
    }
    ~Child() {
        ::kill(process_, SIGKILL);
        ::waitpid(process_, nullptr, 0);
        for (const int end : start_) ::close(end);
        ::munmap(shared_, sizeof(Shared));
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    Shared& shared() { return *shared_; }
    std::string token() const { return shared_->token.data(); }

private:
    Shared* shared_;
    std::array<int, 2> start_{};  // a pipe: with a byte in it, the program begins
    ::pid_t process_ = 0;
};

class Editor {
public:
    explicit Editor(std::uint32_t seed) : random_(seed), relay_(seed) { start(); }

    /// Kills the program, and lets the next one begin.
    void start() {
        child_ = std::move(children_.front());
        children_.erase(children_.begin());
        child_->begin();
        ++runs_;
        relay_.lead_to(child_->shared().port, child_->token());
        relay_.cut();
        seen_ = 0;
    }
    /// Whether a picture came.
    bool step() {
        relay_.step();
        const std::uint64_t pictures = client_.owner.rounds();
        client_.update();
        if (client_.owner.rounds() == pictures) return false;
        const ecs::Mirror& mirror = client_.mirror;
        const ecs::World& copy = mirror.world();
        // What a person has just changed is seen before the program has done it, and is read once more behind it.
        quiet_ = mirror.unanswered() == 0 && mirror.lost().empty() ? quiet_ + 1 : 0;
        const bool whole = quiet_ > pictures_on_the_way && mirror.unanswered() == 0 && mirror.lost().empty() &&
                           mirror.still_to_come() == 0;
        if (whole && serial_in_run(copy)) check(copy);
        return true;
    }
    std::size_t ticks() const { return ticks_; }
    std::size_t edits() const { return edits_; }
    std::size_t undone() const { return undone_; }
    std::size_t breaks() const { return relay_.breaks(); }
    std::uint32_t runs() const { return runs_; }
    /// For the message of a failure.
    std::string text() const {
        const ecs::Mirror& mirror = client_.mirror;
        return std::to_string(ticks_) + " ticks were equal, " + std::to_string(edits_) + " edits, lost: '" +
               mirror.lost() + "', unanswered: " + std::to_string(mirror.unanswered());
    }
    void act() {
        using Control = ecs::OwnerControl;
        switch (random_.below(80)) {
            case 0:
                (void)client_.control({.kind = Control::Kind::Pause});
                break;
            case 1:
                (void)client_.control({.kind = Control::Kind::StepSystem});
                break;
            case 2:
                (void)client_.control({.kind = Control::Kind::StepTicks, .ticks = 1 + random_.below(3)});
                break;
            case 3:
            case 4:
                edit();
                break;
            case 5:
                if (client_.history.done() > 0 && client_.history.undo().empty()) ++undone_;
                quiet_ = 0;
                break;
            case 6:
                if (random_.below(3) == 0) relay_.cut_after(random_.below(60'000));
                break;
            default:
                if (const ecs::OwnerClock* const clock = client_.owner.clock(); clock != nullptr && clock->paused)
                    if (random_.below(4) == 0) (void)client_.control({.kind = Control::Kind::Go});
        }
    }

private:
    /// The pictures are those of the program that runs now.
    bool serial_in_run(const ecs::World& copy) const {
        for (std::size_t slot = 0; slot < copy.slot_count(); ++slot)
            if (const ecs::Entity entity = copy.entity_at_slot(slot)) return serial_of(copy, entity) >> 24 == runs_;
        return false;
    }
    void check(const ecs::World& copy) {
        Shared& shared = child_->shared();
        const Shared::Row seen{copy.tick(), hash_of(copy)};
        const auto is_known = [&] {
            const std::uint64_t last = shared.pictures;
            for (std::uint64_t i = last; i > 0 && i + 64 > last; --i)
                if (const Shared::Row& row = shared.states[i % Shared::rows];
                    row.tick == seen.tick && row.hash == seen.hash)
                    return true;
            return false;
        };
        // The picture may be here before the program has noted what is in it.
        const std::uint64_t looks = shared.looks;
        bool known = false;
        REQUIRE(test::until([&] { return (known = is_known()) || shared.looks > looks + 1; }));
        INFO("tick " << seen.tick << " of run " << runs_ << ", " << ticks_ << " ticks were equal");
        REQUIRE((known || is_known()));
        if (std::exchange(seen_, seen.tick) != seen.tick) ++ticks_;
    }
    ecs::Entity some() {
        const ecs::World& copy = client_.mirror.world();
        for (int i = 0; i < 100 && copy.slot_count() > 0; ++i)
            if (const ecs::Entity entity =
                    copy.entity_at_slot(random_.below(static_cast<std::uint32_t>(copy.slot_count()))))
                return entity;
        return {};
    }
    void edit() {
        const ecs::World& copy = client_.mirror.world();
        const ecs::Entity entity = some();
        if (!entity || !serial_in_run(copy) || !client_.mirror.lost().empty() || client_.mirror.still_to_come() > 0)
            return;
        std::vector<ecs::Edit> edits;
        if (const Place* const place = value_of<Place>(copy, entity, "Place");
            place != nullptr && random_.below(3) != 0) {
            Place moved = *place;
            moved.x = -1 - static_cast<float>(edits_);
            edits = {ecs::SetComponent{entity, ecs::Value::of(*copy.types().find("Place"), moved), {0}}};
        } else if (random_.below(2) == 0) {
            edits = {ecs::DestroyEntity{.entity = entity}};
        } else {
            ecs::EntityRecord made;
            made.values.push_back(ecs::Value::of(
                *copy.types().find("Serial"), Serial{(runs_ << 24) + 9'000'000 + static_cast<std::uint32_t>(edits_)}));
            edits = {ecs::CreateEntities{{std::move(made)}}};
        }
        if (client_.history.perform({"Edit", std::move(edits)}).empty()) ++edits_;
        quiet_ = 0;
        client_.history.seal();
    }

    static std::vector<std::unique_ptr<Child>> make_children() {
        std::vector<std::unique_ptr<Child>> all;
        for (std::uint32_t run = 1; run <= programs; ++run) all.push_back(std::make_unique<Child>(run));
        return all;
    }

    // Before this process has other threads, whose locks a child would find locked.
    std::vector<std::unique_ptr<Child>> children_ = make_children();
    ecs::Random random_;
    std::uint32_t runs_ = 0;
    std::unique_ptr<Child> child_;
    test::CuttingRelay relay_;
    test::ProgramClient client_{
        {.port = relay_.port(), .token = test::CuttingRelay::token(), .to_retry = std::chrono::milliseconds(1)}};
    std::size_t quiet_ = 0;   // pictures since the last answer
    std::uint64_t seen_ = 0;  // the tick that was compared last
    std::size_t ticks_ = 0, edits_ = 0, undone_ = 0;
};

}  // namespace

TEST_CASE(
    "Two processes: after each of 1,000 ticks with 1,000 random changes, the editor's copy equals the program's world",
    "[program]") {
    Editor editor(7);
    for (const std::size_t ticks : {250u, 500u, 750u, 1000u}) {
        const bool came = test::go_on(
            [&] {
                if (editor.step()) editor.act();
            },
            [&] { return editor.ticks() >= ticks; });
        INFO(editor.text());
        REQUIRE(came);
        if (ticks < 1000) editor.start();
    }
    CHECK(editor.runs() == programs);
    CHECK(editor.edits() > 20);
    CHECK(editor.undone() > 5);
    CHECK(editor.breaks() > 5);
}

}  // namespace two_processes_test
