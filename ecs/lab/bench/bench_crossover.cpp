// 002-H4: objects with a virtual update beside archetypes.
#include <memory>

#include "ecs/base/language.hpp"
#include "ecs/lab/bench/bench_subjects.hpp"
#include "ecs/lab/bench/each_run.hpp"

namespace ecs::lab::bench {

namespace {

constexpr std::uint64_t max_classes = 16;

Position position_of_entity(std::uint64_t i) { return {static_cast<float>(i % 1024), 1, 2}; }
Velocity velocity_of_entity(std::uint64_t i) { return {0.5f, static_cast<float>(i % 4), 0.125f}; }

class Object {
public:
    explicit Object(std::uint64_t i) : at_(position_of_entity(i)), speed_(velocity_of_entity(i)) {}
    Object(const Object&) = delete;
    Object& operator=(const Object&) = delete;
    virtual ~Object() = default;
    virtual void update() = 0;

    const Position& at() const { return at_; }
    void restart(std::uint64_t i) { at_ = position_of_entity(i); }

protected:
    void move_on() {
        at_.x += speed_.x;
        at_.y += speed_.y;
        at_.z += speed_.z;
    }

private:
    Position at_;
    Velocity speed_;
};

/// All classes do the same, so that classes differ from archetypes only in layout. The count keeps the compiler from
/// merging them into one.
template <std::size_t number>
class ObjectOfKind final : public Object {
public:
    using Object::Object;
    void update() override {
        move_on();
        updates_ += number;
    }

private:
    std::uint32_t updates_ = 0;
};

template <std::size_t... numbers>
std::unique_ptr<Object> make_object(std::uint64_t kind, std::uint64_t i, std::index_sequence<numbers...>) {
    using Make = std::unique_ptr<Object> (*)(std::uint64_t);
    static constexpr Make makers[]{+[](std::uint64_t number) -> std::unique_ptr<Object> {
        return std::make_unique<ObjectOfKind<numbers>>(number);
    }...};
    return makers[kind](i);
}

using Objects = std::vector<std::unique_ptr<Object>>;

BenchSubject object_subject(std::uint64_t entities, std::uint64_t classes) {
    auto objects = std::make_shared<Objects>();
    for (std::uint64_t i = 0; i < entities; ++i)
        objects->push_back(make_object(i % classes, i, std::make_index_sequence<max_classes>()));
    BenchSubject subject;
    subject.rounds_follow = true;
    subject.prepare = [objects] {
        for (std::uint64_t i = 0; i < objects->size(); ++i) (*objects)[i]->restart(i);
    };
    subject.run = [objects](std::uint64_t rounds) {
        std::uint64_t done = 0;
        for (std::uint64_t r = 0; r < rounds; ++r) {
            for (const auto& object : *objects) object->update();
            done += objects->size();
            keep_in_memory(objects.get());
        }
        return done;
    };
    subject.checksum = [objects] {
        Checksum sum;
        for (const auto& object : *objects) sum.add(&object->at(), sizeof(Position), 1);
        return sum.value();
    };
    return subject;
}

BenchSubject storage_subject(StorageKind kind, std::uint64_t entities, std::uint64_t archetypes) {
    auto population = std::make_shared<Population>(kind);
    for (std::uint64_t i = 0; i < entities; ++i) {
        const Position at = position_of_entity(i);
        const Velocity speed = velocity_of_entity(i);
        std::vector<Value> values{{position, &at}, {velocity, &speed}};
        for (TypeIndex bit = 0; bit < 4; ++bit)
            if ((i % archetypes >> bit & 1) != 0) values.push_back({first_tag + bit, nullptr});
        population->storage().create(values);
    }
    population->start_here();
    BenchSubject subject;
    subject.rounds_follow = true;
    subject.prepare = [population] { population->go_back(); };
    subject.run = [population](std::uint64_t rounds) {
        std::uint64_t done = 0;
        for (std::uint64_t r = 0; r < rounds; ++r) {
            each_run_of<Position, Velocity>(population->storage(), {position, velocity},
                                            [&](Position* at, Velocity* speed, std::uint64_t rows) {
                                                for (std::uint64_t i = 0; i < rows; ++i) {
                                                    at[i].x += speed[i].x;
                                                    at[i].y += speed[i].y;
                                                    at[i].z += speed[i].z;
                                                }
                                                done += rows;
                                            });
            keep_in_memory(population.get());
        }
        return done;
    };
    subject.checksum = [population] {
        Checksum sum;
        each_typed<Position>(population->storage(), {position}, [&](Position& at) { sum.add(&at, sizeof at, 1); });
        return sum.value();
    };
    return subject;
}

}  // namespace

Subjects crossover_subjects(std::uint64_t entities, const std::stop_token& stop) {
    Subjects subjects;
    for (const std::uint64_t classes : {std::uint64_t{1}, max_classes}) {
        if (stop.stop_requested()) return {};
        const std::string number = std::to_string(classes);
        const auto add = [&](BenchSubject subject, SubjectWords words) {
            subject.name = std::move(words.name);
            subject.title = std::move(words.title);
            subject.detail = std::move(words.detail);
            subject.operations = entities;
            subjects.list.push_back(std::move(subject));
        };
        const std::string in = number + (classes == 1 ? " archetype" : " archetypes");
        add(object_subject(entities, classes),
            {"objects " + number,
             std::string(tr_later("Virtual objects")) + ", " +
                 fill_phrase(classes == 1 ? tr_later("{} class") : tr_later("{} classes"), {number}),
             {}});
        for (const StorageKind kind : {StorageKind::ArchetypeBlock, StorageKind::Chunks})
            add(storage_subject(kind, entities, classes), words_of_subject(kind, number, in, {}));
    }
    return subjects;
}

}  // namespace ecs::lab::bench
