// A FakeFlecs and a client of it.
#pragma once

#include <chrono>
#include <cstring>

#include "catch.hpp"
#include "remote/flecs/flecs.hpp"
#include "remote/support/fake_flecs.hpp"
#include "remote/support/remote_client.hpp"

namespace test {

class ShownFlecs : public RemoteClient {
public:
    explicit ShownFlecs(std::chrono::milliseconds to_answer = std::chrono::seconds(20),
                        std::chrono::steady_clock::time_point (*clock)() = std::chrono::steady_clock::now) {
        attach(remote::make_flecs_owner(
            {.port = fake.program->port(), .per_second = 1e6, .to_answer = to_answer, .clock = clock}));
    }
    ~ShownFlecs() override { detach(); }

    [[nodiscard]] bool seen() {
        return RemoteClient::seen() && go_on([this] { turn(); }, [this] { return !schedule.systems().empty(); });
    }
    const ecs::ComponentType& type(const char* name) const {
        const ecs::ComponentType* const found = mirror->world().types().find(name);
        REQUIRE(found != nullptr);
        return *found;
    }
    double value(ecs::Entity entity, const char* component, const char* field) const {
        const ecs::ComponentType& of = type(component);
        const ecs::Field& found = *of.find_field(field);
        double number = 0;
        const auto* at = static_cast<const std::byte*>(mirror->world().get(entity, of.id)) + found.offset;
        if (found.kind == ecs::FieldKind::F64) std::memcpy(&number, at, sizeof number);
        if (found.kind == ecs::FieldKind::F32) {
            float small = 0;
            std::memcpy(&small, at, sizeof small);
            number = static_cast<double>(small);
        }
        return number;
    }
    void set(ecs::Entity entity, const char* component, const char* field, double number) {
        const ecs::ComponentType& of = type(component);
        ecs::Value value(of, mirror->world().get(entity, of.id));
        const auto at = static_cast<std::uint32_t>(of.find_field(field) - of.fields.data());
        auto* const place = static_cast<std::byte*>(value.data()) + of.fields[at].offset;
        if (of.fields[at].kind == ecs::FieldKind::F64) std::memcpy(place, &number, sizeof number);
        perform(ecs::SetComponent{entity, std::move(value), {at}});
    }

    FakeFlecs fake;
};

}  // namespace test
